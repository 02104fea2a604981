"""`houndsman agreement`: how far several ways of reviewing agree on one change, and what they find together.

What the command needs is imported when it runs, so that its help is there at once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from houndsman.cli.options import all_variants_options, request_of
from houndsman.cli.progress import progress
from houndsman.cli.streams import show
from houndsman.errors import ExitCode, UsageError

if TYPE_CHECKING:
    from houndsman.evaluation.agreeing import Agreed


@click.command("agreement")
@all_variants_options
@click.option("--branch", metavar="REF", help="The branch whose variants are looked at; same as --head.")
@click.option("--variants", metavar="LABEL,...", required=True, help="Two or more; an empty one has no label.")
@click.option("--tolerance", type=click.IntRange(min=0), help="Lines between findings that may be one [3].")
@click.option("--json", "json_", is_flag=True, help="Print the report as JSON.")
def command(variants: str, tolerance: int | None, json_: bool, **options: object) -> ExitCode:
    """Say how far variants of a review agree, such as the same briefs answered by several agents.

    Writes a report beside the first one's run, and what any, most and all of them report as findings files that
    `golden --findings` and `compare --a-findings` read.
    """
    from houndsman.evaluation.agreeing import Agreeing
    from houndsman.matching.near_duplicates import NEAR

    branch = options.get("branch")
    if branch is not None and options.get("head") is not None:
        raise UsageError("--branch and --head are the same", hint="Name the branch once.")
    request = request_of(options if branch is None else options | {"head": branch})
    labels = [label.strip() or None for label in variants.split(",")]
    with progress() as tell, Agreeing(request, tell) as desk:
        agreed = desk.agree(labels, NEAR if tolerance is None else tolerance)
    return told(agreed, json_=json_)


def told(agreed: Agreed, *, json_: bool) -> ExitCode:
    """Print it, with its warnings, and say how to end."""
    from houndsman.cli.output import as_json, say_warnings

    say_warnings(agreed.report.warnings)
    show(as_json(agreed.report.to_json()) if json_ else printed(agreed))
    return agreed.exit_code


def printed(agreed: Agreed) -> str:
    """The reviewers, each two of them, and as the last line how far all agree."""
    from houndsman.cli.output import table
    from houndsman.compare.agreement_page import (
        PAIRS,
        REVIEWERS,
        alpha_line,
        list_line,
        pair_rows,
        reviewer_rows,
    )

    of = agreed.report
    reviewers, pairs = table(REVIEWERS, reviewer_rows(of)), table(PAIRS, pair_rows(of))
    return "\n".join([reviewers, "", pairs, "", list_line(of), f"report {agreed.page}", "", alpha_line(of)])
