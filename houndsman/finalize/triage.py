"""The lasting record of each finding after a run.

In: the run's findings with their identities, the stored ones that the run did not report, what was decided, and who
reviewed what. Out: the whole review's records, the run's observations, and the decisions that no longer hold. Nothing
fails. Silence is never a fix: a finding is `done` only where its file was reviewed again by a watchdog that answers for
its rule, or is gone, or where its code is gone from a file that the change no longer touches, or where the import that
brought it in this very run was replaced by one without it. Everything else that a run does not report is carried over
as it was.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from houndsman.finalize.carry_over import Carried, CarriedOver, Identity
from houndsman.finalize.severity import answers_for
from houndsman.models.finding import MergedFinding, Side
from houndsman.models.repo_path import RepoPath
from houndsman.models.triage import (
    Decision,
    Message,
    Observation,
    Origin,
    Recognised,
    Recognition,
    Sighting,
    Status,
    StoredDecision,
    StoredFinding,
)
from houndsman.models.watchdog import Watchdog


@dataclass(frozen=True, slots=True)
class Hunt:
    """Who did what in this run."""

    sighting: Sighting
    """The run and the head that it reviewed."""
    watchdogs: Mapping[str, Watchdog]
    reviewed: Mapping[str, frozenset[RepoPath]]
    """By watchdog whose reply arrived whole, the files that it read. Code-only watchdogs read every file they get."""
    missing: frozenset[str]
    """Watchdogs whose reply is missing, unreadable, or of a hunt that failed."""
    changed: frozenset[RepoPath]
    """Every path of the change."""
    recognised: Mapping[str, Recognised] = field(default_factory=dict)
    """How an earlier finalize of this run knew its findings, by fingerprint."""
    imported: frozenset[str] = frozenset()
    """Watchdogs that are imports. They speak for nobody but themselves."""

    def settled_by(self, item: Carried) -> str | None:
        """Why this run's silence about `item` means that it is done, in words; None where it does not."""
        if not self.missing.isdisjoint(item.stored.watchdogs):
            return None  # nothing of a watchdog that is missing becomes done
        if item.file_is_gone:
            return "its file is gone"
        if self._was_taken_back(item):
            return "its code was taken back"
        if self._was_withdrawn(item.stored):
            return "the report that held it was imported again without it"
        names = (
            name for name, files in self.reviewed.items() if item.file in files and self._answers(name, item.stored)
        )
        name = next(names, None)
        return None if name is None else f"{name} reviewed its file again and did not report it"

    def _was_taken_back(self, item: Carried) -> bool:
        """Whether the change no longer touches the file, and the code is not there: nobody could review it again.

        What was found on a removed line is taken back as soon as the change leaves the file alone.
        """
        if item.file in self.changed:
            return False
        return item.stored.side is Side.OLD or (item.was_followed and not item.is_intact)

    def _was_withdrawn(self, stored: StoredFinding) -> bool:
        """Whether nothing but an import of this very run ever told of it, and that was replaced by another."""
        return stored.first_seen.run == self.sighting.run and self.imported.issuperset(stored.watchdogs)

    def _answers(self, name: str, stored: StoredFinding) -> bool:
        """Whether `name`, who reviewed the file, would have reported it."""
        if name in self.imported:
            return stored.watchdogs == (name,)
        return name in stored.watchdogs or self._declares(name, stored.rule)

    def _declares(self, name: str, rule: str) -> bool:
        watchdog = self.watchdogs.get(name)
        return watchdog is not None and answers_for(watchdog, rule)


@dataclass(frozen=True, slots=True)
class Triaged:
    """What a run makes of the review."""

    present: tuple[StoredFinding, ...]
    """The records of what the run reported, in order of place."""
    absent: tuple[StoredFinding, ...]
    """The others."""
    observations: tuple[Observation, ...]
    lapsed: tuple[str, ...]
    """Fingerprints whose dismissal no longer holds, because the code under it changed."""
    reasons: dict[str, str]
    """By fingerprint, why a status is not what it was."""


def triage(carried: CarriedOver, decisions: Mapping[str, StoredDecision], hunt: Hunt) -> Triaged:
    """The records after a run."""
    lapsed: list[str] = []
    reasons: dict[str, str] = {}
    present = []
    for finding, identity in carried.present:
        name = identity.fingerprint
        status = _status(name, identity.covered_hash, decisions)
        if status is Status.OPEN and _is_ignored(name, decisions):
            lapsed.append(name)
        before = Status.OPEN if identity.known is None else identity.known.stored.status
        if status is not before:
            reasons[name] = _turned(before, status, _is_ignored(name, decisions))
        present.append(_record(finding, identity, status, hunt.sighting))
    absent = [_unreported(item, decisions, hunt, lapsed, reasons) for item in carried.absent]
    observations = [
        observation
        for finding, identity in carried.present
        for observation in _observations(finding, identity.fingerprint, _recognised(identity, hunt))
    ]
    return Triaged(tuple(present), tuple(absent), tuple(observations), tuple(sorted(lapsed)), reasons)


def review_order(item: StoredFinding) -> tuple[bytes, int, str, str]:
    """Sort key of a review's records: by file, line (whole-file first) and rule."""
    return item.file.raw, -1 if item.line is None else item.line, item.rule, item.fingerprint


def _is_ignored(fingerprint: str, decisions: Mapping[str, StoredDecision]) -> bool:
    decision = decisions.get(fingerprint)
    return decision is not None and decision.decision is Decision.IGNORE


def _status(fingerprint: str, covered: str | None, decisions: Mapping[str, StoredDecision]) -> Status:
    """`dismissed` while the code that was dismissed is still the same, else `open`."""
    if _is_ignored(fingerprint, decisions) and decisions[fingerprint].covered_hash == covered:
        return Status.DISMISSED
    return Status.OPEN


def _turned(before: Status, after: Status, is_ignored: bool) -> str:
    """Why a status became `after`, other than `done`."""
    if after is Status.DISMISSED:
        return "it was dismissed, and the lines that it covers are the same"
    if before is Status.DONE:
        return "it was reported again"
    return "the lines that its dismissal covered have changed" if is_ignored else "its dismissal no longer stands"


def _recognised(identity: Identity, hunt: Hunt) -> Recognised | None:
    """How the run knew the finding. A run that is finalized again meets its own record; how it was known is told by
    the first time, or not at all."""
    if identity.known is None:
        return Recognised(Recognition.NEW)
    stored = identity.known.stored
    if stored.last_seen.run == hunt.sighting.run:
        is_new = stored.first_seen.run == hunt.sighting.run
        return Recognised(Recognition.NEW) if is_new else hunt.recognised.get(stored.fingerprint)
    return Recognised(identity.how, Origin(stored.last_seen.run, stored.placed_sha, stored.file, stored.line))


def _record(finding: MergedFinding, identity: Identity, status: Status, sighting: Sighting) -> StoredFinding:
    known = identity.known
    return StoredFinding(
        fingerprint=identity.fingerprint,
        base_key=identity.base_key,
        occurrence=identity.occurrence,
        lineage=identity.lineage,
        covered_hash=identity.covered_hash,
        file=finding.path,
        line=finding.line,
        end_line=identity.end_line,
        side=finding.side,
        rule=finding.rule,
        severity=finding.severity,
        message=finding.message,
        messages=_messages(finding),
        action=finding.action,
        quote=finding.quote,
        watchdogs=finding.watchdogs,
        anchor=finding.anchor,
        group=finding.group,
        status=status,
        first_seen=sighting if known is None else known.stored.first_seen,
        last_seen=sighting,
        notes=finding.notes,
        placed_sha=sighting.sha,
    )


def _messages(finding: MergedFinding) -> tuple[Message, ...]:
    return tuple(
        Message(watchdog=said.watchdog, message=said.message, severity_claimed=said.severity_claimed)
        for said in finding.messages
    )


def _unreported(
    item: Carried, decisions: Mapping[str, StoredDecision], hunt: Hunt, lapsed: list[str], reasons: dict[str, str]
) -> StoredFinding:
    """A stored finding that the run says nothing about, moved along with its file."""
    stored = item.stored
    status = _status(stored.fingerprint, stored.covered_hash if item.is_intact else None, decisions)
    is_ignored = _is_ignored(stored.fingerprint, decisions)
    # A standing dismissal outlasts silence: reviewers may be told not to repeat what was dismissed.
    settled = None if status is Status.DISMISSED else hunt.settled_by(item)
    if stored.status is Status.DONE or settled is not None:
        status = Status.DONE
    elif status is Status.OPEN and is_ignored:
        lapsed.append(stored.fingerprint)
    if status is not stored.status:
        reasons[stored.fingerprint] = settled or _turned(stored.status, status, is_ignored)
    if item.file_is_gone:
        return replace(stored, status=status)
    return replace(
        stored,
        status=status,
        file=item.file,
        line=item.line,
        end_line=item.end_line,
        placed_sha=hunt.sighting.sha,
    )


def _observations(finding: MergedFinding, fingerprint: str, recognised: Recognised | None) -> Iterable[Observation]:
    return (
        Observation(
            fingerprint=fingerprint,
            watchdog=member.watchdog,
            index=member.index,
            line=member.line,
            end_line=member.end_line,
            anchor=member.anchor,
            severity=member.severity,
            severity_claimed=member.severity_claimed,
            message=member.message,
            notes=member.notes,
            file=member.path,
            impact_class=member.impact_class,
            weighed_by=member.weighed_by,
            recognised=recognised,
        )
        for member in finding.members
    )
