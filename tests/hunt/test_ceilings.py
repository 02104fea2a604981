"""What a hunt may spend is reserved before, watched meanwhile, and settled after."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace

import pytest

from houndsman.hunt.ceilings import Ceiling, Ledger, NoRoom, Reservation, Spent
from houndsman.models.agent import End, Limits
from houndsman.models.passes import Asked, PassRecord, Turn
from houndsman.models.reply import Usage


def usage(tokens: int | None = None, cost: float | None = None) -> Usage:
    return Usage(tokens_in=tokens, cost=cost)


def running(work: Callable[[], Awaitable[None]]) -> None:
    async def all_of_it() -> None:
        await asyncio.wait_for(work(), timeout=20)

    asyncio.run(all_of_it())


def reserved(ledger: Ledger, agent: str = "a", prompt_tokens: int = 1_000, limits: Limits | None = None) -> Reservation:
    return asyncio.run(ledger.reserve(agent, prompt_tokens, limits or Limits()))


def a_dollar_per_thousand(agent: str, tokens_in: int, tokens_out: int) -> float | None:
    return (tokens_in + tokens_out) / 1_000 if agent == "a" else None


@pytest.mark.parametrize(
    ("run", "agents", "fits"),
    [
        (Ceiling(), {}, True),
        (Ceiling(tokens=2_000), {}, True),
        (Ceiling(tokens=1_999), {}, False),
        (Ceiling(), {"a": Ceiling(tokens=1_999)}, False),
        (Ceiling(tokens=9_999), {"b": Ceiling(tokens=1)}, True),
        (Ceiling(cost=2.0), {}, True),
        (Ceiling(cost=1.99), {}, False),
        (Ceiling(), {"a": Ceiling(cost=1.99)}, False),
        (Ceiling(tokens=0), {}, False),
        (Ceiling(cost=0.0), {}, False),
        (Ceiling(seconds=0.0), {}, False),
        (Ceiling(), {"a": Ceiling(seconds=0.0)}, False),
    ],
)
def test_a_session_needs_room_for_its_prompt_and_an_answer(
    run: Ceiling, agents: dict[str, Ceiling], fits: bool
) -> None:
    ledger = Ledger(run, agents, a_dollar_per_thousand)
    if fits:
        assert reserved(ledger).tokens == 2_000
    else:
        with pytest.raises(NoRoom):
            reserved(ledger)


def test_who_finds_no_room_is_told_what_is_spent_and_what_is_needed() -> None:
    ledger = Ledger(Ceiling(tokens=5_000))
    reserved(ledger).settle(usage(4_000), 1.0)
    with pytest.raises(NoRoom, match="4,000 of 5,000 tokens of the run are spent, and about 2,000 more are needed"):
        reserved(ledger)


def test_what_was_reserved_and_not_used_is_free_again() -> None:
    ledger = Ledger(Ceiling(tokens=3_000))
    reserved(ledger).settle(usage(500), 1.0)
    reserved(ledger).settle(usage(500), 1.0)
    assert (ledger.spent.tokens, ledger.spent.sessions, ledger.spent.seconds) == (1_000, 2, 2.0)


def test_a_reservation_is_settled_once() -> None:
    ledger = Ledger()
    reservation = reserved(ledger)
    reservation.settle(usage(500), 1.0)
    reservation.release()
    assert (ledger.spent.tokens, ledger.spent.sessions) == (500, 1)


def test_while_others_are_at_work_a_session_waits_for_what_they_leave() -> None:
    async def work() -> None:
        ledger = Ledger(Ceiling(tokens=3_000))
        first = await ledger.reserve("a", 1_000, Limits())
        second = asyncio.create_task(ledger.reserve("a", 1_000, Limits()))
        await asyncio.sleep(0)
        assert not second.done()
        first.settle(usage(900), 1.0)
        assert (await second).tokens == 2_000

    running(work)


def test_who_waits_in_vain_is_told_so() -> None:
    async def work() -> None:
        ledger = Ledger(Ceiling(tokens=3_000))
        first = await ledger.reserve("a", 1_000, Limits())
        second = asyncio.create_task(ledger.reserve("a", 1_000, Limits()))
        await asyncio.sleep(0)
        first.settle(usage(2_900), 1.0)
        with pytest.raises(NoRoom):
            await second

    running(work)


def test_who_is_cancelled_while_waiting_leaves_no_trace() -> None:
    async def work() -> None:
        ledger = Ledger(Ceiling(tokens=3_000))
        first = await ledger.reserve("a", 1_000, Limits())
        second = asyncio.create_task(ledger.reserve("a", 1_000, Limits()))
        await asyncio.sleep(0)
        second.cancel()
        first.settle(usage(0), 1.0)
        await asyncio.gather(second, return_exceptions=True)
        await ledger.reserve("a", 1_000, Limits())

    running(work)


@pytest.mark.parametrize(
    ("ceiling", "used", "may"),
    [
        (Ceiling(), usage(10**9, 10**9), True),
        (Ceiling(tokens=5_000), usage(4_999), True),
        (Ceiling(tokens=5_000), usage(5_000), False),
        (Ceiling(tokens=5_000), usage(None), True),
        (Ceiling(cost=5.0), usage(10**9, 4.99), True),
        (Ceiling(cost=5.0), usage(1, 5.0), False),
        (Ceiling(cost=5.0), usage(1, None), True),
    ],
)
def test_a_session_goes_on_below_the_ceiling(ceiling: Ceiling, used: Usage, may: bool) -> None:
    assert reserved(Ledger(ceiling)).go_on(used) is may
    assert reserved(Ledger(Ceiling(), {"a": ceiling})).go_on(used) is may
    assert reserved(Ledger(Ceiling(), {"b": ceiling})).go_on(used)


def test_what_others_reserved_is_theirs() -> None:
    ledger = Ledger(Ceiling(tokens=5_000))
    first, second = reserved(ledger), reserved(ledger)
    assert first.go_on(usage(2_999))
    assert not first.go_on(usage(3_000))
    assert not second.go_on(usage(2_000))


def test_a_session_is_told_what_is_left() -> None:
    ledger = Ledger(Ceiling(tokens=9_000, cost=3.0), {"a": Ceiling(tokens=7_000)}, a_dollar_per_thousand)
    reserved(ledger).settle(usage(1_000, 1.0), 1.0)
    limits = reserved(ledger).limits
    assert (limits.tokens, limits.cost) == (6_000, 2.0)
    assert reserved(Ledger(), limits=Limits(tokens=7)).limits.tokens == 7


def test_the_time_of_a_session_is_what_the_run_and_its_agent_have_left() -> None:
    clock = iter((0.0, 40.0, 40.0, 70.0, 100.0))
    ledger = Ledger(Ceiling(seconds=100.0), {"b": Ceiling(seconds=50.0)}, clock=lambda: next(clock))
    assert reserved(ledger).limits.seconds == 60.0
    first = reserved(ledger, "b")
    assert first.limits.seconds == 50.0
    first.settle(usage(1), 30.0)
    assert reserved(ledger, "b").limits.seconds == 20.0
    with pytest.raises(NoRoom, match="the time is over"):
        reserved(ledger)


def test_a_session_that_hands_in_may_go_beyond_but_not_far() -> None:
    ledger = Ledger(Ceiling(tokens=10))
    reservation = ledger.beyond("a", usage(5_000), Limits())
    assert reservation.go_on(usage(29_999))
    assert not reservation.go_on(usage(30_000))
    assert reservation.limits.seconds == 180.0


def test_what_nobody_counted_is_taken_for_what_was_reserved_and_said() -> None:
    ledger = Ledger()
    reserved(ledger).settle(usage(None), 1.0)
    assert (ledger.spent.tokens, ledger.spent.uncounted) == (2_000, 1)
    assert str(ledger.spent) == "about 2,000 tokens, an unknown cost"


@pytest.mark.parametrize(
    ("costs", "told"),
    [
        ([], "0 tokens, $0.00"),
        ([0.5, 0.25], "200 tokens, $0.75"),
        ([0.5, None], "200 tokens, $0.50 and what 1 of 2 sessions cost, which nobody says"),
        ([None], "100 tokens, an unknown cost"),
    ],
)
def test_an_unknown_cost_is_said_and_never_zero(costs: list[float | None], told: str) -> None:
    spent = Spent()
    for cost in costs:
        spent.add(usage(100, cost), 1.0)
    assert str(spent) == told


def test_what_a_session_costs_is_learned_from_those_before() -> None:
    ledger = Ledger(Ceiling(cost=10.0))
    assert reserved(ledger).cost == 0.0
    reserved(ledger).settle(usage(1_000, 3.0), 1.0)
    assert reserved(ledger).cost == pytest.approx(6.0)
    assert reserved(ledger, "b").cost == 0.0


def test_an_agent_whose_price_is_not_known_is_warned_of() -> None:
    ledger = Ledger(Ceiling(cost=1.0), price=a_dollar_per_thousand)
    (told,) = ledger.warnings(["a", "b", "b"])
    assert told.startswith("what 'b' costs is not known")
    assert list(Ledger(Ceiling(tokens=1)).warnings(["b"])) == []
    assert list(Ledger(Ceiling(), {"b": Ceiling(cost=1.0)}).warnings(["a", "b"])) != []


def test_a_session_before_that_never_said_its_tokens_counts_with_what_was_set_aside_for_it() -> None:
    asked = Asked("general", "hunt", "", 1, "0" * 64, "a", "a:1")
    silent = PassRecord(asked, 1, Turn.BRIEF, "t", finished_at="t", end=End.CRASHED, reserved=4_500)
    ledger = Ledger(Ceiling(tokens=5_000))
    ledger.count_earlier([silent])
    assert (ledger.spent.tokens, ledger.spent.uncounted) == (4_500, 1)
    with pytest.raises(NoRoom):
        reserved(ledger)


def test_what_the_run_spent_before_counts() -> None:
    asked = Asked("general", "hunt", "", 1, "0" * 64, "a", "a:1")
    begun = PassRecord(asked, 1, Turn.BRIEF, "t")
    done = replace(begun, finished_at="t", end=End.OK, usage=usage(4_000, 1.0), seconds=2.0)
    ledger = Ledger(Ceiling(tokens=5_000))
    ledger.count_earlier([begun, done])
    assert (ledger.spent.tokens, ledger.spent.sessions) == (4_000, 1)
    assert ledger.spent_by("a").cost == 1.0
    with pytest.raises(NoRoom):
        reserved(ledger)
