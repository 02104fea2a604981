"""Passes: which session of an agent was asked what in a run, and what is kept of it.

A pass has turns: the brief, and whatever asks for its answer again. Each turn is tried once or more. Of each try the
store keeps a row, and the run's folder the reply.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, field
from enum import StrEnum
from functools import lru_cache

from houndsman.models.agent import AgentReply, End, Priced
from houndsman.models.artifact import ARTIFACT_VERSION
from houndsman.models.base import Model
from houndsman.models.reply import Usage

#: The pass that every watchdog but `general` has: it hunts, and gives the verdicts that its brief asks for.
HUNT = "hunt"

#: The three of `general`: one hunts, one gives verdicts, one attacks what the first passed.
FLOW = "flow"
BOOKKEEPING = "bookkeeping"
ADVERSARIAL = "adversarial"

#: The verdicts that are still open, asked for in the session that hunted.
CHECKLIST = "checklist"

#: A new session for a watchdog that came back with little from where much may go wrong.
SECOND_OPINION = "secondOpinion"


#: The key of a finding that names the pass which found it first, where several hunted. It is unknown to the contract,
#: so that intake keeps it as it is.
FOUND_BY = "pass"


def pass_key(name: str, file: str) -> str:
    """A pass as a part of a file's name: its name, and which file it is over."""
    return f"{name}@{hashlib.sha256(file.encode('utf-8', 'surrogatepass')).hexdigest()[:12]}" if file else name


class Turn(StrEnum):
    """Why an agent is asked."""

    BRIEF = "brief"  # the first turn of a pass
    REPAIR = "repair"  # its answer could not be read
    REST = "rest"  # its answer broke off
    HAND_IN = "hand-in"  # a limit was reached: what it has by now


@dataclass(frozen=True, slots=True)
class Asked:
    """What was asked of whom. Two that are equal would be paid for twice."""

    watchdog: str
    name: str
    """The pass."""
    file: str
    """Of a pass over one file, its path; else empty."""
    turn: int
    """Counted from 1 within the pass."""
    prompt_hash: str
    """sha256 of the prompt as sent."""
    agent: str
    fingerprint: str
    """The agent's: program or address, model, options."""

    @property
    def key(self) -> str:
        """The pass as a part of a file's name."""
        return pass_key(self.name, self.file)

    @property
    def digest(self) -> str:
        """All of it as twelve hex digits, for the name of a file."""
        return _digest(self)


@lru_cache(1024)  # each names several files
def _digest(asked: Asked) -> str:
    parts = (asked.name, asked.file, asked.turn, asked.prompt_hash, asked.agent, asked.fingerprint)
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()[:12]


@dataclass(frozen=True, slots=True)
class PassRecord:
    """One try of one turn of a pass."""

    asked: Asked
    attempt: int
    """Which try, counted from 1."""
    kind: Turn
    begun_at: str
    finished_at: str | None = None
    """Null while it runs, or where nobody was there to see it end."""
    end: End | None = None
    reason: str = ""
    usage: Usage = field(default_factory=Usage)
    priced: Priced = Priced.UNKNOWN
    seconds: float | None = None
    """Wall time."""
    model: str | None = None
    session: str | None = None
    reply_hash: str | None = None
    """sha256 of the file with the reply; null where none came."""
    reserved: int = 0
    """Tokens that were set aside for it, which count where it never says how many it used."""

    @property
    def reply_name(self) -> str:
        """The name of the file with the reply, in the run's folder of replies."""
        asked = self.asked
        return f"{asked.watchdog}.{asked.key}-{asked.turn}-{asked.digest}-{self.attempt}.json"


class RecordedReply(Model):
    """`replies/*.json` of a run: what came back from one try, with its secrets taken out before it was read."""

    version: int = ARTIFACT_VERSION
    watchdog: str
    name: str
    file: str
    turn: int
    kind: Turn
    attempt: int
    prompt_hash: str
    agent: str
    fingerprint: str
    end: End
    messages: tuple[str, ...]
    session: str | None
    usage: Usage
    priced: Priced
    reason: str
    resets_in: float | None
    """Seconds, counted from when it came."""
    model: str | None
    seconds: float
    """Wall time."""

    @classmethod
    def of(cls, record: PassRecord, reply: AgentReply, seconds: float) -> RecordedReply:
        """What to keep of `reply`, which took `seconds`."""
        asked = record.asked
        return cls(
            watchdog=asked.watchdog,
            name=asked.name,
            file=asked.file,
            turn=asked.turn,
            kind=record.kind,
            attempt=record.attempt,
            prompt_hash=asked.prompt_hash,
            agent=asked.agent,
            fingerprint=asked.fingerprint,
            end=reply.end,
            messages=reply.messages,
            session=reply.session,
            usage=reply.usage,
            priced=reply.priced,
            reason=reply.reason,
            resets_in=reply.resets_in,
            model=reply.model,
            seconds=seconds,
        )

    @property
    def asked(self) -> Asked:
        """What it answers."""
        return Asked(self.watchdog, self.name, self.file, self.turn, self.prompt_hash, self.agent, self.fingerprint)

    @property
    def reply(self) -> AgentReply:
        """The reply as it came."""
        return AgentReply(
            end=self.end,
            messages=self.messages,
            session=self.session,
            usage=self.usage,
            priced=self.priced,
            reason=self.reason,
            resets_in=self.resets_in,
            model=self.model,
        )
