"""What finalize hands back: the review after the run, and how whole the run was."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import StrEnum

from houndsman.errors import ExitCode
from houndsman.intake.context import Intake
from houndsman.models.business import BusinessSummary
from houndsman.models.finding import Refusal
from houndsman.models.hunt_report import HuntReport
from houndsman.models.manifest import Manifest
from houndsman.models.records import FinalizeRecord, HuntOutcome, WatchdogState
from houndsman.models.severity import Severity
from houndsman.models.triage import Observation, Status, StoredFinding, TriageItem


class Verdict(StrEnum):
    """The status line of a review."""

    INCOMPLETE = "incomplete"
    NOTHING_TO_REVIEW = "nothing to review"
    CHANGES_NEEDED = "changes needed"
    APPROVED_WITH_REMARKS = "approved with remarks"
    APPROVED = "approved"


@dataclass(frozen=True, slots=True)
class Coverage:
    """What one watchdog did of what it was asked."""

    watchdog: str
    findings: int
    """Taken in, before merging."""
    refused: int
    reviewed: int
    """Files of its brief that it read."""
    skipped: int
    """Files of its brief that it says it did not read."""
    expected: int
    """Files of its brief."""
    out_of_scope: int
    """Files that are its business and not in its brief."""
    missing: str | None
    """Why its reply is missing or counts for nothing; None where it answered."""
    imported: bool = False
    """Its report was brought, not asked for."""

    @property
    def undeclared(self) -> int:
        """Files of its brief that it says nothing about."""
        return self.expected - self.reviewed - self.skipped


@dataclass(frozen=True, slots=True)
class Outcome:
    """The review after a run."""

    findings: tuple[StoredFinding, ...]
    """All of the review, by file, line and rule."""
    observations: tuple[Observation, ...]
    refusals: tuple[Refusal, ...]
    intakes: tuple[Intake, ...]
    """What each reply said, by watchdog."""
    coverage: tuple[Coverage, ...]
    """Of the watchdogs that were asked, in the order of the classification."""
    incomplete: tuple[str, ...]
    """Why the run is not whole; empty where it is."""
    unexpected: tuple[str, ...]
    """Findings files of watchdogs that nobody asked: not read."""
    lapsed: tuple[str, ...]
    """Fingerprints whose dismissal no longer holds."""
    reasons: dict[str, str] = field(compare=False)
    """By fingerprint, why a status is not what it was in the records: a second finalize finds them told already."""
    reply_hashes: dict[str, str]
    """By watchdog, the sha256 of the findings file that was read."""
    ids: dict[str, str]
    """Short id of each finding, by fingerprint."""
    verdict: Verdict
    caveat: str
    """What follows the verdict in the status line: who is missing, what nobody proved; empty where that is nothing."""
    report: HuntReport
    """`hunt-report.json`."""
    business: BusinessSummary | None
    """What the change is for, with what `general` said of it; None where nobody looked."""
    summary: str
    """`review-resume.md`."""

    @property
    def exit_code(self) -> ExitCode:
        """Whether the run is whole; what fails beyond that is the user's to say (`failing`)."""
        return ExitCode.INCOMPLETE if self.incomplete else ExitCode.CLEAN

    def record(self, manifest: Manifest) -> FinalizeRecord:
        """What the store keeps of it."""
        states = {
            each.watchdog: HuntOutcome(WatchdogState.ANSWERED)
            if each.missing is None
            else HuntOutcome(WatchdogState.MISSING, each.missing)
            for each in self.coverage
        }
        return FinalizeRecord(
            manifest.review_id,
            manifest.run,
            self.findings,
            self.observations,
            finalized_at=manifest.created_at,
            complete=not self.incomplete,
            outcomes=states,
            lapsed=self.lapsed,
            reasons=self.reasons,
            reply_hashes=self.reply_hashes,
        )


def failing(findings: Iterable[StoredFinding | TriageItem], threshold: Severity | None) -> ExitCode:
    """`FINDINGS` where one is open and at least as severe as `threshold`, which is what `--fail-on` says."""
    if threshold is None:
        return ExitCode.CLEAN
    is_bad = any(each.status is Status.OPEN and each.severity.at_least(threshold) for each in findings)
    return ExitCode.FINDINGS if is_bad else ExitCode.CLEAN


def verdict_of(
    findings: tuple[StoredFinding, ...], *, incomplete: bool, nothing_to_review: bool, nothing_in_scope: bool
) -> Verdict:
    """The status line: a partial or empty review never looks clean, whatever its findings are."""
    if incomplete:
        return Verdict.INCOMPLETE
    if nothing_to_review:
        return Verdict.NOTHING_TO_REVIEW
    open_ones = {item.severity for item in findings if item.status is Status.OPEN}
    if Severity.BLOCKING in open_ones:  # also where nothing is in scope: a secret in a file that no brief shows
        return Verdict.CHANGES_NEEDED
    if nothing_in_scope:
        return Verdict.NOTHING_TO_REVIEW
    return Verdict.APPROVED_WITH_REMARKS if open_ones else Verdict.APPROVED
