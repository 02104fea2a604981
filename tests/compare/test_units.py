"""What counts as one place of a change, and which of them a finding belongs to."""

from __future__ import annotations

import pytest

from houndsman.compare.units import JOINED, LINES, Units
from houndsman.models.change import Hunk
from houndsman.models.finding import Side
from houndsman.models.foreign import ForeignFinding


def lines(units: Units) -> list[tuple[int, int]]:
    return [(unit.new.first, unit.new.last) for unit in units.all]


@pytest.mark.parametrize(
    ("hunks", "expected"),
    [
        ([Hunk(10, 1, 10, 1), Hunk(11 + JOINED, 1, 11 + JOINED, 1)], [(10, 11 + JOINED)]),
        ([Hunk(10, 1, 10, 1), Hunk(12 + JOINED, 1, 12 + JOINED, 1)], [(10, 10), (12 + JOINED, 12 + JOINED)]),
        ([Hunk(0, 0, 1, 2 * LINES + 1)], [(1, LINES), (LINES + 1, 2 * LINES), (2 * LINES + 1, 2 * LINES + 1)]),
        ([Hunk(5, 3, 4, 0)], [(4, 4)]),
        ([], [(1, 1)]),
    ],
    ids=["near hunks are one", "others are not", "a long one is cut", "only removed", "no hunks"],
)
def test_a_unit_is_a_hunk_as_it_is_read(hunks: list[Hunk], expected: list[tuple[int, int]]) -> None:
    assert lines(Units({"a.py": hunks})) == expected


HUNKS = [Hunk(20, 1, 10, 1), Hunk(60, 5, 50, 40)]  # units: 10, 50 to 74, 75 to 89


@pytest.mark.parametrize(
    ("line", "end", "side", "unit"),
    [
        (10, None, Side.NEW, 0),
        (75, None, None, 2),
        (29, None, Side.NEW, 0),
        (31, None, Side.NEW, 1),
        (30, None, Side.NEW, 0),
        (40, 60, Side.NEW, 1),
        (70, 80, Side.NEW, 1),
        (62, None, Side.OLD, 1),
        (21, None, Side.OLD, 0),
        (None, None, None, 0),
    ],
    ids=[
        *("in it", "in the second part", "nearest above", "nearest below", "as near to both"),
        *("reaching into it", "over both parts", "old side", "old side, nearest", "whole file"),
    ],
)
def test_a_finding_belongs_to_the_unit_it_stands_in_else_to_the_nearest(
    line: int | None, end: int | None, side: Side | None, unit: int
) -> None:
    assert Units({"a.py": HUNKS}).of(ForeignFinding("a.py", line, end, side)) == unit


@pytest.mark.parametrize("file", ["b.py", None])
def test_a_finding_in_another_file_belongs_to_none(file: str | None) -> None:
    assert Units({"a.py": HUNKS}).of(ForeignFinding(file, 10)) is None


def test_the_files_of_a_change_come_by_name() -> None:
    units = Units({"b.py": [], "a.py": HUNKS})
    assert [unit.file for unit in units.all] == ["a.py", "a.py", "a.py", "b.py"]
    assert units.of(ForeignFinding("b.py", 99)) == 3
