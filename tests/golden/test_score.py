"""Grading a reviewer."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given

from houndsman.golden.judge import Counts
from houndsman.golden.rates import Rate
from houndsman.golden.score import Score, ScoreOptions, missed_thresholds, score
from houndsman.models.foreign import ForeignFinding
from houndsman.models.golden import GoldenAnchor, GoldenSet, Thresholds
from houndsman.models.manifest import RunWarning
from houndsman.models.severity import Severity
from tests.golden.making import anchor, finding, golden_set, golden_sets, ignored_anchors, reports

QUICK = ScoreOptions(resamples=20)

MIXED = golden_set(anchor("a", 3), anchor("b", 9), clean=["tax", "cart"])


def test_a_set_with_clean_cases() -> None:
    told = score(MIXED, [finding(3), finding(3), finding(20), finding(1, file="tax.py")], QUICK)
    assert told.recall[:2] == (1, 2)
    assert [rate[:2] for rate in told.precision] == [(1, 4), (1, 3), (2, 4)]
    assert told.counts == Counts(expected=2, matched=1, duplicates=1, outside=2)
    assert [(case.name, case.counts.outside) for case in told.cases] == [("cart", 0), ("pay", 1), ("tax", 1)]
    assert [each.id for each in told.missing] == ["b"]


@pytest.mark.parametrize(
    ("report", "flagged", "findings"),
    [
        pytest.param([], 0, 0, id="silence"),
        pytest.param([finding(3)], 0, 0, id="elsewhere"),
        pytest.param([finding(1, file="tax.py"), finding(2, file="tax.py")], 1, 2, id="two in one case"),
        pytest.param([finding(None, file="tax.py")], 1, 1, id="no line is needed to be wrong"),
        pytest.param([finding(7, file="cart.py")], 0, 0, id="at an ignored anchor"),
    ],
)
def test_false_alarms(report: list[ForeignFinding], flagged: int, findings: int) -> None:
    neutral = anchor("n", 7, case="cart")._replace(ignored=True)
    told = score(golden_set(*MIXED.anchors, neutral, clean=["tax"]), report, QUICK).false_alarms
    assert (told.rate, told.findings) == (Rate(flagged, 2), findings)


def test_severities_are_compared_where_both_say_one() -> None:
    golden = golden_set(*(anchor("x", line)._replace(severity=Severity.NIT) for line in (1, 5, 9)), anchor("y", 20))
    said = (Severity.NIT, Severity.BLOCKING, None, Severity.NIT)
    report = [finding(line)._replace(severity=each) for line, each in zip((1, 5, 9, 20), said, strict=True)]
    assert score(golden, report).severity_agreement == Rate(1, 2)


def test_warnings_of_the_loader_come_after_those_of_the_score() -> None:
    loaded = RunWarning(code="golden-key-unknown", message="the key 'x' means nothing here")
    golden = golden_set(anchor("a", 3), commit="abc1234", warnings=(loaded,))
    told = score(golden, [], ScoreOptions(head="def5678"))
    assert [each.code for each in told.warnings] == ["other-commit", "golden-key-unknown"]


def test_the_seed_decides_what_is_drawn() -> None:
    golden = golden_set(*(anchor("a", 3, case=name) for name in "abcdefgh"))
    report = [finding(3, file=f"{name}.py") for name in "abc"]

    def drawn(seed: int) -> object:
        return score(golden, report, ScoreOptions(seed=seed, resamples=30)).macro

    assert drawn(1) == drawn(1)
    assert len({drawn(seed) for seed in range(8)}) > 1


@given(golden_sets(), reports(), ignored_anchors())
def test_an_ignored_anchor_leaves_matches_and_recall_alone(
    golden: GoldenSet, report: list[ForeignFinding], neutral: GoldenAnchor
) -> None:
    cases = [
        replace(case, anchors=(*case.anchors, neutral)) if case.name == neutral.case else case for case in golden.cases
    ]
    before, after = score(golden, report, QUICK), score(replace(golden, cases=tuple(cases)), report, QUICK)
    assert (after.matches, after.missing, after.recall) == (before.matches, before.missing, before.recall)
    assert after.counts.reported <= before.counts.reported


@given(golden_sets(), reports())
def test_a_set_split_by_case_gives_the_same_numbers(golden: GoldenSet, report: list[ForeignFinding]) -> None:
    named = [each._replace(case=each.case or "pay") for each in report]  # a part cannot tell whose the others are
    whole = score(golden, named, QUICK)
    parts = [
        score(replace(golden, cases=(case,)), [each for each in named if each.case == case.name], QUICK)
        for case in golden.cases
    ]
    assert [part.cases[0] for part in parts] == list(whole.cases)
    assert [match for part in parts for match in part.matches] == list(whole.matches)
    homeless = score(golden, [each for each in named if each.case not in {case.name for case in golden.cases}], QUICK)
    expected = replace(homeless.counts, expected=0)
    assert sum((part.counts for part in parts), start=expected) == whole.counts


REACHED = golden_set(anchor("a", 3), anchor("b", 9), clean=["tax"])


@pytest.mark.parametrize(
    ("thresholds", "missed"),
    [
        (Thresholds(), ()),
        (Thresholds(recall=0.5, precision=0.5, false_alarms=1), ()),
        (Thresholds(recall=0.51), ("recall is 50 %, at least 51 % is wanted",)),
        (Thresholds(precision=0.51), ("precision is 50 %, at least 51 % is wanted",)),
        (
            Thresholds(false_alarms=0.5),
            ("the share of clean cases with a finding is 100 %, at most 50 % is wanted",),
        ),
    ],
)
def test_thresholds(thresholds: Thresholds, missed: tuple[str, ...]) -> None:
    told = score(REACHED, [finding(3), finding(1, file="tax.py")], QUICK)
    assert missed_thresholds(told, thresholds) == missed


def test_what_was_scored_is_named_where_a_threshold_is_missed() -> None:
    told = score(REACHED, [finding(3), finding(1, file="tax.py")], QUICK)
    assert missed_thresholds(told, Thresholds(recall=0.9, false_alarms=0), "report.csv") == (
        "recall of report.csv is 50 %, at least 90 % is wanted",
        "the share of clean cases with a finding of report.csv is 100 %, at most 0 % is wanted",
    )


def test_without_clean_cases_the_next_step_is_said() -> None:
    (told,) = missed_thresholds(score(golden_set(anchor("a", 3)), [], QUICK), Thresholds(false_alarms=0))
    assert told.endswith('Add a case with no defects, {"case": "…", "expected": []}, or take `falseAlarms` out')


def test_a_number_that_is_not_there_reaches_no_threshold() -> None:
    nothing: Score = score(golden_set(anchor("a", None)), [])
    every = Thresholds(recall=0, precision=0, false_alarms=1)
    assert [words.split(",")[0] for words in missed_thresholds(nothing, every)] == [
        "recall is undefined",
        "precision is undefined",
        "the share of clean cases with a finding is undefined",
    ]
