"""What becomes of the findings of one file."""

from __future__ import annotations

from itertools import combinations, permutations
from typing import NamedTuple

import pytest
from hypothesis import given

from houndsman.golden.load import GoldenError
from houndsman.golden.pairing import FilePairs, pair_up
from houndsman.models.finding import Side
from houndsman.models.foreign import ForeignFinding
from houndsman.models.golden import GoldenAnchor, GoldenSet
from tests.golden.making import anchor, finding, golden_sets, reports

REAL, WIDE = anchor("float", 10, 12), anchor("float", 10, 12)._replace(tolerance=3)
NEUTRAL = anchor("style", 10, 12)._replace(ignored=True)
ON_NEW = REAL._replace(side=Side.NEW)


class Row(NamedTuple):
    """Anchors, findings, and for each finding a letter: m(atched), d(uplicate), i(gnored), o(utside)."""

    says: str
    anchors: list[GoldenAnchor]
    findings: list[ForeignFinding]
    became: str


TABLE = [
    Row("inside the range", [REAL], [finding(11)], "m"),
    Row("overlapping its end", [REAL], [finding(12, 20)], "m"),
    Row("around it", [REAL], [finding(1, 99)], "m"),
    Row("one line off", [REAL], [finding(13)], "o"),
    Row("within the tolerance", [WIDE], [finding(15)], "m"),
    Row("within the tolerance above", [WIDE], [finding(5, 7)], "m"),
    Row("beyond the tolerance", [WIDE], [finding(16)], "o"),
    Row("the second at a defect", [REAL], [finding(10), finding(11)], "md"),
    Row("the nearer is taken", [WIDE], [finding(8), finding(10)], "dm"),
    Row("equal ones", [REAL], [finding(10), finding(10)], "md"),
    Row("two defects, two findings", [REAL, anchor("b", 11)], [finding(11), finding(12)], "mm"),
    Row("at an ignored anchor", [NEUTRAL], [finding(10), finding(12)], "ii"),
    Row("real before ignored", [NEUTRAL, REAL], [finding(10)], "m"),
    Row("what is left over is ignored", [NEUTRAL, REAL], [finding(10), finding(11)], "mi"),
    Row("ignored ones take nothing from real ones", [NEUTRAL, WIDE], [finding(12), finding(14)], "md"),
    Row("the same side", [ON_NEW], [finding(10)._replace(side=Side.NEW)], "m"),
    Row("the other side", [ON_NEW], [finding(10)._replace(side=Side.OLD)], "o"),
    Row("the finding says no side", [ON_NEW], [finding(10)], "m"),
    Row("the anchor says no side", [REAL], [finding(10)._replace(side=Side.OLD)], "m"),
    Row("two sides on one line", [ON_NEW, ON_NEW._replace(side=Side.OLD)],
        [finding(10)._replace(side=Side.OLD), finding(10)._replace(side=Side.NEW)], "mm"),
    Row("the text occurs", [REAL._replace(match="Float  money")], [finding(10, words="a float money bug")], "m"),
    Row("the text does not", [REAL._replace(match="float")], [finding(10, words="style")], "o"),
    Row("the text decides who proves it", [REAL._replace(match="float")],
        [finding(10, words="style"), finding(12, words="FLOAT")], "om"),
    Row("a pattern", [REAL._replace(match=r"/flo.t\b/")], [finding(10, words="a float")], "m"),
    Row("the text of an ignored one", [NEUTRAL._replace(match="style")], [finding(10, words="float")], "o"),
    Row("no anchors", [], [finding(10)], "o"),
    Row("no findings", [REAL], [], ""),
]  # fmt: skip


def letters(pairs: FilePairs, count: int) -> str:
    became = {pair.finding: "m" for pair in pairs.matches}
    became |= {left.finding: "d" for left in pairs.duplicates} | {left.finding: "i" for left in pairs.ignored}
    became |= dict.fromkeys(pairs.outside, "o")
    return "".join(became[at] for at in range(count))


@pytest.mark.parametrize("row", TABLE, ids=[row.says for row in TABLE])
def test_each_finding_in_its_place(row: Row) -> None:
    assert letters(pair_up(row.anchors, row.findings), len(row.findings)) == row.became


def test_a_leftover_names_the_nearest_anchor_that_it_touches() -> None:
    anchors = [REAL, anchor("b", 20), NEUTRAL._replace(line=30, end_line=30), NEUTRAL._replace(line=34, end_line=34)]
    findings = [finding(10), finding(20), finding(20, 21), finding(34)]
    pairs = pair_up(anchors, findings)
    assert [tuple(left) for left in pairs.duplicates] == [(2, 1)]
    assert [tuple(left) for left in pairs.ignored] == [(3, 3)]


def test_one_tolerance_instead_of_each_anchors_own() -> None:
    findings = [finding(15)]
    assert letters(pair_up([REAL], findings, tolerance=3), 1) == "m"
    assert letters(pair_up([WIDE], findings, tolerance=0), 1) == "o"


def test_a_pattern_that_cannot_be_compiled_is_no_silent_no() -> None:
    with pytest.raises(GoldenError, match="'float'"):
        pair_up([REAL._replace(match="/(/")], [finding(10)])


def touches(one: GoldenAnchor, other: ForeignFinding) -> bool:
    gap = max(0, (one.line or 0) - other.last, (other.line or 0) - one.last)
    sides = {one.side, other.side} - {None}
    return gap <= one.tolerance and len(sides) < 2 and (one.match or "") in other.message


def most(anchors: list[GoldenAnchor], findings: list[ForeignFinding]) -> int:
    """How many anchors can be proved at once, by trying everything."""
    return next(
        (
            size
            for size in range(min(len(anchors), len(findings)), 0, -1)
            for chosen in combinations(anchors, size)
            if any(all(map(touches, chosen, order)) for order in permutations(findings, size))
        ),
        0,
    )


@given(golden_sets(), reports())
def test_brute_force_agrees(golden: GoldenSet, report: list[ForeignFinding]) -> None:
    anchors = [each for each in golden.anchors if each.line][:5]
    findings = [each for each in report if each.line][:5]
    real, neutral = [each for each in anchors if not each.ignored], [each for each in anchors if each.ignored]
    pairs = pair_up(anchors, findings)
    assert len(pairs.matches) == most(real, findings)
    assert all(touches(anchors[pair.anchor], findings[pair.finding]) for pair in pairs.matches)
    assert not any(anchors[pair.anchor].ignored for pair in pairs.matches)
    proving = {pair.finding for pair in pairs.matches}
    for at, became in enumerate(letters(pairs, len(findings))):
        if at not in proving:
            at_neutral = any(touches(each, findings[at]) for each in neutral)
            at_real = any(touches(each, findings[at]) for each in real)
            assert became == ("i" if at_neutral else "d" if at_real else "o")
