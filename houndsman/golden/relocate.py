"""Where an anchor of a golden set stands in another commit.

In: an anchor, and its file in the two commits: the lines of both, folded, and the map between them. Out: the anchor as
it stands there, and how sure that is. Pure, and nothing fails: what cannot be found says why.

An anchor is known by its `code`; one without it by what stands at its lines in the commit in which they are counted.
The lines are carried through the diff, and there

- they hold the code, white space folded: `exact`;
- it stands elsewhere, at one nearest place: `drifted`, by the lines between that and the carried place;
- it stands at several places that are equally near: `ambiguous`, at the carried place;
- it stands nowhere any more: `vanished`. Code that never stood there says nothing of that: `ambiguous` as well.

Equal code that stood somewhere else all along is another piece of code: it never stands in for one that was removed.
Where several equal pieces were touched, each new place belongs to one of them.
Code with few letters and digits could stand anywhere; it counts only among the lines that replaced its own. Lines that
are all still there, but with others put between them, are `drifted` by as many. A range without `code` may be drawn
widely: as long as some of its lines are left, it is those, `drifted` by as many as are gone.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import StrEnum
from typing import NamedTuple

from houndsman.change.line_map import LineMap
from houndsman.matching.folded_lines import FoldedLines, Occurrence, fold_line
from houndsman.models.golden import GoldenAnchor

#: Letters and digits below which code is known only where its own lines were, as quotes of findings are.
LEAST_SIGNS = 8

_NAMED = 3  # lines in a message
_PAIRS = 10_000  # of equal old and new places that are weighed: only a file made for the purpose has so many


class State(StrEnum):
    """How sure it is that an anchor's new place is that of its defect."""

    EXACT = "exact"
    DRIFTED = "drifted"
    AMBIGUOUS = "ambiguous"
    VANISHED = "vanished"


class Relocated(NamedTuple):
    """An anchor, carried."""

    was: GoldenAnchor
    now: GoldenAnchor
    """As it stands in the other commit. A vanished one has what stands in its stead, without a line where nothing
    does; one that was not carried is as it was."""
    state: State | None
    """Null for one that was not carried: it has no place, or none where the set counts its lines, or one that cannot be
    read."""
    drift: int = 0
    """Lines; of a drifted one."""
    why: str = ""
    """What the state does not say, in words that begin small."""

    @property
    def told(self) -> str:
        """The state in words: `drifted 3`."""
        if self.state is None:
            return "not carried"
        return f"{self.state} {self.drift}" if self.state is State.DRIFTED else self.state.value


class TwoVersions(NamedTuple):
    """One file in two commits."""

    path: str
    """In the second, as JSON has it."""
    old: FoldedLines
    new: FoldedLines
    map: LineMap


class _Code(NamedTuple):
    """What an anchor is known by."""

    lines: tuple[bytes, ...]
    """Folded, none blank at either end; none at all where the anchor stands on blank lines."""
    place: Occurrence | None
    """Where it stands in the first commit; None where that is not within the anchor's lines."""

    @property
    def signs(self) -> int:
        """Its letters and digits."""
        return sum(map(str.isalnum, b"".join(self.lines).decode("utf-8", "replace")))


def relocate(anchor: GoldenAnchor, file: TwoVersions) -> Relocated:
    """`anchor`, which has a place in `file`, in the second commit."""
    first = anchor.line or 1
    if first > len(file.old):
        return not_carried(anchor, f"its file has no line {first} where the set counts its lines")
    code = _code(anchor, file.old)
    if code.place is not None or not code.lines:
        blank = range(first, min(anchor.last, len(file.old)) + 1)
        lines = range(code.place.line, code.place.line + len(code.lines)) if code.place else blank
        carried = [file.map.to_new(line) for line in lines]
        if all(carried):
            return _kept(anchor, file, [line for line in carried if line])
    return _searched(anchor, file, code)


def vanished(anchor: GoldenAnchor, why: str, path: str | None = None, lines: range = range(0)) -> Relocated:
    """`anchor` as one whose code is gone; `lines` of `path` are what stands in its stead."""
    now = _moved(anchor, path or anchor.file or "", lines) if lines else anchor._replace(line=None, end_line=None)
    return Relocated(anchor, now, State.VANISHED, why=why)


def not_carried(anchor: GoldenAnchor, why: str) -> Relocated:
    """`anchor` where nobody can tell."""
    return Relocated(anchor, anchor, None, why=why)


def _code(anchor: GoldenAnchor, old: FoldedLines) -> _Code:
    first, given = anchor.line or 1, (anchor.code or "").strip()
    if given:
        lines = tuple(fold_line(line.encode("utf-8", "replace")) for line in given.split("\n"))
        if tuple(old.span(first, first + len(lines) - 1)) == lines:
            return _Code(lines, Occurrence(first, whole=True))
        within = [place for place in old.occurrences(lines) if first <= place.line <= anchor.last]
        return _Code(lines, min(within, key=lambda place: (not place.whole, place.line), default=None))
    span = old.span(first, anchor.last)
    written = [at for at, line in enumerate(span) if line]
    if not written:
        return _Code((), None)
    return _Code(tuple(span[written[0] : written[-1] + 1]), Occurrence(first + written[0], whole=True))


def _kept(anchor: GoldenAnchor, file: TwoVersions, carried: Sequence[int]) -> Relocated:
    """No line of the code was touched; `carried` says where they are now."""
    between = carried[-1] - carried[0] + 1 - len(carried)
    now = _moved(anchor, file.path, _around(anchor, file, carried))
    if not between:
        return Relocated(anchor, now, State.EXACT)
    return Relocated(anchor, now, State.DRIFTED, between, f"{_lines(between)} put between its own")


def _searched(anchor: GoldenAnchor, file: TwoVersions, code: _Code) -> Relocated:
    """The code was touched, or was not where the set says."""
    places, twins = _places(file, code)
    aim = _aim(anchor, file, code)
    distances = {place: max(aim.start - place, place - aim.stop + 1, 0) for place in places}
    least = min(distances.values(), default=0)
    nearest = [place for place in places if distances[place] == least]
    if not nearest:
        return _without_code(anchor, file, code, twins)
    if code.place is None and least == 0:  # somewhere within the range, as a person quotes the part that counts
        return Relocated(anchor, _moved(anchor, file.path, aim), State.EXACT)
    if len(nearest) > 1:
        named = ", ".join(map(str, nearest[:_NAMED]))
        now = _moved(anchor, file.path, _shifted(anchor, file, aim.start, code))
        return Relocated(anchor, now, State.AMBIGUOUS, why=f"its code stands equally near at lines {named}")
    now = _moved(anchor, file.path, _shifted(anchor, file, nearest[0], code))
    return Relocated(anchor, now, State.DRIFTED if least else State.EXACT, least)


def _places(file: TwoVersions, code: _Code) -> tuple[list[int], list[int]]:
    """Where the code may stand now, and where equal code stands that is not it; ascending."""
    found = file.new.occurrences(code.lines)
    if code.place is None:
        return [place.line for place in found if place.whole] or [place.line for place in found], []
    if code.place.whole:  # `a = b` is not found in `a = b + c`
        found = tuple(place for place in found if place.whole)
    stayed = [place.line for place in found if _stayed(file.map.to_old, place.line, len(code.lines))]
    there = set(stayed)
    fresh = [place.line for place in found if place.line not in there]
    taken = _taken(file, code, fresh)
    free = [line for line in fresh if line not in taken]
    if code.signs < LEAST_SIGNS:
        window = _replacing(file, code.place.line, code.place.line + len(code.lines) - 1)
        free = [line for line in free if line in window]
    return free, stayed


def _taken(file: TwoVersions, code: _Code, places: Sequence[int]) -> set[int]:
    """Of the new `places`, those of equal code that was touched, too: each goes to the nearest, in the old order."""
    own, count = code.place, len(code.lines)
    if own is None or not places:
        return set()
    equals = [each.line for each in file.old.occurrences(code.lines) if each.whole or not own.whole]
    touched = [line for line in equals if not _stayed(file.map.to_new, line, count)]
    if len(touched) < 2 or len(touched) * len(places) > _PAIRS:
        return set()
    pairs = sorted((abs(file.map.nearest_new(line) - place), line, place) for line in touched for place in places)
    given: dict[int, int] = {}
    for _, line, place in pairs:
        if line not in given and place not in given.values():
            given[line] = place
    return {place for line, place in given.items() if line != own.line}


def _stayed(other: Callable[[int], int | None], line: int, count: int) -> bool:
    """Whether the lines at `line` stand together in the `other` commit, untouched."""
    there = other(line)
    return there is not None and all(other(line + at) == there + at for at in range(1, count))


def _aim(anchor: GoldenAnchor, file: TwoVersions, code: _Code) -> range:
    """Where the code's first line should be: one line, or all of the anchor's where nobody knows which it was."""
    if code.place is not None:
        start = file.map.nearest_new(code.place.line)
        return range(start, start + 1)
    start = file.map.nearest_new(anchor.line or 1)
    end = min(file.map.nearest_new(min(anchor.last, len(file.old))), len(file.new))
    return range(start, max(start, end) + 1)


def _without_code(anchor: GoldenAnchor, file: TwoVersions, code: _Code, twins: Sequence[int]) -> Relocated:
    first, last = anchor.line or 1, min(anchor.last, len(file.old))
    count = last - first + 1
    left = [line for line in map(file.map.to_new, range(first, last + 1)) if line is not None]
    gone = count - len(left)
    if left and not (anchor.code or "").strip():
        now = _moved(anchor, file.path, range(left[0], left[-1] + 1))
        return Relocated(anchor, now, State.DRIFTED, gone, f"{gone} of its {count} lines were changed or removed")
    if left and code.place is None and not file.old.occurrences(code.lines):  # it can prove nothing, nor disprove
        now = _moved(anchor, file.path, range(left[0], left[-1] + 1))
        return Relocated(
            anchor, now, State.AMBIGUOUS, why="its code stands in neither commit; only its lines were carried"
        )
    stead = _replacing(file, first, last)
    here = [*left, *(min(file.map.nearest_new(line), len(file.new)) for line in (first, last) if stead)]
    lines = range(min(here), max(here) + 1) if here else range(0)
    return vanished(anchor, _loss(count, gone, bool(stead), twins), file.path, lines)


def _loss(count: int, gone: int, replaced: bool, twins: Sequence[int]) -> str:
    """What became of `count` lines of which `gone` are gone."""
    whose = "its line was" if count == 1 else f"{gone} of its {count} lines were"
    told = f"{whose} {'changed' if replaced else 'removed'}" if gone else "its code is not there"
    return f"{told}; equal code at line {twins[0]} was there before" if twins else told


def _replacing(file: TwoVersions, first: int, last: int) -> range:
    """The lines of the second commit between what is left around the old lines `first` to `last`."""
    above, below = first - 1, last + 1
    while above >= 1 and file.map.to_new(above) is None:
        above -= 1
    while below <= len(file.old) and file.map.to_new(below) is None:
        below += 1
    start = (file.map.to_new(above) or 0) if above else 0
    end = (file.map.to_new(below) or 0) if below <= len(file.old) else len(file.new) + 1
    return range(start + 1, end)


def _around(anchor: GoldenAnchor, file: TwoVersions, code: Sequence[int]) -> range:
    """What is left of the anchor's lines, with those of its code among them."""
    inside = range(anchor.line or 1, min(anchor.last, len(file.old)) + 1)
    left = [line for line in map(file.map.to_new, inside) if line is not None]
    return range(min(left, default=code[0]), max(left, default=code[-1]) + 1)


def _shifted(anchor: GoldenAnchor, file: TwoVersions, place: int, code: _Code) -> range:
    """As many lines as the anchor has, with the code's first one at `place`."""
    above = code.place.line - (anchor.line or 1) if code.place else 0
    start = max(1, place - above)
    return range(start, max(start, min(len(file.new), start + anchor.last - (anchor.line or 1))) + 1)


def _moved(anchor: GoldenAnchor, path: str, lines: range) -> GoldenAnchor:
    return anchor._replace(file=path, line=lines.start, end_line=lines.stop - 1 if len(lines) > 1 else None)


def _lines(count: int) -> str:
    return "1 line was" if count == 1 else f"{count} lines were"
