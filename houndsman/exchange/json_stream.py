"""The values of a text of JSON: one document, or several one after another.

In: a text. Out: its values with their lines: a document is a stream of one, JSON lines are one value a line, and pages
(`[…][…]`, as `gh api --paginate` prints them) are several. What is not JSON raises `ForeignFormatError` with line and
column; half a value at the end is never passed over.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from houndsman.exchange.json_text import load_at
from houndsman.exchange.reader import ForeignFormatError, Text

_SPACE = " \t\r\n"
_SPACES = re.compile(r"[ \t\r\n]*+")
_BETWEEN = re.compile(r"[ \t\r\n\[\],]*+")
_NOTHING_BUT_LISTS = re.compile(r"(?:\s*+\[\s*+\])++\s*+\Z")

#: Values at the beginning of a list among which an object tells the format.
_LOOKED_AT = 16


class Stream(NamedTuple):
    """All values of a text."""

    values: Sequence[object]
    lines: Sequence[int]
    """The line that each begins on, counted from 1."""


class Item(NamedTuple):
    """One entry of a list, or one value of a stream."""

    value: object
    place: str
    """As messages name it."""


def read_stream(text: Text) -> Stream:
    """The values of `text`; none for white space."""
    start = len(text.text) - len(text.text.lstrip(_SPACE))
    if start == len(text.text):
        return Stream((), ())
    first, end = _value_at(text, start)
    line = text.text.count("\n", 0, start) + 1
    if not text.text[end:].strip(_SPACE):
        return Stream((first,), (line,))
    return _one_a_line(text, line) if isinstance(first, dict) else _one_by_one(text)


def read_items(text: Text) -> Iterator[Item]:
    """What the lists of `text` hold, however they were put together: pages one after another, a list of pages, or one
    entry a line."""
    values, lines = read_stream(text)
    for value, line in zip(values, lines, strict=True):
        if not isinstance(value, list):
            yield Item(value, f"{text.name}:{line}")
            continue
        place = f"{text.name}:{line}" if len(values) > 1 else text.name
        for index, item in enumerate(value):
            if isinstance(item, list):
                yield from (Item(each, f"{place}: [{index}][{at}]") for at, each in enumerate(item))
            else:
                yield Item(item, f"{place}: [{index}]")


def first_object(text: Text) -> Mapping[str, object] | None:
    """The object at the beginning of `text`, inside lists or not, by which formats are recognised. Never raises."""
    at = 0
    for _ in range(_LOOKED_AT):
        between = _BETWEEN.match(text.text, at)
        try:
            value, at = _value_at(text, between.end() if between else at)
        except ForeignFormatError:
            return None
        if isinstance(value, dict):
            return value
    return None


def holds_empty_lists(text: Text) -> bool:
    """Whether `text` is a list without anything in it, or several: how many tools say "nothing"."""
    return _NOTHING_BUT_LISTS.match(text.text) is not None


def forget() -> None:
    """Lets go of the document that was looked at last."""
    _value_at.cache_clear()


# Formats are recognised by a text's first value, and a document is its own first value: it is read once for all.
_value_at = lru_cache(maxsize=1)(load_at)


def _one_a_line(text: Text, line: int) -> Stream:
    """The values of JSON lines. They are read as the list that they nearly are, many times faster than one by one."""
    body = text.text.strip(_SPACE)
    count = body.count("\n") + 1
    listed = Text(text.name, f"[{body.replace(chr(10), ',')}]")
    try:
        values, end = load_at(listed, 0)
    except ForeignFormatError:
        return _one_by_one(text)  # objects over several lines, blank lines, or a fault, whose place it finds
    if not isinstance(values, list) or len(values) != count or end != len(listed.text):
        return _one_by_one(text)
    return Stream(values, range(line, line + count))


def _one_by_one(text: Text) -> Stream:
    values: list[object] = []
    lines: list[int] = []
    at, line = 0, 1
    length = len(text.text.rstrip(_SPACE))
    while at < length:
        space = _SPACES.match(text.text, at)
        start = space.end() if space else at
        line += text.text.count("\n", at, start)
        value, at = load_at(text, start)
        values.append(value)
        lines.append(line)
        line += text.text.count("\n", start, at)
    return Stream(values, lines)
