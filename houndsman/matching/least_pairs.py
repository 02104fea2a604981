"""Which of several equally cheap assignments is taken: the one whose list of pairs, by anchor, is least.

In: a round of seating, which says how many members of which blocks are paired. Out: who exactly, as positions of the
caller. Nothing fails.

Anchors choose in their order. Each takes the earliest finding that some cheapest assignment gives it: one of a block
with which its own is paired already, or could be if others moved. Moves go along pairs that cost just their prices.
Such moves leave the total as it is, and no other does (complementary slackness).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import NamedTuple

from houndsman.matching.nearby import Block
from houndsman.matching.seating import Seating


def least_pairs(
    seating: Seating, seekers: Sequence[Block], seats: Sequence[Block], anchors_seek: bool
) -> Iterator[tuple[int, int]]:
    """The pairs of a round, which is used up: anchor and finding, by anchor."""
    moves = _Moves(seating, len(seekers), len(seats))
    anchors, findings = (seekers, seats) if anchors_seek else (seats, seekers)
    options = moves.seats_of if anchors_seek else moves.seekers_of
    taken = [0] * len(findings)
    choosing = sorted((member, at) for at, block in enumerate(anchors) if options[at] for member in block.members)
    for anchor, at in choosing:
        left = [
            (findings[other].members[taken[other]], other)
            for other in options[at]
            if taken[other] < len(findings[other].members)
        ]
        for finding, other in sorted(left):
            if moves.pair(*((at, other) if anchors_seek else (other, at))):
                taken[other] += 1
                yield anchor, finding
                break
        else:
            moves.leave_out(at)


class _Leaves(NamedTuple):
    """One step of a way: who leaves a seat, for that of the next step."""

    seat: int
    seeker: int | None
    """None where the seat has room, so that nobody has to."""


class _Moves:
    """A solved round in which pairs may move as long as it stays a cheapest one."""

    def __init__(self, seating: Seating, seekers: int, seats: int) -> None:
        self._seating = seating
        self.seats_of = [
            [] if seeker in seating.crowded_seekers else list(seating.tight(seeker)) for seeker in range(seekers)
        ]
        """Whom each seeker may be paired with, nearest first."""
        self.seekers_of: list[list[int]] = [[] for _ in range(seats)]
        """And each seat, in order."""
        for seeker, theirs in enumerate(self.seats_of):
            for seat in theirs:
                self.seekers_of[seat].append(seeker)

    def pair(self, seeker: int, seat: int) -> bool:
        """Take one member of each out of the round as a pair, if the two can be one."""
        if seeker not in self._seating.held[seat] and not self._move(seeker, seat):
            return False
        self._seating.leave(seeker, seat, 1)
        self._seating.room[seat] -= 1
        return True

    def leave_out(self, seat: int) -> None:
        """Take one member of a seat out of the round without a pair."""
        self._seating.room[seat] -= 1

    def _move(self, seeker: int, seat: int) -> bool:
        """Give `seat` to `seeker`, which has others: whoever has it moves on, and so forth, until `seeker` left one.

        The last may also move to a seat with room, if `seeker` can leave one that then stays empty.
        """
        held, room = self._seating.held, self._seating.room
        came: dict[int, _Leaves | None] = {seat: None}
        queue, full = deque([seat]), True
        while queue:
            at = queue.popleft()
            if seeker in held[at]:
                self._carry_out([*_way(came, at), _Leaves(at, seeker)])
                break
            if room[at] and full:
                full = False
                emptied = self._emptied(seeker)
                if emptied:
                    self._carry_out(*_joined([*_way(came, at), _Leaves(at, None)], emptied))
                    break
            for mover in held[at]:
                for other in self.seats_of[mover]:
                    if other not in came:
                        came[other] = _Leaves(at, mover)
                        queue.append(other)
        else:
            return False
        self._seating.seat(seeker, seat, 1)
        return True

    def _emptied(self, seeker: int) -> list[_Leaves]:
        """The way from a seat that may stay empty to one that `seeker` leaves; nothing where there is none."""
        held, prices = self._seating.held, self._seating.seat_prices
        goes = {seat: _Leaves(seat, seeker) for seat in self.seats_of[seeker] if seeker in held[seat]}
        onward: dict[int, int] = {}
        queue = deque(goes)
        while queue:
            at = queue.popleft()
            if not prices[at]:
                way = [goes[at]]
                while (at := onward.get(at, -1)) >= 0:
                    way.append(goes[at])
                return way
            for mover in self.seekers_of[at]:
                for other in self.seats_of[mover]:
                    if other not in goes and mover in held[other]:
                        goes[other], onward[other] = _Leaves(other, mover), at
                        queue.append(other)
        return []

    def _carry_out(self, *ways: Sequence[_Leaves]) -> None:
        for way in ways:
            for step, onward in zip_longest(way, way[1:]):
                if step.seeker is not None:
                    self._seating.leave(step.seeker, step.seat, 1)
                    if onward is not None:
                        self._seating.seat(step.seeker, onward.seat, 1)


def _way(came: Mapping[int, _Leaves | None], at: int) -> list[_Leaves]:
    """The steps that lead to the seat `at`."""
    way = []
    while (step := came[at]) is not None:
        way.append(step)
        at = step.seat
    return way[::-1]


def _joined(way: list[_Leaves], other: list[_Leaves]) -> tuple[list[_Leaves], ...]:
    """Both, or where they meet, the first up to there and the second from there on: nobody can leave a seat twice."""
    places = {step.seat: rank for rank, step in enumerate(other)}
    for rank, step in enumerate(way):
        if step.seat in places:
            return ([*way[:rank], *other[places[step.seat] :]],)
    return way, other
