"""`houndsman findings`: list, show, decide, import."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import click

from houndsman.cli.options import (
    format_of,
    plugin_options,
    read_options,
    reading_of,
    request_of,
    review_options,
    target_options,
    text_of,
    verdict_options,
)
from houndsman.cli.output import as_json, counts, findings_table, group_lines, indented, place, say_failures
from houndsman.cli.streams import say, show
from houndsman.desk import Desk
from houndsman.errors import ExitCode, UsageError, worst
from houndsman.finalize.groups import linked_with
from houndsman.finalize.lineage import group_of
from houndsman.finalize.outcome import failing
from houndsman.models.lineage import Group
from houndsman.models.severity import Severity
from houndsman.models.triage import Decision, Status, TriageItem
from houndsman.prompt.foreign import one_line


@click.group("findings")
def command() -> None:
    """List, show, decide and import findings."""


_FILTERS: dict[str, Callable[[TriageItem, str], bool]] = {
    "status": lambda item, value: item.status == value,
    "severity": lambda item, value: item.severity.at_least(Severity(value)),
    "decision": lambda item, value: item.decision == value,
    "rule": lambda item, value: value in item.rule,
    "file": lambda item, value: value in str(item.file),
    "watchdog": lambda item, value: value in item.watchdogs,
}


@command.command("list")
@target_options
@review_options
@plugin_options
@click.option("--status", type=click.Choice([each.value for each in Status]), help="Only these.")
@click.option("--severity", type=click.Choice([each.value for each in Severity]), help="Only these or worse.")
@click.option("--decision", type=click.Choice([each.value for each in Decision]), help="Only these.")
@click.option("--rule", metavar="TEXT", help="Only rules whose id holds this.")
@click.option("--file", metavar="TEXT", help="Only paths that hold this.")
@click.option("--watchdog", metavar="ID", help="Only what this watchdog reported.")
@click.option("--format", "format_", metavar="NAME", help="Write in a format that a plugin adds.")
@click.option("--json", "json_", is_flag=True, help="Print the full triage records.")
@click.option("--fail-on", type=click.Choice([each.value for each in Severity]), help="Exit with 1 for open findings.")
def list_(json_: bool, format_: str | None, fail_on: str | None, **options: object) -> ExitCode:
    """List the findings of a review, worst first."""
    wanted = {name: str(options.pop(name)) for name in _FILTERS if options.get(name) is not None}
    threshold = Severity(fail_on) if fail_on else None
    request = request_of(options)
    with Desk(request) as desk:
        review = desk.known_review()
        unfinished, found = desk.unfinished(review), desk.items(review)
        items = [item for item in found if all(_FILTERS[name](item, value) for name, value in wanted.items())]
        items.sort(key=lambda item: (item.status != Status.OPEN, item.severity.rank, item.file, item.line or 0))
        codes = [failing(items, threshold)]
        if unfinished is not None:
            say(click.style("incomplete ", fg="red") + one_line(unfinished, 400))
            codes += [ExitCode.INCOMPLETE] if threshold else []  # a gate must not pass on half a review
        if format_ is not None:
            show(desk.exported(format_, tuple(items)), newline=False)
            say_failures(desk.relay.failures)
            return worst([*codes, ExitCode.INCOMPLETE if desk.relay.failures else ExitCode.CLEAN])
        if request.plugins and desk.relay.failures:  # nobody else looks at them here, and they were named
            say_failures(desk.relay.failures)
            codes.append(ExitCode.INCOMPLETE)
        if json_:
            show(as_json([item.to_json() for item in items]))
        elif items:
            among = f" of {counts(found)} in the review" if wanted else ""
            show(f"{findings_table(items)}\n\nopen: {counts(items)}{among}")
        else:
            show("no findings" + (" with these filters" if wanted and found else ""))
        return worst(codes)


@command.command("show")
@click.argument("ids", nargs=-1, required=True)
@target_options
@review_options
@click.option("--json", "json_", is_flag=True, help="Print the full triage records.")
def show_(ids: tuple[str, ...], json_: bool, **options: object) -> ExitCode:
    """Show findings whole: every watchdog's words, the code, the notes, and the near-duplicates."""
    with Desk(request_of(options)) as desk:
        review = desk.known_review()
        items = [desk.item(review, each) for each in ids]
        found = desk.items(review)
    if json_:
        show(as_json([item.to_json() for item in items]))
    else:
        show("\n\n".join(_shown(item, group_of(item, found)) for item in items))
    return ExitCode.CLEAN


@command.command("decide")
@click.argument("words", nargs=-1, required=True, metavar=f"ID... {'|'.join(Decision)}")
@target_options
@review_options
@click.option("--reason", default="", help="Why, for whoever reads it later.")
def decide(words: tuple[str, ...], reason: str, **options: object) -> ExitCode:
    """Decide findings, in every review of this repository.

    `execute` means it is to be fixed; `ignore` dismisses it until the code it covers changes; `pending` takes a
    decision back.
    """
    *ids, last = words
    if last not in {each.value for each in Decision} or not ids:
        hint = f"write: houndsman findings decide ID... {'|'.join(Decision)}"
        raise UsageError(f"{last!r} is no decision", hint=hint)
    with Desk(request_of(options)) as desk:
        for item in desk.decide(ids, Decision(last), reason):
            show(f"{item.id}  {item.decision}  {item.status}  {place(item)}  {one_line(item.rule)}")
    return ExitCode.CLEAN


@command.command("import")
@click.argument("place", metavar="PATH", type=click.Path(exists=True, allow_dash=True, path_type=Path))
@target_options
@review_options
@plugin_options
@verdict_options
@click.option("--as", "name", metavar="NAME", help="The name that they go by, as of a watchdog [the file's].")
@read_options
@click.option("--complete", is_flag=True, help="They cover every file of the change: what is gone from them is done.")
@click.option("--allow-empty", is_flag=True, help="Their tool writes nothing at all where it finds nothing.")
@click.option("--json", "json_", is_flag=True, help="Print status, coverage and findings as JSON.")
def import_(place: Path, name: str | None, complete: bool, json_: bool, **options: object) -> ExitCode:
    """Put somebody else's findings into the latest run, as one more watchdog, and finalize it.

    PATH is a file or a folder: SARIF, a linter's report, review comments, findings of ours. Doing it again replaces
    what was imported under the same name.
    """
    from houndsman.cli.finalize import report  # the other commands of this group need no arrow
    from houndsman.cli.progress import progress
    from houndsman.importing import Importer, Report, weighed_otherwise

    brought = Report(
        place=place,
        watchdog=_import_name(place, name),
        format=format_of(options),
        root=text_of(options, "root"),
        options=reading_of(options),
        complete=complete,
        allow_empty=bool(options["allow_empty"]),
    )
    with progress() as tell, Importer(request_of(options), tell) as importer:
        done = importer.take_in(brought)
    code = report(done, json_)
    told = weighed_otherwise(done, brought.watchdog)
    if told is not None:
        say(one_line(told, 400))
    return code


def _import_name(place: Path, name: str | None) -> str:
    """The name of an import: `name`, else what the file is called. Raises `UsageError` where it is no watchdog's."""
    from pydantic import ValidationError

    from houndsman.models.imported import Import

    if name is None and str(place) == "-":
        raise UsageError("what comes on standard input has no name", hint="Name the import with --as.")
    wanted = name if name is not None else re.sub(r"[^a-z0-9]+", "-", place.name.lower().partition(".")[0]).strip("-")
    try:
        return Import(watchdog=wanted, source=str(place)).watchdog
    except ValidationError as error:
        told = "1 to 64 of a-z, 0-9, '.', '_' and '-', with a letter or digit at both ends"
        what = (
            f"{wanted!r} is no name for a watchdog" if wanted or name is not None else f"{str(place)!r} gives no name"
        )
        raise UsageError(what, hint=f"Name the import with --as: {told}.") from error


def _shown(item: TriageItem, group: Group | None) -> str:
    lines = [
        f"{item.id}  {item.severity}  {item.status}, decision {item.decision}",
        f"  place     {place(item)}" + (f" to {item.end_line}" if item.end_line not in (None, item.line) else ""),
        f"  anchor    {item.anchor}" + (", old side" if item.side == "old" else ""),
        f"  rule      {one_line(item.rule)}",
        f"  seen      run {item.first_seen.run} ({item.first_seen.sha[:12]}) to run {item.last_seen.run}"
        f" ({item.last_seen.sha[:12]})",
    ]
    for message in item.messages:
        claimed = f" (called it {one_line(message.severity_claimed, 40)})" if message.severity_claimed else ""
        lines += [f"  {one_line(message.watchdog)}{claimed}", indented(message.message)]
    if item.action:
        lines += ["  to do", indented(item.action)]
    if item.quote:
        lines += ["  code", indented(item.quote)]
    lines += [
        f"  note      {one_line(note.text, 300)} [{one_line(note.code, 60)}]"
        for note in item.notes
        if linked_with(note) is None
    ]
    lines.append(f"  fingerprint {item.fingerprint}")
    if group is not None:
        lines += [f"  {line}" for line in group_lines(group)]
    return "\n".join(lines)
