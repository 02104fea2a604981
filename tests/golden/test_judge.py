"""Every finding and every anchor in its place."""

from __future__ import annotations

import random
from collections import Counter

from hypothesis import given

from houndsman.golden.judge import Counts, Judgement, judge
from houndsman.golden.placing import Stray
from houndsman.models.foreign import ForeignFinding
from houndsman.models.golden import GoldenSet
from tests.golden.making import anchor, finding, golden_set, golden_sets, reports


def placed(judged: Judgement) -> list[ForeignFinding]:
    """Every finding of a judgement."""
    at_anchors = [match.finding for match in judged.matches] + [repeat.finding for repeat in judged.duplicates]
    at_anchors += [repeat.finding for repeat in judged.ignored]
    return at_anchors + [each.finding for each in (*judged.outside, *judged.unplaced_findings)]


@given(golden_sets(), reports())
def test_every_finding_ends_in_exactly_one_place(golden: GoldenSet, report: list[ForeignFinding]) -> None:
    judged = judge(golden, report)
    assert Counter(map(repr, placed(judged))) == Counter(map(repr, report))
    total = judged.total
    assert total.reported + total.ignored + total.unplaced == len(report)


@given(golden_sets(), reports())
def test_every_defect_ends_in_exactly_one_place(golden: GoldenSet, report: list[ForeignFinding]) -> None:
    judged = judge(golden, report)
    real = [each for each in golden.anchors if not each.ignored and each.has_place]
    found = [match.anchor for match in judged.matches]
    assert sorted(map(repr, [*found, *judged.missing])) == sorted(map(repr, real))
    assert judged.total.expected == len(real)
    assert len(judged.unplaced_anchors) == sum(not each.has_place for each in golden.anchors)


@given(golden_sets(), reports())
def test_the_order_of_the_report_changes_nothing(golden: GoldenSet, report: list[ForeignFinding]) -> None:
    shuffled = random.Random(2).sample(report, len(report))
    one, other = judge(golden, report), judge(golden, shuffled)
    assert (one.matches, one.outside, one.duplicates) == (other.matches, other.outside, other.duplicates)
    assert (one.ignored, one.unplaced_findings, one.counts) == (other.ignored, other.unplaced_findings, other.counts)


def test_a_finding_is_matched_within_its_own_case_only() -> None:
    golden = golden_set(anchor("a", 3, case="one", file="x.py"), anchor("a", 3, case="two", file="x.py"))
    report = [finding(3, file="x.py")._replace(case="two") for _ in range(2)]
    judged = judge(golden, report)
    assert judged.counts == [Counts(expected=1), Counts(expected=1, matched=1, duplicates=1)]
    assert [each.case for each in judged.missing] == ["one"]


def test_findings_that_name_their_case_and_those_that_do_not_compete_for_the_same_defect() -> None:
    golden = golden_set(anchor("a", 3))
    judged = judge(golden, [finding(3)._replace(case="pay"), finding(3)])
    assert judged.counts == [Counts(expected=1, matched=1, duplicates=1)]


def test_what_belongs_to_no_case_is_reported_all_the_same_and_comes_last() -> None:
    golden = golden_set(anchor("a", 3, case="one"), anchor("b", 3, case="two"))
    judged = judge(golden, [finding(3, file="a.py"), finding(9, file="two.py"), finding(1, file=None)])
    assert judged.homeless == Counts(outside=1, unplaced=1)
    assert [each.case for each in judged.outside] == ["two", None]
    assert judged.strays == {Stray.UNHELD_FILE: 1}  # the one without a place is another matter


def test_one_tolerance_for_all() -> None:
    golden = golden_set(anchor("a", 3))
    assert judge(golden, [finding(5)], tolerance=2).total.matched == 1


def test_counts_add_up() -> None:
    one = Counts(1, 2, 3, 4, 5, 6)
    assert one + one == Counts(2, 4, 6, 8, 10, 12)
    assert (one.reported, one.alarms) == (9, 15)
