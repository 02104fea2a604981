"""Who is paired with whom at least cost: the exact algorithm under the assignment.

In: two sides of blocks and what a pair of blocks costs. Out: how many members of each two blocks are paired, so that
most are and then at least cost, and the prices that prove it. Nothing fails.

One side seeks, the other has seats. Seekers are seated block by block along the cheapest augmenting path: Dijkstra's
algorithm on costs that prices keep from being negative (Edmonds and Karp 1972; Jonker and Volgenant 1987 for the start
with each seeker's nearest seat). A path asks a seeker for its nearest seats one at a time and ends at the first seat
with room, so that it costs what is near, not what is there.

A path that cannot be found leaves behind all that it reached: more seekers than seats, cut off from every seat with
room, then and for ever. In that *crowded* part all seats are taken in every solution, so their owners seek in a second
round and the seekers become the seats. No other pair between the two parts is in any solution (Dulmage and Mendelsohn
1958), so both rounds are exact, and no search fails twice.
"""

from __future__ import annotations

import heapq
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from math import inf

from houndsman.matching.nearby import Block, Nearby

# What comes first of what is equally near: the end of the search, then what may show one, then a way round.
_ROOM, _LOOK, _FULL = range(3)


class Seating:
    """One round: `seekers` on the `seats`; both by first, then by last line.

    Args:
        weight: what a line of gap costs, in lines of offset; more than all offsets of a solution together.
        agree: whether a seeker and a seat, by position, may be paired at all; null for always.
    """

    def __init__(
        self,
        seekers: Sequence[Block],
        seats: Sequence[Block],
        weight: int,
        agree: Callable[[int, int], bool] | None,
    ) -> None:
        self.room = [len(block.members) for block in seats]
        """Members of each seat's block that are not paired."""
        self.held: defaultdict[int, dict[int, int]] = defaultdict(dict)
        """How many members of which seekers each seat has; nothing for seats in the crowded part."""
        self.seat_prices = [0] * len(seats)
        """0 for a seat with room; below it by what others would save if there were one seat more."""
        self.seeker_prices = [0] * len(seekers)
        """What each seeker's own pairs cost without the price of the seat."""
        self.crowded_seekers: set[int] = set()
        self.crowded_seats: set[int] = set()
        self._choices = _Choices(seekers, Nearby(seats, weight), agree)
        self._waiting = [len(block.members) for block in seekers]
        for seeker in range(len(seekers)):
            self._take_nearest(seeker)
        for seeker in range(len(seekers)):
            while self._waiting[seeker] and seeker not in self.crowded_seekers:
                self._augment(seeker)
        for seat in self.crowded_seats:
            del self.held[seat]  # the next round gives them out

    def tight(self, seeker: int) -> Iterator[int]:
        """The seats that a cheapest solution may give to `seeker`, nearest first: those that cost just the prices."""
        price, rank = self.seeker_prices[seeker], 0
        while (choice := self._choices.get(seeker, rank)) is not None and choice[0] <= price:
            cost, seat = choice
            if cost == price + self.seat_prices[seat] and seat not in self.crowded_seats:
                yield seat
            rank += 1

    def _take_nearest(self, seeker: int) -> None:
        nearest = self._choices.get(seeker, 0)
        if nearest is None:
            self._waiting[seeker] = 0
            return
        self.seeker_prices[seeker], seat = nearest
        count = min(self._waiting[seeker], self.room[seat])
        if count:
            self.seat(seeker, seat, count)
            self._waiting[seeker] -= count

    def seat(self, seeker: int, seat: int, count: int) -> None:
        """Pair `count` members of a seeker with as many of a seat."""
        self.held[seat][seeker] = self.held[seat].get(seeker, 0) + count
        self.room[seat] -= count

    def leave(self, seeker: int, seat: int, count: int) -> None:
        """Part `count` members of a seeker from a seat that it has."""
        self.held[seat][seeker] -= count
        if not self.held[seat][seeker]:
            del self.held[seat][seeker]
        self.room[seat] += count

    def _augment(self, seeker: int) -> None:
        """Seat some of `seeker`, or find out that it is crowded."""
        search = _Search(self, self._choices, seeker)
        end = search.run()
        if end is None:
            self.crowded_seekers.update(search.seekers)
            self.crowded_seats.update(search.seats)
            return
        for other, distance in search.seekers.items():
            if distance < search.distance:
                self.seeker_prices[other] += search.distance - distance
        for seat, distance in search.seats.items():
            self.seat_prices[seat] -= search.distance - distance
        path = search.path(end)
        moved = [self.held[left][mover] for mover, _, left in path if left is not None]
        count = min(self._waiting[seeker], self.room[end], *moved)
        for mover, seat, left in path:
            if left is not None:
                self.leave(mover, left, count)
            self.seat(mover, seat, count)
        self._waiting[seeker] -= count


class _Choices:
    """The seats of each seeker, nearest first, as far as anyone asked."""

    def __init__(self, seekers: Sequence[Block], nearby: Nearby, agree: Callable[[int, int], bool] | None) -> None:
        self._known: list[list[tuple[int, int]]] = [[] for _ in seekers]
        self._more = [nearby.to(block) for block in seekers]
        if agree is not None:
            self._more = [_agreed(at, choices, agree) for at, choices in enumerate(self._more)]

    def get(self, seeker: int, rank: int) -> tuple[int, int] | None:
        """Cost and position of the seat that is `rank` seats behind the nearest one; None where there are no more.
        Ranks are asked for in order."""
        known = self._known[seeker]
        if rank == len(known):
            choice = next(self._more[seeker], None)
            if choice is None:
                return None
            known.append(choice)
        return known[rank]


def _agreed(
    seeker: int, choices: Iterator[tuple[int, int]], agree: Callable[[int, int], bool]
) -> Iterator[tuple[int, int]]:
    return (choice for choice in choices if agree(seeker, choice[1]))


class _Search:
    """The way from one seeker to the cheapest seat with room."""

    def __init__(self, seating: Seating, choices: _Choices, start: int) -> None:
        self._seating = seating
        self._choices = choices
        self.seekers = {start: 0}
        """Those reached, and how much it costs to get there."""
        self.seats: dict[int, int] = {}
        """Those reached that are full, likewise."""
        self.distance = 0
        """How much it costs to get to the end."""
        self._bound: float = inf  # the same for the nearest seat with room that is known
        self._nearest: dict[int, int] = {}  # seat: the least distance known, and below who moves there for it
        self._from: dict[int, int] = {}
        self._left: dict[int, int | None] = {start: None}  # seeker: the seat that it leaves
        # (distance, _ROOM or _FULL, seat, 0) arrives; (least distance, _LOOK, seeker, rank) looks for more.
        self._heap: list[tuple[int, int, int, int]] = []

    def run(self) -> int | None:
        """The nearest seat with room; None where there is none to be reached."""
        heap, held = self._heap, self._seating.held
        self._look(next(iter(self.seekers)), 0)
        while heap:
            distance, what, at, rank = heapq.heappop(heap)
            if what == _LOOK:
                self._look(at, rank)
            elif what == _ROOM:
                self.distance = distance
                return at
            elif at not in self.seats:
                self.seats[at] = distance
                for seeker in held[at]:
                    if seeker not in self.seekers:
                        self.seekers[seeker] = distance
                        self._left[seeker] = at
                        self._look(seeker, 0)
        return None

    def path(self, end: int) -> list[tuple[int, int, int | None]]:
        """Who moves where, and what seat is left for it: from `end` back to the start, who leaves none."""
        steps = []
        seat: int | None = end
        while seat is not None:
            seeker = self._from[seat]
            steps.append((seeker, seat, self._left[seeker]))
            seat = self._left[seeker]
        return steps

    def _look(self, seeker: int, rank: int) -> None:
        """Take up a choice of `seeker`, and the next ones as long as nothing else is as near."""
        heap, choices = self._heap, self._choices
        base = self.seekers[seeker] - self._seating.seeker_prices[seeker]
        choice = choices.get(seeker, rank)
        while choice is not None and base + choice[0] < self._bound:
            self._reach(base + choice[0], choice[1], seeker)
            rank += 1
            choice = choices.get(seeker, rank)
            if choice is not None and heap and base + choice[0] >= heap[0][0]:
                heapq.heappush(heap, (base + choice[0], _LOOK, seeker, rank))
                return

    def _reach(self, least: int, seat: int, seeker: int) -> None:
        """Note that `seeker` may move to `seat`, which costs `least` or, as prices have it, more."""
        seating = self._seating
        distance = least - seating.seat_prices[seat]
        if distance >= self._nearest.get(seat, self._bound) or seat in seating.crowded_seats:
            return
        self._nearest[seat] = distance
        self._from[seat] = seeker
        if seating.room[seat]:
            self._bound = distance
        heapq.heappush(self._heap, (distance, _ROOM if seating.room[seat] else _FULL, seat, 0))
