"""What the store keeps of reviews and runs, and what its named transactions are given.

Times are ISO 8601 text in UTC and always the caller's recorded clock, never the moment of writing: that is what makes
the same input leave the same rows.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple

from houndsman.models.target import Target
from houndsman.models.triage import Decision, Observation, RunStatus, StoredFinding


class WatchdogState(StrEnum):
    """Where one watchdog stands in one run."""

    EXPECTED = "expected"  # it owes a findings file
    ANSWERED = "answered"
    FAILED = "failed"  # it was asked, and what came back is no answer
    MISSING = "missing"  # it could not be asked, or left no file


#: The states that leave a run incomplete.
OWING = frozenset({WatchdogState.FAILED, WatchdogState.MISSING})


class HuntOutcome(NamedTuple):
    """How one watchdog's hunt ended."""

    state: WatchdogState
    reason: str = ""
    """Why it failed or is missing, in words; empty where it answered."""


@dataclass(frozen=True, slots=True)
class ReviewRecord:
    """What is kept over time for (repository, target key, variant)."""

    review_id: str
    repository: str
    """The repository's identity."""
    target_key: str
    variant: str | None
    branch: str | None
    created_at: str


@dataclass(frozen=True, slots=True)
class RunPlan:
    """What a prepare is about to hunt."""

    manifest_hash: str
    target: Target
    watchdogs: tuple[str, ...]
    """Ids of the watchdogs that will owe a findings file."""
    created_at: str
    """The recorded clock, should this become a run of its own."""
    fresh: bool = False
    """Start the next run whatever the hash: each `--repeat` is a run."""
    kept: int = 0
    """The highest run that has files: a database that was lost does not number over them."""


@dataclass(frozen=True, slots=True)
class RunSlot:
    """Which run a prepare belongs to."""

    number: int
    is_new: bool
    """False where an unfinished run with the same hash is kept."""
    previous: int | None
    """The run before it, which earlier findings files belong to."""
    created_at: str | None
    """The recorded clock of a kept run, which a prepare goes on with; null for a new one."""


@dataclass(frozen=True, slots=True)
class RunRecord:
    """One hunt of a review."""

    review_id: str
    number: int
    status: RunStatus
    manifest_hash: str
    base: str
    head: str
    merge_base: str | None
    created_at: str
    finalized_at: str | None
    complete: bool | None
    """Whether the last finalize left nothing owed; null before the first."""

    @property
    def is_finalized(self) -> bool:
        """Whether it is over: a finalize that left answers owing keeps the run open for them."""
        return self.complete is True


@dataclass(frozen=True, slots=True)
class FinalizeRecord:
    """Everything that one finalize changes in the store."""

    review_id: str
    run: int
    findings: Sequence[StoredFinding]
    """Every finding of the review, those carried over and done included."""
    observations: Sequence[Observation]
    """Of this run alone; they replace what an earlier finalize of it recorded."""
    finalized_at: str
    complete: bool
    """Nothing is owed: every watchdog answered, or missing answers were allowed."""
    outcomes: Mapping[str, HuntOutcome] = field(default_factory=dict)
    lapsed: Sequence[str] = ()
    """Fingerprints whose dismissal no longer holds, because the covered lines changed."""
    reasons: Mapping[str, str] = field(default_factory=dict)
    """By fingerprint, why a status is not what it was, in words."""
    reply_hashes: Mapping[str, str] = field(default_factory=dict)
    """By watchdog, the sha256 of the findings file that was read: whether a file that is kept is still that one."""


class Told(StrEnum):
    """What an entry of the history is about."""

    STATUS = "status"  # of the finding in one review
    DECISION = "decision"  # about the finding in the whole repository


@dataclass(frozen=True, slots=True)
class HistoryEntry:
    """One turn that a finding took after it was first reported, in the order in which they were recorded."""

    about: Told
    review_id: str | None
    """Where the status changed, or where the person looked who decided; null where nobody said."""
    run: int | None
    """The run whose finalize brought it; null where a person did."""
    was: str | None
    """Null where it was not known before, or nothing was kept yet."""
    became: str
    why: str
    at: str | None
    """When it was decided, or the run's recorded clock; null where that was not kept."""


@dataclass(frozen=True, slots=True)
class DecisionRecord:
    """What a person decided about some findings of a repository."""

    repository: str
    """The repository's identity."""
    fingerprints: Sequence[str]
    decision: Decision
    decided_at: str
    reason: str = ""
    seen_in: str | None = None
    """The review that the person was looking at, whose lines a dismissal covers; null for the one hunted last."""
