"""The numbers of a score in words."""

from __future__ import annotations

from houndsman.golden.headline import DASH, ends, headline, percent
from houndsman.golden.score import ScoreOptions, score
from houndsman.models.severity import Severity
from houndsman.statistics.intervals import Interval
from tests.golden.making import anchor, finding, golden_set

QUICK = ScoreOptions(resamples=50)


def test_one_case() -> None:
    rows = headline(score(golden_set(anchor("a", 3), anchor("b", 9)), [finding(3), finding(3)], QUICK))
    assert [(row.name, row.value, row.counts) for row in rows] == [
        ("recall", "50.0 %", "1 of 2 expected defects"),
        ("precision, strict", "50.0 %", "1 of 2 reported findings"),
        ("precision, neutral", "100.0 %", "1 of 1, duplicates left out"),
        ("precision, any", "100.0 %", "2 of 2, duplicates taken for right"),
        ("F1", "50.0 %", "of recall and strict precision"),
    ]
    assert {row.clustered for row in rows} == {DASH}
    assert rows[0].interval == rows[0].wilson == "9.5 to 90.5 %"


def test_several_cases_clean_ones_and_severities() -> None:
    golden = golden_set(anchor("a", 3)._replace(severity=Severity.NIT), clean=["tax"])
    report = [finding(3)._replace(severity=Severity.NIT), finding(1, file="tax.py")]
    rows = {row.name: row for row in headline(score(golden, report, QUICK))}
    assert list(rows)[5:] == [
        "recall, macro",
        "strict precision, macro",
        "F1, macro",
        "severity agreement",
        "false alarms",
    ]
    assert rows["strict precision, macro"].counts == "mean over 2 cases"
    assert rows["false alarms"].counts == "1 of 1 without a defect, with 1 finding"


def test_the_wider_interval_where_there_is_room_for_one() -> None:
    """Of nothing found the bootstrap is certain, because it knows only the cases at hand."""
    golden = golden_set(*(anchor("a", 3, case=name) for name in "abc"))
    recall = headline(score(golden, [], QUICK))[0]
    assert recall.clustered == "0.0 to 0.0 %"
    assert recall.interval == recall.wilson != recall.clustered


def test_what_is_not_there_is_a_dash() -> None:
    assert (percent(None), ends(None)) == (DASH, DASH)
    assert (percent(0.3066), ends(Interval(0.25, 1.0))) == ("30.7 %", "25.0 to 100.0 %")
