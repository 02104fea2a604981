"""What a long command is doing, on standard error.

On a terminal it is shown while it lasts: one line, and below it a row for each watchdog whose agents are out, with the
time that they have taken. Elsewhere the line is silent, and of the watchdogs each step is one line: a log shows how far
a long hunt has come.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, NamedTuple

from houndsman.cli.streams import say

if TYPE_CHECKING:  # start-up: a pipe or a CI log never shows it
    from rich.console import RenderableType

    from houndsman.hunt.grounds import Doing, Sign


class Watching(NamedTuple):
    """Whom to tell."""

    tell: Callable[[str], None]
    """What is being done."""
    sign: Sign
    """What a watchdog's agents do, and with whom or why."""


@contextmanager
def progress(before: str = "") -> Iterator[Callable[[str], None]]:
    """A function that shows what is being done, after the words `before`; the line is gone when the block ends."""
    if not sys.stderr.isatty():
        yield _silent
        return
    with _shown(before) as watching:
        yield watching.tell


@contextmanager
def watching(before: str = "") -> Iterator[Watching]:
    """As `progress`, for a command that sends agents out, too."""
    if not sys.stderr.isatty():
        yield Watching(_silent, _steps())
        return
    with _shown(before) as shown:
        yield shown


class _Row(NamedTuple):
    """Where a watchdog stands."""

    doing: str
    why: str
    since: float
    """When it began to do it, in seconds that only grow."""

    def lasted(self, now: float) -> str:
        """For how long, as `1:05`; empty for what does not last."""
        if self.doing not in ("asking", "paused"):
            return ""
        minutes, seconds = divmod(int(now - self.since), 60)
        return f"{minutes}:{seconds:02}"


@contextmanager
def _shown(before: str) -> Iterator[Watching]:
    from rich.console import Console  # start-up, as above
    from rich.live import Live
    from rich.spinner import Spinner
    from rich.table import Table
    from rich.text import Text

    line = Spinner("dots", text="")
    rows: dict[str, _Row] = {}

    def render() -> RenderableType:
        grid = Table.grid(padding=(0, 2))
        now = time.monotonic()
        for watchdog, row in rows.items():
            lasted = Text(row.lasted(now), justify="right")
            grid.add_row(Text(watchdog), Text(row.doing), lasted, Text(row.why, overflow="ellipsis", no_wrap=True))
        whole = Table.grid()
        whole.add_row(line)
        whole.add_row(grid)
        return whole

    def tell(doing: str) -> None:
        line.update(text=Text(before + doing))

    def sign(watchdog: str, doing: Doing, why: str) -> None:
        before = rows.get(watchdog)
        goes_on = before is not None and before.doing == doing.value
        rows[watchdog] = _Row(doing.value, _one_line(why), before.since if before and goes_on else time.monotonic())

    with Live(get_renderable=render, console=Console(stderr=True), transient=True, refresh_per_second=8):
        yield Watching(tell, sign)


def _steps() -> Sign:
    """Says a step when it is another than the last one: signs of life are many."""
    last: dict[str, str] = {}

    def sign(watchdog: str, doing: Doing, why: str) -> None:
        told = f"{watchdog}: {doing.value}{f' ({_one_line(why)})' if why else ''}"
        if doing.value != "waiting" and last.get(watchdog) != told:  # everybody waits at first: that tells nothing
            last[watchdog] = told
            say(told)

    return sign


def _one_line(why: str) -> str:
    from houndsman.prompt.foreign import one_line  # start-up: an agent's words are rare
    from houndsman.prompt.redact import redact

    return one_line(redact(why), 200)


def _silent(doing: str) -> None:
    """Nobody is looking."""
