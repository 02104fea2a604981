"""Which finding proves which anchor of one file, one to one.

In: the ranges of the anchors with their tolerances, those of the findings, both in canonical order, and optionally what
else a pair must agree in. Out: pairs of positions. Nothing fails.

Of all assignments the one with the most pairs is taken; among those the one with the least sum of gaps, then of
offsets; among those the one whose list of pairs, by anchor, is least: the first anchor takes part if it can and has the
earliest finding that it can, then the second, and so on. There is exactly one. The order of the arguments decides ties
and nothing else.

A greedy choice would not do: it gives the anchor at line 10 the finding at line 11, and leaves the anchor at line 12,
which has no other, without one.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from itertools import product, takewhile
from typing import NamedTuple

from houndsman.matching.least_pairs import least_pairs
from houndsman.matching.nearby import Block, Nearby
from houndsman.matching.seating import Seating
from houndsman.matching.stretches import Span, Stretch, stretches

__all__ = ["Agree", "Pair", "Span", "assign", "touched"]

#: Whether an anchor and a finding, by position, may be a pair as far as their lines do not tell.
Agree = Callable[[int, int], bool]


class Pair(NamedTuple):
    """A finding that proves an anchor."""

    anchor: int
    """Position in the argument, as the next."""
    finding: int
    gap: int
    """Lines between the nearest ends of the two; 0 where they overlap."""
    offset: int
    """Lines between the first lines of the two."""


def assign(
    anchors: Sequence[Span], tolerances: Sequence[int], findings: Sequence[Span], agree: Agree | None = None
) -> list[Pair]:
    """The pairs, by anchor.

    Args:
        anchors: of one file, in canonical order.
        tolerances: for each anchor the largest gap, in lines, at which a finding still touches it.
        findings: of the same file, in canonical order.
        agree: whether an anchor and a finding that touch may be paired; asked as far as needed, at most twice a pair.
            Null is faster than a function that always agrees: equal ranges are then taken together.
    """
    file = _File(anchors, tolerances, findings, agree)
    pairs: list[Pair] = []
    for stretch in stretches(anchors, tolerances, findings):
        alone = len(stretch.anchors) == 1 or len(stretch.findings) == 1
        pairs += file.nearest(stretch) if alone else file.cheapest(stretch)
    return sorted(pairs)


def touched(
    anchors: Sequence[Span], tolerances: Sequence[int], findings: Sequence[Span], agree: Agree | None = None
) -> dict[int, int]:
    """For each finding that touches an anchor the nearest such anchor, the earliest of several; by finding.

    The arguments are those of `assign`. What that left over and is here would have proved an anchor that is taken.
    """
    file = _File(anchors, tolerances, findings, agree)
    nearest: dict[int, int] = {}
    for stretch in stretches(anchors, tolerances, findings):
        nearest.update(file.touched(stretch))
    return dict(sorted(nearest.items()))


class _File(NamedTuple):
    """What is assigned, as the caller gave it."""

    anchors: Sequence[Span]
    tolerances: Sequence[int]
    findings: Sequence[Span]
    agree: Agree | None

    def nearest(self, stretch: Stretch) -> list[Pair]:
        """The one pair of a stretch that has one anchor or one finding, or none."""
        pairs = [self._pair(*both) for both in product(*stretch)]
        pairs = [
            pair
            for pair in pairs
            if pair.gap <= self.tolerances[pair.anchor]
            and (self.agree is None or self.agree(pair.anchor, pair.finding))
        ]
        return [min(pairs, key=_by_distance)] if pairs else []

    def cheapest(self, stretch: Stretch) -> Iterator[Pair]:
        """The pairs of a stretch."""
        anchors, findings = self._anchor_blocks(stretch), self._finding_blocks(stretch)
        weight = 1 + min(map(len, stretch)) * _extent(anchors, findings)
        anchors_seek = len(stretch.anchors) <= len(stretch.findings)
        seekers, seats = (anchors, findings) if anchors_seek else (findings, anchors)
        while seekers and seats:  # once, and again for what is crowded
            seating = Seating(seekers, seats, weight, self._between(seekers, seats, anchors_seek))
            for both in least_pairs(seating, seekers, seats, anchors_seek):
                yield self._pair(*both)
            crowded = [seekers[at] for at in sorted(seating.crowded_seekers)]
            seekers, seats = [seats[at] for at in sorted(seating.crowded_seats)], crowded
            anchors_seek = not anchors_seek

    def touched(self, stretch: Stretch) -> Iterator[tuple[int, int]]:
        """Findings of a stretch, each with the nearest anchor that it touches."""
        anchors, findings = self._anchor_blocks(stretch), self._finding_blocks(stretch)
        nearby = Nearby(anchors, 1 + _extent(anchors, findings))
        agreed = self._between(findings, anchors, anchors_seek=False)
        for at, block in enumerate(findings):
            choices = (choice for choice in nearby.to(block) if agreed is None or agreed(at, choice[1]))
            if near := _nearest_of(choices):
                anchor = min(anchors[other].members[0] for other in near)
                yield from ((member, anchor) for member in block.members)

    def _pair(self, anchor: int, finding: int) -> Pair:
        (first, last), (start, end) = self.anchors[anchor], self.findings[finding]
        return Pair(anchor, finding, max(0, first - end, start - last), abs(first - start))

    def _anchor_blocks(self, stretch: Stretch) -> list[Block]:
        members: defaultdict[tuple[Span, int], list[int]] = defaultdict(list)
        for at in stretch.anchors:
            members[self.anchors[at], self.tolerances[at]].append(at)
        return self._told_apart([Block(*span, tolerance, here) for (span, tolerance), here in sorted(members.items())])

    def _finding_blocks(self, stretch: Stretch) -> list[Block]:
        members: defaultdict[Span, list[int]] = defaultdict(list)
        for at in stretch.findings:
            members[self.findings[at]].append(at)
        return self._told_apart([Block(*span, 0, here) for span, here in sorted(members.items())])

    def _told_apart(self, blocks: list[Block]) -> list[Block]:
        """A block for each member where one may agree with what another does not."""
        if self.agree is None:
            return blocks
        return [block._replace(members=[member]) for block in blocks for member in block.members]

    def _between(self, seekers: Sequence[Block], seats: Sequence[Block], anchors_seek: bool) -> Agree | None:
        """`agree`, asked about the blocks of single seekers and seats."""
        agree = self.agree
        if agree is None:
            return None
        if anchors_seek:
            return lambda seeker, seat: agree(seekers[seeker].members[0], seats[seat].members[0])
        return lambda seeker, seat: agree(seats[seat].members[0], seekers[seeker].members[0])


def _by_distance(pair: Pair) -> tuple[int, int, int, int]:
    return pair.gap, pair.offset, pair.anchor, pair.finding


def _nearest_of(choices: Iterator[tuple[int, int]]) -> list[int]:
    """Those that cost as little as the first one."""
    least, first = next(choices, (0, -1))
    if first < 0:
        return []
    return [first, *(other for _, other in takewhile(lambda choice: choice[0] == least, choices))]


def _extent(anchors: Sequence[Block], findings: Sequence[Block]) -> int:
    """No offset is larger. Both are by first line."""
    return max(anchors[-1].first, findings[-1].first) - min(anchors[0].first, findings[0].first)
