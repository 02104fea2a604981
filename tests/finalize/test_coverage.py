"""What each watchdog did of what it was asked, and what leaves a run incomplete."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from houndsman.finalize.coverage import NO_FILE_REASON, coverage_of, incomplete_reasons
from houndsman.finalize.outcome import Coverage
from houndsman.models.hunt_report import FileCoverage, Tally, WatchdogReport
from houndsman.models.manifest import PLUGIN_FAILED, RunWarning

if TYPE_CHECKING:
    from tests.finalize.conftest import Bench


def _row(
    missing: str | None = None,
    reviewed: int = 2,
    expected: int = 2,
    skipped: int = 0,
    findings: int = 0,
    refused: int = 0,
) -> Coverage:
    return Coverage("db", findings, refused, reviewed, skipped, expected, 0, missing)


def test_an_unanswered_watchdog_has_everything_still_to_declare(bench: Bench) -> None:
    classification = bench.inputs().classification
    rows = coverage_of(classification, {}, {each.watchdog.id: "why" for each in classification.assignments})
    assert [row.watchdog for row in rows] == list(classification.expected)
    assert all((row.missing, row.undeclared, row.reviewed) == ("why", row.expected, 0) for row in rows)


@pytest.mark.parametrize(
    ("row", "allow_missing", "reasons"),
    [
        (_row(), False, ()),
        (_row(NO_FILE_REASON), False, (f"db: {NO_FILE_REASON}",)),
        (_row(NO_FILE_REASON), True, ()),
        (_row("its program is not installed"), True, ("db: its program is not installed",)),
        (_row(reviewed=0), False, ("db: reviewed none of the 2 files of its brief",)),
        (_row(reviewed=0), True, ("db: reviewed none of the 2 files of its brief",)),
        (_row(reviewed=0, expected=0), False, ()),
        (_row(reviewed=0, expected=1), False, ("db: reviewed none of the 1 file of its brief",)),
        (_row(reviewed=1), False, ("db: says nothing about 1 of the 2 files of its brief",)),
        (_row(reviewed=1, skipped=1), False, ()),
        (_row(findings=1, refused=1), False, ()),
        (_row(refused=2), False, ("db: all it reported was refused (2); intake.json has the words",)),
    ],
)
def test_why_a_run_is_not_whole(bench: Bench, row: Coverage, allow_missing: bool, reasons: tuple[str, ...]) -> None:
    inputs = bench.inputs()
    found = incomplete_reasons(inputs.manifest, inputs.classification, [row], [], allow_missing=allow_missing)
    assert found == reasons
    assert _reported(row).is_wanting == (row.missing is None and bool(reasons)), "so the next hunt asks anew"


def _reported(row: Coverage) -> WatchdogReport:
    """The same in the run's report."""
    files = FileCoverage(
        expected=row.expected,
        reviewed=row.reviewed,
        skipped=row.skipped,
        undeclared=row.undeclared,
        out_of_scope=row.out_of_scope,
    )
    return WatchdogReport(
        watchdog=row.watchdog,
        agents=(),
        imported=row.imported,
        missing=row.missing,
        coverage=files,
        checks=Tally(),
        rules=Tally(),
        findings=row.findings,
        refused=row.refused,
        passes=(),
        repairs=(),
        tree_changes=(),
        second_opinion=None,
    )


def test_a_plugin_that_broke_is_a_reason_once_whenever_it_broke(bench: Bench) -> None:
    bench.warnings = (RunWarning(code=PLUGIN_FAILED, message="one broke"), RunWarning(code="git", message="careful"))
    inputs = bench.inputs()
    told = ["one broke", "another broke"]
    found = incomplete_reasons(inputs.manifest, inputs.classification, [_row()], told, allow_missing=True)
    assert found == ("one broke", "another broke")


@pytest.mark.parametrize(("nothing", "reasons"), [(False, ("the watchdog general was left out",)), (True, ())])
def test_general_is_missed_where_there_is_something_to_review(
    bench: Bench, nothing: bool, reasons: tuple[str, ...]
) -> None:
    bench.without_general, bench.nothing = True, nothing
    inputs = bench.inputs()
    assert incomplete_reasons(inputs.manifest, inputs.classification, [], [], allow_missing=True) == reasons


def test_each_watchdog_that_is_wanting_is_a_reason(bench: Bench) -> None:
    inputs = bench.inputs()
    rows = [_row(NO_FILE_REASON), _row("timed out"), _row(reviewed=0)]
    found = incomplete_reasons(inputs.manifest, inputs.classification, rows, [], allow_missing=True)
    assert found == ("db: timed out", "db: reviewed none of the 2 files of its brief")


def test_what_was_declared_is_counted(bench: Bench) -> None:
    bench.reply("api", {"file": "../x"}, reviewed=[], skipped=[{"file": "src/app.py", "reason": "budget"}])
    general, api = bench.finalize().coverage
    assert (general.findings, general.refused, general.reviewed, general.skipped) == (0, 0, 0, 0)
    assert (api.findings, api.refused, api.reviewed, api.skipped, api.undeclared) == (0, 1, 0, 1, 0)
