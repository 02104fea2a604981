"""How whole a run is: what each watchdog was asked and did, and every reason why something is wanting.

In: the classification, the manifest, the replies that could be read and why others could not. Out: one `Coverage` for
each watchdog that was asked, and the reasons that make the run incomplete. Nothing fails.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from houndsman.finalize.counts import plural
from houndsman.finalize.outcome import Coverage
from houndsman.intake.context import Intake
from houndsman.models.classification import Assignment, Classification
from houndsman.models.manifest import NOTHING_TO_REVIEW, PLUGIN_FAILED, Manifest

NO_FILE_REASON = "no findings file"


def coverage_of(
    classification: Classification,
    intakes: Mapping[str, Intake],
    missing: Mapping[str, str],
    imported: Collection[str] = (),
) -> tuple[Coverage, ...]:
    """What each watchdog did, in the order of the classification.

    Args:
        classification: who was asked about what.
        intakes: the replies that could be read.
        missing: why a reply is missing, cannot be read, or is of a hunt that failed.
        imported: who is an import.
    """
    rows = (
        _coverage(assignment, intakes.get(assignment.watchdog.id), missing.get(assignment.watchdog.id))
        for assignment in classification.assignments
    )
    return tuple(replace(row, imported=row.watchdog in imported) for row in rows)


def incomplete_reasons(
    manifest: Manifest,
    classification: Classification,
    coverage: Sequence[Coverage],
    plugin_failures: Sequence[str],
    *,
    allow_missing: bool,
) -> tuple[str, ...]:
    """Why the run is not whole.

    Args:
        manifest: whose warnings tell of broken plugins.
        classification: which tells whether `general` was left out.
        coverage: of each watchdog that was asked.
        plugin_failures: what failed since the manifest was written.
        allow_missing: a watchdog that left no findings file is no reason.
    """
    told = [warning.message for warning in manifest.warnings if warning.code == PLUGIN_FAILED]
    reasons = list(dict.fromkeys([*told, *plugin_failures]))
    if classification.without_general and manifest.status != NOTHING_TO_REVIEW:
        reasons.append("the watchdog general was left out")
    for row in coverage:
        if row.missing is not None:
            if not (allow_missing and row.missing == NO_FILE_REASON):
                reasons.append(f"{row.watchdog}: {row.missing}")
            continue
        if row.expected and not row.reviewed:
            # An empty reply looks exactly like a clean one, but for this.
            reasons.append(f"{row.watchdog}: reviewed none of the {plural(row.expected, 'file')} of its brief")
        elif row.undeclared:
            files = plural(row.expected, "file")
            reasons.append(f"{row.watchdog}: says nothing about {row.undeclared} of the {files} of its brief")
        if row.refused and not row.findings:
            # It found something, and nobody would see what.
            reasons.append(f"{row.watchdog}: all it reported was refused ({row.refused}); intake.json has the words")
    return tuple(reasons)


def _coverage(assignment: Assignment, intake: Intake | None, missing: str | None) -> Coverage:
    return Coverage(
        watchdog=assignment.watchdog.id,
        findings=0 if intake is None else len(intake.findings),
        refused=0 if intake is None else len(intake.refusals),
        reviewed=0 if intake is None else len(intake.reviewed),
        skipped=0 if intake is None else len(intake.skipped),
        expected=len(frozenset(assignment.files)),
        out_of_scope=len(assignment.out_of_scope),
        missing=missing,
    )
