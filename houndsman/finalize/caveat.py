"""What a status does not say by itself: who is missing or left out, what nobody proved, what no brief showed.

In: the verdict, the report on the hunt, and who was asked about what. Out: the rest of the status line, wherever it is
printed; empty where nothing is wanting. Nothing fails.
"""

from __future__ import annotations

from collections.abc import Iterator

from houndsman.finalize.counts import plural
from houndsman.finalize.outcome import Verdict
from houndsman.models.classification import Classification
from houndsman.models.hunt_report import HuntReport
from houndsman.prompt.foreign import one_line

_NAME = 60  # characters of one
_NAMED = 10  # of the watchdogs that were left out; the summary has the rest


def caveat_of(verdict: Verdict, report: HuntReport, classification: Classification) -> str:
    """Such as ` (without api), with 3 of 41 questions proved and 2 files out of scope`, to stand behind `verdict`."""
    missing = [row.watchdog for row in report.watchdogs if row.missing is not None]
    # An incomplete run names them at length, with the reasons.
    without = f" (without {', '.join(missing)})" if missing and verdict is not Verdict.INCOMPLETE else ""
    wanting = [*_unproved(report), *_unseen(classification), *_unasked(classification)]
    return without + (f", with {_listed(wanting)}" if wanting else "")


def _listed(parts: list[str]) -> str:
    """`a`, `a and b`, `a, b and c`."""
    return " and ".join([", ".join(parts[:-1]), parts[-1]] if len(parts) > 1 else parts)


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
    if classification.excluded:
        yield f"{plural(len(classification.excluded), 'file')} excluded"


def _unasked(classification: Classification) -> Iterator[str]:
    names = classification.deselected
    if names:
        shown = ", ".join(one_line(name, _NAME) for name in names[:_NAMED])
        more = f" and {len(names) - _NAMED} more" if len(names) > _NAMED else ""
        yield f"{plural(len(names), 'watchdog')} left out by -k ({shown}{more})"
