"""Golden sets."""

from __future__ import annotations

import pytest

from houndsman.models.golden import GoldenAnchor, GoldenCase, GoldenSet


def anchor(name: str, *, ignored: bool = False) -> GoldenAnchor:
    return GoldenAnchor(id=name, case="pay", file="pay.py", line=3, ignored=ignored)


@pytest.mark.parametrize(
    ("file", "line", "end_line", "placed", "last"),
    [("a.py", 1, None, True, 1), ("a.py", 1, 4, True, 4), ("a.py", None, None, False, 0), (None, 3, None, False, 3)],
)
def test_where_an_anchor_is(file: str | None, line: int | None, end_line: int | None, placed: bool, last: int) -> None:
    made = GoldenAnchor(id="x", case="c", file=file, line=line, end_line=end_line)
    assert (made.has_place, made.last) == (placed, last)


@pytest.mark.parametrize(
    ("anchors", "clean"),
    [
        ((), True),
        ((anchor("a", ignored=True),), True),
        ((anchor("a"),), False),
        ((anchor("a", ignored=True), anchor("b")), False),
    ],
)
def test_a_case_is_clean_when_no_defect_counts(anchors: tuple[GoldenAnchor, ...], clean: bool) -> None:
    assert GoldenCase("pay", anchors).clean is clean


def test_the_anchors_of_a_set_come_case_by_case() -> None:
    cases = (GoldenCase("a", (anchor("1"), anchor("2", ignored=True))), GoldenCase("b", (anchor("3"),)))
    golden = GoldenSet("golden", "golden", "0" * 64, 1, None, cases)
    assert [each.id for each in golden.anchors] == ["1", "2", "3"]
