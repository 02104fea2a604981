"""An agent that answers with what was recorded: nothing is started and nothing is spent.

In: the replies of one agent, by pass, file and turn. Out: the recorded reply to each turn, to the letter. A turn that
was not recorded is answered by nobody: it ends as `crashed`, with the reason.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from houndsman.models.agent import AgentReply, AgentTask, End, Meter
from houndsman.models.passes import RecordedReply


class Moment(NamedTuple):
    """Which turn of which pass of a watchdog a reply belongs to."""

    watchdog: str
    key: str
    """The pass, and which file it is over."""
    turn: int

    @classmethod
    def of(cls, task: AgentTask) -> Moment | None:
        """The moment of a task; its folder is `<watchdog>.<pass>-<turn>-<digest>`. None where it is another."""
        name, _, turn = task.folder.name.rpartition("-")[0].rpartition("-")
        watchdog, _, key = name.rpartition(".")
        return cls(watchdog, key, int(turn)) if turn.isdecimal() else None


@dataclass(frozen=True)
class ReplayAgent:
    """What one agent said in a recorded run."""

    name: str
    """As it was called then."""
    replies: Mapping[Moment, RecordedReply]

    @property
    def fingerprint(self) -> str:
        """That of the recorded words."""
        told = hashlib.sha256()
        for moment in sorted(self.replies):
            told.update(self.replies[moment].model_dump_json().encode("utf-8", "surrogatepass"))
        return f"replay:{told.hexdigest()[:16]}"

    @property
    def can_resume(self) -> bool:
        """Whether it could: its replies then have a session."""
        return any(reply.session for reply in self.replies.values())

    async def answer(self, task: AgentTask, meter: Meter) -> AgentReply:
        """What it said then."""
        moment = Moment.of(task)
        recorded = None if moment is None else self.replies.get(moment)
        if recorded is None:
            return AgentReply(End.CRASHED, reason="the recording has no reply to this turn")
        return recorded.reply
