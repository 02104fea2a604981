"""`houndsman finalize`, and the report of a finished run."""

from __future__ import annotations

import click

from houndsman.cli.options import (
    config_options,
    plugin_options,
    request_of,
    review_options,
    target_options,
    verdict_options,
)
from houndsman.cli.output import (
    as_json,
    counted,
    counts,
    findings_table,
    say_failures,
    say_warnings,
    table,
)
from houndsman.cli.progress import progress
from houndsman.cli.status import spent_data
from houndsman.cli.streams import say, show
from houndsman.errors import ExitCode
from houndsman.finalize.outcome import Coverage
from houndsman.models.hunt_report import WatchdogReport
from houndsman.models.triage import Status
from houndsman.prompt.foreign import one_line
from houndsman.session import Session
from houndsman.stage_results import Finalized

#: Open findings that a run prints; `houndsman findings list` has the rest.
_SHOWN = 20


@click.command("finalize")
@target_options
@review_options
@plugin_options
@config_options
@verdict_options
@click.option("--json", "json_", is_flag=True, help="Print status, coverage and findings as JSON.")
def command(json_: bool, **options: object) -> ExitCode:
    """Check, anchor, merge and file what was answered for the prepared run, and write its summary."""
    with progress() as tell, Session(request_of(options), tell) as session:
        done = session.finalize()
    return report(done, json_)


def report(done: Finalized, json_: bool) -> ExitCode:
    """Print what a run came to."""
    say_troubles(done)
    if json_:
        show(as_json(as_data(done)))
    else:
        _print(done)
    say_wanting(done)
    return done.exit_code


def say_troubles(done: Finalized) -> None:
    """What went wrong on the way, on standard error."""
    say_failures(done.failures)
    say_warnings(done.manifest.warnings)
    for told in done.notices:
        say(click.style("warning ", fg="yellow") + one_line(told, 400))
    _say_refused(done)


def say_wanting(done: Finalized) -> None:
    """What the run still wants, and how to give it, on standard error."""
    _say_incomplete(done)
    _say_missing(done)


def as_data(done: Finalized) -> dict[str, object]:
    """All that is printed, for machines; `findings` is the triage as `houndsman findings list --json` has it."""
    answered = {each.watchdog: each for each in done.outcome.report.watchdogs}
    return {
        "reviewId": done.manifest.review_id,
        "run": done.manifest.run,
        "status": done.outcome.verdict,
        "caveat": done.outcome.caveat.strip(" ,"),
        "incomplete": list(done.outcome.incomplete),
        "coverage": [
            {
                "watchdog": each.watchdog,
                "findings": each.findings,
                "refused": each.refused,
                "reviewed": each.reviewed,
                "skipped": each.skipped,
                "expected": each.expected,
                "outOfScope": each.out_of_scope,
                "missing": each.missing,
                "imported": each.imported,
                "checks": answered[each.watchdog].checks.to_json(),
                "rules": answered[each.watchdog].rules.to_json(),
            }
            for each in done.outcome.coverage
        ],
        "spent": None if done.spent is None else spent_data(done.spent),
        "summary": str(done.summary),
        "findings": [item.to_json() for item in done.items],
    }


def _print(done: Finalized) -> None:
    findings = done.outcome.findings
    open_ = [each for each in findings if each.status is Status.OPEN]
    open_.sort(key=lambda each: (each.severity.rank, each.file, each.line or 0))
    answered = {each.watchdog: each for each in done.outcome.report.watchdogs}
    rows = [
        [
            each.watchdog,
            each.findings,
            _reviewed(each),
            _proved(answered[each.watchdog]),
            each.out_of_scope,
            _state(each),
        ]
        for each in done.outcome.coverage
    ]
    if rows:
        show(table(["watchdog", "findings", "reviewed", "proved", "out of scope", "state"], rows))
    if open_:
        show(f"\n{findings_table([done.item(each) for each in open_[:_SHOWN]], with_status=False)}")
    if len(open_) > _SHOWN:
        show(f"… and {len(open_) - _SHOWN} more: houndsman findings list --review {done.manifest.review_id}")
    show(f"\n{done.outcome.verdict}{done.outcome.caveat}: {counts(findings)}")
    if done.spent is not None:
        show(f"agents took {done.spent} in {counted(done.spent.sessions, 'session')}")
    show(f"summary {done.summary}")


def _reviewed(row: Coverage) -> str:
    """Of how many files; a report that was asked for none says nothing of what its author looked at."""
    return "–" if row.imported and not row.expected else f"{row.reviewed}/{row.expected}"


def _proved(row: WatchdogReport) -> str:
    """How many of the verdicts that it owes are proved by a place."""
    expected = row.checks.expected + row.rules.expected
    return f"{row.checks.verified + row.rules.verified}/{expected}" if expected else "–"


def _state(row: Coverage) -> str:
    if row.missing is not None:
        return "missing"
    return "imported" if row.imported else "answered"


def _say_refused(done: Finalized) -> None:
    """Findings that nobody will see in the triage: each with its reason, so that its author can mend it."""
    for refusal in done.outcome.refusals[:_SHOWN]:
        told = f"{refusal.watchdog}, finding {refusal.index + 1}: {refusal.reason}"
        say(click.style("refused ", fg="yellow") + one_line(told, 400))
    if len(done.outcome.refusals) > _SHOWN:
        say(f"… and {len(done.outcome.refusals) - _SHOWN} more")
    if done.outcome.refusals:
        say(f"  their words are in {done.summary.with_name('intake.json')}")


def _say_incomplete(done: Finalized) -> None:
    """Why the run is not whole, but for what is said elsewhere: plugins that failed just now, and missing answers."""
    said = {str(failure) for failure in done.failures}
    said |= {f"{each.watchdog}: {each.missing}" for each in done.outcome.coverage}
    for reason in done.outcome.incomplete:
        if reason not in said:
            say(click.style("incomplete ", fg="red") + one_line(reason, 400))


def _say_missing(done: Finalized) -> None:
    for each in done.outcome.coverage:
        if each.missing is not None:
            say(click.style("missing ", fg="red") + one_line(f"{each.watchdog}: {each.missing}", 400))
    briefs = {watchdog.id: watchdog.brief for watchdog in done.manifest.watchdogs if watchdog.brief}
    unanswered = [
        each.watchdog for each in done.outcome.coverage if each.missing is not None and each.watchdog in briefs
    ]
    for name in unanswered:
        say(f"  brief   {briefs[name]}\n  answer  {done.staging / 'findings' / name}.json")
    for each in done.outcome.coverage:
        if each.missing is not None and each.imported:
            say(f"Import it again: houndsman findings import FILE --as {each.watchdog}")
    if unanswered:
        say(f"Write the answer there, then run: houndsman finalize --review {done.manifest.review_id}")
