"""`manifest.json`: what a run reviews, and with what. Its hash tells whether two prepares are the same."""

from __future__ import annotations

from typing import Literal

from houndsman.models.artifact import ARTIFACT_VERSION
from houndsman.models.base import Model
from houndsman.models.change import FileKind, FileStatus
from houndsman.models.classification import OutOfScope
from houndsman.models.repo_path import RepoPath
from houndsman.models.target import Target

READY = "ready"
NOTHING_TO_REVIEW = "nothing-to-review"

#: Code of the warning that a plugin failed, and with it perhaps a whole watchdog: the run is then incomplete.
PLUGIN_FAILED = "plugin-failed"


class RunWarning(Model):
    """Something the reader of a run must know."""

    code: str
    message: str


class ManifestFile(Model):
    """One row for every changed path."""

    path: RepoPath
    old_path: RepoPath | None
    status: FileStatus
    kind: FileKind
    added: int
    removed: int
    watchdogs: tuple[str, ...]
    """Whose files it is among, after budgets."""
    excluded: str | None


class ManifestWatchdog(Model):
    """One watchdog that owes a findings file."""

    id: str
    brief: str | None
    """Absolute path of its brief in staging; null for a code-only watchdog."""
    files: tuple[RepoPath, ...]
    out_of_scope: tuple[OutOfScope, ...]
    agent: str | None
    """`code`, an agent's name, or null: whoever writes the findings file."""
    estimated_tokens: int
    """ceil(UTF-8 bytes of the brief / 4)."""
    hash: str
    """sha256 of the brief and the declaration."""


class ManifestBudgets(Model):
    """The limits that the briefs were made with."""

    max_files_per_brief: int
    max_excerpt_chars: int
    reads: int
    """Exploration budget of an ordinary watchdog that had every file of this change; `general` has more."""
    searches: int


class Manifest(Model):
    """The run's contract. Keys whose room is not built yet are null."""

    version: int = ARTIFACT_VERSION
    review_id: str
    run: int
    repository: str
    """Identity: the normalised `origin` URL, else the real path of the git common directory."""
    branch: str | None
    variant: str | None
    target: Target
    status: Literal["ready", "nothing-to-review"]
    files: tuple[ManifestFile, ...]
    watchdogs: tuple[ManifestWatchdog, ...]
    budgets: ManifestBudgets
    context: None = None
    pre_analysis: None = None
    incremental: None = None
    config_touched: tuple[RepoPath, ...] = ()
    """Project files of ours that differ between base and head; they were read from the base."""
    warnings: tuple[RunWarning, ...] = ()
    created_at: str
    """ISO 8601, UTC: the run's recorded clock."""
    hash: str
