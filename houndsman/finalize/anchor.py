"""Where a finding really is: its place is proved by the code that it quotes.

In: findings after intake. Out: the same findings with the line where the quote stands and how that was proved. The
quote at the claimed line: `exact`. Else the nearest place in changed hunks, then outside them: `relocated`. Several
places equally near: `ambiguous`. No quote, too short a one, or one that is not in the file: `unproven`. Where nothing
is proved the claimed line is kept. Nothing is dropped, and nothing ends on line 1 for want of a better place.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import groupby
from typing import NamedTuple

from houndsman.finalize.notes import Remark, remark
from houndsman.finalize.quotes import readings
from houndsman.finalize.source_lines import SourceLines
from houndsman.matching.folded_lines import FoldedLines
from houndsman.models.change import Change
from houndsman.models.finding import Anchor, Finding, Side
from houndsman.models.repo_path import RepoPath

_OTHER = {Side.NEW: Side.OLD, Side.OLD: Side.NEW}


def anchor_findings(findings: Iterable[Finding], change: Change, sources: SourceLines) -> list[Finding]:
    """Each finding with its proved place, in order of path."""
    settled = sorted((_settled(finding, sources) for finding in findings), key=_order)
    anchored: list[Finding] = []
    for path, members in groupby(settled, key=lambda finding: finding.path):
        sides = {side: _Quotes(sources, path, side, _changed_ranges(path, side, change)) for side in Side}
        anchored.extend(_anchored(finding, sides[finding.side], sides[_OTHER[finding.side]]) for finding in members)
    return anchored


def _order(finding: Finding) -> tuple[bytes, str, int]:
    return finding.path.raw, finding.watchdog, finding.index


def _settled(finding: Finding, sources: SourceLines) -> Finding:
    """The finding under the path that the change lists."""
    path = sources.current_path(finding.path)
    if path == finding.path:
        return finding
    return replace(finding, path=path, notes=(*finding.notes, remark(Remark.PATH_RENAMED, finding.path.text)))


class _Places(NamedTuple):
    """Where a reading of a quote stands in one file; first lines, ascending."""

    everywhere: list[int]
    best: list[int]
    """Those that count when the claimed line is not among `everywhere`: where the quote fills its lines rather than
    being a part of one, and of these the places in changed hunks; as far as there are such."""
    length: int
    """Lines."""

    def has(self, line: int | None) -> bool:
        """Whether the quote stands at `line`."""
        if line is None:
            return False
        at = bisect_left(self.everywhere, line)
        return at < len(self.everywhere) and self.everywhere[at] == line

    def nearest(self, claim: int | None) -> list[int]:
        """The best places nearest to the claimed line; all of them where none is claimed."""
        if claim is None:
            return self.best
        at = bisect_left(self.best, claim)
        around = self.best[max(0, at - 1) : at + 1]
        least = min(abs(place - claim) for place in around)
        return [place for place in around if abs(place - claim) == least]


class _Found(NamedTuple):
    places: _Places
    literal: bool
    """The quote stands there as it was written."""


class _Quotes:
    """Looks quotes up in one side of one file, each once."""

    def __init__(self, sources: SourceLines, path: RepoPath, side: Side, changed: Sequence[tuple[int, int]]) -> None:
        self.side = side
        self._sources = sources
        self._path = path
        self._changed = changed
        self._known: dict[tuple[bytes, ...], _Places | None] = {}

    def find(self, quote: str) -> _Found | None:
        """The first reading of `quote` that stands in the file."""
        lines = self._sources.of(self._path, self.side) if quote else None
        if lines is None:
            return None
        for number, reading in enumerate(readings(quote, self.side)):
            if reading not in self._known:
                self._known[reading] = self._places(lines, reading)
            places = self._known[reading]
            if places is not None:
                return _Found(places, literal=number == 0)
        return None

    def _places(self, lines: FoldedLines, reading: tuple[bytes, ...]) -> _Places | None:
        found = lines.occurrences(reading)
        if not found:
            return None
        length = len(reading)
        changed = [place for place in found if _touches(self._changed, place.line, place.line + length - 1)]
        # In changed hunks first, then outside; and there, lines that the quote fills before lines that merely hold it.
        preferred = changed or found
        filled = [place.line for place in preferred if place.whole] or [place.line for place in preferred]
        return _Places([place.line for place in found], filled, length)


def _anchored(finding: Finding, own: _Quotes, other: _Quotes) -> Finding:
    found = own.find(finding.quote)
    if found is None:
        return _unproven(finding, other)
    places = found.places
    if not found.literal:
        finding = replace(finding, notes=(*finding.notes, remark(Remark.QUOTE_CLEANED)))
    if finding.line is None and not finding.must_prove:
        return replace(finding, anchor=Anchor.EXACT)  # the whole file is meant, and the quote is in it
    if places.has(finding.line) and not finding.must_prove:
        return replace(finding, anchor=Anchor.EXACT)
    nearest = places.nearest(finding.line)
    if len(nearest) > 1:
        detail = ", ".join(str(line) for line in nearest[:5])
        return replace(finding, anchor=Anchor.AMBIGUOUS, notes=(*finding.notes, remark(Remark.LINE_AMBIGUOUS, detail)))
    line = nearest[0]
    return replace(
        finding,
        line=line,
        end_line=line + places.length - 1 if places.length > 1 else None,
        anchor=Anchor.RELOCATED,
        notes=(*finding.notes, remark(Remark.LINE_RELOCATED, f"{finding.line or 'none'} -> {line}")),
    )


def _unproven(finding: Finding, other: _Quotes) -> Finding:
    if other.find(finding.quote) is None:
        return replace(finding, anchor=Anchor.UNPROVEN)
    # The side stays as it was said: a line number of one side means another place on the other.
    remarks = (*finding.notes, remark(Remark.QUOTE_ON_OTHER_SIDE, other.side.value))
    return replace(finding, anchor=Anchor.UNPROVEN, notes=remarks)


def _changed_ranges(path: RepoPath, side: Side, change: Change) -> list[tuple[int, int]]:
    """First and last lines of the hunks on `side`, ascending."""
    file = change.by_path.get(path)
    if file is None:
        return []
    if side is Side.NEW:
        return [(h.new_start, h.new_start + h.new_count - 1) for h in file.hunks if h.new_count]
    return [(h.old_start, h.old_start + h.old_count - 1) for h in file.hunks if h.old_count]


def _touches(ranges: Sequence[tuple[int, int]], first: int, last: int) -> bool:
    at = bisect_right(ranges, last, key=lambda pair: pair[0]) - 1
    return at >= 0 and ranges[at][1] >= first
