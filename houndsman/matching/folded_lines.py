"""A file's lines as identity and anchors see them: with runs of white space folded.

In: the lines of a blob. Out: the folded lines, with what makes questions about them cheap: each file is folded once,
however many findings it has. Nothing here fails; an empty file has no lines.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import accumulate
from typing import NamedTuple

#: Bytes that continue a name; those from 0x80 on are parts of letters in UTF-8.
_WORD = re.compile(rb"[A-Za-z0-9_\x80-\xff]+")

_BYTE_ORDER_MARK = "\N{ZERO WIDTH NO-BREAK SPACE}".encode()
_REPLACEMENT = "\N{REPLACEMENT CHARACTER}".encode()

#: Places of one quote that are looked at and turned down before the search is given up: only a file made for the
#: purpose has so many.
_TURNED_DOWN = 20_000


def fold_line(line: bytes) -> bytes:
    """`line` with runs of white space as one space and none at the ends, so that re-indenting changes nothing.

    A byte order mark in front, which nobody sees, goes too.
    """
    return b" ".join(line.removeprefix(_BYTE_ORDER_MARK).split())


class Occurrence(NamedTuple):
    """A place where a quote stands."""

    line: int
    """First line, counted from 1."""
    whole: bool
    """Whether it fills its lines, rather than being a part of the first or the last."""


class FoldedLines:
    """The folded lines of one file. Lines are counted from 1."""

    def __init__(self, lines: Sequence[bytes]) -> None:
        self._lines = [fold_line(line) for line in lines]

    def __len__(self) -> int:
        return len(self._lines)

    def at(self, line: int) -> bytes:
        """The folded text of `line`, which must be within the file."""
        return self._lines[line - 1]

    def span(self, first: int, last: int) -> list[bytes]:
        """The folded lines `first` to `last`, as far as the file goes."""
        return self._lines[first - 1 : last]

    def neighbours(self, line: int) -> tuple[bytes, bytes]:
        """The nearest non-blank lines above and below `line`; empty where there is none."""
        above = bisect_left(self._non_blank, line) - 1
        below = bisect_right(self._non_blank, line)
        return (
            self.at(self._non_blank[above]) if above >= 0 else b"",
            self.at(self._non_blank[below]) if below < len(self._non_blank) else b"",
        )

    def occurrences(self, quote: Sequence[bytes]) -> tuple[Occurrence, ...]:
        """Where the folded lines `quote` stand, in order.

        The first line may begin, and the last may end, in the middle of a line of the file, but not in the middle of a
        name. Whoever quotes what is no UTF-8 was shown signs of replacement in it, and may be quoting those.
        """
        wanted = b"\n".join(quote)
        lines = self._as_shown if _REPLACEMENT in wanted else self
        return tuple(lines._search(wanted)) if wanted else ()

    @cached_property
    def _as_shown(self) -> FoldedLines:
        return FoldedLines([line.decode("utf-8", "replace").encode("utf-8") for line in self._lines])

    @cached_property
    def _non_blank(self) -> list[int]:
        return [number for number, line in enumerate(self._lines, 1) if line]

    @cached_property
    def _text(self) -> bytes:
        return b"\n" + b"\n".join(self._lines) + b"\n"

    @cached_property
    def _starts(self) -> list[int]:
        """Offset in `_text` of each line's first byte."""
        return list(accumulate((len(line) + 1 for line in self._lines), initial=1))

    def _search(self, wanted: bytes) -> Iterator[Occurrence]:
        """One place a line: a quote that fills its lines is also the first in its line."""
        text, turned_down = self._text, 0
        at = text.find(wanted)
        while at >= 0 and turned_down < _TURNED_DOWN:
            end = at + len(wanted)
            before, after = text[at - 1 : at], text[end : end + 1]
            if _splits_name(before, wanted[:1]):
                turned_down += 1
                at = _end_of_name(text, at)
            elif _splits_name(wanted[-1:], after):
                turned_down += 1
                at += 1
            else:
                line = bisect_right(self._starts, at)
                yield Occurrence(line, before == b"\n" and after == b"\n")
                at = self._starts[line]
            at = text.find(wanted, at)


def _splits_name(left: bytes, right: bytes) -> bool:
    return bool(_WORD.match(left)) and bool(_WORD.match(right))


def _end_of_name(text: bytes, at: int) -> int:
    name = _WORD.match(text, at)
    return name.end() if name else at + 1
