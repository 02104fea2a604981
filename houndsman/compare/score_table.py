"""Scores that were made elsewhere: a table with a row for each case, variant and repeat.

In: a CSV file (commas, semicolons or tabs) and which of its columns mean what. Out: the scores of each variant by case.
Higher is better. A file, a column or a cell that is not what it should be is a `UsageError` with its place, and so is a
variant that nobody is called; the nearest names are in the hint.

A variant may be several columns, joined with `+`, in the option as in its name: `agent+model` gives `Copilot+opus`.
"""

from __future__ import annotations

import csv
import difflib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import isfinite
from pathlib import Path
from typing import NamedTuple

from houndsman.errors import UsageError

#: Joins the columns of a variant, and their values.
JOINER = "+"

#: What has to be known of a row; `repeat` need not.
CASE, VARIANT, REPEAT, SCORE = ROLES = ("case", "variant", "repeat", "score")

_OPTION = "--scores-columns"
_SEPARATORS = ",;\t"
_NAMES_SHOWN = 20


class Columns(NamedTuple):
    """Which columns mean what."""

    case: str = CASE
    variant: tuple[str, ...] = (VARIANT,)
    repeat: str | None = None
    """None where each row of a case and variant is a repeat of its own."""
    score: str = SCORE


@dataclass(frozen=True, slots=True)
class ScoreTable:
    """All scores of a file."""

    path: str
    variants: Mapping[str, Mapping[str, Sequence[float]]]
    """The scores of each case, by variant, both by name; of the repeats in their order."""

    def of(self, variant: str, option: str) -> Mapping[str, Sequence[float]]:
        """The scores of `variant`. Raises `UsageError` where `option` names one that is not there."""
        if variant in self.variants:
            return self.variants[variant]
        raise UsageError(
            f"no variant is called {variant!r} in {self.path}", where=option, hint=_nearest(variant, self.variants)
        )


def parse_columns(text: str | None) -> Columns | None:
    """What `case=instance_id,variant=agent+model,score=f1` says; None where nothing does.

    A role that is not named is the column of its own name. Raises `UsageError` for a role that is none.
    """
    if text is None:
        return None
    named: dict[str, str] = {}
    for part in text.split(","):
        role, equals, column = (each.strip() for each in part.partition("="))
        if role not in ROLES or not equals or not column or role in named:
            what = f"{part.strip()!r} names a role twice" if role in named else f"{part.strip()!r} names no column"
            raise UsageError(what, where=_OPTION, hint=f"Write role=column, with each of {', '.join(ROLES)} once.")
        named[role] = column
    variant = tuple(each.strip() for each in named.get(VARIANT, VARIANT).split(JOINER))
    return Columns(named.get(CASE, CASE), variant, named.get(REPEAT), named.get(SCORE, SCORE))


def read_scores(place: Path, columns: Columns | None = None) -> ScoreTable:
    """The scores in the file at `place`; without `columns` they are called as their roles."""
    try:
        text = place.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        told = error.strerror if isinstance(error, OSError) else "it is not UTF-8"
        raise UsageError(f"the scores cannot be read: {told}", where=str(place), hint="Name a CSV file.") from error
    rows = list(_rows(place, text))
    if not rows:
        hint = f"Its first line names the columns: {','.join(ROLES)}."
        raise UsageError("there are no scores in this file", where=str(place), hint=hint)
    header = rows[0].cells
    wanted = _known(columns or _usual(header), header, place)
    return ScoreTable(str(place), _scores(place, wanted, rows[1:], header))


class _Row(NamedTuple):
    line: int
    cells: Sequence[str]


def _rows(place: Path, text: str) -> Iterator[_Row]:
    """The rows that are not blank, header first."""
    first = text.lstrip().partition("\n")[0]
    separator = max(_SEPARATORS, key=first.count)
    reader = csv.reader(text.splitlines(keepends=True), delimiter=separator, strict=True)
    begins = 1
    try:
        for cells in reader:
            if any(cell.strip() for cell in cells):
                yield _Row(begins, [cell.strip() for cell in cells])
            begins = reader.line_num + 1
    except csv.Error as error:
        hint = "A cell with quotes in it is written in quotes, with each of its own doubled."
        raise UsageError(f"not a table: {error}", where=f"{place}:{begins}", hint=hint) from error


def _usual(header: Sequence[str]) -> Columns:
    return Columns(repeat=REPEAT if REPEAT in header else None)


def _known(columns: Columns, header: Sequence[str], place: Path) -> Columns:
    """`columns`, all of which `header` has. A repeat that nobody named may go without."""
    for name in (columns.case, *columns.variant, columns.repeat, columns.score):
        if name is not None and name not in header:
            hint = f"{_nearest(name, header)} {_OPTION} says which column means what."
            raise UsageError(f"there is no column {name!r}", where=f"{place}:1", hint=hint)
    return columns if columns.repeat else columns._replace(repeat=REPEAT if REPEAT in header else None)


def _scores(
    place: Path, columns: Columns, rows: Iterable[_Row], header: Sequence[str]
) -> dict[str, dict[str, list[float]]]:
    at = {name: header.index(name) for name in header}
    found: dict[str, dict[str, dict[str, float]]] = {}
    spelt: dict[str, tuple[str, ...]] = {}
    for line, cells in rows:
        where = f"{place}:{line}"
        if len(cells) != len(header):
            hint = "A cell with the separator in it is written in quotes."
            raise UsageError(f"{len(cells)} cells where the header has {len(header)}", where=where, hint=hint)
        values = tuple(cells[at[name]] for name in columns.variant)
        variant, case = JOINER.join(values), cells[at[columns.case]]
        if spelt.setdefault(variant, values) != values:
            hint = f"Two different variants have this name, joined with {JOINER!r}: name them by fewer columns."
            raise UsageError(f"{variant!r} is ambiguous", where=where, hint=hint)
        repeats = found.setdefault(variant, {}).setdefault(case, {})
        repeat = str(len(repeats)) if columns.repeat is None else cells[at[columns.repeat]]
        if repeat in repeats:
            hint = f"Each repeat has its own: name its column with repeat= in {_OPTION}."
            raise UsageError(f"{case!r} has a score for repeat {repeat!r} twice", where=where, hint=hint)
        repeats[repeat] = _number(cells[at[columns.score]], columns.score, where)
    return {
        variant: {case: [repeats[name] for name in sorted(repeats)] for case, repeats in sorted(cases.items())}
        for variant, cases in sorted(found.items())
    }


def _number(text: str, column: str, where: str) -> float:
    try:
        number = float(text)
    except ValueError:
        number = float("nan")
    if isfinite(number):
        return number
    hint = "Leave the row out where there is no score: the case is then compared as far as both have it."
    raise UsageError(f"{column} is {text!r}, which is no number", where=where, hint=hint)


def _nearest(name: str, known: Iterable[str]) -> str:
    """What may have been meant, else what there is."""
    names = list(known)
    folded = {each.casefold(): each for each in names}
    close = difflib.get_close_matches(name.casefold(), folded, n=3)
    if close:
        return f"Did you mean {' or '.join(repr(folded[each]) for each in close)}?"
    shown = ", ".join(map(repr, names[:_NAMES_SHOWN])) or "none"
    return f"There are: {shown}{' and more' if len(names) > _NAMES_SHOWN else ''}."
