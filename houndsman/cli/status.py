"""`houndsman status` and `houndsman status ping`."""

from __future__ import annotations

from datetime import UTC, datetime

import click

from houndsman.cli.options import request_of, review_options, target_options
from houndsman.cli.output import as_json, table
from houndsman.cli.streams import show
from houndsman.desk import Desk
from houndsman.errors import ExitCode
from houndsman.hunt.ceilings import Spent
from houndsman.hunt.standing import Row, Standing
from houndsman.prompt.foreign import one_line


@click.group("status", invoke_without_command=True)
@target_options
@review_options
@click.option("--json", "json_", is_flag=True, help="Print it for machines.")
@click.pass_context
def command(context: click.Context, /, json_: bool, **options: object) -> ExitCode | None:
    """Tell how far the latest run of a review has come: who waits, is at work, has answered or is missing.

    Whoever was at work and has given no sign for ten minutes is shown as timed-out; as interrupted, where the hunt was
    ended: run it again to go on.
    """
    if context.invoked_subcommand is not None:
        return None
    with Desk(request_of(options)) as desk:
        told = desk.status(desk.known_review())
    if json_:
        show(as_json(_as_data(told)))
        return ExitCode.CLEAN
    show(f"run {told.run} of {told.review}: {told.status}{_last_sign(told)}\n")
    show(table(["watchdog", "state", "agent", "sessions", "tokens", "cost", "why"], map(_cells, told.rows)))
    if told.spent.sessions:
        show(f"\nso far {told.spent} in {told.spent.sessions} sessions")
    return ExitCode.CLEAN


@command.command("ping")
@target_options
@review_options
def ping(**options: object) -> ExitCode:
    """Say that you are still at work: for an agent that reads the briefs and writes the answers by itself."""
    with Desk(request_of(options)) as desk:
        desk.ping(desk.known_review())
    return ExitCode.CLEAN


def _last_sign(told: Standing) -> str:
    if told.last_sign is None:
        return ""
    seconds = max(0, round((datetime.now(UTC) - told.last_sign).total_seconds()))
    ago = f"{seconds} s" if seconds < 120 else f"{seconds // 60} min" if seconds < 7200 else f"{seconds // 3600} h"
    return f", last sign of life {ago} ago"


def _cells(row: Row) -> list[object]:
    spent = row.spent
    tokens = f"{spent.tokens:,}" if spent.sessions > spent.uncounted else "-"
    cost = f"${spent.cost:.2f}" if spent.sessions > spent.unpriced else "-"
    return [row.watchdog, row.stage, row.agent or "-", spent.sessions, tokens, cost, one_line(row.why, 200)]


def _as_data(told: Standing) -> dict[str, object]:
    return {
        "reviewId": told.review,
        "run": told.run,
        "status": told.status,
        "lastSign": None if told.last_sign is None else told.last_sign.isoformat(),
        "watchdogs": [
            {"watchdog": row.watchdog, "state": row.stage, "agent": row.agent or None, "why": row.why or None}
            | spent_data(row.spent)
            for row in told.rows
        ],
        "spent": spent_data(told.spent),
    }


def spent_data(spent: Spent) -> dict[str, object]:
    """What was spent, for machines; a cost or number of tokens that nobody told is null."""
    return {
        "sessions": spent.sessions,
        "tokens": spent.tokens if spent.sessions > spent.uncounted else None,
        "cost": spent.cost if spent.sessions > spent.unpriced else None,
        "unpriced": spent.unpriced,
        "uncounted": spent.uncounted,
    }
