"""A finding on its way from a reviewer's raw words to the triage."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from houndsman.models.base import Model
from houndsman.models.repo_path import RepoPath
from houndsman.models.severity import Severity

#: What the rule of a finding without a rule begins with; its impact class follows.
EMERGENT = "emergent/"


def is_emergent(rule: str) -> bool:
    """Whether a finding of this rule came without one, so that only its message tells it from another at its line."""
    return rule.startswith(EMERGENT)


class Side(StrEnum):
    """Which side of the diff a line is counted on."""

    NEW = "new"
    OLD = "old"


class Anchor(StrEnum):
    """How a finding's place was proved."""

    EXACT = "exact"  # the quote stands at the claimed line
    RELOCATED = "relocated"  # the quote stands elsewhere, at one nearest place
    AMBIGUOUS = "ambiguous"  # the quote stands at several equally near places
    UNPROVEN = "unproven"  # no usable quote, or it is not in the file; the claimed line is kept


class Note(Model):
    """Something that was put right or observed about a finding, for a person to see."""

    code: str
    text: str


class RawFinding(Model):
    """What a code-only watchdog's `houndsman_check` returns. Everything that intake can put right may be omitted."""

    file: str | RepoPath
    line: int | None = None
    """First line, counted from 1; null for the whole file."""
    end_line: int | None = None
    side: Side = Side.NEW
    rule: str | int | None = None
    """A rule's id or number, or a scanner's code."""
    message: str = ""
    action: str = ""
    """What to do about it."""
    quote: str = ""
    """The code it is about, as it stands in the file."""
    severity: str | None = None
    impact_class: str | None = None
    confidence: float | None = None
    """0 to 1."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One defect reported by one watchdog at one place, after intake."""

    watchdog: str
    index: int
    """Position in the watchdog's file, counted from 0: where its raw words are."""
    path: RepoPath
    line: int | None
    end_line: int | None
    side: Side
    rule: str
    """Rule id, scanner's code, `logic:<slug>`, `domain:<slug>` or `emergent/<impactClass>`."""
    message: str
    action: str = ""
    quote: str = ""
    severity_claimed: str | None = None
    impact_class: str | None = None
    confidence: float | None = None
    notes: tuple[Note, ...] = ()
    must_prove: bool = False
    """The claimed line was no line of the file: only the quote can place it."""
    anchor: Anchor = Anchor.UNPROVEN
    severity: Severity = Severity.ATTENTION
    weighed_by: str = ""
    """What gave it that severity: a rule and whose, or an impact class; in words."""
    extra: dict[str, object] = field(default_factory=dict)
    """Keys that the contract does not know, kept as they came."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """A finding that intake could not take, kept with its raw words."""

    watchdog: str
    index: int
    reason: str
    raw: object


@dataclass(frozen=True, slots=True)
class Words:
    """What one watchdog said about one merged finding."""

    watchdog: str
    message: str
    severity_claimed: str | None


@dataclass(frozen=True, slots=True)
class MergedFinding:
    """All findings of one run that are the same by dedupe key, as one."""

    path: RepoPath
    line: int | None
    end_line: int | None
    side: Side
    rule: str
    severity: Severity
    message: str
    action: str
    quote: str
    anchor: Anchor
    members: tuple[Finding, ...]
    """Every finding merged here, by watchdog and index."""
    notes: tuple[Note, ...] = ()
    group: str | None = None
    """Label shared by near-duplicates, which are linked and never merged."""

    @property
    def watchdogs(self) -> tuple[str, ...]:
        """Who reported it, each once, sorted."""
        return tuple(sorted({member.watchdog for member in self.members}))

    @property
    def messages(self) -> tuple[Words, ...]:
        """Each watchdog's own words, each distinct one once."""
        seen: dict[Words, None] = {}
        for member in self.members:
            seen[Words(member.watchdog, member.message, member.severity_claimed)] = None
        return tuple(seen)
