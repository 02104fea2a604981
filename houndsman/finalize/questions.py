"""What came of the questions that reviewers owe: the gaps they proved, and what nobody proved.

In: the report on the hunt, who was asked about what, and what the change is for, which has the words of the questions.
Out: `Questions`, a list of lines for the summary that no reviewer can make endless; all of it stands in
`hunt-report.json`. A gap is no finding. Nothing fails.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from houndsman.models.business import BusinessSummary
from houndsman.models.classification import Classification, declared
from houndsman.models.hunt_report import Gap, HuntReport, WatchdogReport
from houndsman.models.watchdog import Watchdog
from houndsman.prompt.foreign import Shown, inline, one_line, ours, sentence

_SHOWN = 20  # lines in all
_OPEN_SHOWN = 10  # of these, at most so many for what is open where there are more gaps than room
_IDS = 20  # in one line
_WORDS = 160  # characters of a question, and of a note


class Questions(NamedTuple):
    """The beginning of the list, and how much more there is."""

    gaps: list[Shown]
    still_open: list[Shown]
    """A line for each watchdog."""
    more: int


def questions_of(report: HuntReport, classification: Classification, business: BusinessSummary | None) -> Questions:
    """What to show, in the order of the report.

    Args:
        report: with the gaps and the open ids of each watchdog.
        classification: whose watchdogs have the checklists and rules.
        business: the flows and invariants by their ids; None where nobody looked.
    """
    watchdogs = declared(classification.assignments)
    facts = () if business is None else (*business.flows, *business.invariants)
    titles = {fact.id: inline(fact.title, _WORDS) for fact in facts}
    gaps = [
        _gap(row.watchdog, gap, titles | _asked_by(watchdogs[row.watchdog]))
        for row in report.watchdogs
        for gap in row.gap_list
    ]
    still_open = [_open(row) for row in report.watchdogs if row.checks.open or row.rules.open]
    shown_gaps = gaps[: _SHOWN - min(len(still_open), _OPEN_SHOWN)]
    shown_open = still_open[: _SHOWN - len(shown_gaps)]
    return Questions(shown_gaps, shown_open, len(gaps) + len(still_open) - len(shown_gaps) - len(shown_open))


def _asked_by(watchdog: Watchdog) -> dict[str, Shown]:
    """The words of its own questions by their ids; its author may write Markdown."""
    items = {f"C{number}": item for number, item in enumerate(watchdog.checklist, 1)}
    rules = {str(rule.number): rule.title for rule in watchdog.rules}
    return {name: ours(one_line(words, _WORDS)) for name, words in (items | rules).items()}


def _gap(watchdog: str, gap: Gap, asked: Mapping[str, Shown]) -> Shown:
    words = f": {asked[gap.id]}" if gap.id in asked else ""
    note = f" ({inline(gap.note, _WORDS)})" if gap.note.strip() else ""
    return ours(f"{sentence(watchdog)}, {_called(gap.id)} at {inline(gap.at, _WORDS)}{words}{note}")


def _open(row: WatchdogReport) -> Shown:
    ids = [_called(name) for name in (*row.checks.open, *row.rules.open)]
    more = f" and {len(ids) - _IDS} more" if len(ids) > _IDS else ""
    return ours(f"{sentence(row.watchdog)}, {', '.join(ids[:_IDS])}{more}")


def _called(name: str) -> str:
    return f"rule {name}" if name.isdigit() else sentence(name, 20)
