"""Of equally cheap assignments, the least list of pairs."""

from __future__ import annotations

import pytest

from houndsman.matching.least_pairs import least_pairs
from houndsman.matching.nearby import Block
from houndsman.matching.seating import Seating


def block(line: int, *members: int, tolerance: int = 0) -> Block:
    return Block(line, line, tolerance, members)


def chosen(seekers: list[Block], seats: list[Block], anchors_seek: bool = True) -> list[tuple[int, int]]:
    return list(least_pairs(Seating(seekers, seats, 1000, None), seekers, seats, anchors_seek))


@pytest.mark.parametrize(
    ("findings", "pairs"),
    [
        ([block(9, 0), block(11, 1)], [(0, 0)]),
        ([block(9, 1), block(11, 0)], [(0, 0)]),
        ([block(9, 2), block(10, 3), block(11, 0)], [(0, 3)]),
        ([block(9, 1, 4), block(11, 0, 2)], [(0, 0)]),
    ],
    ids=["already the earlier", "moves to the earlier", "not if it is farther", "first of its block"],
)
def test_an_anchor_takes_the_earliest_of_its_nearest(findings: list[Block], pairs: list[tuple[int, int]]) -> None:
    assert chosen([block(10, 0, tolerance=1)], findings) == pairs


def test_members_are_taken_in_order() -> None:
    anchors = [block(10, 1, 3, tolerance=1), block(20, 0, 2, tolerance=1)]
    findings = [block(10, 5, 6, 7), block(20, 1, 8)]
    assert chosen(anchors, findings) == [(0, 1), (1, 5), (2, 8), (3, 6)]


def test_others_move_on_so_that_the_first_may_choose() -> None:
    anchors = [block(10, 1, tolerance=5), block(20, 0, tolerance=5)]
    findings = [block(5, 2), block(15, 0), block(25, 1)]
    assert chosen(anchors, findings) == [(0, 0), (1, 2)]
    anchors = [block(10, 0, tolerance=5), block(20, 1, tolerance=5)]
    assert chosen(anchors, [block(5, 2), block(15, 0), block(25, 1)]) == [(0, 0), (1, 1)]


def test_a_move_may_end_where_a_seat_is_left_empty_elsewhere() -> None:
    """Anchor 0 gets finding 0 from anchor 2, who takes the spare one at line 12, and leaves finding 2 empty."""
    anchors = [block(7, 0, tolerance=6), block(10, 1, tolerance=1), Block(10, 11, 3, (2,))]
    findings = [block(2, 2), block(11, 0, 1), block(12, 3)]
    assert chosen(anchors, findings) == [(0, 0), (1, 1), (2, 3)]


@pytest.mark.parametrize("anchors", [[block(9, 0), block(11, 1)], [block(9, 1), block(11, 0)]])
def test_of_anchors_that_compete_the_first_wins(anchors: list[Block]) -> None:
    anchors = [each._replace(tolerance=1) for each in anchors]
    assert chosen([block(10, 0)], anchors, anchors_seek=False) == [(0, 0)]
