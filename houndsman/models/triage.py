"""The lasting record of each finding, as `houndsman findings list --json` prints it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from houndsman.models.base import Model
from houndsman.models.finding import Anchor, Note, Side
from houndsman.models.repo_path import RepoPath
from houndsman.models.severity import Severity


class Status(StrEnum):
    """Where a finding stands in its review."""

    OPEN = "open"
    DONE = "done"
    DISMISSED = "dismissed"


class Decision(StrEnum):
    """What a person said about a finding, in the whole repository."""

    PENDING = "pending"
    EXECUTE = "execute"
    IGNORE = "ignore"


class RunStatus(StrEnum):
    """Where a run stands."""

    PREPARED = "prepared"
    REVIEWING = "reviewing"
    REVIEW_DONE = "review_done"
    FIXING = "fixing"
    FIXED = "fixed"


class Recognition(StrEnum):
    """How a run knew who a finding is."""

    NEW = "new"  # nobody was known there
    PLACE = "place"  # a known one had moved, along the diff, to its very line, with the lines it covers unchanged
    CONTENT = "content"  # a known one has the same rule, line and neighbours, elsewhere in the file or after a while


class Sighting(Model):
    """A run that reported a finding, and the head it reviewed."""

    run: int
    sha: str


class Message(Model):
    """One watchdog's own words."""

    watchdog: str
    message: str
    severity_claimed: str | None = None


class TriageItem(Model):
    """One finding of a review."""

    id: str
    """The shortest prefix of the fingerprint, six characters or more, that is unique in the repository."""
    fingerprint: str
    file: RepoPath
    line: int | None
    end_line: int | None
    side: Side
    rule: str
    severity: Severity
    message: str
    """Of the first watchdog by id."""
    messages: tuple[Message, ...]
    action: str
    quote: str
    watchdogs: tuple[str, ...]
    anchor: Anchor
    group: str | None
    status: Status
    decision: Decision
    first_seen: Sighting
    last_seen: Sighting
    notes: tuple[Note, ...]


@dataclass(frozen=True, slots=True)
class StoredFinding:
    """A triage record with what identity needs and no reader sees.

    It is what the store holds for one (review, fingerprint) and what finalize compares a new run with.
    """

    fingerprint: str
    base_key: str
    """The fingerprint's material without the occurrence index: equal for equal places."""
    occurrence: int
    """Index among equals; never given again."""
    lineage: RepoPath
    """The path it was first recorded at."""
    covered_hash: str | None
    """sha256 of the lines `line..endLine` with white space folded; null for a whole-file finding."""
    file: RepoPath
    line: int | None
    end_line: int | None
    side: Side
    rule: str
    severity: Severity
    message: str
    messages: tuple[Message, ...]
    action: str
    quote: str
    watchdogs: tuple[str, ...]
    anchor: Anchor
    group: str | None
    status: Status
    first_seen: Sighting
    last_seen: Sighting
    notes: tuple[Note, ...]
    placed_sha: str
    """The head in which `file`, `line` and `end_line` are counted: a finding that a run does not report is moved along
    with the code, so this may be later than `last_seen.sha`."""


class StoredDecision(Model):
    """What was decided about a fingerprint in a repository."""

    fingerprint: str
    decision: Decision
    covered_hash: str | None = None
    """The covered lines when it was decided: a dismissal lapses when they change."""
    reason: str = ""


class Origin(NamedTuple):
    """The record that a run recognised a finding by, as it was before that run."""

    run: int
    """The last run that had reported it."""
    sha: str
    """The head in which `file` and `line` are counted."""
    file: RepoPath
    line: int | None


class Recognised(NamedTuple):
    """How a run knew who a finding is, and by what."""

    how: Recognition
    before: Origin | None = None
    """None for a new one."""


@dataclass(frozen=True, slots=True)
class Observation:
    """One watchdog's finding in one run, tied to the triage record that it became part of."""

    fingerprint: str
    watchdog: str
    index: int
    """Position in the watchdog's findings file."""
    line: int | None
    end_line: int | None
    anchor: Anchor
    severity: Severity
    severity_claimed: str | None
    message: str
    notes: tuple[Note, ...]
    file: RepoPath | None = None
    """Its path in that run. This and what follows is None where a houndsman recorded it that did not keep it."""
    impact_class: str | None = None
    weighed_by: str | None = None
    """What gave the severity, in words."""
    recognised: Recognised | None = None
    """How the run knew that it is part of that record."""
