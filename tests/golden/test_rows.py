"""How each part of a score is written in JSON."""

from __future__ import annotations

from houndsman.golden import rows
from houndsman.golden.breakdowns import Slice
from houndsman.golden.judge import Counts, Match, Repeat, Reported
from houndsman.golden.rates import Estimate, Rate
from houndsman.golden.score import CaseScore, FalseAlarms
from houndsman.models.manifest import RunWarning
from houndsman.statistics.intervals import Interval, wilson
from tests.golden.making import anchor, finding, golden_set

ENDS = Interval(0.25, 0.75)
NONE = {"value": None, "low": None, "high": None}


def test_rates_by_the_names_of_what_they_count() -> None:
    low, high = wilson(1, 2) or (None, None)
    half = {"value": 0.5, "low": low, "high": high}
    by_case = {"clustered": {"low": 0.25, "high": 0.75}}
    assert rows.recall_row(Rate(1, 2, ENDS)) == half | by_case | {"found": 1, "expected": 2}
    assert rows.precision_row(Rate(1, 2)) == half | {"clustered": None, "matched": 1, "reported": 2}
    assert rows.agreement_row(Rate(1, 2)) == half | {"agreed": 1, "compared": 2}
    assert rows.false_alarms_row(FalseAlarms(Rate(1, 2), 7)) == half | {"flagged": 1, "clean": 2, "findings": 7}


def test_a_rate_of_nothing_is_null() -> None:
    assert rows.recall_row(Rate(0, 0)) == NONE | {"clustered": None, "found": 0, "expected": 0}


def test_a_number_without_a_formula_has_the_ends_of_the_bootstrap() -> None:
    ends = {"low": 0.25, "high": 0.75}
    assert rows.estimate_row(Estimate(0.5, 3, ENDS)) == {"value": 0.5, "cases": 3, "clustered": ends, **ends}
    assert rows.estimate_row(Estimate(None, 0)) == NONE | {"cases": 0, "clustered": None}


def test_a_category_has_no_precision() -> None:
    assert rows.slice_row(Slice(Rate(0, 0))) == {"recall": NONE | {"found": 0, "expected": 0}}
    assert rows.slice_row(Slice(Rate(0, 0), Rate(0, 0)))["precision"] == NONE | {"matched": 0, "reported": 0}


def test_a_case() -> None:
    row = rows.case_row(CaseScore("pay", Counts(4, 1, 2, 1, 5, 6)))
    assert row == {
        "case": "pay",
        "found": 1,
        "expected": 4,
        "matched": 1,
        "reported": 4,
        "duplicates": 2,
        "outside": 1,
        "ignored": 5,
        "unanchored": 6,
        "recall": 0.25,
        "precision": 0.25,
        "f1": 0.25,
    }


def test_findings_with_the_case_that_they_are_scored_in() -> None:
    said = finding(3, 4, words="x")._replace(case="pr-7", source="report.json[0]")
    row = rows.reported_row(Reported(said, None))
    assert row["case"] is None
    assert (row["file"], row["line"], row["endLine"], row["message"]) == ("pay.py", 3, 4, "x")
    assert "report.json[0]" not in map(str, row.values())
    assert rows.repeat_row(Repeat(said, anchor("a", 3)))["expected"] == "a"
    match = rows.match_row(Match(anchor("a", 3), said, 1, 2))
    assert (match["expected"], match["case"], match["distance"], match["offset"], match["relocated"]) == (
        *("a", "pay", 1, 2),
        None,
    )


def test_a_defect_in_full() -> None:
    row = rows.anchor_row(anchor("a", 3, 5)._replace(note="sums as float", category="money"))
    assert (row["id"], row["case"], row["file"], row["line"], row["endLine"]) == ("a", "pay", "pay.py", 3, 5)
    assert (row["note"], row["category"], row["severity"]) == ("sums as float", "money", None)


def test_what_was_scored_against_and_what_must_be_known() -> None:
    golden = golden_set(anchor("a", 3), commit="abc1234")
    said = {"path": golden.path, "hash": golden.hash, "version": golden.version, "commit": "abc1234", "expected": 1}
    assert rows.set_row(golden, 1) == said
    assert rows.warning_rows([RunWarning(code="odd", message="It is.")]) == [{"code": "odd", "message": "It is."}]


def test_what_was_not_judged_has_no_numbers() -> None:
    assert rows.shares_row(None) == dict.fromkeys(rows.shares_row(Counts(4, 1, 2, 1, 5, 6)))
