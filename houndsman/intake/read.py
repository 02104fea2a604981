"""A findings file to findings, refusals and what the watchdog declared about its work.

In: the bytes of `findings/<watchdog>.json` and who was asked about what. Out: an `Intake`. A file that is not JSON, or
whose root or `findings` is not what the contract says, raises `BadReply`: the watchdog has failed, which is never the
same as having found nothing. Everything smaller is put right with a note, or refused one finding at a time.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from pydantic import ValidationError

from houndsman.intake.context import Intake, IntakeContext
from houndsman.intake.finding import FindingReader, keyed
from houndsman.intake.loads import BadReply, load_json, plain
from houndsman.intake.notes import Repair, note
from houndsman.intake.paths import PathReader
from houndsman.models.finding import Finding, Note, Refusal, Side
from houndsman.models.reply import Usage, Verdict
from houndsman.models.repo_path import RepoPath

_KEYS = frozenset(
    {"watchdog", "findings", "reviewedFiles", "skipped", "checks", "rules", "businessSummary", "usage"}
)  # fmt: skip
_VERDICTS = {"ok": "ok", "pass": "ok", "gap": "gap", "fail": "gap", "n/a": "n/a", "na": "n/a", "not applicable": "n/a"}
_NAMED_IN_A_NOTE = 5


def read_reply(raw: bytes, context: IntakeContext) -> Intake:
    """What the findings file of `context.watchdog` says. Raises `BadReply` for one that cannot be read."""
    name = f"findings/{context.watchdog.id}.json"
    loaded = load_json(raw, name)
    if not isinstance(loaded.value, dict):
        raise BadReply(f"the root is {_kind(loaded.value)}, not an object", name)
    root, extra, renamed = keyed(loaded.value, _KEYS)
    entries = root.get("findings")
    if not isinstance(entries, list):
        what = f"is {_kind(entries)}, not a list" if "findings" in root else "is missing"
        raise BadReply(f'`findings` {what}; `"findings": []` is the way to say "nothing found"', name)
    paths = PathReader(context.sources, context.roots)
    reader = FindingReader(context, paths)
    read = [reader.read(entry, index) for index, entry in enumerate(entries)]
    scope = _scope(root, context, paths)
    checks, check_notes = _verdicts(root.get("checks"))
    rules, rule_notes = _verdicts(root.get("rules"))
    summary, summary_notes = _summary(root.get("businessSummary"))
    usage, usage_notes = _usage(root.get("usage"))
    snake_case = (note(Repair.SNAKE_CASE),) if renamed or reader.saw_snake_case else ()
    return Intake(
        watchdog=context.watchdog.id,
        findings=tuple(item for item in read if isinstance(item, Finding)),
        refusals=tuple(item for item in read if isinstance(item, Refusal)),
        reviewed=scope.reviewed,
        skipped=scope.skipped,
        undeclared=scope.undeclared,
        checks=checks,
        rules=rules,
        business_summary=summary,
        usage=usage,
        extra=extra,
        notes=(
            *loaded.notes,
            *snake_case,
            *_name_notes(root.get("watchdog"), context.watchdog.id),
            *scope.notes,
            *check_notes,
            *rule_notes,
            *summary_notes,
            *usage_notes,
        ),
    )


class _Scope(NamedTuple):
    """What the watchdog says it read of its brief."""

    reviewed: tuple[RepoPath, ...]
    skipped: dict[RepoPath, str]
    undeclared: tuple[RepoPath, ...]
    notes: tuple[Note, ...]


def _scope(root: Mapping[str, object], context: IntakeContext, paths: PathReader) -> _Scope:
    brief = frozenset(context.brief_files)
    notes: list[Note] = []
    reviewed, strange, outside = _sorted_out(_entries(root.get("reviewedFiles")), brief, paths)
    if strange or not isinstance(root.get("reviewedFiles"), list):
        notes.append(note(Repair.REVIEWED_UNREADABLE))
    if outside:
        notes.append(note(Repair.REVIEWED_OUTSIDE_BRIEF, _some(outside)))
    skipped, strange, outside = _sorted_out(_entries(root.get("skipped")), brief, paths)
    if strange or not isinstance(root.get("skipped", []), list | None):
        notes.append(note(Repair.SKIPPED_UNREADABLE))
    if outside:
        notes.append(note(Repair.SKIPPED_OUTSIDE_BRIEF, _some(outside)))
    both = sorted(reviewed.keys() & skipped.keys())
    if both:  # the claim that could turn a finding into "done" is the one to doubt
        notes.append(note(Repair.REVIEWED_AND_SKIPPED, _some(path.text for path in both)))
    return _Scope(
        tuple(sorted(reviewed.keys() - skipped.keys())),
        {path: skipped[path] for path in sorted(skipped)},
        tuple(sorted(brief - reviewed.keys() - skipped.keys())),
        tuple(notes),
    )


class _Entry(NamedTuple):
    file: object
    reason: str


def _entries(value: object) -> list[_Entry]:
    """The entries of `reviewedFiles` or `skipped`: paths, or objects with `file` and `reason`."""
    entries = []
    for item in value if isinstance(value, list) else []:
        if isinstance(item, dict):
            reason = item.get("reason")
            entries.append(_Entry(item.get("file"), reason if isinstance(reason, str) else ""))
        else:
            entries.append(_Entry(item, ""))
    return entries


def _sorted_out(
    entries: Iterable[_Entry], brief: frozenset[RepoPath], paths: PathReader
) -> tuple[dict[RepoPath, str], bool, list[str]]:
    """The brief's files among `entries` with their reasons, whether some named no file, and the files outside."""
    inside: dict[RepoPath, str] = {}
    outside: list[str] = []
    strange = False
    for file, reason in entries:
        path = paths.locate(file, Side.NEW).path
        if path in brief:
            inside.setdefault(path, reason)
        elif isinstance(file, str) and file.strip():
            outside.append(file)
        else:
            strange = True
    return inside, strange, outside


def _some(names: Iterable[str]) -> str:
    """The first few names and how many more there are: a note is for a person."""
    listed = sorted(set(names))
    more = f" and {len(listed) - _NAMED_IN_A_NOTE} more" if len(listed) > _NAMED_IN_A_NOTE else ""
    return ", ".join(listed[:_NAMED_IN_A_NOTE]) + more


def _name_notes(value: object, name: str) -> tuple[Note, ...]:
    return () if value is None or value == name else (note(Repair.OTHER_WATCHDOG, value, name),)


def _verdicts(value: object) -> tuple[tuple[Verdict, ...], tuple[Note, ...]]:
    if value is None:
        return (), ()
    read = [_verdict(item) for item in value] if isinstance(value, list) else [None]
    kept = tuple(verdict for verdict in read if verdict is not None)
    return kept, () if len(kept) == len(read) else (note(Repair.VERDICT_UNREADABLE, f"{len(read) - len(kept)}"),)


def _verdict(value: object) -> Verdict | None:
    if not isinstance(value, dict) or isinstance(value.get("id"), bool):
        return None
    answer = value.get("verdict")
    word = _VERDICTS.get(answer.strip().casefold()) if isinstance(answer, str) else None
    name, at, text = value.get("id"), value.get("at"), value.get("note")
    if not isinstance(name, str | int) or word is None:
        return None
    return Verdict.model_validate(
        {
            "id": str(name),
            "verdict": word,
            "at": at if isinstance(at, str) else None,
            "note": text if isinstance(text, str) else "",
        }
    )


def _summary(value: object) -> tuple[str | None, tuple[Note, ...]]:
    if isinstance(value, str):
        return value.strip() or None, ()
    return None, () if value is None else (note(Repair.SUMMARY_NOT_TEXT, value),)


def _usage(value: object) -> tuple[Usage | None, tuple[Note, ...]]:
    if value is None:
        return None, ()
    try:
        return Usage.model_validate(plain(value)), ()
    except ValidationError:
        return None, (note(Repair.USAGE_UNREADABLE, value),)


def _kind(value: object) -> str:
    if isinstance(value, dict):
        return "an object"
    if isinstance(value, list):
        return "a list"
    if isinstance(value, str):
        return "text"
    if value is None or isinstance(value, bool):
        return json.dumps(value)
    return "a number"
