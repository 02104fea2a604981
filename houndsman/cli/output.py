"""What commands print: tables, findings, and foreign text that cannot steer the terminal.

On a terminal a table is folded to its width, and where even that would spell its words letter by letter, each row
becomes a few lines. Elsewhere rows are single lines, however long.
"""

from __future__ import annotations

import json
import re
import shutil
import sys
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

import click
from tabulate import tabulate

from houndsman.cli.streams import say
from houndsman.models.finding import Anchor
from houndsman.models.manifest import PLUGIN_FAILED, RunWarning
from houndsman.models.severity import Severity
from houndsman.models.triage import Status
from houndsman.prompt.foreign import one_line, path_text, steering_escaped, visible
from houndsman.prompt.redact import redact

if TYPE_CHECKING:  # start-up: a score needs tables, and no findings of ours
    from houndsman.golden.complaint import Complaint
    from houndsman.hook_relay import PluginFailure
    from houndsman.models.lineage import Group
    from houndsman.models.triage import StoredFinding, TriageItem

#: Characters of a message in a table.
_MESSAGE = 72

_DOUBTFUL = "? a place that no quote of the code proves"

#: Between two columns.
_GAP = 2

#: Characters below which a column is no longer read but spelled; for one that holds sentences, and for any other.
_NARROW_SENTENCE, _NARROW = 20, 12

#: From this width on, what a column holds is sentences.
_SENTENCE = 40

_COLOURS = {
    Severity.BLOCKING: "red",
    Severity.ATTENTION: "yellow",
    Severity.SUGGESTION: "cyan",
    Severity.NIT: "bright_black",
}


def table(headers: Sequence[str], rows: Iterable[Sequence[object]], *, spare: str = "") -> str:
    """A plain table. Numbers stay as they are written: the id `1e5` is no number.

    Args:
        headers: of the columns.
        rows: a cell for each of them.
        spare: the column that goes first where the terminal is too narrow for all.
    """
    cells = [[str(cell) for cell in row] for row in rows]
    gaps = _GAP * (len(headers) - 1)
    if spare and sys.stdout.isatty() and sum(_natural(headers, cells)) + gaps > shutil.get_terminal_size().columns:
        gone = headers.index(spare)
        headers, *cells = [[*row[:gone], *row[gone + 1 :]] for row in (headers, *cells)]
    numeric = [all(row[at].isdigit() for row in cells) for at in range(len(headers))]
    align = ["right" if each else "left" for each in numeric]
    if sys.stdout.isatty():
        room = shutil.get_terminal_size().columns
        widths = _fitted(_natural(headers, cells), room)
        if widths is None:
            return _records(headers, cells, room)
        headers = [_folded(header, width - _GAP) for header, width in zip(headers, widths, strict=True)]
        cells = [list(map(_folded, row, widths)) for row in cells]
    return tabulate(cells, headers, tablefmt="simple", disable_numparse=True, colalign=align if cells else None)


def _natural(headers: Sequence[str], cells: Iterable[Sequence[str]]) -> list[int]:
    """How wide each column is where there is room for all."""
    columns = zip(*([header + " " * _GAP for header in headers], *cells), strict=True)  # as tabulate pads them
    return [max(map(_width, column)) for column in columns]


def _fitted(natural: Sequence[int], room: int) -> list[int] | None:
    """Widths of columns that fit into `room`, the widest made narrower first; None where some would be too narrow."""
    least = [min(width, _NARROW_SENTENCE if width > _SENTENCE else _NARROW) for width in natural]
    room -= _GAP * (len(natural) - 1)
    if sum(least) > room:
        return None
    widths = list(natural)
    while sum(widths) > room:
        shrinkable = [at for at, width in enumerate(widths) if width > least[at]]
        widths[max(shrinkable, key=widths.__getitem__)] -= 1
    return widths


def _records(headers: Sequence[str], cells: Iterable[Sequence[str]], room: int) -> str:
    """Each row as a block, a line for each column."""
    label = max(map(len, headers)) + _GAP
    blocks = []
    for row in cells:
        pairs = zip(headers, (_folded(cell, max(room - label, _NARROW)) for cell in row), strict=True)
        blocks.append("\n".join(header.ljust(label) + cell.replace("\n", "\n" + " " * label) for header, cell in pairs))
    return "\n\n".join(blocks)


def _folded(cell: str, width: int) -> str:
    """`cell` in lines of at most `width` characters. What has a colour is short, and stays as it is.

    A word that no line can hold, such as a path, goes on behind one of its signs.
    """
    if _width(cell) <= width:
        return cell
    lines = [""]
    for word in cell.split():
        gap = " " if lines[-1] else ""
        for piece in _pieces(word, width):
            if len(lines[-1]) + len(gap) + len(piece) <= width:
                lines[-1] += gap + piece
            else:
                lines.append(piece)
            gap = ""
    return "\n".join(lines)


def _pieces(word: str, width: int) -> list[str]:
    """`word`, apart where it may be folded so that no piece is longer than `width`."""
    if len(word) <= width:
        return [word]
    parts = re.findall(r"[^,/.-]*[,/.-]+|[^,/.-]+", word)
    return [part[at : at + width] for part in parts for at in range(0, len(part), width)]


def _width(cell: str) -> int:
    return len(click.unstyle(cell))


def as_json(value: object) -> str:
    """JSON for machines, in the one written form; what could steer a terminal is written as JSON's own escapes."""
    text = json.dumps(value, sort_keys=True, ensure_ascii=False, indent=1)
    try:
        text.encode(sys.stdout.encoding or "utf-8")
    except UnicodeEncodeError:  # a stream of another encoding, or half a character of an agent's
        text = json.dumps(value, sort_keys=True, indent=1)
    return steering_escaped(text)


def place(item: TriageItem) -> str:
    """`file:line` of a finding, safe to print."""
    name = redact(path_text(item.file))
    return name if item.line is None else f"{name}:{item.line}"


def findings_table(items: Sequence[TriageItem], *, with_status: bool = True) -> str:
    """Findings, a line each. A place that no quote proves is marked, and below the table stands what that means."""
    headers = ["id", "severity", "place", "rule", "message", "by"]
    rows = [
        [
            item.id,
            click.style(item.severity, fg=_COLOURS[item.severity]),
            f"{place(item)} ?" if _is_doubtful(item) else place(item),
            one_line(item.rule, 48),
            one_line(item.message, _MESSAGE),
            ",".join(item.watchdogs),
        ]
        for item in items
    ]
    if with_status:
        headers.insert(2, "status")
        for row, item in zip(rows, items, strict=True):
            row.insert(2, item.status)
    return table(headers, rows) + (f"\n{_DOUBTFUL}" if any(map(_is_doubtful, items)) else "")


def _is_doubtful(item: TriageItem) -> bool:
    """Whether the line is only claimed; a finding on the whole file claims none."""
    return item.line is not None and item.anchor in (Anchor.UNPROVEN, Anchor.AMBIGUOUS)


def group_lines(group: Group) -> list[str]:
    """Near-duplicates, and why they are taken for such."""
    lines = [f"group {group.label}: {len(group.members)} that probably say the same"]
    for each in group.members:
        where = redact(path_text(each.file)) + ("" if each.line is None else f":{each.line}")
        rule = one_line(each.rule, 48)
        lines.append(
            f"  {each.id}  {each.severity}  {each.status}  {where}  {rule}  {one_line(each.message, _MESSAGE)}"
        )
    lines += [f"  {link.one} and {link.other}: {one_line(link.why, 300)}" for link in group.links]
    return lines


def indented(text: str) -> str:
    """Foreign text as a block under a line of ours."""
    return "\n".join(f"      {line}" for line in visible(redact(text)).rstrip("\n").split("\n"))


def counts(items: Iterable[TriageItem | StoredFinding]) -> str:
    """Open findings by severity, in words."""
    found = [item.severity for item in items if item.status is Status.OPEN]
    return ", ".join(f"{found.count(severity)} {severity}" for severity in Severity)


def complained(complaint: Complaint) -> str:
    """What is wrong, where, and the next step."""
    colour = {"error": "red", "warning": "yellow"}.get(complaint.weight)
    told = f"{one_line(complaint.place)}: {one_line(complaint.what, 400)} [{complaint.code}]"
    hint = f"\n  {one_line(complaint.hint, 400)}" if complaint.hint else ""
    return click.style(f"{complaint.weight} ", fg=colour) + told + hint


def counted(number: int, noun: str) -> str:
    """`1 error`, `2 errors`."""
    return f"{number} {noun}{'' if number == 1 else 's'}"


def say_failures(failures: Iterable[PluginFailure]) -> None:
    """Plugins that failed, on standard error."""
    for failure in failures:
        say(click.style("broken ", fg="red") + one_line(str(failure), 400))


def say_warnings(warnings: Iterable[RunWarning]) -> None:
    """A manifest's warnings, on standard error. Those of broken plugins are said by `say_failures`."""
    for warning in warnings:
        if warning.code != PLUGIN_FAILED:
            say(click.style("warning ", fg="yellow") + one_line(f"{warning.message} [{warning.code}]", 400))
