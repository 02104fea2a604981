"""What `houndsman watchdogs return` prints: what each watchdog brings for what it costs, a row each.

In: a report. Out: a table and what its columns mean, none of its lines longer than a hundred characters. Nothing fails.
"""

from __future__ import annotations

from houndsman.cli.output import counted, table
from houndsman.evaluation.returns import Return
from houndsman.evaluation.run_returns import ReturnReport
from houndsman.golden.headline import DASH
from houndsman.prompt.foreign import one_line

# A row has at most a hundred characters.
_WATCHDOG, _AGENT = 16, 12

_HEADERS = ("watchdog", "agent", "found", "right", "own", "wrong", "lost", "tokens", "USD", "each")

_LEGEND = """\
right: decided `execute`; own: of these, found by nobody else; wrong: `ignore`, of what was decided
lost: recall without it, of all that is right; USD: in all, and each: for each that is right"""


def printed(told: ReturnReport) -> str:
    """A row for each watchdog and agent, and what the columns mean."""
    where = f"{counted(told.runs, 'run')} of {counted(len(told.reviews), 'review')}"
    decided = f"{told.confirmed} right and {told.dismissed} wrong"
    rows = table(_HEADERS, map(_cells, told.rows))
    return f"{rows}\n\n{_LEGEND}\n{where}: {counted(told.reported, 'finding')}, {decided}"


def _cells(row: Return) -> list[object]:
    return [
        one_line(row.watchdog, _WATCHDOG),
        DASH if row.agent is None else one_line(row.agent, _AGENT),
        row.reported,
        row.confirmed,
        row.unique_confirmed,
        _share(row.dismissed_share),
        _share(row.recall_lost),
        _tokens(row.tokens),
        _dollars(row.cost),
        _dollars(row.cost_each),
    ]


def _share(share: float | None) -> str:
    return DASH if share is None else f"{100 * share:.0f} %"


def _tokens(tokens: int | None) -> str:
    if tokens is None:
        return DASH
    for size, unit in ((1_000_000, "M"), (1_000, "k")):
        if tokens >= 10 * size:
            return f"{tokens / size:,.0f}{unit}"
    return f"{tokens:,}"


def _dollars(cost: float | None) -> str:
    return DASH if cost is None else f"{cost:.2f}"
