"""The cheapest seating, the prices that prove it, and what is left to the second round."""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import given, settings
from hypothesis import strategies as st

from houndsman.matching.nearby import Block
from houndsman.matching.seating import Seating

WEIGHT = 1000

sides = st.lists(st.tuples(st.integers(1, 15), st.integers(0, 3), st.integers(1, 3)), max_size=6).map(
    lambda rows: [Block(first, first + length, 0, range(count)) for first, length, count in sorted(rows)]
)


def cost(seeker: Block, seat: Block) -> int | None:
    gap = max(0, seat.first - seeker.last, seeker.first - seat.last)
    return gap * WEIGHT + abs(seat.first - seeker.first) if gap <= seeker.tolerance else None


def points(*lines: int, tolerance: int = 0) -> list[Block]:
    return [Block(line, line, tolerance, (0,)) for line in lines]


def held(seating: Seating) -> list[tuple[int, int, int]]:
    return sorted((seeker, seat, n) for seat, members in seating.held.items() for seeker, n in members.items())


@settings(derandomize=True, deadline=None)
@given(sides, sides, st.integers(0, 4))
def test_prices_prove_the_cost(seekers: Sequence[Block], seats: Sequence[Block], tolerance: int) -> None:
    """Linear programming's certificate: no pair costs less than its prices, those that are made cost just as much, and
    a seat with room has no price."""
    seekers = [block._replace(tolerance=tolerance) for block in seekers]
    seating = Seating(seekers, seats, WEIGHT, None)
    for at, seeker in enumerate(seekers):
        if at in seating.crowded_seekers:
            continue
        seated = sum(members.get(at, 0) for members in seating.held.values())
        reachable = [other for other, seat in enumerate(seats) if cost(seeker, seat) is not None]
        assert seated == (len(seeker.members) if reachable else 0)
        for other in reachable:
            if other in seating.crowded_seats:
                continue
            price = seating.seeker_prices[at] + seating.seat_prices[other]
            assert cost(seeker, seats[other]) >= price  # type: ignore[operator]
            assert (cost(seeker, seats[other]) == price) == (other in list(seating.tight(at)))
            if at in seating.held[other]:
                assert other in list(seating.tight(at))
    for other, room in enumerate(seating.room):
        assert room >= 0
        if room:
            assert seating.seat_prices[other] == 0


@settings(derandomize=True, deadline=None)
@given(sides, sides, st.integers(0, 4))
def test_a_crowded_seat_is_reached_by_more_seekers_than_there_are_seats(
    seekers: Sequence[Block], seats: Sequence[Block], tolerance: int
) -> None:
    seekers = [block._replace(tolerance=tolerance) for block in seekers]
    seating = Seating(seekers, seats, WEIGHT, None)
    reach = {
        other
        for at in seating.crowded_seekers
        for other, seat in enumerate(seats)
        if cost(seekers[at], seat) is not None
    }
    assert reach == seating.crowded_seats
    wanted = sum(len(seekers[at].members) for at in seating.crowded_seekers)
    assert wanted > sum(len(seats[at].members) for at in reach) or not reach


def test_members_of_a_block_are_seated_together() -> None:
    seating = Seating([Block(5, 5, 3, range(7))], [Block(5, 5, 0, range(4)), Block(7, 7, 0, range(9))], WEIGHT, None)
    assert held(seating) == [(0, 0, 4), (0, 1, 3)]


def test_a_seeker_makes_way_for_one_that_has_no_other_seat() -> None:
    seating = Seating(points(10, 11, tolerance=1), points(9, 10), WEIGHT, None)
    assert held(seating) == [(0, 0, 1), (1, 1, 1)]


def test_those_that_do_not_agree_are_not_paired() -> None:
    seating = Seating(points(10, tolerance=1), points(9, 10, 11), WEIGHT, lambda _, seat: seat == 2)
    assert held(seating) == [(0, 2, 1)]


def test_what_is_crowded_holds_nothing_and_the_rest_is_seated() -> None:
    seating = Seating(points(1, 2, 50, tolerance=1), points(1, 50), WEIGHT, None)
    assert (seating.crowded_seekers, seating.crowded_seats) == ({0, 1}, {0})
    assert held(seating) == [(2, 1, 1)]
