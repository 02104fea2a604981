"""`houndsman prepare`, and bare `houndsman`."""

from __future__ import annotations

import click

from houndsman.classify.select import Predicate, compile_selection
from houndsman.cli.options import config_options, plugin_options, request_of, selection_options, target_options
from houndsman.cli.output import as_json, say_failures, say_warnings, table
from houndsman.cli.progress import progress
from houndsman.cli.streams import say, show
from houndsman.errors import ExitCode, NoRepositoryError
from houndsman.intent.status import status_line
from houndsman.models.change import FileKind
from houndsman.models.manifest import NOTHING_TO_REVIEW, Manifest
from houndsman.models.watchdog import GENERAL
from houndsman.prompt.foreign import one_line
from houndsman.session import Session
from houndsman.stage_results import Prepared


@click.command("prepare")
@target_options
@selection_options
@plugin_options
@config_options
@click.option("--dry-run", "--collect-only", "dry_run", is_flag=True, help="Say what would be reviewed; write nothing.")
@click.option("--full", is_flag=True, help="Review everything, whatever an earlier run covered (today always so).")
@click.option("--json", "json_", is_flag=True, help="Print the manifest.")
@click.pass_context
def command(context: click.Context, /, dry_run: bool, full: bool, json_: bool, **options: object) -> ExitCode:
    """Read the change, sort it among the watchdogs, and write each agent's brief and the run's manifest.

    Agents then write findings/<watchdog>.json into the staging folder; `houndsman finalize` takes it from there.
    """
    try:
        with progress() as tell, Session(request_of(options), tell) as session:
            prepared = session.prepare(dry_run=dry_run)
    except NoRepositoryError as error:
        if context.parent is not None:
            say(context.parent.get_help())
        say(f"\nhoundsman: {error}\n  Or see what it does: `houndsman demo`.")
        return error.exit_code
    say_failures(prepared.failures)
    say_warnings(prepared.manifest.warnings)
    if json_:
        say(_intent(prepared))
        show(as_json(prepared.manifest.to_json()))
    else:
        expression = options.get("expression")
        _print(prepared, compile_selection(expression) if isinstance(expression, str) else _anyone, dry_run=dry_run)
    return prepared.exit_code


def _anyone(watchdog: str) -> bool:
    """Without `-k`."""
    return True


def _print(prepared: Prepared, selected: Predicate, *, dry_run: bool) -> None:
    manifest = prepared.manifest
    if manifest.status == NOTHING_TO_REVIEW:
        show(f"nothing to review: {_range(manifest)} holds no file for any watchdog")
        show("to review something else: --base REF, --commit SHA, --range A..B, --staged or --working-tree")
        return
    show(watchdog_table(prepared, selected))
    excluded = sum(1 for file in manifest.files if file.excluded)
    count = len(manifest.files)
    show(f"\n{count} changed file{'' if count == 1 else 's'}, {excluded} excluded; {_range(manifest)}")
    would = "would be " if dry_run else ""
    go = "would go" if dry_run else "go"
    show(f"review {manifest.review_id}, run {manifest.run}; staging {would}at\n  {prepared.staging}")
    briefs = [watchdog.brief for watchdog in manifest.watchdogs if watchdog.brief]
    if briefs:
        show(f"briefs {would}at\n  " + "\n  ".join(briefs))
        show(f"answers {go} to\n  {prepared.staging / 'findings'}/<watchdog>.json")
    show(_intent(prepared))
    if prepared.classification.deselected:
        show(f"left out by -k: {', '.join(prepared.classification.deselected)}")
    if not dry_run:
        show(f"then run: houndsman finalize --review {manifest.review_id} (or houndsman hunt, which sends agents out)")


def _intent(prepared: Prepared) -> str:
    """What is known of the change's purpose, and whether somebody must say more of it first."""
    by_path = prepared.change.by_path
    shown = (row.path for row in prepared.manifest.files if row.excluded is None)
    return status_line(prepared.business.summary, sum(by_path[path].kind is FileKind.TEXT for path in shown))


def watchdog_table(prepared: Prepared, selected: Predicate = _anyone) -> str:
    """What each watchdog was given, those that would be briefed and have no file last."""
    by_path = prepared.change.by_path
    rows = [
        [
            watchdog.id,
            len(watchdog.files),
            sum(by_path[path].churn for path in watchdog.files),
            len(watchdog.out_of_scope),
            watchdog.estimated_tokens or "-",
            one_line(watchdog.agent, 48) if watchdog.agent else "(whoever answers)",
        ]
        for watchdog in prepared.manifest.watchdogs
    ]
    rows += [[watchdog, 0, 0, 0, "-", "(guards no file of this change)"] for watchdog in _idle(prepared, selected)]
    return table(["watchdog", "files", "churn", "out of scope", "tokens (est.)", "agent"], rows)


def _idle(prepared: Prepared, selected: Predicate) -> list[str]:
    """Watchdogs for an agent that have nothing to review: their author looks for them. Code that has nothing to look at
    is as usual."""
    sorting = prepared.classification
    known = {GENERAL, *sorting.expected, *sorting.deselected}
    return [
        watchdog.id
        for watchdog in sorting.declared
        if watchdog.id not in known and not watchdog.is_code_only and selected(watchdog.id)
    ]


def _range(manifest: Manifest) -> str:
    left = manifest.target.left[:12]
    return f"{one_line(manifest.target.key)} from {left} to {manifest.target.head[:12]}"
