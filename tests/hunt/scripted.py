"""An agent in memory that says what a test scripts, and a run whose journal is the real store."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field, replace
from itertools import count
from pathlib import Path
from typing import Self

from houndsman.hunt.ceilings import Ledger
from houndsman.hunt.errand import Errand, Part
from houndsman.hunt.grounds import Grounds, Pass
from houndsman.hunt.journal import Journal
from houndsman.hunt.patience import Patience
from houndsman.models.agent import Agent, AgentReply, AgentTask, End, Meter
from houndsman.models.passes import PassRecord
from houndsman.models.records import ReviewRecord, RunPlan
from houndsman.models.reply import Usage
from houndsman.models.target import Target, TargetKind
from houndsman.store.home import Home
from houndsman.store.reply_files import ReplyFiles
from houndsman.store.store import Store

REVIEW = "feature-x-00000000"

Cue = AgentReply | Callable[[AgentTask, Meter], Awaitable[AgentReply]]


@dataclass
class Scripted:
    """Stands for a paid model: gives its cues in turn, the last one for ever."""

    cues: Sequence[Cue]
    name: str = "scripted"
    fingerprint: str = "scripted:1"
    can_resume: bool = True
    tasks: list[AgentTask] = field(default_factory=list)

    async def answer(self, task: AgentTask, meter: Meter) -> AgentReply:
        self.tasks.append(task)
        cue = self.cues[min(len(self.tasks), len(self.cues)) - 1]
        return cue if isinstance(cue, AgentReply) else await cue(task, meter)


@dataclass
class Run:
    """Run 1 of a review in a home of its own."""

    home: Home
    store: Store
    ticks: count[int] = field(default_factory=lambda: count(1))
    paused: list[float] = field(default_factory=list)
    signs: list[tuple[str, str, str]] = field(default_factory=list)

    @classmethod
    def begun(cls, folder: Path) -> Self:
        run = cls(Home(folder / "home"), Store(Home(folder / "home")))
        target = Target(kind=TargetKind.BRANCH, key="feature/x", base="a" * 40, head="b" * 40, merge_base="c" * 40)
        at = "2026-01-01T00:00:00Z"
        run.store.begin_run(
            ReviewRecord(REVIEW, "example.org/x", "feature/x", None, "feature/x", at),
            RunPlan("hash", target, ("general",), at),
        )
        return run

    @property
    def replies(self) -> Path:
        return self.home.run(REVIEW, 1) / "replies"

    def passes(self) -> tuple[PassRecord, ...]:
        return self.store.passes(REVIEW, 1)

    def write_passes(self, records: Sequence[PassRecord]) -> None:
        self.store.write_passes(REVIEW, 1, records)

    def reply_files(self) -> ReplyFiles:
        """The run's replies, as a process that begins now finds them."""
        return ReplyFiles(self.replies)

    def journal(self) -> Journal:
        """The journal as a process that begins now finds it."""
        return Journal(self, self.reply_files(), lambda: f"2026-01-01T00:00:{next(self.ticks):02}Z")

    def grounds(self, ledger: Ledger | None = None, patience: Patience | None = None) -> Grounds:
        """The grounds of a hunt that begins now; its waits are noted, not waited."""

        async def sleep(seconds: float) -> None:
            self.paused.append(seconds)
            await asyncio.sleep(0)

        return Grounds(
            reading_root=lambda watchdog, agent: self.home.reading_root(REVIEW),
            sessions=self.home.staging(REVIEW) / "sessions",
            schema='{"type": "object"}',
            journal=self.journal(),
            ledger=ledger or Ledger(),
            patience=patience or Patience(randomly=lambda: 0.0),
            sign=lambda watchdog, doing, why: self.signs.append((watchdog, doing.value, why)),
            sleep=sleep,
        )

    def one(self, *agents: Agent, watchdog: str = "general", brief: str = "# The brief") -> Pass:
        """A pass that these agents may answer."""
        return Pass(watchdog, brief, agents, self.home.staging(REVIEW) / "findings" / f"{watchdog}.json")

    def errand(self, *agents: Agent, watchdog: str = "general", brief: str = "# The brief") -> Errand:
        """An errand of one session that these agents may answer."""
        return Errand(watchdog, brief, agents, self.home.staging(REVIEW) / "findings" / f"{watchdog}.json")

    def part(self, watchdog: str, name: str) -> Part:
        """The brief of the pass `name`, which says no more than its name."""
        return Part(f"# {name}", self.home.staging(REVIEW) / "answers" / watchdog / f"{name}.json", f'"{name}"')


def finding(line: int, message: str = "it is off by one") -> dict[str, object]:
    """A finding as an agent writes it."""
    return {"file": "src/a.py", "line": line, "message": message, "quote": f"line {line}"}


def answer_text(*lines: int, watchdog: str = "general") -> str:
    """A whole findings file with a finding on each of these lines."""
    return json.dumps(
        {"watchdog": watchdog, "findings": [finding(line) for line in lines], "reviewedFiles": ["src/a.py"]}
    )


def said(*messages: str, session: str | None = "s-1", usage: Usage | None = None) -> AgentReply:
    """A session that came to its own end."""
    return AgentReply(End.OK, messages, session, usage or Usage(tokens_in=100, tokens_out=10, cost=0.01))


def failed(end: End, reason: str = "", *messages: str, session: str | None = None) -> AgentReply:
    """A session that ended otherwise."""
    return replace(said(*messages, session=session), end=end, reason=reason)
