"""`intake.json`: what was made of each findings file, beside the findings themselves.

In: the outcome. Out: plain JSON data for the run's folder: the findings that were refused, each with the reason and its
raw words, what each reply says of files, checks and rules, keys that the contract does not know, and usage. So nothing
that an agent wrote is lost, also where it became no finding. Secrets are redacted.
"""

from __future__ import annotations

from collections.abc import Iterable

from houndsman.finalize.without_secrets import data_without_secrets
from houndsman.intake.context import Intake
from houndsman.models.artifact import ARTIFACT_VERSION
from houndsman.models.finding import Note


def intake_report(intakes: Iterable[Intake]) -> dict[str, object]:
    """The report on all replies that could be read, by watchdog."""
    return {"version": ARTIFACT_VERSION, "watchdogs": [data_without_secrets(_one(intake)) for intake in intakes]}


def _one(intake: Intake) -> dict[str, object]:
    return {
        "watchdog": intake.watchdog,
        "notes": _notes(intake.notes),
        "reviewedFiles": [str(path) for path in intake.reviewed],
        "skipped": [{"file": str(path), "reason": reason} for path, reason in sorted(intake.skipped.items())],
        "undeclared": [str(path) for path in intake.undeclared],
        "refused": [{"index": each.index, "reason": each.reason, "raw": each.raw} for each in intake.refusals],
        "findings": [
            {"index": each.index, "notes": _notes(each.notes), "confidence": each.confidence, "extra": each.extra}
            for each in intake.findings
            if each.notes or each.extra or each.confidence is not None
        ],
        "checks": [verdict.to_json() for verdict in intake.checks],
        "rules": [verdict.to_json() for verdict in intake.rules],
        "extra": intake.extra,
        "usage": None if intake.usage is None else intake.usage.to_json(),
    }


def _notes(notes: Iterable[Note]) -> list[dict[str, object]]:
    return [note.to_json() for note in notes]
