"""What pages for people are made of: warnings, tables, lists that end somewhere, names and places in cells.

In: values of ours and words of others. Out: Markdown. Every foreign text is capped and kept in its cell, and so is
every list; whole lists stand in the JSON beside a page. Nothing fails.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TypeVar

from tabulate import tabulate

from houndsman.models.manifest import RunWarning
from houndsman.prompt.foreign import sentence

#: Rows of a list whose length somebody else decides.
LISTED = 200

_T = TypeVar("_T")

_NAME = 80  # characters of a name
_TEXT = 120  # characters of what somebody says
_WHOLE = 600  # characters of a warning, or of what describes a whole side


def warned(warnings: Iterable[RunWarning]) -> Iterator[str]:
    """What must be known first."""
    return (f"> **Warning, {sentence(each.code)}:** {at_length(each.message)}" for each in warnings)


def table(headers: Sequence[str], rows: Sequence[Sequence[str]], right: Iterable[int] = ()) -> str:
    """A table of Markdown; cells are one line each with no markup in them. Columns in `right` hold numbers."""
    numeric = frozenset(right)
    align = ["right" if at in numeric else "left" for at in range(len(headers))]
    return tabulate(rows, headers, tablefmt="pipe", disable_numparse=True, colalign=align)


def section(title: str, headers: Sequence[str], items: Sequence[_T], row: Callable[[_T], list[str]]) -> Iterator[str]:
    """A heading with its `#` and the number of items, and a row for each; nothing where there is none."""
    if items:
        yield f"{title} ({len(items)})"
        yield from rows_of(headers, items, row)


def rows_of(
    headers: Sequence[str], items: Sequence[_T], row: Callable[[_T], list[str]], right: Iterable[int] = ()
) -> Iterator[str]:
    """A table of the first `LISTED` items, and how many more there are; `right` as for `table`."""
    yield table(headers, [row(item) for item in items[:LISTED]], right)
    if len(items) > LISTED:
        yield f"… and {len(items) - LISTED} more, which stand in the JSON beside this page."


def bullets(lines: Iterable[str]) -> Iterator[str]:
    """One list of `lines`, or nothing where there is none."""
    points = "\n".join(f"- {line[0].upper()}{line[1:]}" for line in lines)
    if points:
        yield points


def where(file: str | None, line: int | None, end: int | None = None) -> str:
    """`file:line`, or `file:line-end`, as far as it is known."""
    lines = "" if line is None else f":{line}" if end is None or end == line else f":{line}-{end}"
    return said(file or "") + lines


def named(text: str | None) -> str:
    """A name in a cell; empty for none."""
    return sentence(text or "", _NAME)


def said(text: str) -> str:
    """What somebody says, in a cell."""
    return sentence(text, _TEXT)


def at_length(text: str) -> str:
    """What somebody says at length, in a line of its own."""
    return sentence(text, _WHOLE)
