"""What one watchdog's agents are sent out with. Only data: nothing is done or fails here."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from houndsman.hunt.grounds import estimated_tokens
from houndsman.hunt.obligations import Obligations
from houndsman.models.agent import Agent
from houndsman.models.hunt_notes import Depth


@dataclass(frozen=True, slots=True)
class Part:
    """The brief of one of several sessions that answer for a watchdog together."""

    brief: str
    answer_file: Path
    """A findings file of its own."""
    schema: str
    """Of what it is asked for."""


#: The part of a session, by the name of its pass. Written when the session is due: most never are.
Parts = Callable[[str], Part]


@dataclass(frozen=True, slots=True)
class FilePart:
    """One file of a watchdog that has an agent for each."""

    file: str
    brief: str
    answer_file: Path
    reads: int
    searches: int


@dataclass(frozen=True, slots=True)
class Errand:
    """One watchdog's."""

    watchdog: str
    """Its id."""
    brief: str
    """The whole, as it lies in staging."""
    agents: Sequence[Agent]
    """Who is asked, then the fallbacks. At least one."""
    answer_file: Path
    """Where the brief says that the answer may be written."""
    reads: int = 0
    """Files that they may read beyond the brief."""
    searches: int = 0
    roles: bool = False
    """Three sessions answer it, one that hunts, one that gives verdicts, one that attacks; needs `parts`."""
    files: Sequence[FilePart] = ()
    """One agent for each of these; empty: one for all files."""
    parts: Parts | None = None
    """None: no session follows the first."""
    depth: Depth = field(default_factory=Depth)
    obligations: Obligations | None = None
    """None: no verdict is owed."""
    others: Mapping[str, Sequence[Agent]] = field(default_factory=dict)
    """By pass, as `pass_key` names it, who is asked instead of `agents`."""
    risk: int = 0
    """Of its files, added up."""
    after: int = 0
    """So many tries of the run count no more: what they brought was looked at, and was not enough."""

    @property
    def estimated_tokens(self) -> int:
        """Of the brief."""
        return estimated_tokens(self.brief)
