"""Hunts reminders that nobody will find again, and asks an agent about public functions.

A reminder in a comment is forgotten the day it is merged, unless it names the issue in which somebody will close it.

For example this added line is `example/reminder-without-issue`::

    total = price * count  # LATER: taxes

In: the changed lines of Python files. Out: one finding for each such reminder. Nothing fails.
"""

from __future__ import annotations

import re

from houndsman import Change, Config, RawFinding, ReadingRoot, Rule, Severity, Watchdog, hookimpl

_REMINDER = re.compile(r"#\s*LATER\b(?!.*#\d+)")

REMINDERS = Watchdog(
    id="reminders",
    title="Reminders that name no issue",
    paths=("*.py",),
    agent="code",
    rules=(
        Rule(
            id="example/reminder-without-issue",
            number=1,
            title="A reminder names the issue that will close it",
            severity=Severity.SUGGESTION,
        ),
    ),
)

PUBLIC_API = Watchdog(
    id="public-api",
    title="Public functions",
    paths=("api/**",),
    rules=(
        Rule(
            id="example/undocumented-error",
            number=1,
            title="A public function names the errors that it raises",
            severity=Severity.ATTENTION,
            text="Whoever calls it must be able to catch them without reading the code.",
        ),
    ),
    checklist=("Does every new parameter have a default that keeps old calls working?",),
    guidance="Read each public function as its caller would.",
)


@hookimpl
def houndsman_watchdogs(config: Config) -> list[Watchdog]:
    """Declare both."""
    return [REMINDERS, PUBLIC_API]


@hookimpl
def houndsman_check(watchdog: Watchdog, change: Change, reading_root: ReadingRoot) -> list[RawFinding] | None:
    """Answer for `reminders`; `public-api` waits for an agent."""
    if watchdog.id != REMINDERS.id:
        return None
    found = []
    for file in change.files:
        lines = reading_root.lines(file.path)
        for number in file.changed_lines():
            line = lines[number - 1]
            if _REMINDER.search(line):
                found.append(
                    RawFinding(
                        file=file.path,
                        line=number,
                        rule=REMINDERS.rules[0].id,
                        message="This reminder names no issue, so nobody will close it.",
                        action="Open an issue and name it, as in `LATER #12: taxes`.",
                        quote=line,
                    )
                )
    return found
