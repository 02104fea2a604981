"""What follows the verdict, where something is wanting."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from houndsman.finalize.caveat import caveat_of
from houndsman.finalize.outcome import Verdict
from houndsman.models.classification import OutOfScope
from houndsman.models.hunt_report import Tally
from houndsman.models.repo_path import RepoPath

if TYPE_CHECKING:
    from tests.finalize.conftest import Bench


def caveat(bench: Bench, verdict: Verdict = Verdict.APPROVED, *tallies: Tally) -> str:
    """Behind `verdict`, where the verdicts on checks and rules of the second watchdog are `tallies`."""
    inputs, report = bench.inputs(), bench.finalize().report
    general, api = report.watchdogs
    checks, rules = tallies or (Tally(), Tally())
    counted = api.model_copy(update={"checks": checks, "rules": rules})
    return caveat_of(verdict, report.model_copy(update={"watchdogs": (general, counted)}), inputs.classification)


def out(*paths: str) -> tuple[OutOfScope, ...]:
    return tuple(OutOfScope(path=RepoPath.parse(path), reason="budget") for path in paths)


@pytest.mark.parametrize(
    ("checks", "rules", "told"),
    [
        (Tally(), Tally(), ""),
        (Tally(expected=3, verified=3, gaps=2), Tally(expected=1, verified=1), ""),
        (Tally(expected=40, missing=40), Tally(expected=1, missing=1), ", with 0 of 41 questions proved"),
        (Tally(expected=1, missing=1), Tally(), ", with 0 of 1 question proved"),
        (
            Tally(expected=3, verified=1, not_applicable=2),
            Tally(expected=2, verified=1, not_applicable=1),
            ", with 2 of 5 questions proved (3 n/a)",
        ),
    ],
)
def test_what_nobody_proved_is_said(bench: Bench, checks: Tally, rules: Tally, told: str) -> None:
    bench.quiet()
    assert caveat(bench, Verdict.APPROVED, checks, rules) == told


@pytest.mark.parametrize(
    ("general", "api", "told"),
    [
        ((), (), ""),
        (("a.py",), (), ", with 1 file out of scope"),
        (("a.py", "b.py"), ("b.py", "c.py"), ", with 3 files out of scope"),
    ],
)
def test_a_file_that_no_brief_of_somebody_shows_counts_once(
    bench: Bench, general: tuple[str, ...], api: tuple[str, ...], told: str
) -> None:
    bench.quiet()
    bench.out_of_scope = {"general": out(*general), "api": out(*api)}
    assert caveat(bench) == told


@pytest.mark.parametrize(
    ("names", "told"),
    [
        (("debris",), "1 watchdog left out by -k (debris)"),
        (("debris", "python"), "2 watchdogs left out by -k (debris, python)"),
        (tuple("abcdefghijkl"), "12 watchdogs left out by -k (a, b, c, d, e, f, g, h, i, j and 2 more)"),
    ],
)
def test_whom_the_selection_left_out_is_said(bench: Bench, names: tuple[str, ...], told: str) -> None:
    bench.quiet()
    bench.deselected = names
    assert caveat(bench) == f", with {told}"
    assert bench.finalize().caveat.endswith(told)


def test_files_that_were_kept_out_are_counted(bench: Bench) -> None:
    bench.quiet()
    first, *_ = (file.path.text for file in bench.files)
    bench.excluded = {first: "binary"}
    assert caveat(bench) == ", with 1 file excluded"


@pytest.mark.parametrize(
    ("verdict", "without"),
    [(Verdict.APPROVED, " (without general, api)"), (Verdict.CHANGES_NEEDED, " (without general, api)"),
     (Verdict.INCOMPLETE, "")],
)  # fmt: skip
def test_who_is_missing_is_said_where_the_verdict_does_not(bench: Bench, verdict: Verdict, without: str) -> None:
    assert caveat(bench, verdict) == without


def test_all_of_it_is_one_line_on_the_page_and_in_the_outcome(bench: Bench) -> None:
    bench.quiet()
    bench.out_of_scope = {"api": out("a.py")}
    outcome = bench.finalize()
    assert outcome.caveat == ", with 0 of 2 questions proved and 1 file out of scope"
    assert f"\n- Status: **approved**{outcome.caveat}\n" in outcome.summary


def test_a_review_that_proved_everything_is_simply_approved(bench: Bench) -> None:
    bench.quiet("general")
    bench.reply("api", rules=[{"id": each, "verdict": "ok", "at": "src/app.py:6"} for each in ("1", "2")])
    outcome = bench.finalize()
    assert outcome.caveat == ""
    assert "\n- Status: **approved**\n" in outcome.summary
