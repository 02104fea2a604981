"""`houndsman prepare`: what it prints for people and for machines."""

from __future__ import annotations

from typing import TYPE_CHECKING

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
    assert ran.err == ""


def test_full_is_accepted(hunted: CommandLine) -> None:
    assert hunted("prepare", "--full").out == hunted("prepare").out


def test_warnings_go_to_standard_error(hunted: CommandLine) -> None:
    hunted.repository.write(".houndsman/config.toml", "exclusions = ['*.txt']\n")
    ran = hunted("prepare", "--json")
    assert "warning .houndsman/config.toml is read as of" in ran.err
    assert isinstance(ran.json(), dict)
