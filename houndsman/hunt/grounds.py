"""What an agent is asked, and what all who are asked in one hunt share. Only data: nothing is done or fails here."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path

from houndsman.hunt.ceilings import Ledger
from houndsman.hunt.journal import Journal
from houndsman.hunt.patience import Patience
from houndsman.models.agent import Agent, AgentReply, AgentTask, Limits
from houndsman.models.passes import HUNT, Asked, Turn
from houndsman.prompt.system import SYSTEM

#: Agents at work at a time where nobody says how many.
CONCURRENCY = 4


class Doing(StrEnum):
    """What becomes of a watchdog at the moment."""

    WAITING = "waiting"  # for its turn
    ASKING = "asking"
    PAUSED = "paused"  # until a rate limit is lifted
    DONE = "done"
    FAILED = "failed"  # it owes its answer; or nobody was asked for it


#: Told of a watchdog what it does now, and with whom or why. Each call is a sign of life.
Sign = Callable[[str, Doing, str], None]


@dataclass(frozen=True, slots=True)
class Held:
    """A session that is over and can be gone on with."""

    agent: Agent
    reply: AgentReply
    """What it said last, and its session."""
    prompt: str = ""
    """What is said in it next: it knows the brief."""
    answer_file: Path | None = None
    """Where it was told to write its answer; None: where the pass says."""


@dataclass(frozen=True, slots=True)
class Pass:
    """One pass of a watchdog's hunt."""

    watchdog: str
    brief: str
    """The prompt of its first turn, complete in itself."""
    agents: Sequence[Agent]
    """Who is asked, then who instead of that one. At least one."""
    answer_file: Path
    """Where the brief says that the findings file may be written."""
    name: str = HUNT
    schema: str = ""
    """JSON schema of its answer; empty: the grounds'."""
    goes_on: Held | None = None
    """A session that it goes on with, if its agent is the one that is asked; the others get the brief."""
    file: str = ""
    """Of a pass over one file, its path."""
    reads: int = 0
    """Files that the agent may read beyond the brief."""
    searches: int = 0
    after: int = 0
    """So many tries of the run count no more: what they brought was looked at, and was not enough."""

    @property
    def estimated_tokens(self) -> int:
        """Of the brief."""
        return estimated_tokens(self.brief)


@dataclass(frozen=True)
class Grounds:
    """What all passes of a hunt share."""

    reading_root: Callable[[str, Agent], Path]
    """Where the agent of a watchdog reads: a folder of its own for one that may write."""
    sessions: Path
    """A folder of ours, in which each session has one."""
    schema: str
    """JSON schema of an answer."""
    journal: Journal
    ledger: Ledger = field(default_factory=Ledger)
    patience: Patience = field(default_factory=Patience)
    limits: Limits = field(default_factory=Limits)
    """Of one session."""
    slots: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(CONCURRENCY))
    """As many agents may be at work at a time."""
    sign: Sign = lambda watchdog, doing, why: None
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
    clock: Callable[[], float] = time.monotonic
    """Seconds that only grow."""

    def folder(self, asked: Asked) -> Path:
        """The folder of the session that is asked this, the same in every hunt of a run."""
        return self.sessions / f"{asked.watchdog}.{asked.key}-{asked.turn}-{asked.digest}"


@dataclass(frozen=True, slots=True)
class Question:
    """One turn of a pass, put to one agent."""

    of: Pass
    agent: Agent
    asked: Asked
    kind: Turn
    prompt: str
    before: AgentReply | None
    """What the agent said last in the session that is gone on with; None for a new session."""

    def task(self, grounds: Grounds, limits: Limits) -> AgentTask:
        """What the agent is sent out with."""
        held = self.of.goes_on
        told = held.answer_file if held is not None and held.agent is self.agent else None
        return AgentTask(
            prompt=self.prompt,
            reading_root=grounds.reading_root(self.of.watchdog, self.agent),
            folder=grounds.folder(self.asked),
            answer_file=told or self.of.answer_file,
            schema=self.of.schema or grounds.schema,
            system=SYSTEM,
            session=self.before.session if self.before else None,
            limits=limits,
            reads=self.of.reads,
            searches=self.of.searches,
        )


def estimated_tokens(text: str) -> int:
    """ceil(UTF-8 bytes / 4)."""
    return -(-len(text.encode("utf-8", "surrogatepass")) // 4)
