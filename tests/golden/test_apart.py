"""Anchors that no finding can tell apart."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from houndsman.golden.apart import check_apart
from houndsman.golden.complaint import Weight
from houndsman.models.finding import Side
from houndsman.models.golden import GoldenAnchor


class Case(NamedTuple):
    says: str
    one: GoldenAnchor
    other: GoldenAnchor
    codes: tuple[str, ...] = ()


def at(line: int | None, end: int | None = None, tolerance: int = 0, match: str | None = None) -> GoldenAnchor:
    return GoldenAnchor("", "pay", "pay.py", line, end, tolerance, match)


SAME, COVERS, IGNORED = ("not-apart",), ("tolerance-covers",), ("ignored-equals-real",)

CASES = [
    Case("one line", at(3), at(3), SAME),
    Case("one range", at(3, 5), at(3, 5), SAME),
    Case("another range", at(3, 5), at(3, 6)),
    Case("neighbours", at(3), at(4)),
    Case("tolerance makes them equal", at(4, None, 1), at(3, 5), SAME),
    Case("above the first line there is nothing", at(1, 2, 3), at(1, 5), SAME),
    Case("another file", at(3), at(3)._replace(file="cart.py")),
    Case("another case", at(3), at(3)._replace(case="cart")),
    Case("another side", at(3)._replace(side=Side.NEW), at(3)._replace(side=Side.OLD)),
    Case("one says a side", at(3)._replace(side=Side.NEW), at(3)),
    Case("one side", at(3)._replace(side=Side.NEW), at(3)._replace(side=Side.NEW), SAME),
    Case("another match", at(3, match="float"), at(3, match="race")),
    Case("one has a match", at(3, match="float"), at(3)),
    Case("one match, spelled in two ways", at(3, match="Float  money"), at(3, match="float money"), SAME),
    Case("no place", at(None), at(None)),
    Case("an ignored one", at(3), at(3)._replace(ignored=True), IGNORED),
    Case("two ignored ones", at(3)._replace(ignored=True), at(3)._replace(ignored=True)),
    Case("within the tolerance", at(10, None, 3), at(12), COVERS),
    Case("at its end", at(10, None, 3), at(13), COVERS),
    Case("beyond it", at(10, None, 3), at(14)),
    Case("half of it within", at(10, None, 3), at(13, 14)),
    Case("each within the other's", at(10, None, 3), at(12, None, 3), COVERS * 2),
    Case("overlapping anyway", at(10, 20, 3), at(12)),
    Case("within, but an ignored one", at(10, None, 3), at(12)._replace(ignored=True)),
    Case("within, told by its match", at(10, None, 3, "float"), at(12)),
    Case("within, told by the other's match only", at(10, None, 3), at(12, match="race"), COVERS),
    Case("within, on the other side", at(10, None, 3)._replace(side=Side.NEW), at(12)._replace(side=Side.OLD)),
]


@pytest.mark.parametrize("swapped", [False, True])
@pytest.mark.parametrize("case", CASES, ids=[case.says for case in CASES])
def test_pairs(case: Case, swapped: bool) -> None:
    pair = [case.one._replace(id="one", source="a:1"), case.other._replace(id="other", source="a:2")]
    assert tuple(complaint.code for complaint in check_apart(reversed(pair) if swapped else pair)) == case.codes


def test_several_of_a_kind_are_held_against_the_first() -> None:
    anchors = [at(3)._replace(id=f"d{number}", source=f"a.jsonl:{number}") for number in range(1, 5)]
    complaints = list(check_apart(anchors))
    assert [complaint.place for complaint in complaints] == ["a.jsonl:2", "a.jsonl:3", "a.jsonl:4"]
    assert all("'d1' (a.jsonl:1)" in complaint.what for complaint in complaints)
    assert {complaint.weight for complaint in complaints} == {Weight.ERROR}


def test_a_wide_tolerance_is_one_complaint() -> None:
    anchors = [at(50, None, 100), *(at(line) for line in range(1, 40))]
    (complaint,) = check_apart(a._replace(id=f"at{a.line}", source=f"a.jsonl:{n}") for n, a in enumerate(anchors, 1))
    assert (complaint.place, complaint.weight) == ("a.jsonl:1", Weight.WARNING)
    assert "tolerance of 100 'at50' covers 'at1' (a.jsonl:2)" in complaint.what
