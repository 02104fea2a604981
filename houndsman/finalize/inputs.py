"""What finalize is given. It reads no store and starts no process: everything comes in here."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from houndsman.models.business import BusinessSummary
from houndsman.models.change import Change
from houndsman.models.classification import Classification
from houndsman.models.finding import Note
from houndsman.models.hunt_notes import HuntNotes
from houndsman.models.manifest import Manifest
from houndsman.models.owed import Owed
from houndsman.models.passes import PassRecord
from houndsman.models.repo_path import RepoPath
from houndsman.models.sources import Sources
from houndsman.models.triage import Recognised, StoredDecision, StoredFinding, TriageItem


class Carrier(Protocol):
    """Moves a place from an earlier head to the head of this run, along the diff between the two."""

    def carry(self, sha: str, path: RepoPath, line: int | None) -> tuple[RepoPath, int | None] | None:
        """Where `line` (counted from 1) of `path` at commit `sha` is at this run's head, renames followed.

        None where that line was changed or removed, the file deleted, or the earlier head is lost. With `line` None
        only the file is asked for: the answer is `(path, None)`, or None where it cannot be followed.
        """


@dataclass(frozen=True, slots=True)
class Business:
    """What the change is for, and why it is these words that were kept."""

    summary: BusinessSummary
    decision: str
    """What was done with what was said of it, such as `kept` or `replaced`."""
    reason: str = ""


@dataclass(frozen=True, slots=True)
class FinalizeInput:
    """One run's replies, and what the review knew before."""

    manifest: Manifest
    classification: Classification
    change: Change
    sources: Sources
    replies: Mapping[str, bytes]
    """By watchdog id, the findings files that are there."""
    failures: Mapping[str, str]
    """By watchdog id, why its hunt failed; a reply that it left is read all the same."""
    roots: tuple[str, ...]
    """Absolute folders that mean the repository's root."""
    stored: tuple[StoredFinding, ...]
    """The review's findings before this run (or after it, where it is finalized again)."""
    decisions: Mapping[str, StoredDecision]
    """By fingerprint, what was decided in this repository."""
    repository_fingerprints: Sequence[str]
    """Every fingerprint of the repository, for ids that are unique in it."""
    carrier: Carrier
    annotate: Callable[[TriageItem], Sequence[Note]] | None
    """Called once for each finding of the run; its notes are added."""
    plugin_failures: Callable[[], Sequence[str]] = tuple
    """Asked when every plugin has been called: what failed until then, besides what the manifest tells."""
    recognised: Mapping[str, Recognised] = field(default_factory=dict)
    """Where this run was finalized before: how it knew findings then, by fingerprint. Their records have been moved to
    this head since, and would no longer tell."""
    imported: frozenset[str] = frozenset()
    """Which watchdogs of the classification are imports: their reports were brought, not asked for."""
    allow_missing: bool = False
    """Do not call the run incomplete for a watchdog that left no findings file."""
    owed: Mapping[str, Owed] = field(default_factory=dict)
    """By watchdog, the verdicts that were asked for; one that is not here owes its rules and its checklist."""
    passes: Sequence[PassRecord] = ()
    """The sessions of the run, in the order in which they were begun."""
    notes: HuntNotes | None = None
    """What the hunt knows besides; None where no agent was sent out."""
    purpose: Callable[[str | None], Business] | None = None
    """None where nobody looked what the change is for."""
