"""`hunt-report.json` of a run: what was asked, what was answered with proof, and what it took."""

from __future__ import annotations

from houndsman.models.agent import End, Priced
from houndsman.models.artifact import ARTIFACT_VERSION
from houndsman.models.base import Model
from houndsman.models.business import BusinessSource
from houndsman.models.finding import Note
from houndsman.models.hunt_notes import Depth, TouchedFile

#: In a report, the pass that stands for every turn that asked for an answer again.
REPAIRS = "repair"


class Tally(Model):
    """Verdicts of one kind that one watchdog's reviewer owed, and what came."""

    expected: int = 0
    verified: int = 0
    """Ids answered `ok` or `gap` with an `at` that proves it."""
    missing: int = 0
    """Ids that are neither verified nor answered `n/a`."""
    not_applicable: int = 0
    """Ids answered `n/a`: an answer, and no coverage."""
    gaps: int = 0
    """Of the verified, those where somebody proved a gap."""
    unproven: int = 0
    """Of the missing, those that were answered and not proved."""
    unknown: int = 0
    """Verdicts on ids that nobody owes: they count for nothing."""
    open: tuple[str, ...] = ()
    """The missing ids."""


class Gap(Model):
    """A place that proves a gap. It is no finding: the defect itself is reported as one, too."""

    id: str
    """What was asked: `F1`, `I1`, `C1`, or the number of a rule."""
    at: str
    """`path:line` in the head's version, as it was proved."""
    note: str
    """The reviewer's own words."""


class FileCoverage(Model):
    """What became of the files of a brief, by its reviewer's own words."""

    expected: int
    reviewed: int
    skipped: int
    undeclared: int
    """Files that it says nothing about."""
    out_of_scope: int
    """Files that are its business and not in its brief."""


class Spending(Model):
    """What sessions took. Null is unknown, never nothing."""

    sessions: int = 0
    """Tries of turns: whatever was started and may cost something."""
    cost: float | None = None
    """US dollars, of the sessions whose cost is known; null where that is none."""
    unpriced: int = 0
    """Sessions whose cost nobody knows: with any, `cost` is the least that it was."""
    tokens_in: int | None = None
    tokens_out: int | None = None
    tokens_cached: int | None = None
    seconds: float | None = None
    """Wall time of the sessions, added up."""


class PassSpending(Spending):
    """One pass of one watchdog, all its tries together."""

    name: str
    """`hunt`, `flow`, `bookkeeping`, `adversarial`, `checklist`, `secondOpinion`; `repair` for all turns that asked for
    an answer again, of whatever pass."""
    file: str
    """Of a pass over one file, its path; else empty."""
    agents: tuple[str, ...]
    """Who was asked, in that order."""
    priced: Priced
    """The least sure way in which a cost is known."""
    end: End | None
    """How the last try ended; null where nobody saw it."""
    findings: int
    """Those that it was the first to report."""


class WatchdogReport(Model):
    """What came of one watchdog."""

    watchdog: str
    agents: tuple[str, ...]
    """Who was asked, in that order; empty for code, for imports, and where somebody else wrote the answer."""
    imported: bool
    missing: str | None
    """Why its reply is missing or counts for nothing; null where it answered."""
    coverage: FileCoverage
    checks: Tally
    rules: Tally
    gap_list: tuple[Gap, ...] = ()
    """The gaps that the two count, in the order in which they were asked for; an id has one for each proved place."""
    findings: int
    """Taken in, before equal ones are merged."""
    refused: int
    """Not taken in; `intake.json` has their words."""
    passes: tuple[PassSpending, ...]
    repairs: tuple[Note, ...]
    """What was put right to read its replies."""
    tree_changes: tuple[TouchedFile, ...]
    """Files of the reading root that an agent changed."""
    second_opinion: str | None
    """Why another was asked; null where none was."""

    @property
    def is_wanting(self) -> bool:
        """Whether it answered, and its answer leaves the run incomplete: files of its brief that it says nothing about,
        none that it read, or nothing of what it reported could be taken in."""
        files = self.coverage
        unread = files.undeclared > 0 or (files.expected > 0 and not files.reviewed)
        return self.missing is None and (unread or (self.refused > 0 and not self.findings))


class BusinessReport(Model):
    """Which words on the purpose of the change were kept."""

    source: BusinessSource
    decision: str
    """What was done with what was said of it."""
    reason: str


class Totals(Spending):
    """What all sessions of the run took."""

    by_pass: dict[str, Spending]
    """The same by the name of the pass."""


class HuntReport(Model):
    """The whole file."""

    version: int = ARTIFACT_VERSION
    run: int
    created_at: str
    """The run's recorded clock."""
    depth: Depth | None
    """Which sessions were allowed; null where no agent was sent out."""
    business_summary: BusinessReport | None
    watchdogs: tuple[WatchdogReport, ...]
    """In the order of the classification."""
    totals: Totals
