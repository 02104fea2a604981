"""What commands print: tables, findings, and foreign text that cannot steer the terminal."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence

import click
from tabulate import tabulate

from houndsman.cli.streams import say
from houndsman.models.manifest import Warning
from houndsman.models.severity import Severity
from houndsman.models.triage import Status, TriageItem
from houndsman.plugin_manager import PluginFailure
from houndsman.prompt.foreign import one_line, path_text

#: Code of the manifest's warning for a plugin that failed while the run was prepared.
PLUGIN_FAILED = "plugin-failed"

#: Characters of a message in a table.
_MESSAGE = 72

_COLOURS = {
    Severity.BLOCKING: "red",
    Severity.ATTENTION: "yellow",
    Severity.SUGGESTION: "cyan",
    Severity.NIT: "bright_black",
}


def table(headers: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """A plain table. Numbers stay as they are written: the id `1e5` is no number."""
    cells = [[str(cell) for cell in row] for row in rows]
    numeric = [all(row[at].isdigit() for row in cells) for at in range(len(headers))]
    align = ["right" if each else "left" for each in numeric]
    return tabulate(cells, headers, tablefmt="simple", disable_numparse=True, colalign=align if cells else None)


def as_json(value: object) -> str:
    """JSON for machines, in the one written form."""
    return json.dumps(value, sort_keys=True, ensure_ascii=False, indent=1)


def place(item: TriageItem) -> str:
    """`file:line` of a finding, safe to print."""
    name = path_text(item.file)
    return name if item.line is None else f"{name}:{item.line}"


def findings_table(items: Sequence[TriageItem], *, with_status: bool = True) -> str:
    """Findings, a line each."""
    headers = ["id", "severity", "place", "rule", "message", "by"]
    rows = [
        [
            item.id,
            click.style(item.severity, fg=_COLOURS[item.severity]),
            place(item),
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
    return table(headers, rows)


def counts(items: Iterable[TriageItem]) -> str:
    """Open findings by severity, in words."""
    found = [item.severity for item in items if item.status is Status.OPEN]
    return ", ".join(f"{found.count(severity)} {severity}" for severity in Severity)


def say_failures(failures: Iterable[PluginFailure]) -> None:
    """Plugins that failed, on standard error."""
    for failure in failures:
        say(click.style("broken ", fg="red") + one_line(str(failure), 400))


def say_warnings(warnings: Iterable[Warning]) -> None:
    """A manifest's warnings, on standard error. Those of broken plugins are said by `say_failures`."""
    for warning in warnings:
        if warning.code != PLUGIN_FAILED:
            say(click.style("warning ", fg="yellow") + one_line(f"{warning.message} [{warning.code}]", 400))
