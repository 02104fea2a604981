"""All watchdogs of a run, so many agents at a time: `general` first, then by their briefs, the largest first.

In: their errands, and the `Grounds` that they share. Out: what came of each, in the order in which they were given;
each findings file is handed over the moment it is there. Whoever cancels the hunt ends every session in seconds and
keeps what is done by then: it stands in `Crew.answered`. Raised is what the store refuses, and a fault of ours; the
others are then cancelled first.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass, field

from houndsman.agents import process
from houndsman.hunt.ask import Answered
from houndsman.hunt.errand import Errand
from houndsman.hunt.grounds import CONCURRENCY, Doing, Grounds
from houndsman.hunt.hunting import hunt
from houndsman.models.artifact import artifact_bytes
from houndsman.models.passes import PassRecord
from houndsman.models.records import OWING, HuntOutcome, WatchdogState
from houndsman.models.watchdog import GENERAL


@dataclass
class Crew:
    """Who hunts one run.

    Args:
        grounds: what all sessions share.
        keep: takes a watchdog's id and the bytes of its findings file, at once. It should not wait for the disk: the
            replies, which the file is made of, are there already.
        concurrency: how many agents may be at work at a time; at least 1.
        stop_at_first: once a watchdog owes its answer, nobody else is sent out; those at work come to their end.
        hunter: hunts for one watchdog.
    """

    grounds: Grounds
    keep: Callable[[str, bytes], None]
    concurrency: int = CONCURRENCY
    stop_at_first: bool = False
    hunter: Callable[[Errand, Grounds], Awaitable[Answered]] = hunt
    answered: dict[str, Answered] = field(default_factory=dict, init=False)
    """What came of each watchdog by now."""
    _owing: str | None = field(default=None, init=False)
    """The first watchdog that owes its answer."""

    async def hunt(self, errands: Sequence[Errand]) -> tuple[Answered, ...]:
        """Send out all of them. To be called once."""
        self.grounds.ledger.count_earlier(self.grounds.journal.records())
        await self._end_strays({one.watchdog for one in errands})
        waiting = deque(in_order(errands))
        for one in waiting:
            self.grounds.sign(one.watchdog, Doing.WAITING, "")
        workers = [asyncio.create_task(self._work(waiting)) for _ in range(min(self.concurrency, len(waiting)))]
        try:
            await asyncio.gather(*workers)
        finally:
            for worker in workers:
                worker.cancel()
            await asyncio.gather(*workers, return_exceptions=True)
        return tuple(self.answered[one.watchdog] for one in errands)

    async def _work(self, waiting: deque[Errand]) -> None:
        while waiting:
            one = waiting.popleft()
            if self._owing is not None and self.stop_at_first:
                why = f"not asked, as {self._owing} had not answered"
                self._done(Answered(one.watchdog, HuntOutcome(WatchdogState.MISSING, why)))
                continue
            answered = await self.hunter(one, self.grounds)
            await self._end(self.grounds.journal.records(one.watchdog))
            self._put_away(answered)
            self._done(answered)

    def _done(self, answered: Answered) -> None:
        self.answered[answered.watchdog] = answered
        if self._owing is None and answered.record.state in OWING:
            self._owing = answered.watchdog
        ended = Doing.FAILED if answered.record.state in OWING else Doing.DONE
        self.grounds.sign(answered.watchdog, ended, answered.record.reason)

    def _put_away(self, answered: Answered) -> None:
        """Keep what there is. What the sessions printed is not redacted, and served its purpose."""
        if answered.reply is not None:
            self.keep(answered.watchdog, artifact_bytes(answered.reply))
        for asked in {each.asked for each in self.grounds.journal.records(answered.watchdog)}:
            process.forget(self.grounds.folder(asked))

    async def _end_strays(self, asked: set[str]) -> None:
        """End what an earlier hunt of the run left at work for watchdogs that nobody asks any more."""
        await self._end(each for each in self.grounds.journal.records() if each.asked.watchdog not in asked)

    async def _end(self, records: Iterable[PassRecord]) -> None:
        """End what outlived an earlier hunt, as far as nobody adopted it."""
        for each in [each for each in records if each.finished_at is None]:
            await asyncio.to_thread(process.end, self.grounds.folder(each.asked))
            self.grounds.journal.give_up(each, "houndsman was ended before it answered")


def in_order(errands: Iterable[Errand]) -> list[Errand]:
    """In which order they are begun: what takes longest must not begin last."""
    return sorted(errands, key=lambda one: (one.watchdog != GENERAL, -one.estimated_tokens, one.watchdog))
