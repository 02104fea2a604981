"""The stage: a change and the declared watchdogs in, a `Classification` out.

Every changed path gets a row; nothing vanishes. A file that is a watchdog's business and is not in its brief is listed
with the reason: `budget`, or `out-of-flow` for `general`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from houndsman.classify.exclusions import Exclusions
from houndsman.classify.globs import Globs
from houndsman.classify.marks import Marks
from houndsman.classify.risk import Risk
from houndsman.classify.select import Predicate, compile_selection, selection_among
from houndsman.config.load import Declaration
from houndsman.hook_relay import HookRelay, PluginFailure
from houndsman.models.change import Change, ChangedFile
from houndsman.models.classification import (
    REASON_BUDGET,
    REASON_OUT_OF_FLOW,
    Assignment,
    Classification,
    ClassifiedFile,
    FileVerdict,
    OutOfScope,
)
from houndsman.models.config import Config
from houndsman.models.repo_path import RepoPath
from houndsman.models.watchdog import GENERAL, Watchdog

#: Above either of the first two, `general` gets the riskiest `FLOW_KEPT` files, `FLOW_CHARS` characters of diff each.
FLOW_FILES = 40
FLOW_LINES = 2_000
FLOW_KEPT = 15
FLOW_CHARS = 2_000

_HOOK = "houndsman_classify_file"


@dataclass(frozen=True)
class Selection:
    """What the command line says about who hunts."""

    expression: str | None = None
    """`-k`. It never deselects `general`."""
    without_general: bool = False


def classify(
    change: Change,
    declared: Sequence[Declaration],
    config: Config,
    marks: Marks,
    selection: Selection,
    relay: HookRelay,
) -> Classification:
    """Sort the files of `change` among the watchdogs.

    Raises:
        UsageError: a malformed `-k` expression, or one that matches no watchdog.
    """
    files = _sort(change, [d.watchdog for d in declared], config, marks, relay)
    selected = _selected(selection, declared, relay)
    rows = {row.path: row for row in files}
    assignments, deselected = [], []
    for declaration in declared:
        watchdog = declaration.watchdog
        if watchdog.id == GENERAL and selection.without_general:
            continue
        assignment = _assign(declaration, rows, change, config)
        if not assignment.files:
            continue
        if watchdog.id != GENERAL and not selected(watchdog.id):
            deselected.append(watchdog.id)
        else:
            assignments.append(assignment)
    return Classification(
        files=files,
        assignments=tuple(assignments),
        deselected=tuple(deselected),
        declared=tuple(declaration.watchdog for declaration in declared),
        fail_on=config.fail_on,
        without_general=selection.without_general or all(d.watchdog.id != GENERAL for d in declared),
    )


def _selected(selection: Selection, declared: Sequence[Declaration], relay: HookRelay) -> Predicate:
    if not selection.expression:
        return lambda name: True
    if relay.failures:  # what is meant may be of a plugin that broke, which the run says and is incomplete for
        return compile_selection(selection.expression)
    return selection_among([each.watchdog.id for each in declared], selection.expression)


def _sort(
    change: Change, watchdogs: Sequence[Watchdog], config: Config, marks: Marks, relay: HookRelay
) -> tuple[ClassifiedFile, ...]:
    exclusions, risk = Exclusions(config.exclusions, marks), Risk(config.priorities)
    globs = [(w.id, Globs(w.paths), Globs(w.exclude) if w.exclude else None) for w in watchdogs]
    known = {watchdog.id for watchdog in watchdogs}
    rows = []
    for file in change.files:
        verdict = _verdict(file, config, relay, known)
        guarding = {
            name
            for name, paths, exclude in globs
            if name == GENERAL
            or (paths.match_either(file.path, file.old_path) and not (exclude and exclude.match(file.path)))
        }
        rows.append(
            ClassifiedFile(
                path=file.path,
                old_path=file.old_path,
                status=file.status,
                kind=file.kind,
                added=file.added,
                removed=file.removed,
                risk=risk.of(file),
                watchdogs=tuple(sorted(guarding | (set(verdict.watchdogs) & known))),
                excluded=verdict.excluded or exclusions.reason(file),
            )
        )
    return tuple(rows)


def _verdict(file: ChangedFile, config: Config, relay: HookRelay, known: set[str]) -> FileVerdict:
    if not relay.implements(_HOOK):
        return FileVerdict()
    answer = relay.first(_HOOK, file=file, config=config)
    if answer is None:
        return FileVerdict()
    plugin, verdict = answer
    told = None
    if not isinstance(verdict, FileVerdict):
        told = f"must return a FileVerdict or None, not {type(verdict).__name__}"
    elif not set(verdict.watchdogs) <= known:
        told = f"names unknown watchdogs: {', '.join(sorted(set(verdict.watchdogs) - known))}"
    if told is not None:
        relay.add_failure(PluginFailure(plugin.name, plugin.distribution, _HOOK, told))
    return verdict if isinstance(verdict, FileVerdict) else FileVerdict()


def _assign(
    declaration: Declaration, rows: dict[RepoPath, ClassifiedFile], change: Change, config: Config
) -> Assignment:
    watchdog = declaration.watchdog
    sees_all = watchdog.is_code_only and watchdog.sees_excluded
    mine = [row for row in rows.values() if watchdog.id in row.watchdogs and (sees_all or row.excluded is None)]
    if watchdog.is_code_only:
        # Code reads no brief, so the size of briefs binds it only where it says so itself.
        kept, dropped = _cut(mine, watchdog.max_files_per_brief or len(mine), REASON_BUDGET)
        kept.sort(key=lambda row: row.path)
        return _assignment(declaration, kept, dropped)
    if watchdog.id != GENERAL:
        limit = watchdog.max_files_per_brief or config.budgets.max_files_per_brief
        return _assignment(declaration, *_cut(mine, limit, REASON_BUDGET))
    if len(mine) <= FLOW_FILES and sum(change.by_path[row.path].churn for row in mine) <= FLOW_LINES:
        return _assignment(declaration, *_cut(mine, FLOW_FILES, REASON_OUT_OF_FLOW))
    return _assignment(declaration, *_cut(mine, FLOW_KEPT, REASON_OUT_OF_FLOW), FLOW_CHARS)


def _cut(rows: list[ClassifiedFile], limit: int, reason: str) -> tuple[list[ClassifiedFile], tuple[OutOfScope, ...]]:
    """The riskiest `limit` rows, and the rest by path with the reason."""
    ordered = sorted(rows, key=lambda row: (-row.risk, row.path))
    dropped = sorted(ordered[limit:], key=lambda row: row.path)
    return ordered[:limit], tuple(OutOfScope(path=row.path, reason=reason) for row in dropped)


def _assignment(
    declaration: Declaration,
    kept: Sequence[ClassifiedFile],
    dropped: tuple[OutOfScope, ...],
    max_file_chars: int | None = None,
) -> Assignment:
    return Assignment(
        watchdog=declaration.watchdog,
        origin=declaration.origin,
        files=tuple(row.path for row in kept),
        out_of_scope=dropped,
        max_file_chars=max_file_chars,
    )
