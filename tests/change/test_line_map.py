"""A line of one side is found on the other."""

from __future__ import annotations

import difflib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from houndsman.change.line_map import LineMap
from houndsman.models.change import Hunk

INSERTED_AT_TOP = [Hunk(0, 0, 1, 2)]
INSERTED_BELOW_3 = [Hunk(3, 0, 4, 2)]
REMOVED_4_AND_5 = [Hunk(4, 2, 3, 0)]
REMOVED_AT_TOP = [Hunk(1, 2, 0, 0)]
REPLACED_2 = [Hunk(2, 1, 2, 3)]
SEVERAL = [Hunk(0, 0, 1, 1), Hunk(3, 1, 3, 0), Hunk(5, 2, 5, 4), Hunk(9, 0, 12, 1)]
RETYPED = [Hunk(1, 3, 0, 0), Hunk(0, 0, 1, 2)]


@pytest.mark.parametrize(
    ("hunks", "old", "new"),
    [
        ([], 7, 7),
        (INSERTED_AT_TOP, 1, 3),
        (INSERTED_BELOW_3, 3, 3),
        (INSERTED_BELOW_3, 4, 6),
        (REMOVED_4_AND_5, 3, 3),
        (REMOVED_4_AND_5, 4, None),
        (REMOVED_4_AND_5, 5, None),
        (REMOVED_4_AND_5, 6, 4),
        (REMOVED_AT_TOP, 1, None),
        (REMOVED_AT_TOP, 3, 1),
        (REPLACED_2, 1, 1),
        (REPLACED_2, 2, None),
        (REPLACED_2, 3, 5),
        (SEVERAL, 1, 2),
        (SEVERAL, 2, 3),
        (SEVERAL, 3, None),
        (SEVERAL, 4, 4),
        (SEVERAL, 6, None),
        (SEVERAL, 7, 9),
        (SEVERAL, 9, 11),
        (SEVERAL, 10, 13),
        (RETYPED, 1, None),
        (RETYPED, 3, None),
    ],
)
def test_old_to_new(hunks: list[Hunk], old: int, new: int | None) -> None:
    assert LineMap(hunks).to_new(old) == new


@pytest.mark.parametrize(
    ("hunks", "new", "old"),
    [
        (INSERTED_AT_TOP, 1, None),
        (INSERTED_AT_TOP, 2, None),
        (INSERTED_AT_TOP, 3, 1),
        (INSERTED_BELOW_3, 3, 3),
        (INSERTED_BELOW_3, 5, None),
        (INSERTED_BELOW_3, 6, 4),
        (REMOVED_4_AND_5, 3, 3),
        (REMOVED_4_AND_5, 4, 6),
        (REPLACED_2, 4, None),
        (REPLACED_2, 5, 3),
        (SEVERAL, 1, None),
        (SEVERAL, 4, 4),
        (SEVERAL, 12, None),
        (SEVERAL, 13, 10),
        (RETYPED, 1, None),
        (RETYPED, 2, None),
    ],
)
def test_new_to_old(hunks: list[Hunk], new: int, old: int | None) -> None:
    assert LineMap(hunks).to_old(new) == old


@pytest.mark.parametrize(
    ("hunks", "old", "new"),
    [
        ([], 7, 7),
        (REMOVED_4_AND_5, 3, 3),
        (REMOVED_4_AND_5, 4, 4),
        (REMOVED_4_AND_5, 5, 4),
        (REMOVED_4_AND_5, 6, 4),
        (REMOVED_AT_TOP, 1, 1),
        (REPLACED_2, 2, 2),
        ([Hunk(2, 4, 2, 2)], 3, 3),
        ([Hunk(2, 4, 2, 2)], 5, 3),
        (RETYPED, 3, 2),
    ],
)
def test_the_nearest_place_of_a_line_that_is_gone(hunks: list[Hunk], old: int, new: int) -> None:
    assert LineMap(hunks).nearest_new(old) == new


def hunks_of(old: list[str], new: list[str]) -> list[Hunk]:
    codes = difflib.SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
    return [
        Hunk(a + 1 if b > a else a, b - a, c + 1 if d > c else c, d - c) for tag, a, b, c, d in codes if tag != "equal"
    ]


TEXTS = st.lists(st.sampled_from("abc"), max_size=15)


@settings(max_examples=100, deadline=None, derandomize=True)
@given(old=TEXTS, new=TEXTS)
def test_mapped_lines_are_equal_and_the_map_is_two_way(old: list[str], new: list[str]) -> None:
    line_map = LineMap(hunks_of(old, new))
    mapped = 0
    for line in range(1, len(old) + 1):
        there = line_map.to_new(line)
        assert 1 <= line_map.nearest_new(line) <= len(new) + 1
        if there is not None:
            mapped += 1
            assert new[there - 1] == old[line - 1]
            assert line_map.to_old(there) == line
            assert line_map.nearest_new(line) == there
    assert sum(line_map.to_old(line) is not None for line in range(1, len(new) + 1)) == mapped
