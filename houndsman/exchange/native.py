"""Findings as Houndsman writes them, and as most people do who write them by hand.

In: an object with `findings` (what an agent writes, what `hunt --json` and `finalize --json` print), a list of them
(`findings list --json`), or one a line. Keys are read in all usual spellings. `findings` may also be an object of
lists: its keys are then the cases. Out: the findings in their order.

One odd entry never costs the others: what is no object is left out and told, and so is a triage record that says
`done`: its reviewer does not report it any more. What is not JSON raises `ForeignFormatError`, and so does an object
that has neither findings nor what a finding has.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple, TypeGuard

from houndsman.exchange.columns import by_columns
from houndsman.exchange.entry import Shared, name_of, read_entry
from houndsman.exchange.json_stream import first_object, holds_empty_lists, read_stream
from houndsman.exchange.reader import ForeignFormatError, Reader, ReadOptions, Remark, Text
from houndsman.exchange.spellings import Field, sorted_out
from houndsman.intake.loads import BadReply, load_json
from houndsman.intake.notes import Repair
from houndsman.models.foreign import ForeignFinding
from houndsman.models.triage import Status

#: Entries that share the fate of the oddest one among them.
_CHUNK = 1024

#: Keys of entries that other formats have: their places stand inside, where we do not look.
_OTHERS = frozenset({"location", "locations", "diff_hunk", "pull_request_review_id", "original_commit_id"})

#: What only our triage gives a finding.
_FINGERPRINT = "fingerprint"

_ABOUT = frozenset({Field.LINE, Field.FIRST, Field.RULE, Field.MESSAGE})
_WITHOUT_FILE = frozenset({Field.LINE, Field.RULE, Field.SEVERITY})

_HINT = "name the format that it has with --format, or write an object with `findings`"


class _Entries(NamedTuple):
    """Findings that stand together in the file, one after another."""

    values: Sequence[object]
    numbers: Sequence[int]
    """Line or index of each."""
    before: str
    """What makes a number a place: the text before it, and the text behind it."""
    behind: str
    shared: Shared

    def sources(self, start: int, stop: int) -> list[str]:
        return [f"{self.before}{number}{self.behind}" for number in self.numbers[start:stop]]


def recognises(text: Text) -> bool:
    """Whether the first object has findings, or what a finding has; or whether there are but empty lists."""
    first = first_object(text)
    if first is None:
        return holds_empty_lists(text)
    return _has_findings(first) or _is_entry(first)


def read(text: Text, options: ReadOptions) -> Iterator[ForeignFinding]:
    """The findings, in the order of the text."""
    for entries in _found(text, options.remark):
        for start in range(0, len(entries.values), _CHUNK):
            chunk, sources = entries.values[start : start + _CHUNK], entries.sources(start, start + _CHUNK)
            quick = by_columns(_plain(chunk), sources, entries.shared)
            yield from _one_by_one(chunk, sources, entries.shared, options.remark) if quick is None else quick


def _plain(chunk: Sequence[object]) -> list[Mapping[str, object]]:
    """The entries of `chunk`, if all are objects that count; else none."""
    objects: list[Mapping[str, object]] = [entry for entry in chunk if isinstance(entry, dict)]
    odd = len(objects) < len(chunk) or any(_FINGERPRINT in entry and _is_done(entry) for entry in objects)
    return [] if odd else objects


def _one_by_one(
    chunk: Sequence[object], sources: Sequence[str], shared: Shared, remark: Remark
) -> Iterator[ForeignFinding]:
    for entry, source in zip(chunk, sources, strict=True):
        if not isinstance(entry, dict):
            remark("no-finding", "entries that are no objects, left out", source)
        elif _is_done(entry):
            remark("done-finding", "triage records that are done, left out", source)
        else:
            yield read_entry(entry, sorted_out(tuple(entry)), source, shared, remark)


def _found(text: Text, remark: Remark) -> Iterator[_Entries]:
    """The lists of findings in `text`."""
    values, lines = read_stream(text)
    nested = any(isinstance(value, list) or (isinstance(value, dict) and "findings" in value) for value in values)
    if len(values) == 1 and not (isinstance(values[0], list) or _has_findings(values[0]) or _is_entry(values[0])):
        raise ForeignFormatError("no findings in it, and nothing that a finding has", where=text.name, hint=_HINT)
    if not nested:
        yield _Entries(values, lines, f"{text.name}:", "", Shared())
        return
    for value, line in zip(values, lines, strict=True):
        place = f"{text.name}:{line}" if len(values) > 1 else text.name
        if isinstance(value, list):
            yield _Entries(value, range(len(value)), f"{place}: [", "]", Shared())
        elif _has_findings(value):
            whole = value if len(values) > 1 else _with_every_key(text, value, remark)
            yield from _in_object(whole, place)
        else:
            yield _Entries((value,), (line,), f"{text.name}:", "", Shared())


def _in_object(value: Mapping[str, object], place: str) -> Iterator[_Entries]:
    said = {field: name_of(value[name]) for field, name in sorted_out(tuple(value)).fields.items()}
    shared, findings = Shared(said.get(Field.CASE), said.get(Field.COMMIT)), value["findings"]
    if isinstance(findings, list):
        yield _Entries(findings, range(len(findings)), f"{place}: findings[", "]", shared)
    elif isinstance(findings, dict):
        for name, found in findings.items():
            listed = found if isinstance(found, list) else [found]
            before = f"{place}: findings[{json.dumps(name, ensure_ascii=False)}]["
            yield _Entries(listed, range(len(listed)), before, "]", shared._replace(case=name))


def _with_every_key(text: Text, value: Mapping[str, object], remark: Remark) -> Mapping[str, object]:
    """`value`, the document, read anew where `findings` may stand in it twice: neither list may be lost."""
    if text.text.count('"findings"') < 2:
        return value
    try:
        loaded = load_json(text.text.encode("utf-8", "surrogatepass"), text.name)
    except BadReply as error:
        raise ForeignFormatError(error.what, where=error.where, hint=_HINT) from None
    if any(each.code == Repair.DUPLICATE_KEY for each in loaded.notes):
        remark("duplicate-key", "objects with a key twice, whose lists were joined", text.name)
    return loaded.value if isinstance(loaded.value, dict) else value


def _has_findings(value: object) -> TypeGuard[Mapping[str, object]]:
    return isinstance(value, dict) and isinstance(value.get("findings"), list | dict)


def _is_entry(value: object) -> bool:
    """Whether an object has what a finding has, and nothing that shows it to be another format's."""
    if not isinstance(value, dict) or not _OTHERS.isdisjoint(value):
        return False
    fields = sorted_out(tuple(value)).fields
    if Field.FILE in fields:
        return isinstance(value[fields[Field.FILE]], str | None) and not _ABOUT.isdisjoint(fields)
    return Field.MESSAGE in fields and not _WITHOUT_FILE.isdisjoint(fields)


def _is_done(value: Mapping[str, object]) -> bool:
    """Whether it is a record of our triage whose defect is gone."""
    return _FINGERPRINT in value and value.get("status") == Status.DONE


READER = Reader("houndsman", "Houndsman findings: JSON, JSON lines, or a plain list of them", recognises, read)
