"""`houndsman hunt`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

import click

from houndsman.cli.agreement import told as agreement_told
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
from houndsman.cli.output import as_json, say_warnings, table
from houndsman.cli.progress import progress, watching
from houndsman.cli.streams import say, show
from houndsman.desk import Request
from houndsman.errands import file_parts
from houndsman.errors import ExitCode, UsageError, worst
from houndsman.evaluation.agreeing import Agreeing
from houndsman.hunt.estimate import estimates
from houndsman.hunt.grounds import estimated_tokens
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
@click.option("--agents", metavar="A,B,...", help="Give the same briefs to each, as a variant each, and compare.")
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
def command(
    json_: bool, repeat: int, agents: str | None, estimate: bool, durations: int | None, **options: object
) -> ExitCode:
    """Review a change: prepare, send out the watchdogs, finalize.

    A brief goes to the agent of --agent, else to the one that its watchdog names, else to the configured one. A brief
    that nobody has answered makes the run incomplete (exit code 3): run this again, or write the answer where the brief
    says, and run `houndsman finalize`. What agents have answered is never asked for again.
    """
    request = request_of(options)
    if agents is not None:
        names = _named(agents, request, alone=repeat == 1 and not estimate)
        return _each_agent(request, names, Telling(json_, durations))
    if estimate:
        return _estimate(request, json_)
    if repeat == 1:
        (done,) = _hunts(request, 1)
        code = report(done, json_)
        if durations is not None:
            _say_longest(done, durations)
        return code
    runs = ((f"run {number} of {repeat}", done) for number, done in enumerate(_hunts(request, repeat), 1))
    codes, told = _told_each(runs, Telling(json_, durations))
    if json_:
        show(as_json(told))
    return worst(codes)


class Telling(NamedTuple):
    """How runs are told."""

    as_json: bool
    durations: int | None
    """So many of the longest sessions are listed; None for none."""


def _told_each(runs: Iterable[tuple[str, Finalized]], how: Telling) -> tuple[list[ExitCode], list[object]]:
    """Tell several runs, each under its heading as soon as it is there; how each ended, and their data for JSON."""
    codes, told = list[ExitCode](), list[object]()
    for heading, done in runs:
        codes.append(done.exit_code)
        if how.as_json:
            say_troubles(done)
            say_wanting(done)
            told.append(as_data(done))
        else:
            show(f"{heading}\n")
            report(done, json_=False)
            show("")
        if how.durations is not None:
            _say_longest(done, how.durations)
    return codes, told


def _named(agents: str, request: Request, *, alone: bool) -> list[str]:
    names = list(dict.fromkeys(name.strip() for name in agents.split(",") if name.strip()))
    if len(names) < 2:
        raise UsageError("it takes two agents or more", where="--agents", hint="For one, there is --agent.")
    if request.orders.agent is not None or not alone:
        hint = "Leave out --agent, --repeat and --estimate: each agent of --agents hunts once, as a variant of its own."
        raise UsageError("it goes with no other choice of runs", where="--agents", hint=hint)
    return names


def _each_agent(request: Request, names: Sequence[str], how: Telling) -> ExitCode:
    """The same briefs to each agent, a variant each, and how far they agree."""
    labels = [name if request.variant is None else f"{request.variant}+{name}" for name in names]
    owns = [
        replace(request, variant=label, orders=replace(request.orders, agent=name))
        for name, label in zip(names, labels, strict=True)
    ]
    over = [_is_over(own) for own in owns]  # also: nobody is paid before it is known that all can be asked
    goes_on = any(over) and not all(over)

    def hunted() -> Iterator[tuple[str, Finalized]]:
        for name, own, is_over in zip(names, owns, over, strict=True):
            if goes_on and is_over:
                say(f"{name}: has hunted this already; not asked again")
            else:
                yield name, _hunted(own, f"{name}: ", fresh=False)

    codes, told = _told_each(hunted(), how)
    with progress() as tell, Agreeing(request, tell) as desk:
        agreed = desk.agree(labels)
    if how.as_json:
        say_warnings(agreed.report.warnings)
        show(as_json({"runs": told, "agreement": agreed.report.to_json()}))
        return worst([*codes, agreed.exit_code])
    return worst([*codes, agreement_told(agreed, json_=False)])


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


def _is_over(request: Request) -> bool:
    with watching() as (tell, sign), Session(request, tell, sign) as session:
        return session.is_over(session.prepare(dry_run=True))


def _estimate(request: Request, json_: bool) -> ExitCode:
    with watching() as (tell, sign), Session(request, tell, sign) as session:
        prepared = session.prepare(dry_run=True)
    by_file = {
        each.watchdog.id: [estimated_tokens(part.brief) for part in file_parts(prepared.writer, each)]
        for each in prepared.classification.assignments
    }
    rows = estimates(prepared.manifest, prepared.asked, prepared.depth, by_file)
    if json_:
        keys = ("watchdog", "agent", "sessions", "tokensIn", "tokensOut", "cost")
        show(as_json([dict(zip(keys, row, strict=True)) for row in rows]))
        return prepared.exit_code
    cells = [[*row[:-1], row.cost if row.cost is None else f"${row.cost:.2f}"] for row in rows]
    headers = ["watchdog", "agent", "sessions", "tokens in", "tokens out", "cost"]
    show(table(headers, [["unknown" if cell is None else cell for cell in row] for row in cells]))
    asked = [row for row in rows if row.agent is not None]
    known = [row.cost for row in asked if row.cost is not None]
    lacking = f", and what {len(asked) - len(known)} of {len(asked)} watchdogs cost is not known"
    unknown = lacking if len(known) < len(asked) else ""
    tokens = sum(row.tokens_in + row.tokens_out for row in asked)
    cost = f", ${sum(known):.2f}" if known else ""
    sessions = sum(row.sessions for row in asked)
    noun = "session that asks" if sessions == 1 else "sessions that ask"
    show(f"\n{sessions} {noun} once: about {tokens:,} tokens{cost}{unknown}")
    return prepared.exit_code


def _say_longest(done: Finalized, count: int) -> None:
    """The sessions that took longest, on standard error."""
    timed = sorted((each for each in done.passes if each.seconds is not None), key=lambda each: -(each.seconds or 0))
    for each in timed[:count]:
        told = f"{each.asked.watchdog}, {each.asked.name} ({each.kind}), {each.asked.agent}: {each.end}"
        say(f"{each.seconds:8.1f} s  {told}")
