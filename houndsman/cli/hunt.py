"""`houndsman hunt`."""

from __future__ import annotations

from collections.abc import Iterator

import click

from houndsman.cli.finalize import as_data, report, say_troubles, say_wanting
from houndsman.cli.options import (
    config_options,
    plugin_options,
    request_of,
    selection_options,
    target_options,
    verdict_options,
)
from houndsman.cli.output import as_json
from houndsman.cli.progress import progress
from houndsman.cli.streams import say, show
from houndsman.desk import Request
from houndsman.errors import ExitCode, worst
from houndsman.session import Finalized, Session


@click.command("hunt")
@target_options
@selection_options
@plugin_options
@config_options
@verdict_options
@click.option("--repeat", metavar="N", type=click.IntRange(min=1), default=1, help="Hunt N times, a run each.")
@click.option("--json", "json_", is_flag=True, help="Print status, coverage and findings as JSON.")
def command(json_: bool, repeat: int, **options: object) -> ExitCode:
    """Review a change: prepare, send out the watchdogs that need no model, finalize.

    Briefs that nobody has answered yet make the run incomplete (exit code 3). Write the answer where the brief says,
    and run `houndsman finalize`, or this again.
    """
    request = request_of(options)
    if repeat == 1:
        (done,) = _hunts(request, 1)
        return report(done, json_)
    codes, told = [], []
    for number, done in enumerate(_hunts(request, repeat), 1):
        codes.append(done.exit_code)
        if json_:
            say_troubles(done)
            say_wanting(done)
            told.append(as_data(done))
        else:
            show(f"run {number} of {repeat}\n")
            report(done, json_)
            show("")
    if json_:
        show(as_json(told))
    return worst(codes)


def _hunts(request: Request, times: int) -> Iterator[Finalized]:
    """One run after another, each whole before it is handed over and before the next begins.

    Each has a session of its own: a plugin that fails in one run must not make the next one incomplete.
    """
    first = None
    for number in range(1, times + 1):
        with progress("" if times == 1 else f"run {number} of {times}: ") as tell, Session(request, tell) as session:
            done = session.hunt(fresh=number > 1)
        first = first or done
        yield done
        if done.manifest.hash != first.manifest.hash:
            told = f"run {done.manifest.run} is no repeat of run {first.manifest.run}: what is reviewed has changed"
            say(click.style("warning ", fg="yellow") + told)
