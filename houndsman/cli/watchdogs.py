"""`houndsman watchdogs`: what guards this repository, and the tools of whoever writes a watchdog."""

from __future__ import annotations

import os
from pathlib import Path

import click

from houndsman.cli.options import plugin_options, request_of, review_options, target_options
from houndsman.cli.output import as_json, complained, counted, say_failures, say_warnings, table
from houndsman.cli.streams import say, show
from houndsman.cli.watchdog_card import answered_by, card
from houndsman.cli.watchdog_check import check, plugins_of, subject_of
from houndsman.cli.watchdog_new import Order, write
from houndsman.cli.watchdog_sources import BUILT_IN, Source, Surroundings, named
from houndsman.config.project import WATCHDOGS
from houndsman.errors import ExitCode, worst
from houndsman.golden.complaint import Weight
from houndsman.prompt.foreign import one_line, visible
from houndsman.prompt.redact import redact


@click.group("watchdogs")
def command() -> None:
    """List, show, write and check watchdogs, and say what they are worth.

    The project's own are read as they lie in the working tree, committed or not. (A review reads them from the commit
    that the change begins at.)
    """


@command.command("list")
@plugin_options
@click.option("--json", "json_", is_flag=True, help="Print it for machines.")
def list_(plugins: tuple[str, ...], json_: bool) -> ExitCode:
    """Say who guards what, by which rules, and who declares it."""
    around = _around(plugins)
    sources = around.all()
    if json_:
        show(as_json([_brief_row(source) for source in sources]))
    else:
        rows = [
            [
                source.watchdog.id,
                one_line(source.watchdog.title, 60),
                answered_by(source.watchdog),
                len(source.watchdog.rules),
                one_line(", ".join(source.watchdog.paths), 40),
                source.kind if source.kind == BUILT_IN else one_line(source.said),
            ]
            for source in sources
        ]
        show(table(["id", "title", "answers", "rules", "paths", "from"], rows, spare="paths"))
    return _with_failures(around)


@command.command("show")
@click.argument("watchdog", metavar="ID")
@plugin_options
@click.option("--json", "json_", is_flag=True, help="Print it for machines.")
def show_(watchdog: str, plugins: tuple[str, ...], json_: bool) -> ExitCode:
    """Show all that a watchdog declares, and where.

    Rules, checklist and guidance are in the words of its brief.
    """
    around = _around(plugins)
    wrong = around.wrong_files.get(f"{WATCHDOGS}/{watchdog}.md")
    if wrong is not None:
        raise wrong
    source = named(around.all(), watchdog)
    if json_:
        show(as_json({**source.watchdog.to_json(), "origin": _origin(source)}))
    else:
        show("\n".join(card(source, around.paths, around.config.budgets)).rstrip())
    return _with_failures(around)


@command.command("new")
@click.argument("name")
@click.option("--code", is_flag=True, help="Write a plugin whose code answers, instead of Markdown for an agent.")
@click.option(
    "--path",
    metavar="DIR",
    type=click.Path(file_okay=False, path_type=Path),
    help="Where: the project's root for Markdown [this repository's], a folder of its own for a plugin [./NAME].",
)
def new(name: str, code: bool, path: Path | None) -> ExitCode:
    """Write a watchdog that works, with case and test.

    The test passes at once, on a golden case: change all of it into yours. Nothing is ever overwritten.
    """
    around = _around(())
    taken = {Path(file).stem: file for file in around.project.watchdogs}
    taken |= {source.watchdog.id: source.said for source in around.by_plugins}
    written = write(Order(name, code, path, Path.cwd()), around.repository, taken)
    show("\n".join(written.lines()))
    return ExitCode.CLEAN


@command.command("check")
@click.argument("what", metavar="[FILE|ID]", required=False)
@plugin_options
@click.option("--json", "json_", is_flag=True, help="Print it for machines.")
def check_(what: str | None, plugins: tuple[str, ...], json_: bool) -> ExitCode:
    """Say what is wrong with a watchdog, and where.

    FILE is a Markdown watchdog, or a plugin's Python file, which is loaded. Without one, all Markdown watchdogs of the
    project and the plugins of -p are checked. Exits with 2 for an error.
    """
    around = _around((*plugins, *plugins_of(what)))
    subject = subject_of(around, what)
    complaints = check(around, subject)
    if json_:
        show(as_json([each._asdict() for each in complaints]))
    else:
        kinds = (counted(sum(each.weight is kind for each in complaints), kind.value) for kind in Weight)
        show(
            "\n".join(
                [*map(complained, complaints), f"{counted(subject.size, 'watchdog')} checked: {', '.join(kinds)}"]
            )
        )
    others = [failure for failure in around.relay.failures if failure not in subject.failures]
    say_failures(others)
    wrong = any(each.weight is Weight.ERROR for each in complaints)
    return worst([ExitCode.USAGE if wrong else ExitCode.CLEAN, ExitCode.INCOMPLETE if others else ExitCode.CLEAN])


@command.command("return")
@target_options
@review_options
@click.option("--json", "json_", is_flag=True, help="Print the report as JSON.")
def return_(json_: bool, **options: object) -> ExitCode:
    """Say what each watchdog is worth for what it costs, for each agent that answered it.

    Counts all reviews of this repository, or those that the options name, by what was decided with `houndsman findings
    decide`. What is worth most comes first.
    """
    from houndsman.cli.watchdog_return import printed  # the other commands of this group need no store
    from houndsman.evaluation.run_returns import Returning

    with Returning(request_of(options)) as desk:
        told = desk.returned()
    say_warnings(told.warnings)
    show(as_json(told.to_json()) if json_ else printed(told))
    return ExitCode.CLEAN


def _around(plugins: tuple[str, ...]) -> Surroundings:
    return Surroundings.of(Path.cwd(), dict(os.environ), plugins)


def _with_failures(around: Surroundings) -> ExitCode:
    """Plugins that failed and files that are wrong are named: what was printed is then not whole."""
    say_failures(around.relay.failures)
    for error in around.wrong_files.values():
        say(click.style("broken ", fg="red") + visible(redact(str(error))))
    failed = ExitCode.INCOMPLETE if around.relay.failures else ExitCode.CLEAN
    return worst([failed, ExitCode.USAGE if around.wrong_files else ExitCode.CLEAN])


def _brief_row(source: Source) -> dict[str, object]:
    watchdog = source.watchdog
    return {
        "id": watchdog.id,
        "title": watchdog.title,
        "agent": watchdog.agent,
        "paths": list(watchdog.paths),
        "exclude": list(watchdog.exclude),
        "rules": [rule.id for rule in watchdog.rules],
        "origin": _origin(source),
    }


def _origin(source: Source) -> dict[str, object]:
    plugin = source.plugin
    return {
        "kind": source.kind,
        "plugin": plugin.name if plugin else None,
        "distribution": plugin.distribution if plugin else None,
        "version": plugin.version if plugin else None,
        "file": source.file,
    }
