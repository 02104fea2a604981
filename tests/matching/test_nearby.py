"""Who is near, in order, and only as far as it is asked."""

from __future__ import annotations

from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from houndsman.matching.nearby import Block, Nearby

WEIGHT = 1000

blocks = st.builds(
    lambda first, length, tolerance: Block(first, first + length, tolerance, (0,)),
    st.integers(1, 20),
    st.sampled_from((0, 0, 1, 3, 15)),
    st.integers(0, 4),
)


def block(first: int, last: int | None = None, tolerance: int = 0) -> Block:
    return Block(first, last or first, tolerance, (0,))


@settings(derandomize=True, deadline=None)
@given(st.lists(blocks, max_size=12).map(sorted), blocks)
def test_all_that_touch_come_by_cost(near: list[Block], asked: Block) -> None:
    costs = []
    for at, other in enumerate(near):
        gap = max(0, other.first - asked.last, asked.first - other.last)
        if gap <= asked.tolerance + other.tolerance:
            costs.append((gap * WEIGHT + abs(other.first - asked.first), at))
    found = list(Nearby(near, WEIGHT).to(asked))
    assert sorted(found) == sorted(costs)
    assert [cost for cost, _ in found] == sorted(cost for cost, _ in costs)


@pytest.mark.parametrize(
    ("near", "asked", "order"),
    [
        ([block(8), block(9), block(11), block(12)], block(10, tolerance=3), [1, 2, 0, 3]),
        ([block(1, 30), block(9), block(11)], block(10, tolerance=1), [0, 1, 2]),
        ([block(2, 9), block(8)], block(10, tolerance=3), [0, 1]),
        ([block(10), block(15)], block(10, 14, tolerance=1), [0, 1]),
        ([block(7, tolerance=3), block(9), block(13, tolerance=3)], block(10), [0, 2]),
    ],
    ids=["left before right", "overlap before gap", "by the nearer end", "right of a range", "tolerance of the others"],
)
def test_order(near: list[Block], asked: Block, order: list[int]) -> None:
    assert [at for _, at in Nearby(near, WEIGHT).to(asked)] == order


def test_what_is_far_is_not_looked_at_for_the_nearest() -> None:
    class Counted(list[int]):
        looks = 0

        def __getitem__(self, at: int) -> int:  # type: ignore[override]
            Counted.looks += 1
            return super().__getitem__(at)

    nearby = Nearby([block(line) for line in range(10_000)], WEIGHT)
    nearby._firsts = Counted(nearby._firsts)
    assert list(islice(nearby.to(block(5_000, tolerance=9_000)), 1)) == [(0, 5_000)]
    assert Counted.looks < 50
