"""Where the parts of a JSON text stand, so that a few values can be changed and all else stays byte for byte.

In: text that is known to be JSON. Out: offsets, and the text with other values in it. A person's layout, order and
line ends are theirs: new members and items are laid out as those beside them are.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

_SPACE = re.compile(r"[ \t\r\n\ufeff]*")
_DECODER = json.JSONDecoder()


class Member(NamedTuple):
    """One key of an object with its value."""

    key: str
    start: int
    """Offset of the key's opening quote."""
    value: int
    """Offset of the value's first character."""
    end: int
    """Offset behind the value."""


class Edit(NamedTuple):
    """`text` instead of what stands from `start` to before `end`."""

    start: int
    end: int
    text: str


def members(text: str, at: int = 0) -> list[Member]:
    """The members of the object that begins at offset `at`, or behind white space there; none for anything else."""
    found = []
    for start in _parts(text, at, "{"):
        key, behind = _DECODER.raw_decode(text, start)
        value = _skip(text, _skip(text, behind) + 1)
        found.append(Member(key, start, value, _end(text, value)))
    return found


def items(text: str, at: int) -> list[tuple[int, int]]:
    """From where to where each item stands of the list that begins at offset `at`; none for anything else."""
    return [(start, _end(text, start)) for start in _parts(text, at, "[")]


def with_values(text: str, at: int, values: Mapping[str, object], after: str | None = None) -> Iterator[Edit]:
    """What makes the object that begins at offset `at`, and has a member, say `values`.

    Args:
        text: the whole text.
        at: the object's offset.
        values: by key. Keys that are there get another value where it differs.
        after: the key behind which new ones are put; at the end where it is not there.
    """
    there = members(text, at)
    known = {member.key: member for member in there}
    for key, value in values.items():
        member = known.get(key)
        if member is not None and _DECODER.raw_decode(text, member.value)[0] != value:
            yield Edit(member.value, member.end, json.dumps(value, ensure_ascii=False))
    missing = {key: value for key, value in values.items() if key not in known}
    if missing:
        before = there[-1] if after is None else known.get(after, there[-1])
        separator = text[there[0].end : there[1].start] if len(there) > 1 else ", "
        told = (f"{json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}" for key, value in missing.items())
        yield Edit(before.end, before.end, "".join(separator + each for each in told))


def without_member(text: str, at: int, key: str) -> Iterator[Edit]:
    """What takes `key` out of the object that begins at offset `at`, with the comma that parted it from another."""
    there = members(text, at)
    for number, member in enumerate(there):
        if member.key != key:
            continue
        if number > 0:
            yield Edit(there[number - 1].end, member.end, "")
        else:
            yield Edit(member.start, there[1].start if len(there) > 1 else member.end, "")


def with_items(text: str, at: int, new: Iterable[object]) -> Iterator[Edit]:
    """What adds items at the end of the list that begins at offset `at`."""
    there = items(text, at)
    laid_out = "\n" in text[slice(*there[-1])] if there else True
    begin = text.rfind("\n", 0, there[-1][0]) + 1 if there else 0
    indent = text[begin : there[-1][0]] if there else "  "
    own_line = not there or not indent.strip()
    told = []
    for item in new:
        words = json.dumps(item, ensure_ascii=False, indent=1 if laid_out else None)
        told.append(words.replace("\n", f"\n{indent}") if own_line else words)
    separator = f",\n{indent}" if own_line else ", "
    if told and there:
        yield Edit(there[-1][1], there[-1][1], "".join(separator + each for each in told))
    elif told:
        yield Edit(at, _end(text, at), f"[\n{indent}{separator.join(told)}\n ]")


def edited(text: str, edits: Iterable[Edit]) -> str:
    """`text` with all of `edits` made; none of them may overlap another."""
    pieces, at = [], 0
    for edit in sorted(edits):
        pieces += [text[at : edit.start], edit.text]
        at = edit.end
    return "".join([*pieces, text[at:]])


def _parts(text: str, at: int, opening: str) -> Iterator[int]:
    """Offsets at which the keys of an object, or the items of a list, begin."""
    at = _skip(text, at)
    if text[at : at + 1] != opening:
        return
    at = _skip(text, at + 1)
    while text[at] not in "]}":
        yield at
        at = _end(text, at)
        if opening == "{":
            at = _end(text, _skip(text, _skip(text, at) + 1))
        at = _skip(text, at)
        if text[at] == ",":
            at = _skip(text, at + 1)


def _end(text: str, at: int) -> int:
    return _DECODER.raw_decode(text, at)[1]


def _skip(text: str, at: int) -> int:
    space = _SPACE.match(text, at)
    return space.end() if space else at
