"""What a status does not say by itself: who is missing, what nobody proved, what no brief showed.

In: the verdict, the report on the hunt, and who was asked about what. Out: the rest of the status line, wherever it is
printed; empty where nothing is wanting. Nothing fails.
"""

from __future__ import annotations

from collections.abc import Iterator

from houndsman.finalize.counts import plural
from houndsman.finalize.outcome import Verdict
from houndsman.models.classification import Classification
from houndsman.models.hunt_report import HuntReport


def caveat_of(verdict: Verdict, report: HuntReport, classification: Classification) -> str:
    """Such as ` (without api), with 3 of 41 questions proved and 2 files out of scope`, to stand behind `verdict`."""
    missing = [row.watchdog for row in report.watchdogs if row.missing is not None]
    # An incomplete run names them at length, with the reasons.
    without = f" (without {', '.join(missing)})" if missing and verdict is not Verdict.INCOMPLETE else ""
    wanting = " and ".join([*_unproved(report), *_unseen(classification)])
    return without + (f", with {wanting}" if wanting else "")


def _unproved(report: HuntReport) -> Iterator[str]:
    """`n/a` proves nothing either: a reviewer who writes it everywhere must not look thorough."""
    tallies = [tally for row in report.watchdogs for tally in (row.checks, row.rules)]
    expected, verified = sum(each.expected for each in tallies), sum(each.verified for each in tallies)
    if verified < expected:
        set_aside = sum(each.not_applicable for each in tallies)
        yield f"{verified} of {plural(expected, 'question')} proved" + (f" ({set_aside} n/a)" if set_aside else "")


def _unseen(classification: Classification) -> Iterator[str]:
    paths = {each.path for assignment in classification.assignments for each in assignment.out_of_scope}
    if paths:
        yield f"{plural(len(paths), 'file')} out of scope"
