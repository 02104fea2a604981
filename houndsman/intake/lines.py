"""Which lines a finding claims.

In: the values of `line` and `endLine`, whatever they are, and how many lines the file has. Out: a claim that is within
the file, with notes. Nothing fails: a line that cannot be one becomes null, one beyond the file the last one, and then
only the quote can place the finding (`must_prove`).
"""

from __future__ import annotations

import math
import re
from typing import NamedTuple

from houndsman.intake.notes import Repair, note
from houndsman.models.finding import Note

_NUMBER = r"\s*(?:#?[Ll](?:ines?|n)?\.?\s*)?(-?\d{1,18})(?:\.0+)?"
_ONE = re.compile(rf"{_NUMBER}(?::\d+)?\s*\Z")  # "12", "L12", "line 12", "12:5" (line and column)
_TWO = re.compile(rf"{_NUMBER}\s*(?:-|–|—|\.\.\.?|,|to|a)\s*{_NUMBER}\s*\Z")


#: Characters of a text that may still be a line or a range.
_LONGEST = 64

#: Larger than any file, and what every database can hold.
_MAX = 2**31 - 1


class LineClaim(NamedTuple):
    """First and last line, counted from 1; `end` is None for a single line, both are None for the whole file."""

    line: int | None
    end: int | None
    must_prove: bool = False
    notes: tuple[Note, ...] = ()


class _Read(NamedTuple):
    """What one value says: `first` and, where it is a range, `last`; None with a note where it says nothing."""

    first: int | None
    last: int | None = None
    notes: tuple[Note, ...] = ()


def claimed_lines(line: object, end: object) -> LineClaim:
    """The claim that the values of `line` and `endLine` make."""
    if type(line) is int and 0 < line <= _MAX and (end is None or (type(end) is int and line < end <= _MAX)):
        return LineClaim(line, end)  # as the contract says: nearly always
    start, stop = _read(line), _read(end)
    if start.first is None:
        return LineClaim(None, None, must_prove=bool(start.notes), notes=start.notes)
    notes = start.notes
    if stop.notes and stop.first is None:
        notes = (*notes, note(Repair.END_LINE_UNREADABLE, end))
    elif stop.notes:
        notes = (*notes, *stop.notes)
    first = start.first
    last = stop.last or stop.first or start.last or first
    if last < first:
        first, last = last, first
        notes = (*notes, note(Repair.LINE_REVERSED, f"{last}-{first}"))
    return LineClaim(first, last if last > first else None, notes=notes)


def within_file(claim: LineClaim, count: int | None) -> LineClaim:
    """`claim` for a file of `count` lines; unchanged where nobody knows the lines (a binary or unknown file)."""
    if claim.line is None or count is None or max(claim.line, claim.end or 0) <= count:
        return claim
    if claim.line > count:
        became = count or None
        notes = (*claim.notes, note(Repair.LINE_BEYOND_FILE, str(claim.line), str(became)))
        return LineClaim(became, None, must_prove=True, notes=notes)
    notes = (*claim.notes, note(Repair.END_LINE_BEYOND_FILE, str(claim.end), str(count)))
    return claim._replace(end=count if count > claim.line else None, notes=notes)


def _read(value: object) -> _Read:
    if value is None:
        return _Read(None)
    if isinstance(value, bool):
        return _unreadable(value)
    if isinstance(value, int):
        return _positive(value)
    if isinstance(value, float):
        return _from_float(value)
    if isinstance(value, str):
        return _from_text(value)
    if isinstance(value, list):
        return _from_list(value)
    return _unreadable(value)


def _positive(number: int, *notes: Note) -> _Read:
    if number < 1:
        return _Read(None, notes=(*notes, note(Repair.LINE_NOT_POSITIVE, str(number))))
    return _Read(min(number, _MAX), notes=notes)


def _from_float(value: float) -> _Read:
    if not math.isfinite(value) or not value.is_integer():
        return _unreadable(value)
    return _positive(int(value), note(Repair.LINE_FLOAT, value))


def _from_text(value: str) -> _Read:
    if len(value) > _LONGEST:
        return _unreadable(value)
    one = _ONE.match(value)
    if one:
        return _positive(int(one[1]), note(Repair.LINE_TEXT, value))
    two = _TWO.match(value)
    return _range(int(two[1]), int(two[2]), value) if two else _unreadable(value)


def _from_list(value: list[object]) -> _Read:
    ends = [_read(item) for item in (value[:1] + value[-1:] if len(value) > 1 else value)]
    if not ends:
        return _Read(None)
    if len(ends) == 1:
        return ends[0]._replace(notes=(note(Repair.LINE_RANGE, value), *ends[0].notes))
    first, last = ends[0].first, ends[1].last or ends[1].first
    return _unreadable(value) if first is None or last is None else _range(first, last, value)


def _range(first: int, last: int, value: object) -> _Read:
    if first < 1 or last < 1:
        return _Read(None, notes=(note(Repair.LINE_NOT_POSITIVE, value),))
    notes = [note(Repair.LINE_RANGE, value)]
    if last < first:
        notes.append(note(Repair.LINE_REVERSED, value))
    return _Read(min(first, last, _MAX), min(max(first, last), _MAX), tuple(notes))


def _unreadable(value: object) -> _Read:
    return _Read(None, notes=(note(Repair.LINE_UNREADABLE, value),))
