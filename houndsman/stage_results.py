"""What the stages of a command hand on and hand back: the sorted change, the prepared run, the finalized one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from houndsman.briefs.brief import BriefWriter
from houndsman.errors import ExitCode
from houndsman.finalize.ids import to_item
from houndsman.finalize.outcome import Outcome
from houndsman.hook_relay import PluginFailure
from houndsman.hunt.ceilings import Spent
from houndsman.hunt.roster import Recruit
from houndsman.intent.choose import Choice
from houndsman.models.business import BusinessSummary
from houndsman.models.change import Change
from houndsman.models.classification import Classification
from houndsman.models.config import Config
from houndsman.models.hunt_notes import Depth
from houndsman.models.manifest import Manifest, RunWarning
from houndsman.models.passes import PassRecord
from houndsman.models.repo_path import RepoPath
from houndsman.models.target import ResolvedTarget
from houndsman.models.triage import StoredDecision, StoredFinding, TriageItem


@dataclass(frozen=True)
class Survey:
    """The change, read and sorted; nothing is written yet."""

    resolved: ResolvedTarget
    change: Change
    config: Config
    classification: Classification
    asked: Mapping[str, tuple[Recruit, ...]]
    """By watchdog, the agents that are asked for it; empty where its brief waits."""
    second: tuple[Recruit, ...]
    """Who gives second opinions; empty: who was asked first."""
    depth: Depth
    """Which sessions may follow the first of a watchdog."""
    business: BusinessSummary
    """What the change is for, as read off it."""
    touched: tuple[RepoPath, ...]
    """Project files of ours that the change alters."""
    warnings: tuple[RunWarning, ...]


@dataclass(frozen=True)
class Prepared:
    """What prepare made, and where."""

    manifest: Manifest
    classification: Classification
    change: Change
    briefs: Mapping[str, str]
    """By watchdog."""
    asked: Mapping[str, tuple[Recruit, ...]]
    """By watchdog, the agents that are asked for it; empty where its brief waits."""
    second: tuple[Recruit, ...]
    """Who gives second opinions; empty: who was asked first."""
    depth: Depth
    """Which sessions may follow the first of a watchdog."""
    writer: BriefWriter
    """Who writes what single sessions are told, when they are due."""
    business: Choice
    """What the change is for."""
    staging: Path
    failures: tuple[PluginFailure, ...]

    @property
    def exit_code(self) -> ExitCode:
        """A broken plugin may be a watchdog that is not there: that is incomplete."""
        return ExitCode.INCOMPLETE if self.failures else ExitCode.CLEAN


@dataclass(frozen=True)
class Finalized:
    """What finalize made, and where."""

    manifest: Manifest
    outcome: Outcome
    decisions: Mapping[str, StoredDecision]
    summary: Path
    staging: Path
    failures: tuple[PluginFailure, ...]
    notices: tuple[str, ...]
    exit_code: ExitCode
    spent: Spent | None = None
    """What agents took in this run; None where none was sent out."""
    passes: tuple[PassRecord, ...] = ()
    """Their sessions."""

    @property
    def items(self) -> tuple[TriageItem, ...]:
        """The triage of the review, by file, line and rule."""
        return tuple(self.item(each) for each in self.outcome.findings)

    def item(self, finding: StoredFinding) -> TriageItem:
        """One finding of the review as readers see it."""
        lapsed = finding.fingerprint in self.outcome.lapsed
        decision = None if lapsed else self.decisions.get(finding.fingerprint)
        return to_item(finding, decision, self.outcome.ids[finding.fingerprint])
