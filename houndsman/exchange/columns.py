"""Many flat objects of one shape as findings, column by column: the fast way for files of a hundred thousand.

In: objects with the same keys in the same order. Out: exactly what `read_entry` makes of each; None where a key or a
value needs its care, and then nothing has been decided. Nothing fails. The work per finding stays inside loops of the
interpreter's own, which is what makes it several times faster.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from itertools import repeat
from operator import lt
from types import MappingProxyType
from typing import TypeGuard, TypeVar

from houndsman.exchange.entry import Shared, name_of, severity_of, side_of
from houndsman.exchange.spellings import Field, sorted_out
from houndsman.intake.lines import claimed_lines
from houndsman.models.foreign import ForeignFinding

_Read = TypeVar("_Read")
_Column = Sequence[object]

#: Entries of one shape, on average, below which setting up columns costs more than it saves.
_LEAST = 16

_TEXT: frozenset[type] = frozenset({str, type(None)})
_NAME: frozenset[type] = _TEXT | {int}
_NOTHING: Mapping[str, object] = MappingProxyType({})


def by_columns(
    entries: Sequence[Mapping[str, object]], sources: Sequence[str], shared: Shared
) -> list[ForeignFinding] | None:
    """The findings that `entries` describe, if they have few shapes and every value is as the contract says."""
    shapes = set(map(tuple, entries))
    if len(shapes) == 1:
        return _of_one_shape(entries, sources, shared)
    if not entries or len(shapes) * _LEAST > len(entries):
        return None
    places: dict[tuple[str, ...], list[int]] = {shape: [] for shape in shapes}
    for at, entry in enumerate(entries):
        places[tuple(entry)].append(at)
    findings: dict[int, ForeignFinding] = {}
    for alike in places.values():
        made = _of_one_shape([entries[at] for at in alike], [sources[at] for at in alike], shared)
        if made is None:
            return None
        findings.update(zip(alike, made, strict=True))
    return [findings[at] for at in range(len(entries))]


def _of_one_shape(
    entries: Sequence[Mapping[str, object]], sources: Sequence[str], shared: Shared
) -> list[ForeignFinding] | None:
    names = tuple(entries[0])
    given = dict(zip(names, zip(*(entry.values() for entry in entries), strict=True), strict=True))
    fields, others = sorted_out(names)
    said = {field: given[name] for field, name in fields.items()}
    try:
        lines, ends = _lines(said)
        columns: dict[str, Iterable[object]] = {
            "file": _mapped(said.get(Field.FILE), _NAME, name_of),
            "line": lines,
            "end_line": ends,
            "side": _mapped(said.get(Field.SIDE), _TEXT, side_of),
            "rule": _mapped(said.get(Field.RULE), _NAME, name_of),
            "message": _texts(said.get(Field.MESSAGE)),
            "action": _texts(said.get(Field.ACTION)),
            "quote": _quotes(said.get(Field.QUOTE)),
            "severity": _mapped(said.get(Field.SEVERITY), _TEXT, severity_of),
            "category": _mapped(said.get(Field.CATEGORY), _NAME, name_of),
            "case": _mapped(said.get(Field.CASE), _NAME, name_of, shared.case),
            "id": _mapped(said.get(Field.ID), _NAME, name_of),
            "commit": _mapped(said.get(Field.COMMIT), _NAME, name_of, shared.commit),
            "source": sources,
            "extra": _rest(others, [given[name] for name in others]),
        }
    except _NeedsCare:
        return None
    # The sources end the rows: a column of one value for all has no end of its own.
    return list(map(_new, zip(*(columns[name] for name in ForeignFinding._fields), strict=False)))


#: What `ForeignFinding._make` is, without its own check of the width, which costs as much again.
_new = partial(tuple.__new__, ForeignFinding)


class _NeedsCare(Exception):
    """A value is not as the contract says; `read_entry` knows what to do."""


def _mapped(
    column: _Column | None, types: frozenset[type], read: Callable[[object], _Read | None], default: _Read | None = None
) -> Iterable[_Read | None]:
    """Each value as `read` has it, which is asked once for each distinct one."""
    if column is None:
        return repeat(default)
    _check(column, types)
    table: dict[object, _Read | None] = {None: default, "": default}
    for value in set(column) - table.keys():
        table[value] = read(value)
        if table[value] is None:
            raise _NeedsCare
    return map(table.__getitem__, column)


def _texts(column: _Column | None) -> Iterable[str]:
    if column is None:
        return repeat("")
    _check(column, _TEXT)
    return [value.strip() if isinstance(value, str) else "" for value in column]


def _quotes(column: _Column | None) -> Iterable[str]:
    """As `intake.fields.quoted` has them: the indentation stays."""
    if column is None:
        return repeat("")
    _check(column, _TEXT)
    return [value.strip("\r\n").rstrip() if isinstance(value, str) else "" for value in column]


def _lines(said: Mapping[Field, _Column]) -> tuple[Iterable[object], Iterable[object]]:
    """First and last lines; a last line that adds nothing is null."""
    firsts, lasts = said.get(Field.FIRST, said.get(Field.LINE)), said.get(Field.LAST)
    if firsts is None and lasts is None:
        return repeat(None), repeat(None)
    if firsts is None or (Field.FIRST in said and Field.LINE in said) or not _are_lines(firsts):
        raise _NeedsCare
    if lasts is None or set(map(type, lasts)) == {type(None)}:
        return firsts, repeat(None)
    filled = [first if last is None else last for first, last in zip(firsts, lasts, strict=True)]
    if not _are_lines(filled) or any(map(lt, filled, firsts)):
        raise _NeedsCare
    return firsts, [last if last != first else None for first, last in zip(firsts, filled, strict=True)]


def _are_lines(column: _Column) -> TypeGuard[Sequence[int]]:
    """Whether every value is a number that can be a line, and so needs no reading."""
    numbers = [value for value in column if type(value) is int]
    if len(numbers) < len(column):
        return False
    return all(claimed_lines(bound, None).line == bound for bound in (min(numbers), max(numbers)))


def _check(column: _Column, types: frozenset[type]) -> None:
    if not types.issuperset(map(type, column)):
        raise _NeedsCare


def _rest(names: tuple[str, ...], columns: Sequence[_Column]) -> Iterable[Mapping[str, object]]:
    if not names:
        return repeat(_NOTHING)
    return [dict(zip(names, row, strict=True)) for row in zip(*columns, strict=True)]
