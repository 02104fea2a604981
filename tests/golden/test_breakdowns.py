"""Recall and precision by severity, category and size of change."""

from __future__ import annotations

from dataclasses import replace

import pytest

from houndsman.golden.breakdowns import Slice, break_down, size_of
from houndsman.golden.judge import judge
from houndsman.golden.rates import Rate
from houndsman.models.severity import Severity
from tests.golden.making import anchor, finding, golden_set


def test_recall_by_the_defects_severity_and_precision_by_the_findings() -> None:
    blocking = anchor("a", 1)._replace(severity=Severity.BLOCKING)
    golden = golden_set(blocking, blocking._replace(id="b", line=9), anchor("c", 5))
    nit = finding(1)._replace(severity=Severity.NIT)
    by = break_down(judge(golden, [nit, nit, nit._replace(line=20), finding(5)]))
    assert by.severity == {
        "blocking": Slice(Rate(1, 2), Rate(0, 0)),
        "nit": Slice(Rate(0, 0), Rate(1, 3)),
        "unknown": Slice(Rate(1, 1), Rate(1, 1)),
    }
    assert list(by.severity) == ["blocking", "nit", "unknown"]


def test_recall_by_category() -> None:
    golden = golden_set(anchor("a", 1), *(anchor(c, n)._replace(category=c) for n, c in enumerate("zyy", 5)))
    by = break_down(judge(golden, [finding(6)._replace(category="other")]))
    assert list(by.category.items()) == [
        ("y", Slice(Rate(1, 2))),
        ("z", Slice(Rate(0, 1))),
        ("unknown", Slice(Rate(0, 1))),
    ]


@pytest.mark.parametrize(
    ("lines", "name"),
    [
        (None, "unknown"),
        (0, "up to 50"),
        (50, "up to 50"),
        (51, "51 to 200"),
        (200, "51 to 200"),
        (201, "201 to 1000"),
        (1000, "201 to 1000"),
        (1001, "over 1000"),
    ],
)
def test_sizes_of_changes(lines: int | None, name: str) -> None:
    assert size_of(lines) == name


def test_by_size_of_the_case() -> None:
    golden = golden_set(anchor("a", 1, case="big"), anchor("b", 1, case="small"), anchor("c", 1, case="small2"))
    sized = [replace(case, changed_lines=lines) for case, lines in zip(golden.cases, (5_000, 3, 4), strict=True)]
    report = [finding(1, file="big.py"), finding(1, file="small.py"), finding(9, file="small.py"), finding(1)]
    by = break_down(judge(replace(golden, cases=tuple(sized)), report))
    assert list(by.size.items()) == [
        ("up to 50", Slice(Rate(1, 2), Rate(1, 2))),
        ("over 1000", Slice(Rate(1, 1), Rate(1, 1))),
        ("unknown", Slice(Rate(0, 0), Rate(0, 1))),  # of no case
    ]


def test_the_runs_own_size_stands_in_for_that_of_the_only_case() -> None:
    one = golden_set(anchor("a", 1))
    assert list(break_down(judge(one, []), changed_lines=70).size) == ["51 to 200"]
    two = golden_set(anchor("a", 1), anchor("b", 1, case="cart"))
    assert list(break_down(judge(two, []), changed_lines=70).size) == ["unknown"]


def test_nothing_to_break_down() -> None:
    assert break_down(judge(golden_set(clean=["pay"]), [])) == ({}, {}, {})
