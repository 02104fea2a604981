"""The places of a change at which reviewers may agree, also that there is nothing to say.

In: the changed files with their hunks. Out: units, fixed by the change before anybody looked at it. Nothing fails.

Agreement beyond chance needs units at which nobody found anything: were only findings counted, two reviewers could not
agree on silence. A unit is a hunk as an ordinary diff shows it (changes at most `JOINED` lines apart are one), cut
where it has more than `LINES` lines on the new side: a whole new file is no single place. A file without hunks (binary,
renamed) is one unit.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from houndsman.matching.assignment import Span
from houndsman.models.change import Hunk
from houndsman.models.finding import Side
from houndsman.models.foreign import ForeignFinding

#: Unchanged lines between two changes of one unit: an ordinary diff shows three behind one and three before the next.
JOINED = 6

#: The most lines of a unit on the new side.
LINES = 25


class Unit(NamedTuple):
    """One place."""

    file: str
    new: Span
    """Lines of the new side; where lines were only removed, the one before them."""
    old: Span | None
    """Lines of the old side; null for all but the first part of a hunk that was cut."""


class Units:
    """All units of a change."""

    def __init__(self, files: Mapping[str, Sequence[Hunk]]) -> None:
        """Cut a change into units.

        Args:
            files: the hunks of each changed file, by path.
        """
        self.all: tuple[Unit, ...] = tuple(unit for file in sorted(files) for unit in _units(file, files[file]))
        self._by_file: defaultdict[str, list[int]] = defaultdict(list)
        for at, unit in enumerate(self.all):
            self._by_file[unit.file].append(at)

    def of(self, finding: ForeignFinding) -> int | None:
        """The position of the unit that a finding belongs to: the one that it stands in, else the nearest of its file,
        the first of several; None where its file has none."""
        places = self._by_file.get(finding.file or "")
        if not places:
            return None
        span = Span(finding.line or 0, max(finding.line or 0, finding.last))
        sided = [(at, _lines(self.all[at], finding.side)) for at in places]
        return min((_apart(lines, span), at) for at, lines in sided if lines is not None)[1]


def _lines(unit: Unit, side: Side | None) -> Span | None:
    return unit.old if side is Side.OLD else unit.new


def _apart(one: Span, other: Span) -> int:
    return max(0, one.first - other.last, other.first - one.last)


def _units(file: str, hunks: Sequence[Hunk]) -> Iterator[Unit]:
    if not hunks:
        yield Unit(file, Span(1, 1), Span(1, 1))
    for new, old in _joined(hunks):
        for first in range(new.first, new.last + 1, LINES):
            last = min(first + LINES - 1, new.last)
            yield Unit(file, Span(first, last), old if first == new.first else None)


def _joined(hunks: Iterable[Hunk]) -> Iterator[tuple[Span, Span]]:
    """New and old lines of the hunks, near ones as one."""
    new = old = None
    for hunk in hunks:
        next_new = _span(hunk.new_start, hunk.new_count)
        next_old = _span(hunk.old_start, hunk.old_count)
        if new is not None and old is not None:
            if next_new.first - new.last - 1 <= JOINED:
                new, old = Span(new.first, next_new.last), Span(old.first, next_old.last)
                continue
            yield new, old
        new, old = next_new, next_old
    if new is not None and old is not None:
        yield new, old


def _span(start: int, count: int) -> Span:
    return Span(start, start + max(count, 1) - 1)
