"""Who hunts, and what is only said: `-k`, `--without-general`, `--dry-run`, `--variant`, bare `houndsman`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.conftest import CommandLine


@pytest.fixture(autouse=True)
def no_scanner(shop: CommandLine) -> None:
    """Starting one takes longer than all the rest."""
    shop.blocked = ("secrets",)


def _summary(shop: CommandLine) -> str:
    (place,) = (shop.home / "reviews").glob("*/runs/1/review-resume.md")
    return place.read_text(encoding="utf-8")


def test_k_leaves_watchdogs_out_and_the_summary_says_so(shop: CommandLine) -> None:
    shop.answer(shop.prepare("-k", "python"), "general")
    assert [each.id for each in shop.prepare("-k", "python").watchdogs] == ["general", "python"]
    assert shop("hunt", "-k", "python").code == 0
    assert "- Left out by selection: debris" in _summary(shop)


def test_k_is_told_beside_the_status(shop: CommandLine) -> None:
    shop.answer(shop.prepare("-k", "python"), "general")
    for command in (("hunt", "-k", "python"), ("finalize",)):
        (line,) = [line for line in shop(*command).out.splitlines() if line.startswith("approved")]
        assert "1 watchdog left out by -k (debris): 0 blocking" in line
    told = shop("finalize", "--json").json()
    assert isinstance(told, dict)
    assert told["caveat"] == "with 0 of 9 questions proved and 1 watchdog left out by -k (debris)"


@pytest.mark.parametrize("command", ["prepare", "hunt"])
@pytest.mark.parametrize("expression", ["pyhton", "python and debris"])
def test_a_selection_of_nobody_is_no_review(shop: CommandLine, command: str, expression: str) -> None:
    ran = shop(command, "-k", expression)
    assert ran.code == 2
    assert f"-k: no watchdog matches {expression!r}" in ran.err
    assert "There are: general, debris, python." in ran.err
    assert ran.out == ""


def test_a_selection_of_whoever_has_no_file_here_is_one(shop: CommandLine) -> None:
    """A job that always says `-k python` also meets changes without Python."""
    shop.repository.write("words.txt", "One more.\n")
    shop.repository.commit("More words")
    shop.answer(shop.prepare("--base", "feature~1", "-k", "python"), "general", reviewedFiles=["words.txt"])
    ran = shop("hunt", "--base", "feature~1", "-k", "python")
    assert ran.code == 0
    assert "left out by -k (debris)" in ran.out


def test_k_never_deselects_general(shop: CommandLine) -> None:
    assert [each.id for each in shop.prepare("-k", "not general and not debris").watchdogs] == ["general", "python"]


@pytest.mark.parametrize("words", [("--without-general",), ("-p", "no:general")], ids=["option", "blocked"])
def test_leaving_everybody_out_is_never_an_empty_change(shop: CommandLine, words: tuple[str, ...]) -> None:
    shop.repository.write("words.txt", "One more.\n")
    shop.repository.commit("More words")
    ran = shop("hunt", "--base", "feature~1", "-k", "python", *words)
    assert ran.code == 3
    assert "nothing to review" not in ran.out
    assert "**incomplete**" in _summary(shop)


def test_without_general_is_incomplete_whatever_is_allowed(shop: CommandLine) -> None:
    assert [each.id for each in shop.prepare("--without-general").watchdogs] == ["debris", "python"]
    ran = shop("hunt", "--without-general", "--allow-missing")
    assert ran.code == 3
    assert "incomplete the watchdog general was left out" in ran.err
    assert "- Status: **incomplete**" in _summary(shop)
    assert "the watchdog general was left out" in _summary(shop)


def _files(folder: Path) -> dict[str, tuple[bytes, int]]:
    return {
        str(place): (place.read_bytes(), place.stat().st_mtime_ns) for place in folder.rglob("*") if place.is_file()
    }


@pytest.mark.parametrize("option", ["--dry-run", "--collect-only"])
def test_a_dry_run_writes_nothing(shop: CommandLine, option: str) -> None:
    before = _files(shop.repository.path)
    ran = shop("prepare", option)
    assert ran.code == 0
    assert "general" in ran.out
    assert "would be at" in ran.out
    assert not shop.home.exists()
    assert _files(shop.repository.path) == before


def test_a_dry_run_after_a_real_one_writes_nothing_either(shop: CommandLine) -> None:
    manifest = shop.prepare()
    shop.repository.write("orders.py", "PAGE = 21\n")
    shop.repository.commit("More")
    before = _files(shop.home)
    told = shop.prepare("--dry-run")
    assert (told.run, told.hash != manifest.hash) == (2, True)
    assert _files(shop.home) == before
    real = shop.prepare()
    assert real.hash == told.hash


def test_bare_houndsman_prepares(shop: CommandLine) -> None:
    shop.blocked = shop.scanners = ()
    bare, said = shop(), shop("prepare")
    assert bare == said
    assert shop("--json").json() == shop("prepare", "--json").json()
    assert shop("--dry-run").code == 0


def test_finalize_as_an_option_finalizes(shop: CommandLine) -> None:
    shop.blocked = shop.scanners = ()
    shop.prepare()
    assert shop("--finalize") == shop("finalize")
    assert shop("--finalize", "--allow-missing").code == shop("finalize", "--allow-missing").code


def test_a_variant_never_alters_another(shop: CommandLine) -> None:
    shop("hunt")
    ours = shop.prepare()
    before = _files(shop.home / "reviews" / ours.review_id) | _files(shop.staging(ours))
    other = shop.prepare("--variant", "terse")
    assert other.variant == "terse"
    assert other.review_id != ours.review_id
    shop.answer(other, "general", {"file": "orders.py", "line": 1, "message": "Only here.", "impactClass": "style"})
    assert shop("hunt", "--variant", "terse").code == 0
    assert [item.message for item in shop.findings("--variant", "terse")] == ["Only here."]
    assert shop.findings() == []
    assert _files(shop.home / "reviews" / ours.review_id) | _files(shop.staging(ours)) == before


@pytest.mark.parametrize("expression", [" ", "(", "python and", "a b"])
def test_a_malformed_selection_is_refused(shop: CommandLine, expression: str) -> None:
    ran = shop("prepare", "-k", expression)
    assert ran.code == 2
    assert "-k" in ran.err
