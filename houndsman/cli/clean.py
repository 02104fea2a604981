"""`houndsman clean`."""

from __future__ import annotations

import click

from houndsman.cli.options import request_of
from houndsman.cli.streams import show
from houndsman.desk import Desk
from houndsman.errors import ExitCode


@click.command("clean")
def command() -> ExitCode:
    """Remove the checked-out reading roots of this repository's reviews. Findings, briefs and answers stay."""
    with Desk(request_of({})) as desk:
        removed = desk.clean()
    for place in removed:
        show(f"removed {place}")
    if not removed:
        show("nothing to remove")
    return ExitCode.CLEAN
