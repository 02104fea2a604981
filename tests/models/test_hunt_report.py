"""The report on a hunt, as a reader of its JSON sees it."""

from __future__ import annotations

from houndsman.models.agent import End, Priced
from houndsman.models.hunt_report import FileCoverage, HuntReport, PassSpending, Tally, Totals, WatchdogReport

ONE = WatchdogReport(
    watchdog="api",
    agents=("claude",),
    imported=False,
    missing=None,
    coverage=FileCoverage(expected=2, reviewed=1, skipped=0, undeclared=1, out_of_scope=0),
    checks=Tally(expected=2, verified=1, missing=1, open=("C2",)),
    rules=Tally(),
    findings=1,
    refused=0,
    passes=(
        PassSpending(name="hunt", file="", agents=("claude",), priced=Priced.UNKNOWN, end=End.TIMEOUT, findings=1),
    ),
    repairs=(),
    tree_changes=(),
    second_opinion=None,
)
REPORT = HuntReport(
    run=1, created_at="t", depth=None, business_summary=None, watchdogs=(ONE,), totals=Totals(by_pass={})
)


def test_it_is_read_back_as_it_was_written() -> None:
    assert HuntReport.model_validate(REPORT.to_json()) == REPORT


def test_keys_are_those_that_the_reference_names() -> None:
    told = ONE.to_json()
    assert {"checks", "rules", "coverage", "passes", "repairs", "treeChanges", "secondOpinion"} <= told.keys()
    tally = ONE.checks.to_json()
    assert {"expected", "verified", "missing", "notApplicable", "gaps"} <= tally.keys()
    assert {"cost", "tokensIn", "tokensOut", "tokensCached", "seconds", "end"} <= ONE.passes[0].to_json().keys()


def test_what_is_not_known_is_null() -> None:
    told = REPORT.totals.to_json()
    assert (told["cost"], told["tokensIn"], told["seconds"]) == (None, None, None)
