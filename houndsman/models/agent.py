"""What passes between the hunt and an agent: a task goes out, a reply comes back, whatever kind of agent it is.

How it ended is told by the agent's own channels (exit status, HTTP status, event stream), never by words that the
reviewed code could hold.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Protocol, runtime_checkable

from houndsman.models.reply import Usage


class End(StrEnum):
    """How one session of an agent ended."""

    OK = "ok"  # it said what it had to say; whether that is an answer is for the hunt to see
    TIMEOUT = "timeout"  # our limit of time
    CEILING = "ceiling"  # our limit of tokens or cost, seen while it worked
    RATE_LIMITED = "rate-limited"  # asked to come back later; `resets_in` where it says when
    QUOTA = "quota"  # nothing left to spend with its provider: later is no help
    REFUSED = "refused"  # the model or its provider declines this task
    CRASHED = "crashed"  # anything else


class Priced(StrEnum):
    """Where the cost of a session is known from."""

    REPORTED = "reported"  # the agent says so
    ESTIMATED = "estimated"  # its tokens, at a table of prices
    UNKNOWN = "unknown"  # neither; never taken for zero


@dataclass(frozen=True, slots=True)
class Limits:
    """What one session may take."""

    seconds: float = 900.0
    """Wall time; after it the whole process group is ended."""
    grace_seconds: float = 5.0
    """Between asking a process to end and ending it."""
    output_bytes: int = 64 * 2**20
    """Of standard output, and of standard error; more is thrown away, and said."""
    tokens: int | None = None
    """In and out together; None for no ceiling."""
    cost: float | None = None
    """US dollars; None for no ceiling."""


@dataclass(frozen=True, slots=True)
class AgentTask:
    """What an agent is sent out with."""

    prompt: str
    reading_root: Path
    """The head of the change, checked out; the agent's working folder."""
    folder: Path
    """A folder of this session alone, ours: prompt, output and transcript lie there."""
    answer_file: Path
    """Where it may write its findings file instead of saying it."""
    schema: str
    """JSON schema of the answer."""
    session: str | None = None
    """A session of the same agent to go on with."""
    limits: Limits = Limits()
    reads: int = 0
    """Files that it may read beyond the prompt: held by agents whose tools are ours, told to the others in words."""
    searches: int = 0
    system: str = ""
    """What holds for every task; said before the prompt where a session begins."""
    strict: bool = False
    """Ask for output that the provider holds to the schema, where it can."""


@dataclass(frozen=True, slots=True)
class AgentReply:
    """What came back from one session."""

    end: End
    messages: tuple[str, ...] = ()
    """Everything that the agent said to us, in order; tool output and its private reasoning are not among them."""
    session: str | None = None
    """By which it can be gone on with; null where it cannot."""
    usage: Usage = field(default_factory=Usage)
    priced: Priced = Priced.UNKNOWN
    reason: str = ""
    """Why it did not end well, in words, for a person."""
    resets_in: float | None = None
    """Seconds until a limit is lifted, where the provider says so."""
    model: str | None = None
    """The model that answered, where it says so."""
    is_untold: bool = False
    """It counts as crashed because nobody knows how it ended: it is whole if its answer is. Not recorded."""


#: Called with what a session has used so far; False means: stop now, a ceiling is reached.
Meter = Callable[[Usage], bool]


class Agent(Protocol):
    """Whoever answers briefs. One object may be asked many times, also at the same moment."""

    @property
    def name(self) -> str:
        """As the configuration calls it."""
        ...

    @property
    def fingerprint(self) -> str:
        """Everything that makes its answers others: program or address, model, options. Part of a journal's key."""
        ...

    @property
    def can_resume(self) -> bool:
        """Whether a session can be gone on with."""
        ...

    async def answer(self, task: AgentTask, meter: Meter) -> AgentReply:
        """Do the task. Failing is a reply, too: only a fault of ours is raised. Cancelling ends all that it began."""
        ...


@runtime_checkable
class Adopting(Protocol):
    """An agent whose sessions may outlive us, and that can wait for one as if it were its own."""

    async def adopt(self, task: AgentTask, meter: Meter) -> AgentReply | None:
        """The reply of the session that an earlier process of ours left in `task.folder`, at work or over by now; None
        for none."""
        ...
