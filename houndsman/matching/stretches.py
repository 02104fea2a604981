"""Which stretches of a file have nothing to do with each other.

In: the anchors of one file with their tolerances, and the findings there. Out: the anchors and findings of each stretch
that share a pair, or a chain of pairs. Findings that touch no anchor, of a long report nearly all, are in none. Nothing
fails.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from typing import NamedTuple


class Span(NamedTuple):
    """A range of lines."""

    first: int
    last: int
    """Never before `first`."""


class Stretch(NamedTuple):
    """Positions in the order of the caller, ascending."""

    anchors: Sequence[int]
    findings: Sequence[int]


def stretches(anchors: Sequence[Span], tolerances: Sequence[int], findings: Sequence[Span]) -> Iterator[Stretch]:
    """The stretches that have findings, from the first line to the last.

    Anchors whose lines and tolerances overlap share a window; a finding that touches two windows makes them one
    stretch, with all that lie between them.
    """
    starts, ends, windows = _windows(anchors, tolerances)
    touching: list[list[int]] = [[] for _ in windows]
    joined = list(range(len(windows)))  # the last window that a finding joins with this one
    for at, (first, last) in enumerate(findings):
        window = bisect_right(starts, last) - 1
        if window < 0 or ends[window] < first:
            continue
        touching[window].append(at)
        if window and ends[window - 1] >= first:
            leftmost = bisect_left(ends, first)
            joined[leftmost] = max(joined[leftmost], window)
    window = 0
    while window < len(windows):
        begin, end = window, joined[window]
        while window <= end:
            end = max(end, joined[window])
            window += 1
        holds = [at for each in touching[begin:window] for at in each]
        if holds:
            yield Stretch(sorted(at for each in windows[begin:window] for at in each), sorted(holds))


def _windows(anchors: Sequence[Span], tolerances: Sequence[int]) -> tuple[list[int], list[int], list[list[int]]]:
    """The lines at which anchors are touched, as windows that do not overlap: first lines, last lines, anchors."""
    starts: list[int] = []
    ends: list[int] = []
    windows: list[list[int]] = []
    for start, end, at in sorted(
        (first - tolerance, last + tolerance, at)
        for at, ((first, last), tolerance) in enumerate(zip(anchors, tolerances, strict=True))
    ):
        if ends and start <= ends[-1]:
            ends[-1] = max(ends[-1], end)
            windows[-1].append(at)
        else:
            starts.append(start)
            ends.append(end)
            windows.append([at])
    return starts, ends, windows
