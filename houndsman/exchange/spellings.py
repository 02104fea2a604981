"""What the keys and columns of strangers mean: the one table of usual spellings.

In: the names that an object or a table's header has. Out: which of them gives which field of a finding, and the names
that give none. Case, `_`, `-`, dots and spaces make no difference: `endLine`, `end_line` and `End line` are one.
Nothing fails.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from functools import lru_cache
from typing import NamedTuple


class Field(StrEnum):
    """A field of a finding. Three may say where it is: `FIRST` wins over `LINE`, which may then be the last line."""

    FILE = "file"
    LINE = "line"
    FIRST = "first line"
    LAST = "last line"
    SIDE = "side"
    RULE = "rule"
    MESSAGE = "message"
    ACTION = "action"
    QUOTE = "quote"
    SEVERITY = "severity"
    CATEGORY = "category"
    CASE = "case"
    ID = "id"
    COMMIT = "commit"


#: Of several names for a field the one that stands first here counts, the others are none.
_SPELLINGS: Mapping[Field, str] = {
    Field.FILE: "file path filename filepath",
    Field.LINE: "line linenumber lineno",
    Field.FIRST: "startline linestart fromline firstline beginline",
    Field.LAST: "endline lineend toline lastline",
    Field.SIDE: "side",
    Field.RULE: "rule ruleid rulename check checkid checkname",
    Field.MESSAGE: "message body text description comment",
    Field.ACTION: "action suggestion recommendation",
    Field.QUOTE: "quote snippet",
    Field.SEVERITY: "severity level",
    Field.CATEGORY: "category",
    Field.CASE: "case pr prkey prnumber",
    Field.ID: "id",
    Field.COMMIT: "commit commitid commitsha",
}

#: Names that mean a field only as a column: as a key of JSON they are as often something else.
_COLUMNS: Mapping[Field, str] = {
    Field.RULE: "code",
    Field.MESSAGE: "warning msg",
}

_BREAKS = str.maketrans("", "", "_-. ")


class Meaning(NamedTuple):
    """Of one name."""

    field: Field
    rank: int
    """Among the names of its field; the least counts."""


def _table(*spellings: Mapping[Field, str]) -> dict[str, Meaning]:
    """What each folded name means; the names of later tables yield to those of earlier ones."""
    table: dict[str, Meaning] = {}
    for field in Field:
        names = " ".join(each.get(field, "") for each in spellings).split()
        table.update({name: Meaning(field, rank) for rank, name in enumerate(names)})
    return table


_AS_KEY = _table(_SPELLINGS)
#: What each folded name of a column means.
AS_COLUMN = _table(_SPELLINGS, _COLUMNS)


class Names(NamedTuple):
    """The names of one object or header, sorted out."""

    fields: Mapping[Field, str]
    """The name that gives each field that is given."""
    others: tuple[str, ...]
    """The names that give none."""


@lru_cache(maxsize=256)
def sorted_out(names: tuple[str, ...], *, columns: bool = False) -> Names:
    """What each of `names` gives; with `columns` as the header of a table."""
    table = AS_COLUMN if columns else _AS_KEY
    fields: dict[Field, str] = {}
    ranks: dict[Field, int] = {}
    for name in names:
        meaning = table.get(folded(name))
        if meaning is not None and meaning.rank < ranks.get(meaning.field, len(table)):
            fields[meaning.field], ranks[meaning.field] = name, meaning.rank
    taken = set(fields.values())
    return Names(fields, tuple(name for name in names if name not in taken))


def folded(name: str) -> str:
    """`name` without what makes no difference."""
    return name.strip().casefold().translate(_BREAKS)
