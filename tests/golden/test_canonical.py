"""One order, whatever the order of the input."""

from __future__ import annotations

import random

import pytest
from hypothesis import given

from houndsman.golden.canonical import ordered_anchors, ordered_findings
from houndsman.models.finding import Side
from houndsman.models.foreign import ForeignFinding
from houndsman.models.golden import GoldenAnchor
from houndsman.models.severity import Severity
from tests.golden.making import reports

FINDING = ForeignFinding("pay.py", 3)
ANCHOR = GoldenAnchor("float", "pay", "pay.py", 3)

#: Of each field, two values that a report shows differently.
FINDINGS = {
    "line": (3, 4),
    "end_line": (None, 3),
    "side": (None, Side.NEW),
    "rule": (None, ""),
    "message": ("a", "b"),
    "action": ("a", "b"),
    "quote": ("a", "b"),
    "severity": (Severity.NIT, Severity.BLOCKING),
    "category": (None, "money"),
    "case": (None, "pay"),
    "id": (None, "1"),
    "commit": (None, "abc"),
}
ANCHORS = {
    "id": ("a", "b"),
    "file": (None, "pay.py"),
    "line": (None, 3),
    "end_line": (None, 3),
    "tolerance": (0, 1),
    "match": (None, ""),
    "side": (None, Side.OLD),
    "severity": (None, Severity.NIT),
    "category": (None, "money"),
    "rule": (None, "R1"),
    "note": ("", "x"),
    "code": (None, "x"),
    "ignored": (False, True),
}


def _with(one: ForeignFinding | GoldenAnchor, field: str, value: object) -> list[object]:
    return [value if name == field else old for name, old in zip(one._fields, one, strict=True)]


@pytest.mark.parametrize("field", FINDINGS)
def test_findings_that_differ_at_all_have_an_order(field: str) -> None:
    one, other = (ForeignFinding._make(_with(FINDING, field, value)) for value in FINDINGS[field])
    assert ordered_findings([one, other]) == ordered_findings([other, one])


@pytest.mark.parametrize("field", ANCHORS)
def test_anchors_that_differ_at_all_have_an_order(field: str) -> None:
    one, other = (GoldenAnchor._make(_with(ANCHOR, field, value)) for value in ANCHORS[field])
    assert ordered_anchors([one, other]) == ordered_anchors([other, one])


@given(reports())
def test_the_order_of_the_input_is_forgotten(findings: list[ForeignFinding]) -> None:
    shuffled = random.Random(1).sample(findings, len(findings))
    assert ordered_findings(shuffled) == ordered_findings(findings)
    assert sorted(map(repr, findings)) == sorted(map(repr, ordered_findings(shuffled)))


def test_by_line() -> None:
    findings = [FINDING._replace(line=line, message=word) for line, word in ((10, "a"), (9, "z"), (10, "A"))]
    assert [(each.line, each.message) for each in ordered_findings(findings)] == [(9, "z"), (10, "A"), (10, "a")]
