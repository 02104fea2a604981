"""From a line of one side of a file's diff to the same line of the other side.

In come the hunks of one file, out come line numbers, counted from 1. Lines that the change removed or altered have no
counterpart: None. Pure.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from houndsman.models.change import Hunk


class _Span(NamedTuple):
    """A hunk as half-open ranges counted from 1: `old_start <= line < old_end` stands against the new range."""

    old_start: int
    old_end: int
    new_start: int
    new_end: int


class LineMap:
    """The two-way map of one file. Each question takes logarithmic time.

    Args:
        hunks: in the order of the diff.
    """

    __slots__ = ("_new_starts", "_old_starts", "_spans")

    def __init__(self, hunks: Iterable[Hunk]) -> None:
        self._spans = _joined([_span(hunk) for hunk in hunks])
        self._old_starts = [span.old_start for span in self._spans]
        self._new_starts = [span.new_start for span in self._spans]

    def to_new(self, line: int) -> int | None:
        """Where the old side's `line` is on the new side; None where it was removed or altered."""
        span = self._before(self._old_starts, line)
        if span is None:
            return line
        return None if line < span.old_end else line + span.new_end - span.old_end

    def to_old(self, line: int) -> int | None:
        """Where the new side's `line` was on the old side; None where it was added or altered."""
        span = self._before(self._new_starts, line)
        if span is None:
            return line
        return None if line < span.new_end else line + span.old_end - span.new_end

    def nearest_new(self, line: int) -> int:
        """Like `to_new`, but for a line that is gone the nearest place: its part of what replaced it.

        Where nothing replaced it this is the line after the gap, which may be one beyond the end of the file.
        """
        span = self._before(self._old_starts, line)
        if span is None:
            return line
        if line >= span.old_end:
            return line + span.new_end - span.old_end
        return min(span.new_start + line - span.old_start, max(span.new_end - 1, span.new_start))

    def _before(self, starts: Sequence[int], line: int) -> _Span | None:
        """The last span that starts at `line` or above it."""
        at = bisect_right(starts, line) - 1
        return self._spans[at] if at >= 0 else None


def _span(hunk: Hunk) -> _Span:
    # With a count of 0 the start is the line before the place; the empty range begins after it.
    old = hunk.old_start if hunk.old_count else hunk.old_start + 1
    new = hunk.new_start if hunk.new_count else hunk.new_start + 1
    return _Span(old, old + hunk.old_count, new, new + hunk.new_count)


def _joined(spans: Iterable[_Span]) -> list[_Span]:
    """Spans that touch on both sides as one: a change of type is a whole deletion and a whole creation."""
    joined: list[_Span] = []
    for span in spans:
        last = joined[-1] if joined else None
        if last is not None and span.old_start <= last.old_end and span.new_start <= last.new_end:
            joined[-1] = _Span(
                min(last.old_start, span.old_start),
                max(last.old_end, span.old_end),
                min(last.new_start, span.new_start),
                max(last.new_end, span.new_end),
            )
        else:
            joined.append(span)
    return joined
