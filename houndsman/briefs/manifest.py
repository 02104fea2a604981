"""The stage that puts down what a run reviews: everything sorted and written so far in, `Manifest` out. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from houndsman.briefs.budget import exploration
from houndsman.models.artifact import content_hash
from houndsman.models.classification import Assignment, Classification
from houndsman.models.config import Config
from houndsman.models.manifest import (
    NOTHING_TO_REVIEW,
    READY,
    Manifest,
    ManifestBudgets,
    ManifestFile,
    ManifestWatchdog,
    RunWarning,
)
from houndsman.models.repo_path import RepoPath
from houndsman.models.target import ResolvedTarget
from houndsman.prompt.redact import redact

#: Stands for "an ordinary watchdog" where a budget depends on which watchdog asks.
_ORDINARY = ""
_ESTIMATE = "estimatedTokens"


@dataclass(frozen=True)
class Identity:
    """Which run of which review this is."""

    review_id: str
    repository: str
    variant: str | None
    places: Mapping[str, str]
    """Absolute paths of this machine, and what stands for each in a hash."""


@dataclass(frozen=True)
class Written:
    """A brief that was written, and where."""

    place: Path
    text: str


def build_manifest(
    identity: Identity,
    resolved: ResolvedTarget,
    classification: Classification,
    config: Config,
    briefs: Mapping[str, Written],
) -> Manifest:
    """The manifest without a run number and a clock (`numbered` adds them), warnings and hash (`sealed` does)."""
    given: dict[RepoPath, list[str]] = {row.path: [] for row in classification.files}
    for assignment in classification.assignments:
        for each in assignment.files:
            given[each].append(assignment.watchdog.id)
    visible = sum(1 for row in classification.files if row.excluded is None)
    budget = exploration(_ORDINARY, visible)
    return Manifest(
        review_id=identity.review_id,
        run=0,
        repository=identity.repository,
        branch=resolved.branch,
        variant=identity.variant,
        target=resolved.target,
        status=NOTHING_TO_REVIEW if classification.nothing_to_review else READY,
        files=tuple(
            ManifestFile(
                path=row.path,
                old_path=row.old_path,
                status=row.status,
                kind=row.kind,
                added=row.added,
                removed=row.removed,
                watchdogs=tuple(sorted(given[row.path])),
                excluded=row.excluded,
            )
            for row in classification.files
        ),
        watchdogs=tuple(
            _watchdog(each, briefs.get(each.watchdog.id), identity.places) for each in classification.assignments
        ),
        budgets=ManifestBudgets(
            max_files_per_brief=config.budgets.max_files_per_brief,
            max_excerpt_chars=config.budgets.max_excerpt_chars,
            reads=budget.reads,
            searches=budget.searches,
        ),
        created_at="",
        hash="",
    )


def sealed(
    manifest: Manifest, touched: Sequence[RepoPath], warnings: Sequence[RunWarning], places: Mapping[str, str]
) -> Manifest:
    """The manifest with what is known only at the end, and its hash.

    Args:
        manifest: what `build_manifest` gave.
        touched: project files of ours that the change alters.
        warnings: what the reader must know.
        places: as in `Identity`.
    """
    told = {RunWarning(code=warning.code, message=redact(warning.message)) for warning in warnings}
    ordered = tuple(sorted(told, key=lambda warning: (warning.code, warning.message)))
    full = manifest.model_copy(update={"config_touched": tuple(touched), "warnings": ordered})
    return full.model_copy(update={"hash": content_hash(_compared(full), places)})


def numbered(manifest: Manifest, run: int, created_at: str) -> Manifest:
    """The manifest as that of run `run`, whose recorded clock is `created_at`; neither is part of the hash."""
    return manifest.model_copy(update={"run": run, "created_at": created_at})


def estimated_tokens(text: str) -> int:
    """ceil(UTF-8 bytes / 4), the rule of thumb that holds for no model exactly and for all of them roughly."""
    return -(-len(text.encode("utf-8", "surrogatepass")) // 4)


def _compared(manifest: Manifest) -> dict[str, object]:
    """What two prepares must share to be the same: all but the estimates, which grow with the name of the folder that a
    brief is told to write to.
    """
    watchdogs = [{key: told for key, told in each.to_json().items() if key != _ESTIMATE} for each in manifest.watchdogs]
    return {**manifest.to_json(), "watchdogs": watchdogs}


def _watchdog(assignment: Assignment, brief: Written | None, places: Mapping[str, str]) -> ManifestWatchdog:
    text = brief.text if brief else ""
    return ManifestWatchdog(
        id=assignment.watchdog.id,
        brief=str(brief.place) if brief else None,
        files=assignment.files,
        out_of_scope=assignment.out_of_scope,
        agent=assignment.watchdog.agent,
        estimated_tokens=estimated_tokens(text),
        hash=content_hash({"declaration": assignment.watchdog.to_json(), "brief": text}, places),
    )
