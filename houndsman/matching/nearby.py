"""Who stands near a range of lines, the nearest first.

In: blocks of equal ranges in one file, then one range at a time. Out: the blocks that touch it, one after another, each
with what the pair costs. Nothing fails.

Two ranges are apart by the lines between their nearest ends (the gap, 0 where they overlap), then by the lines between
their first lines (the offset). Both grow steadily away from a range, to its right in order of first lines, to its left
first over those that reach into it, then in order of last lines. So an answer is made while it is asked for, and nobody
pays for the thousands that stand farther away than the first few.
"""

from __future__ import annotations

import heapq
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from typing import NamedTuple


class Block(NamedTuple):
    """Anchors, or findings, that are the same to the matching: equal lines, equal tolerance."""

    first: int
    last: int
    """Never before `first`."""
    tolerance: int
    """Lines beyond either end that still touch; 0 for findings, which have none."""
    members: Sequence[int]
    """Who stands here: positions in the order of the caller, ascending."""


class Nearby:
    """The blocks of one side of a file, ready to be asked.

    Args:
        blocks: by first, then by last line. Both sides have a tolerance here so that either may ask; a pair touches if
            its gap is at most the sum of the two, and one of them is 0.
        weight: what a line of gap costs, in lines of offset.
    """

    def __init__(self, blocks: Sequence[Block], weight: int) -> None:
        self._weight = weight
        self._firsts = [block.first for block in blocks]
        self._lasts = [block.last for block in blocks]
        self._tolerances = [block.tolerance for block in blocks]
        self._widest = max(self._tolerances, default=0)
        self._longer = _longer_before(self._lasts)
        self._by_last = sorted(range(len(blocks)), key=self._lasts.__getitem__)
        self._ends = [self._lasts[at] for at in self._by_last]

    def to(self, block: Block) -> Iterator[tuple[int, int]]:
        """What each pair with `block` costs and the position of its other half, ascending by cost; the left before the
        right where both cost the same."""
        return heapq.merge(self._left(block), self._right(block), key=_cost)

    def _left(self, block: Block) -> Iterator[tuple[int, int]]:
        firsts, lasts, ends = self._firsts, self._lasts, self._ends
        first = block.first
        at = bisect_left(firsts, first) - 1
        while at >= 0:
            if lasts[at] < first:
                at = self._longer[at]
            else:
                yield first - firsts[at], at
                at -= 1
        farthest = first - block.tolerance - self._widest
        for rank in range(bisect_left(ends, first) - 1, -1, -1):
            if ends[rank] < farthest:
                return
            gap, at = first - ends[rank], self._by_last[rank]
            if gap <= block.tolerance + self._tolerances[at]:
                yield gap * self._weight + first - firsts[at], at

    def _right(self, block: Block) -> Iterator[tuple[int, int]]:
        firsts = self._firsts
        farthest = block.last + block.tolerance + self._widest
        for at in range(bisect_left(firsts, block.first), len(firsts)):
            if firsts[at] > farthest:
                return
            gap = max(0, firsts[at] - block.last)
            if gap <= block.tolerance + self._tolerances[at]:
                yield gap * self._weight + firsts[at] - block.first, at


def _cost(pair: tuple[int, int]) -> int:
    return pair[0]


def _longer_before(lasts: Sequence[int]) -> list[int]:
    """For each position the nearest one before it that reaches further down, or -1: whoever does not reach a line need
    not be looked at between the two."""
    longer: list[int] = []
    for at, last in enumerate(lasts):
        before = at - 1
        while before >= 0 and lasts[before] <= last:
            before = longer[before]
        longer.append(before)
    return longer
