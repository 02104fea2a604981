"""`houndsman hunt`."""

from __future__ import annotations

import click

from houndsman.cli.finalize import report
from houndsman.cli.options import (
    config_options,
    plugin_options,
    request_of,
    selection_options,
    target_options,
    verdict_options,
)
from houndsman.cli.progress import progress
from houndsman.errors import ExitCode
from houndsman.session import Session


@click.command("hunt")
@target_options
@selection_options
@plugin_options
@config_options
@verdict_options
@click.option("--json", "json_", is_flag=True, help="Print status, coverage and findings as JSON.")
def command(json_: bool, **options: object) -> ExitCode:
    """Review a change: prepare, send out the watchdogs that need no model, finalize.

    Briefs that nobody has answered yet make the run incomplete (exit code 3). Write the answer where the brief says,
    and run `houndsman finalize`, or this again.
    """
    with progress() as tell, Session(request_of(options), tell) as session:
        done = session.hunt()
    return report(done, json_)
