"""The stage that sends agents out with the briefs of a run.

In: for each watchdog its brief and who is asked, the user's orders, the run's journal and the folders. Out: how each
watchdog's hunt ended, and each findings file, handed over the moment it is there: a whole one, or a part that is marked
as one before it is. Where an agent left something that is no answer, it is taken away. What an agent changed in its
reading root is undone and told. Interrupted, every session is ended, and what came until then is kept; raised is what
the store refuses.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import chain
from pathlib import Path
from typing import Protocol

from houndsman.agents.prices import estimated_cost
from houndsman.agents.replay import ReplayAgent
from houndsman.agents.trees import TreeChange
from houndsman.hunt.ask import Answered
from houndsman.hunt.ceilings import Ceiling, Ledger, Spent
from houndsman.hunt.crew import Crew
from houndsman.hunt.errand import Errand
from houndsman.hunt.grounds import Grounds, Sign
from houndsman.hunt.hunting import hunt
from houndsman.hunt.journal import Journal
from houndsman.hunt.orders import Orders
from houndsman.hunt.patience import Patience
from houndsman.hunt.reading_roots import ReadingRoots
from houndsman.models.agent import Agent
from houndsman.models.artifact import artifact_bytes
from houndsman.models.config import AgentSettings
from houndsman.models.hunt_notes import HuntedWatchdog, TouchedFile
from houndsman.models.reply import Usage
from houndsman.prompt.redact import redact
from houndsman.prompt.reply import reply_schema

#: Seconds between two signs of life while agents are at work.
HEARTBEAT_SECONDS = 30.0

#: Changes of a reading root that are named one by one.
_NAMED_CHANGES = 5


class Findings(Protocol):
    """Where findings files are kept."""

    def keep_part(self, watchdog: str, reply: bytes) -> None:
        """Remember that this answer, which is kept next, is not the whole one."""
        ...

    def forget_part(self, watchdog: str) -> None:
        """The answer that is kept is a whole one, whatever `keep_part` was told before."""
        ...

    def keep_reply(self, watchdog: str, reply: bytes, *, durable: bool = True) -> None:
        """Keep an answer; `durable`: wait until the disk has it."""
        ...

    def drop_reply(self, watchdog: str) -> None:
        """Take away what is no answer."""
        ...

    def note(self, hunted: HuntedWatchdog) -> None:
        """Keep what the hunt knows of a watchdog besides its answer."""
        ...


@dataclass
class Sending:
    """Agents on their way.

    Args:
        errands: one for each watchdog that is asked.
        orders: the user's.
        roots: where they read.
        sessions: a folder of ours for their sessions.
        journal: of the run.
        findings: where their answers are kept.
        settings: by the name of an agent, where the user set it up.
        sign: told what each watchdog's agents do.
        alive: called now and then while anybody is at work.
        patience: how long a rate limit is waited for.
    """

    errands: Sequence[Errand]
    orders: Orders
    roots: ReadingRoots
    sessions: Path
    journal: Journal
    findings: Findings
    settings: Mapping[str, AgentSettings] = field(default_factory=dict)
    sign: Sign = lambda watchdog, doing, why: None
    alive: Callable[[], None] = lambda: None
    patience: Patience = field(default_factory=Patience)
    answered: Mapping[str, Answered] = field(default_factory=dict, init=False)
    """What came of each watchdog by now; also where the hunt was interrupted."""
    notices: list[str] = field(default_factory=list, init=False)
    """What a person must know of it."""
    spent: Spent = field(default_factory=Spent, init=False)
    """What the run took until now, earlier hunts of it included."""
    _parts: set[str] = field(default_factory=set, init=False)
    """Whose answer is not a whole one."""

    def send(self) -> None:
        """Send them out and wait for the last one. Not to be called where an event loop runs already."""
        asyncio.run(self._send())

    async def _send(self) -> None:
        ledger = self._ledger()
        self.spent = ledger.spent
        self.notices.extend(ledger.warnings(agent.name for errand in self.errands for agent in _everybody(errand)))
        grounds = Grounds(
            reading_root=self._reading_root,
            sessions=self.sessions,
            schema=reply_schema(),
            journal=self.journal,
            ledger=ledger,
            patience=self.patience,
            slots=asyncio.Semaphore(self.orders.concurrency),
            sign=self.sign,
        )
        crew = Crew(grounds, self._keep, self.orders.concurrency, self.orders.stop_at_first, self._hunted)
        self.answered = crew.answered
        beating = asyncio.create_task(self._beat())
        try:
            await crew.hunt([self._at_home(errand) for errand in self.errands])
        finally:
            beating.cancel()
            with suppress(asyncio.CancelledError):
                await beating

    async def _hunted(self, errand: Errand, grounds: Grounds) -> Answered:
        """Hunt for one watchdog; then its reading root is as before, and nothing lies in the place of its answer."""
        name, changes = errand.watchdog, list[TreeChange]()
        try:
            answered = await hunt(errand, grounds)
        finally:
            changes.extend(self.roots.undo(name))
            self.notices.extend(_told(name, changes))
        self.roots.clear(name)
        self._note(answered, changes)
        if answered.reply is None:
            self.findings.drop_reply(name)
        elif answered.is_partial:
            self._parts.add(name)
            self.findings.keep_part(name, artifact_bytes(answered.reply))
        return answered

    def _keep(self, watchdog: str, reply: bytes) -> None:
        """The recorded replies are on the disk, and make a whole answer again should the disk lose it. A part is waited
        for: beside its mark an older one would pass for a whole answer. For the same reason a mark goes last."""
        is_part = watchdog in self._parts
        self.findings.keep_reply(watchdog, reply, durable=is_part)
        if not is_part:
            self.findings.forget_part(watchdog)

    def _note(self, answered: Answered, changes: Sequence[TreeChange]) -> None:
        """Keep what no findings file holds, where there is any."""
        if answered.repairs or changes or answered.opinion:
            touched = [
                TouchedFile(path=redact(each.path.text), kind=each.kind.value, undone=each.undone) for each in changes
            ]
            self.findings.note(
                HuntedWatchdog(
                    watchdog=answered.watchdog,
                    repairs=answered.repairs,
                    tree_changes=tuple(touched),
                    second_opinion=answered.opinion,
                )
            )

    def _reading_root(self, watchdog: str, agent: Agent) -> Path:
        """Who replays reads nothing: no tree is put on disk for him."""
        return self.roots.place(watchdog) if isinstance(agent, ReplayAgent) else self.roots.of(watchdog)

    def _at_home(self, errand: Errand) -> Errand:
        """The errand with the folder that its agents really read in, in all of its briefs."""

        def local(text: str) -> str:
            return text.replace(str(self.roots.shared), str(self.roots.place(errand.watchdog)))

        parts = errand.parts
        return replace(
            errand,
            brief=local(errand.brief),
            files=[replace(each, brief=local(each.brief)) for each in errand.files],
            parts=None if parts is None else lambda name: replace(part := parts(name), brief=local(part.brief)),
        )

    def _ledger(self) -> Ledger:
        ceilings = {name: Ceiling(each.max_tokens, each.max_cost, each.timeout) for name, each in self.settings.items()}

        def price(name: str, tokens_in: int, tokens_out: int) -> float | None:
            known = self.settings.get(name)
            model = None if known is None else known.model
            return None if model is None else estimated_cost(Usage(tokens_in=tokens_in, tokens_out=tokens_out), model)

        return Ledger(self.orders.ceiling, ceilings, price)

    async def _beat(self) -> None:
        while True:
            self.alive()
            await asyncio.sleep(HEARTBEAT_SECONDS)


def _everybody(errand: Errand) -> Iterator[Agent]:
    """Whoever may be asked."""
    yield from errand.agents
    yield from chain.from_iterable(errand.others.values())


def _told(watchdog: str, changes: Sequence[TreeChange]) -> list[str]:
    if not changes:
        return []
    named = ", ".join(f"{change.path} ({change.kind})" for change in changes[:_NAMED_CHANGES])
    more = f" and {len(changes) - _NAMED_CHANGES} more" if len(changes) > _NAMED_CHANGES else ""
    kept = [change for change in changes if not change.undone]
    undone = f"; {len(kept)} of them could not be undone" if kept else "; undone"
    return [f"{watchdog}: its agent changed files that it was only to read: {named}{more}{undone}"]
