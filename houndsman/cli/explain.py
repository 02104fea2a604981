"""`houndsman explain`: one finding, from the raw words to the triage."""

from __future__ import annotations

import json
from collections.abc import Iterator

import click

from houndsman.cli.options import request_of, review_options, target_options
from houndsman.cli.output import as_json, group_lines, indented, place
from houndsman.cli.streams import show
from houndsman.desk import Desk
from houndsman.errors import ExitCode
from houndsman.models.finding import Anchor
from houndsman.models.lineage import InRun, KnownBy, Lineage, Material, MergeKey, Reported
from houndsman.models.repo_path import RepoPath
from houndsman.models.triage import Recognition
from houndsman.prompt.foreign import one_line, path_text, steering_escaped
from houndsman.prompt.redact import redact

_NOT_KEPT = "not kept: an earlier houndsman recorded this run"

_ANCHORS = {
    Anchor.EXACT: "the quote stands at the claimed line",
    Anchor.RELOCATED: "the quote stands elsewhere, at one nearest place",
    Anchor.AMBIGUOUS: "the quote stands at several equally near places; the claimed line is kept",
    Anchor.UNPROVEN: "no usable quote, or it is not in the file; the claimed line is kept",
}


@click.command("explain")
@click.argument("ids", nargs=-1, required=True, metavar="ID...")
@target_options
@review_options
@click.option("--json", "json_", is_flag=True, help="Print it for machines.")
def command(ids: tuple[str, ...], json_: bool, **options: object) -> ExitCode:
    """Tell how findings came to be what they are.

    The raw words, what was put right in them, where each was placed and how, what it weighs and why, what it was merged
    with, how each run knew it again, and what became of it.
    """
    with Desk(request_of(options)) as desk:
        review = desk.known_review()
        told = [desk.explain(review, each) for each in ids]
    if json_:
        show(as_json([each.to_json() for each in told]))
    else:
        show("\n\n".join("\n".join(_lines(each)) for each in told))
    return ExitCode.CLEAN


def _lines(told: Lineage) -> Iterator[str]:
    item = told.finding
    yield f"{item.id}  {item.severity}  {item.status}, decision {item.decision}"
    yield f"  {place(item)}  {one_line(item.rule)}"
    for run in told.runs:
        yield ""
        yield from _run(run)
    yield ""
    yield from _identity(told.identity)
    yield ""
    yield "triage"
    yield f"  first reported by run {item.first_seen.run}, last by run {item.last_seen.run}"
    for turn in told.history:
        who = f"run {turn.run}" if turn.run is not None else "decided"
        when = f" ({turn.at})" if turn.at else ""
        why = f": {one_line(turn.why, 300)}" if turn.why else ""
        yield f"  {who}{when}  {turn.about} {turn.was or 'unknown'} -> {turn.became}{why}"
    if told.group is not None:
        yield ""
        yield from group_lines(told.group)


def _run(run: InRun) -> Iterator[str]:
    yield f"run {run.run}  of {run.head[:12]}, {run.created_at}"
    if not run.reported:
        yield "  nobody reported it"
        return
    for each in run.reported:
        yield from _reported(each)
    key = _NOT_KEPT if run.merged_by is None else _key(run.merged_by)
    yield f"  merged    {len(run.reported)} into one, by {key}" if len(run.reported) > 1 else f"  merge key {key}"
    if len(run.reported) > 1:
        yield f"            severity {run.severity}, the worst; anchor {run.anchor}, the best"
    yield f"  known     {_NOT_KEPT if run.known_by is None else _known(run.known_by)}"


def _reported(each: Reported) -> Iterator[str]:
    yield f"  {each.watchdog}: number {each.raw.index + 1} in {each.raw.file}"
    if each.raw.missing is None:
        words = json.dumps(each.raw.words, ensure_ascii=False, indent=1)
        yield indented(steering_escaped(words))
    else:
        yield f"      its words cannot be shown: {one_line(each.raw.missing)}"
    for note in each.notes:
        yield f"    note      {one_line(note.text, 300)} [{note.code}]"
    lines = "the whole file" if each.line is None else f"line {each.line}"
    lines += f" to {each.end_line}" if each.end_line not in (None, each.line) else ""
    yield f"    anchor    {each.anchor}: {_ANCHORS[each.anchor]}; {lines}"
    claimed = "none claimed" if each.severity_claimed is None else f"claimed {one_line(each.severity_claimed, 40)}"
    by = _NOT_KEPT if each.weighed_by is None else one_line(each.weighed_by, 300)
    yield f"    severity  {claimed} -> {each.severity}, by {by}"


def _key(key: MergeKey) -> str:
    parts = [_named(key.file), f"{key.side} side", "whole file" if key.line is None else f"line {key.line}"]
    parts.append(f"rule {one_line(key.rule)}")
    if key.message is not None:
        parts.append(f"message {one_line(key.message, 120)!r}")
    return ", ".join(parts)


def _known(known: KnownBy) -> str:
    if known.how is Recognition.NEW or known.file is None:
        return "new"
    was = _named(known.file) + ("" if known.line is None else f":{known.line}")
    why = (
        "followed along the diff to this very line, the lines that it covers unchanged"
        if known.how is Recognition.PLACE
        else "the same rule, line and neighbours"
    )
    return f"by {known.how}, as that of run {known.run}: {was} in {(known.sha or '')[:12]}; {why}"


def _identity(material: Material) -> Iterator[str]:
    yield f"fingerprint {material.fingerprint}"
    yield f"  rule      {one_line(material.rule)}"
    yield f"  path      {_named(material.path)}"
    if material.lines_missing is not None:
        yield f"  lines     {material.lines_missing}"
    else:
        for name, line in (("above", material.above), ("line", material.start), ("below", material.below)):
            yield f"  {name:9} {one_line(line or '', 160)}".rstrip()
    yield f"  index     {material.occurrence}, among those that are equal in all of this"


def _named(path: RepoPath) -> str:
    return redact(path_text(path))
