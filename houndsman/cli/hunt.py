"""`houndsman hunt`."""

from __future__ import annotations

from collections.abc import Iterator

import click

from houndsman.cli.finalize import as_data, report, say_troubles, say_wanting
from houndsman.cli.options import (
    agents_options,
    config_options,
    plugin_options,
    request_of,
    selection_options,
    target_options,
    verdict_options,
)
from houndsman.cli.output import as_json, table
from houndsman.cli.progress import watching
from houndsman.cli.streams import say, show
from houndsman.desk import Request
from houndsman.errors import ExitCode, worst
from houndsman.hunt.estimate import estimates
from houndsman.session import Session
from houndsman.stage_results import Finalized


@click.command("hunt")
@target_options
@selection_options
@plugin_options
@config_options
@verdict_options
@agents_options
@click.option("--repeat", metavar="N", type=click.IntRange(min=1), default=1, help="Hunt N times, a run each.")
@click.option("--estimate", is_flag=True, help="Say what it would take; spend nothing, write nothing.")
@click.option(
    "--durations",
    metavar="N",
    type=click.IntRange(min=1),
    is_flag=False,
    flag_value=10,
    help="List the N longest sessions.",
)
@click.option("--json", "json_", is_flag=True, help="Print status, coverage and findings as JSON.")
def command(json_: bool, repeat: int, estimate: bool, durations: int | None, **options: object) -> ExitCode:
    """Review a change: prepare, send out the watchdogs, finalize.

    A brief goes to the agent of --agent, else to the one that its watchdog names, else to the configured one. A brief
    that nobody has answered makes the run incomplete (exit code 3): run this again, or write the answer where the brief
    says, and run `houndsman finalize`. What agents have answered is never asked for again.
    """
    request = request_of(options)
    if estimate:
        return _estimate(request, json_)
    if repeat == 1:
        (done,) = _hunts(request, 1)
        code = report(done, json_)
        if durations is not None:
            _say_longest(done, durations)
        return code
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
        if durations is not None:
            _say_longest(done, durations)
    if json_:
        show(as_json(told))
    return worst(codes)


def _hunts(request: Request, times: int) -> Iterator[Finalized]:
    """One run after another, each whole before it is handed over and before the next begins.

    Each has a session of its own: a plugin that fails in one run must not make the next one incomplete.
    """
    first = None
    for number in range(1, times + 1):
        done = _hunted(request, "" if times == 1 else f"run {number} of {times}: ", fresh=number > 1)
        first = first or done
        yield done
        if done.manifest.hash != first.manifest.hash:
            told = f"run {done.manifest.run} is no repeat of run {first.manifest.run}: what is reviewed has changed"
            say(click.style("warning ", fg="yellow") + told)


def _hunted(request: Request, before: str, *, fresh: bool) -> Finalized:
    unanswered: tuple[str, ...] = ()
    try:
        with watching(before) as (tell, sign), Session(request, tell, sign) as session:
            try:
                return session.hunt(fresh=fresh)
            finally:
                unanswered = session.unanswered
    except KeyboardInterrupt:
        if unanswered:
            say(f"without an answer: {', '.join(unanswered)}; run the same command again to go on")
        raise


def _estimate(request: Request, json_: bool) -> ExitCode:
    with watching() as (tell, sign), Session(request, tell, sign) as session:
        prepared = session.prepare(dry_run=True)
    rows = estimates(prepared.manifest, prepared.asked)
    if json_:
        keys = ("watchdog", "agent", "tokensIn", "tokensOut", "cost")
        show(as_json([dict(zip(keys, row, strict=True)) for row in rows]))
        return prepared.exit_code
    cells = [[*row[:-1], row.cost if row.cost is None else f"${row.cost:.2f}"] for row in rows]
    headers = ["watchdog", "agent", "tokens in", "tokens out", "cost"]
    show(table(headers, [["unknown" if cell is None else cell for cell in row] for row in cells]))
    asked = [row for row in rows if row.agent is not None]
    known = [row.cost for row in asked if row.cost is not None]
    unknown = f", and what {len(asked) - len(known)} of them cost is not known" if len(known) < len(asked) else ""
    tokens = sum(row.tokens_in + row.tokens_out for row in asked)
    cost = f", ${sum(known):.2f}" if known else ""
    show(f"\n{len(asked)} sessions that ask once: about {tokens:,} tokens{cost}{unknown}")
    return prepared.exit_code


def _say_longest(done: Finalized, count: int) -> None:
    """The sessions that took longest, on standard error."""
    timed = sorted((each for each in done.passes if each.seconds is not None), key=lambda each: -(each.seconds or 0))
    for each in timed[:count]:
        told = f"{each.asked.watchdog}, {each.asked.name} ({each.kind}), {each.asked.agent}: {each.end}"
        say(f"{each.seconds:8.1f} s  {told}")
