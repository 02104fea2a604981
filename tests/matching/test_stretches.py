"""Stretches of a file that have nothing to do with each other."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from houndsman.matching.stretches import Span, Stretch, stretches

spans = st.builds(lambda first, length: Span(first, first + length), st.integers(1, 40), st.sampled_from((0, 0, 2, 25)))


def line(number: int) -> Span:
    return Span(number, number)


@pytest.mark.parametrize(
    ("anchors", "findings", "expected"),
    [
        ([line(10), line(20)], [line(11), line(19), line(15)], [([0], [0]), ([1], [1])]),
        ([line(20), line(10)], [line(19), line(11)], [([1], [1]), ([0], [0])]),
        ([line(10), line(12)], [line(11)], [([0, 1], [0])]),
        ([line(10), line(20)], [Span(11, 19)], [([0, 1], [0])]),
        ([line(10), line(20), line(30)], [line(20), Span(1, 99)], [([0, 1, 2], [0, 1])]),
        ([line(10), line(20), line(30)], [Span(10, 20), line(30)], [([0, 1], [0]), ([2], [1])]),
        ([line(10), line(20)], [line(12), line(20)], [([1], [1])]),
        ([], [line(1)], []),
    ],
    ids=[
        "apart",
        "in order of lines",
        "a shared window",
        "joined by a range",
        "joined over one that lies between",
        "joined only as far as it reaches",
        "nobody there",
        "no anchors",
    ],
)
def test_stretches(anchors: list[Span], findings: list[Span], expected: list[Stretch]) -> None:
    assert list(stretches(anchors, [1] * len(anchors), findings)) == expected


@settings(derandomize=True, deadline=None)
@given(st.lists(st.tuples(spans, st.integers(0, 4)), max_size=8), st.lists(spans, max_size=8))
def test_whoever_touches_is_in_one_stretch_and_nobody_twice(
    golden: list[tuple[Span, int]], findings: list[Span]
) -> None:
    anchors, tolerances = [span for span, _ in golden], [tolerance for _, tolerance in golden]
    found = list(stretches(anchors, tolerances, findings))
    for at, (anchor, tolerance) in enumerate(golden):
        for other, finding in enumerate(findings):
            if anchor.first - tolerance <= finding.last and finding.first <= anchor.last + tolerance:
                assert sum(at in stretch.anchors and other in stretch.findings for stretch in found) == 1
    for side in zip(*found, strict=True) if found else ():
        everyone = [at for positions in side for at in positions]
        assert len(everyone) == len(set(everyone))
        assert all(list(positions) == sorted(positions) for positions in side)
