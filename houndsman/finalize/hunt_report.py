"""`hunt-report.json`: what each watchdog was asked, what it answered with proof, and what that took.

In: what finalize is given, the replies that could be read, and the coverage. Out: a `HuntReport`. A verdict counts as
proved here, not by its reviewer's word. Missing verdicts are shown and make no run incomplete. Secrets are redacted;
nothing fails.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from houndsman.finalize.inputs import Business, FinalizeInput
from houndsman.finalize.outcome import Coverage
from houndsman.finalize.spending import agents_of, passes_of, totals_of
from houndsman.finalize.without_secrets import gap_without_secrets, note_without_secrets
from houndsman.intake.context import Intake
from houndsman.intake.proof import Prover
from houndsman.intake.tally import Tallies, proved_gaps, tally
from houndsman.models.hunt_notes import HuntedWatchdog
from houndsman.models.hunt_report import BusinessReport, FileCoverage, Gap, HuntReport, WatchdogReport
from houndsman.models.owed import owed_by
from houndsman.models.watchdog import Watchdog
from houndsman.prompt.redact import redact


def hunt_report(
    inputs: FinalizeInput, intakes: Mapping[str, Intake], coverage: Sequence[Coverage], business: Business | None = None
) -> HuntReport:
    """The report on the run of `inputs`.

    Args:
        inputs: with what the hunt left besides the replies.
        intakes: by watchdog, the replies that could be read.
        coverage: of the watchdogs that were asked.
        business: what the change is for, and why these words; None where nobody looked.
    """
    prover = Prover(inputs.sources, inputs.roots)
    asked = {each.watchdog.id: each.watchdog for each in inputs.classification.assignments}
    noted = {each.watchdog: each for each in inputs.notes.watchdogs} if inputs.notes else {}
    watchdogs = []
    for row in coverage:
        intake = intakes.get(row.watchdog)
        answered = _answered(asked[row.watchdog], intake, inputs, prover)
        notes = noted.get(row.watchdog, HuntedWatchdog(watchdog=row.watchdog))
        watchdogs.append(_one(row, intake, answered, notes, inputs))
    return HuntReport(
        run=inputs.manifest.run,
        created_at=inputs.manifest.created_at,
        depth=inputs.notes.depth if inputs.notes else None,
        business_summary=_business(business),
        watchdogs=tuple(watchdogs),
        totals=totals_of(inputs.passes),
    )


class _Answered(NamedTuple):
    tallies: Tallies
    gaps: tuple[Gap, ...]


def _answered(watchdog: Watchdog, intake: Intake | None, inputs: FinalizeInput, prover: Prover) -> _Answered:
    owed = inputs.owed[watchdog.id] if watchdog.id in inputs.owed else owed_by(watchdog, None)
    checks, rules = (intake.checks, intake.rules) if intake else ((), ())
    gaps = proved_gaps(owed, watchdog, checks, rules, prover)
    return _Answered(tally(owed, watchdog, checks, rules, prover), tuple(map(gap_without_secrets, gaps)))


def _one(
    row: Coverage, intake: Intake | None, answered: _Answered, notes: HuntedWatchdog, inputs: FinalizeInput
) -> WatchdogReport:
    tries = [each for each in inputs.passes if each.asked.watchdog == row.watchdog]
    return WatchdogReport(
        watchdog=row.watchdog,
        agents=agents_of(tries),
        imported=row.imported,
        missing=None if row.missing is None else redact(row.missing),
        coverage=FileCoverage(
            expected=row.expected,
            reviewed=row.reviewed,
            skipped=row.skipped,
            undeclared=row.undeclared,
            out_of_scope=row.out_of_scope,
        ),
        checks=answered.tallies.checks,
        rules=answered.tallies.rules,
        gap_list=answered.gaps,
        findings=row.findings,
        refused=row.refused,
        passes=passes_of(tries, intake.findings if intake else ()),
        repairs=tuple(map(note_without_secrets, notes.repairs)),
        tree_changes=notes.tree_changes,
        second_opinion=redact(notes.second_opinion) or None,
    )


def _business(business: Business | None) -> BusinessReport | None:
    if business is None:
        return None
    return BusinessReport(source=business.summary.source, decision=business.decision, reason=redact(business.reason))
