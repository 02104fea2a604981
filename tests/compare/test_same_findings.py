"""Which findings of several reviewers are taken for one, and what that may not depend on."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from houndsman.compare.same_findings import Cluster, Reported, clusters_of
from houndsman.models.finding import Side
from houndsman.models.foreign import ForeignFinding
from houndsman.models.severity import Severity

places = st.lists(
    st.tuples(
        st.integers(0, 2), st.integers(1, 12), st.integers(0, 3), st.sampled_from(("logic:a", "logic:b", "R1", "R2"))
    ),
    max_size=14,
)


def said(
    reviewer: int,
    line: int | None,
    rule: str = "logic:a",
    *,
    end: int | None = None,
    severity: Severity | None = None,
    message: str = "It is wrong.",
) -> Reported:
    return Reported(reviewer, ForeignFinding("a.py", line, end, rule=rule, severity=severity, message=message))


def seen(clusters: Sequence[Cluster]) -> list[list[tuple[int | None, tuple[int, ...]]]]:
    """Line and reviewers of each item of each cluster."""
    return [[(item.finding.line, item.reviewers) for item in cluster.items] for cluster in clusters]


def test_equal_findings_are_one_item_with_the_worst_severity_and_all_words() -> None:
    weak = said(1, 4, severity=Severity.NIT, message="Later.", end=5)
    strong = said(0, 4, severity=Severity.BLOCKING, message="First.")
    ((cluster),) = clusters_of([weak, strong], 3)
    (item,) = cluster.items
    assert (item.reviewers, item.finding.severity, item.finding.end_line) == ((0, 1), Severity.BLOCKING, 5)
    assert item.finding.message == "First.\nLater."


@pytest.mark.parametrize(
    ("line", "tolerance", "together"), [(10, 0, True), (13, 3, True), (14, 3, False), (11, 0, False)]
)
def test_findings_of_two_reviewers_are_one_within_the_tolerance(line: int, tolerance: int, together: bool) -> None:
    found = clusters_of([said(0, 10), said(1, line, "logic:b")], tolerance)
    assert (len(found) == 1) is together


def test_lines_that_overlap_are_no_distance() -> None:
    assert len(clusters_of([said(0, 10, end=18), said(1, 18, "logic:b")], 0)) == 1


@pytest.mark.parametrize(
    ("one", "other", "together"),
    [
        ("R1", "R2", False),
        ("R1", "logic:own", True),
        ("domain:own", "logic:own", True),
        ("emergent/security", "emergent/correctness", True),
        ("R1", "R1", True),
    ],
)
def test_only_two_different_declared_rules_keep_findings_apart(one: str, other: str, together: bool) -> None:
    assert (len(clusters_of([said(0, 10, one), said(1, 11, other)], 3)) == 1) is together


@pytest.mark.parametrize(
    "other",
    [ForeignFinding("b.py", 1), ForeignFinding("a.py", 1, side=Side.OLD), ForeignFinding("a.py", None)],
    ids=["file", "side", "whole file"],
)
def test_another_file_or_side_or_no_line_is_another_place(other: ForeignFinding) -> None:
    assert len(clusters_of([said(0, 1), Reported(1, other._replace(rule="logic:b"))], 3)) == 2


def test_what_is_about_the_whole_file_is_one_place() -> None:
    assert seen(clusters_of([said(0, None), said(1, None, "logic:b")], 0)) == [[(None, (0,)), (None, (1,))]]


def test_nobody_has_two_findings_in_one_cluster() -> None:
    found = clusters_of([said(0, 10), said(0, 11, "logic:b"), said(1, 11, "logic:c")], 3)
    assert seen(found) == [[(10, (0,))], [(11, (0,)), (11, (1,))]]


def test_a_finding_that_only_one_place_fits_does_not_lose_it_to_one_that_has_another() -> None:
    """A greedy choice gives the first one's 10 the other's 12, and leaves 14 without."""
    found = clusters_of([said(0, 10), said(0, 14), said(1, 12, "logic:b"), said(1, 9, "logic:b")], 3)
    assert seen(found) == [[(9, (1,)), (10, (0,))], [(12, (1,)), (14, (0,))]]


def test_each_is_near_each_so_that_a_chain_is_no_cluster() -> None:
    found = clusters_of([said(0, 10), said(1, 13, "logic:b"), said(2, 16, "logic:c")], 3)
    assert seen(found) == [[(10, (0,)), (13, (1,))], [(16, (2,))]]


def test_what_most_report_stands_for_all_then_the_worst() -> None:
    shared = [said(0, 12, severity=Severity.NIT), said(1, 12, severity=Severity.NIT)]
    (most,) = clusters_of([*shared, said(2, 10, "logic:b", severity=Severity.BLOCKING)], 3)
    (worst,) = clusters_of([shared[0], said(1, 13, "logic:b", severity=Severity.BLOCKING)], 3)
    assert (most.finding.line, most.reviewers, worst.finding.line) == (12, (0, 1, 2), 13)


@given(places, st.randoms(use_true_random=False))
def test_the_order_of_findings_does_not_matter_and_none_is_lost(
    drawn: list[tuple[int, int, int, str]], source: Random
) -> None:
    reported = [said(reviewer, line, rule, end=line + more) for reviewer, line, more, rule in drawn]
    found = clusters_of(reported, 2)
    assert clusters_of(source.sample(reported, len(reported)), 2) == found
    held = {
        (who, item.finding.line, item.finding.rule) for each in found for item in each.items for who in item.reviewers
    }
    assert held == {(each.reviewer, each.finding.line, each.finding.rule) for each in reported}
    assert all(len(set(each.reviewers)) == len(each.reviewers) for each in found)
