"""`houndsman prepare`: what it prints for people and for machines."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.conftest import CommandLine


def test_it_says_what_was_excluded(hunted: CommandLine) -> None:
    hunted.repository.write("package-lock.json", "{}\n")
    hunted.repository.commit("Lock")
    ran = hunted("prepare")
    assert ran.code == 0
    assert "4 changed files, 1 excluded; feature from " in ran.out


def test_json_is_the_manifest_and_nothing_else(hunted: CommandLine) -> None:
    ran = hunted("prepare", "--json")
    manifest = ran.json()
    assert isinstance(manifest, dict)
    stored = hunted.home / "reviews" / str(manifest["reviewId"]) / "manifest.json"
    assert stored.read_text(encoding="utf-8") == ran.out
    assert ran.err.startswith("intent: deterministic; ") and ran.err.count("\n") == 1


def test_full_is_accepted(hunted: CommandLine) -> None:
    assert hunted("prepare", "--full").out == hunted("prepare").out


def test_warnings_go_to_standard_error(hunted: CommandLine) -> None:
    hunted.repository.write(".houndsman/config.toml", "exclusions = ['*.txt']\n")
    ran = hunted("prepare", "--json")
    assert "warning .houndsman/config.toml is read as of" in ran.err
    assert isinstance(ran.json(), dict)


def _idle_rows(printed: str) -> list[str]:
    return [line.split()[0] for line in printed.splitlines() if "(guards no file of this change)" in line]


@pytest.mark.parametrize(
    ("words", "shown"), [((), ["pay"]), (("-k", "pay"), ["pay"]), (("-k", "debris"), [])], ids=["all", "it", "another"]
)
def test_a_watchdog_of_the_project_that_guards_nothing_here_has_a_row(
    hunted: CommandLine, words: tuple[str, ...], shown: list[str]
) -> None:
    hunted.repository.write(".houndsman/watchdogs/pay.md", '---\ntitle: Pay\npaths: ["*.pay"]\n---\nLook.\n')
    ran = hunted("prepare", "--working-tree", "--config-from", "worktree", "--dry-run", *words)
    assert (ran.code, _idle_rows(ran.out)) == (0, shown)


def test_one_that_guards_something_has_its_usual_row_only(hunted: CommandLine) -> None:
    hunted.repository.write(".houndsman/watchdogs/pay.md", '---\ntitle: Pay\npaths: ["*.pay"]\n---\nLook.\n')
    hunted.repository.write("one.pay", "1\n")
    ran = hunted("prepare", "--working-tree", "--config-from", "worktree", "--dry-run")
    (row,) = [line.split() for line in ran.out.splitlines() if line.startswith("pay ")]
    assert (row[1], _idle_rows(ran.out)) == ("1", [])
