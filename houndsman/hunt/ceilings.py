"""How much a hunt may still spend: tokens, US dollars, wall time; of the run and of each agent.

In: ceilings, what was spent before, and what each session uses while it works. Out: leave to send an agent out, and
whether it may go on. Room for a session is reserved before it is launched, by an estimate; what it really used is
settled after it. A session that finds no room is not launched (`NoRoom`); while others are at work it waits, as they
may leave some of theirs.

A cost that nobody tells is counted as unknown, never as zero: it cannot reach a ceiling, so the ledger warns of it.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from houndsman.errors import IncompleteError
from houndsman.models.agent import Limits
from houndsman.models.passes import PassRecord
from houndsman.models.reply import Usage

#: Tokens that an answer takes at least, and the share of the prompt that it takes where that is more.
_OUTPUT_LEAST = 1_000
_OUTPUT_SHARE = 4

#: What a session that is asked to hand in may take: it reads all of its context once more, and writes one answer.
_HAND_IN_TOKENS = 20_000
_HAND_IN_SECONDS = 180.0

_RAISE = "Raise it and run `houndsman hunt` again."

#: US dollars for the tokens that an agent (by name) reads and writes; None where its price is not known.
Price = Callable[[str, int, int], float | None]


class NoRoom(IncompleteError):
    """A ceiling leaves no room for a session."""


@dataclass(frozen=True, slots=True)
class Ceiling:
    """What may be spent; None for no ceiling."""

    tokens: int | None = None
    """In and out together."""
    cost: float | None = None
    """US dollars."""
    seconds: float | None = None
    """Of the run: wall time from its beginning. Of an agent: that of its sessions, added up."""


@dataclass(slots=True)
class Spent:
    """What sessions that are over took."""

    sessions: int = 0
    tokens: int = 0
    cost: float = 0.0
    """US dollars, of the sessions whose cost is known."""
    seconds: float = 0.0
    unpriced: int = 0
    """Sessions whose cost nobody knows."""
    uncounted: int = 0
    """Sessions that do not say their tokens; what was reserved for them counts in `tokens`."""
    priced_tokens: int = 0
    """Tokens of the sessions whose cost is known."""

    def __str__(self) -> str:
        tokens = f"{self.tokens:,} tokens"
        if self.uncounted and self.uncounted == self.sessions and not self.tokens:
            tokens = "an unknown number of tokens"
        elif self.uncounted:
            tokens = f"about {tokens}"
        cost = f"${self.cost:.2f}" if self.sessions > self.unpriced or not self.sessions else "an unknown cost"
        more = f" and what {self.unpriced} of {self.sessions} sessions cost, which nobody says"
        return f"{tokens}, {cost}{more if 0 < self.unpriced < self.sessions else ''}"

    def add(self, usage: Usage, seconds: float, *, at_least: int = 0) -> None:
        """Count a session. `at_least` are the tokens to count where it says none."""
        told = tokens_of(usage)
        self.sessions += 1
        self.seconds += seconds
        self.tokens += at_least if told is None else told
        self.uncounted += told is None
        if usage.cost is None:
            self.unpriced += 1
        else:
            self.cost += usage.cost
            self.priced_tokens += told or 0


@dataclass(eq=False, slots=True)
class Reservation:
    """Room for one session. `settle` it, whatever happens."""

    agent: str
    tokens: int
    cost: float
    limits: Limits
    """What the session may take."""
    accounts: tuple[_Account, ...]
    settled: Callable[[], None]
    """Called once the room is free again."""
    most_tokens: int | None = None
    """For a session that may go beyond the ceilings: this far."""
    used: Usage = field(default_factory=Usage)
    is_settled: bool = False

    def go_on(self, usage: Usage) -> bool:
        """The session's meter: it has used this much so far; may it go on?"""
        self.used = usage
        if self.most_tokens is not None:
            return (tokens_of(usage) or 0) < self.most_tokens
        return all(account.has_room(self) for account in self.accounts)

    def settle(self, usage: Usage, seconds: float) -> None:
        """Count what the session used; the rest of the room is free again. A second call does nothing."""
        if self.is_settled:
            return
        self.is_settled = True
        for account in self.accounts:
            account.live.remove(self)
            account.spent.add(usage, seconds, at_least=self.tokens)
        self.settled()

    def release(self) -> None:
        """Settle with what the meter last saw; for a session that brought nothing back."""
        self.settle(self.used, 0.0)


@dataclass(slots=True)
class _Account:
    whose: str
    ceiling: Ceiling
    spent: Spent = field(default_factory=Spent)
    live: list[Reservation] = field(default_factory=list)

    def has_room(self, mine: Reservation) -> bool:
        """Whether a session at work is below the ceilings; what others have reserved is theirs."""
        tokens, cost = self._held(mine)
        ceiling = self.ceiling
        return (ceiling.tokens is None or tokens + (tokens_of(mine.used) or 0) < ceiling.tokens) and (
            ceiling.cost is None or cost + (mine.used.cost or 0.0) < ceiling.cost
        )

    def lacks(self, tokens: int, cost: float) -> str:
        """Why there is no room for so much more; empty where there is."""
        ceiling, spent = self.ceiling, self.spent
        if ceiling.tokens is None and ceiling.cost is None:
            return ""
        held_tokens, held_cost = self._held(None)
        if ceiling.tokens is not None and held_tokens + tokens > ceiling.tokens:
            told = f"{spent.tokens:,} of {ceiling.tokens:,} tokens of {self.whose} are spent"
            return f"{told}, and about {tokens:,} more are needed"
        if ceiling.cost is not None and (held_cost + cost > ceiling.cost or held_cost >= ceiling.cost):
            told = f"${spent.cost:.2f} of ${ceiling.cost:.2f} of {self.whose} are spent"
            return f"{told}, and about ${cost:.2f} more are needed"
        return ""

    def allowance(self) -> tuple[int | None, float | None]:
        """Tokens and US dollars that nobody has spent or reserved; None where there is no ceiling."""
        tokens, cost = self._held(None)
        ceiling = self.ceiling
        return (
            None if ceiling.tokens is None else max(ceiling.tokens - tokens, 0),
            None if ceiling.cost is None else max(ceiling.cost - cost, 0.0),
        )

    def _held(self, but: Reservation | None) -> tuple[int, float]:
        """Spent, and reserved or used by those at work."""
        others = [each for each in self.live if each is not but]
        tokens = sum(max(each.tokens, tokens_of(each.used) or 0) for each in others)
        cost = sum(max(each.cost, each.used.cost or 0.0) for each in others)
        return self.spent.tokens + tokens, self.spent.cost + cost


class Ledger:
    """The accounts of one hunt.

    Args:
        run: ceilings of the whole run.
        agents: further ceilings, by the name of an agent.
        price: what tokens cost; without it, what an agent's sessions cost so far is taken.
        clock: seconds that only grow.
    """

    def __init__(
        self,
        run: Ceiling = Ceiling(),
        agents: Mapping[str, Ceiling] | None = None,
        price: Price = lambda agent, tokens_in, tokens_out: None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._run = _Account("the run", run)
        self._agents = {name: _Account(f"the agent {name!r}", ceiling) for name, ceiling in (agents or {}).items()}
        self._price = price
        self._clock = clock
        self._began = clock()
        self._queue = asyncio.Lock()
        self._freed = asyncio.Event()

    @property
    def spent(self) -> Spent:
        """What the run took so far; sessions at work are not in it."""
        return self._run.spent

    def spent_by(self, agent: str) -> Spent:
        """What one agent took so far."""
        return self._account(agent).spent

    def count_earlier(self, records: Iterable[PassRecord]) -> None:
        """Count what the run spent before this hunt of it began."""
        for record in records:
            if record.finished_at is not None:
                for account in (self._run, self._account(record.asked.agent)):
                    account.spent.add(record.usage, record.seconds or 0.0, at_least=record.reserved)

    def warnings(self, agents: Iterable[str]) -> Iterator[str]:
        """Ceilings of cost that may not hold, because an agent's price is not known."""
        for agent in dict.fromkeys(agents):
            own = self._account(agent)
            if (own.ceiling.cost or self._run.ceiling.cost) is None or self._cost(own, agent, 1_000, 1_000) is not None:
                continue
            yield (
                f"what {agent!r} costs is not known before it says so: unless it does, the ceiling of cost does not "
                "hold for it. A ceiling of tokens does."
            )

    def seconds_left(self) -> float:
        """Wall time that the run has left; infinite where there is no ceiling."""
        ceiling = self._run.ceiling.seconds
        return float("inf") if ceiling is None else self._began + ceiling - self._clock()

    async def reserve(self, agent: str, prompt_tokens: int, limits: Limits) -> Reservation:
        """Room for a session with a prompt of so many tokens, within `limits`.

        Raises:
            NoRoom: a ceiling leaves none, also once everybody at work is done.
        """
        account = self._account(agent)
        output = expected_output(prompt_tokens)
        tokens = prompt_tokens + output
        async with self._queue:  # who came first is served first, so that the same hunt leaves the same ones out
            while True:
                cost = self._cost(account, agent, prompt_tokens, output) or 0.0
                lacking = [(each, each.lacks(tokens, cost)) for each in (account, self._run)]
                lacking = [(each, why) for each, why in lacking if why]
                if not lacking:
                    return self._reservation(account, tokens, cost, self._limits(account, limits))
                if not all(each.live for each, _ in lacking):
                    raise NoRoom(f"no room under a ceiling: {lacking[0][1]}", hint=_RAISE)
                self._freed.clear()
                await self._freed.wait()

    def beyond(self, agent: str, before: Usage, limits: Limits) -> Reservation:
        """Room for what may go beyond the ceilings: one turn in which a session that used `before` hands in."""
        limits = replace(limits, seconds=min(limits.seconds, _HAND_IN_SECONDS))
        reservation = self._reservation(self._account(agent), 0, 0.0, limits)
        reservation.most_tokens = 2 * (tokens_of(before) or 0) + _HAND_IN_TOKENS
        return reservation

    def adopted(self, agent: str, limits: Limits) -> Reservation:
        """Room for a session that is at work already, asked or not."""
        return self._reservation(self._account(agent), 0, 0.0, limits)

    def _reservation(self, account: _Account, tokens: int, cost: float, limits: Limits) -> Reservation:
        accounts = (account, self._run)
        made = Reservation(account.whose, tokens, cost, limits, accounts, self._freed.set)
        for each in accounts:
            each.live.append(made)
        return made

    def _limits(self, account: _Account, limits: Limits) -> Limits:
        seconds = min(limits.seconds, self.seconds_left())
        if account.ceiling.seconds is not None:
            seconds = min(seconds, account.ceiling.seconds - account.spent.seconds)
        if seconds <= 0:
            raise NoRoom("no room under a ceiling: the time is over", hint=_RAISE)
        of_agent, of_run = account.allowance(), self._run.allowance()
        return replace(
            limits,
            seconds=seconds,
            tokens=min((each for each in (limits.tokens, of_agent[0], of_run[0]) if each is not None), default=None),
            cost=min((each for each in (limits.cost, of_agent[1], of_run[1]) if each is not None), default=None),
        )

    def _cost(self, account: _Account, agent: str, tokens_in: int, tokens_out: int) -> float | None:
        known = self._price(agent, tokens_in, tokens_out)
        if known is not None:
            return known
        spent = account.spent
        return spent.cost / spent.priced_tokens * (tokens_in + tokens_out) if spent.priced_tokens else None

    def _account(self, agent: str) -> _Account:
        if agent not in self._agents:
            self._agents[agent] = _Account(f"the agent {agent!r}", Ceiling())
        return self._agents[agent]


def expected_output(prompt_tokens: int) -> int:
    """Tokens to reserve for the answer to a prompt of so many."""
    return max(_OUTPUT_LEAST, prompt_tokens // _OUTPUT_SHARE)


def tokens_of(usage: Usage) -> int | None:
    """Tokens in and out; None where neither is known."""
    known = [each for each in (usage.tokens_in, usage.tokens_out) if each is not None]
    return sum(known) if known else None
