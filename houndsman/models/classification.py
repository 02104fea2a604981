"""Which watchdog sees which changed file, and why not."""

from __future__ import annotations

from collections.abc import Iterable

from houndsman.models.artifact import ARTIFACT_VERSION
from houndsman.models.base import Model
from houndsman.models.change import FileKind, FileStatus
from houndsman.models.repo_path import RepoPath
from houndsman.models.severity import Severity
from houndsman.models.watchdog import Watchdog

#: Reasons for which a matched file is out of a brief.
REASON_BUDGET = "budget"
REASON_OUT_OF_FLOW = "out-of-flow"


class FileVerdict(Model):
    """What a plugin's `houndsman_classify_file` says of one file."""

    excluded: str | None = None
    """Keep it out of every brief, for this reason."""
    watchdogs: tuple[str, ...] = ()
    """Watchdogs that must see it although their globs do not match."""


class ClassifiedFile(Model):
    """One row for every changed path."""

    path: RepoPath
    old_path: RepoPath | None
    status: FileStatus
    kind: FileKind
    added: int
    removed: int
    risk: int
    watchdogs: tuple[str, ...]
    """Everyone whose business it is, before any budget."""
    excluded: str | None
    """Why no brief shows it, or null."""


class OutOfScope(Model):
    """A file that is a watchdog's business and still not in its brief."""

    path: RepoPath
    reason: str


class Assignment(Model):
    """What one watchdog is asked to review."""

    watchdog: Watchdog
    origin: str
    """Where it is declared: a plugin, or a file of the project."""
    files: tuple[RepoPath, ...]
    """In the order of risk, highest first, for an agent; by path for code."""
    out_of_scope: tuple[OutOfScope, ...] = ()
    max_file_chars: int | None = None
    """At most this many characters of diff a file, where the watchdog's own rule says so."""


class Classification(Model):
    """The whole sorting of a change."""

    version: int = ARTIFACT_VERSION
    files: tuple[ClassifiedFile, ...]
    assignments: tuple[Assignment, ...]
    """The watchdogs that have something to review, `general` first, then by id."""
    deselected: tuple[str, ...] = ()
    """Watchdogs that `-k` left out although files matched: not expected, and named in the summary."""
    without_general: bool = False
    declared: tuple[Watchdog, ...] = ()
    """Every declared watchdog: a rule weighs what it says, whoever is left out of this run."""
    fail_on: Severity | None = None
    """The least severity that makes the exit code 1, as the run was configured."""

    @property
    def nothing_to_review(self) -> bool:
        """Whether the change holds nothing for any watchdog; one that was left out is not nothing."""
        left_out = self.deselected or (self.without_general and any(row.excluded is None for row in self.files))
        return not self.assignments and not left_out

    @property
    def excluded(self) -> tuple[RepoPath, ...]:
        """The changed files that no brief shows."""
        return tuple(row.path for row in self.files if row.excluded is not None)

    @property
    def nothing_in_scope(self) -> bool:
        """Whether every changed file is kept out of the briefs: only code that sees such files has looked at any."""
        return bool(self.files) and len(self.excluded) == len(self.files)

    @property
    def expected(self) -> tuple[str, ...]:
        """Ids of the watchdogs that owe a findings file."""
        return tuple(a.watchdog.id for a in self.assignments)


def declared(assignments: Iterable[Assignment]) -> dict[str, Watchdog]:
    """The watchdogs of `assignments` by id."""
    return {assignment.watchdog.id: assignment.watchdog for assignment in assignments}
