"""One flat object, or one row of a table, as a finding.

In: names and values as strangers write them, and what is said for all of them. Out: the finding; what has no field, or
cannot be read as its field, stays in `extra` under its own name. Nothing is refused, for want of a place, a rule or a
message either, and nothing fails: each thing that had to be put up with is told to `remark`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from houndsman.exchange.reader import Remark
from houndsman.exchange.spellings import Field, Names
from houndsman.intake.fields import claimed_side, quoted, words
from houndsman.intake.lines import LineClaim, claimed_lines
from houndsman.intake.notes import Repair
from houndsman.intake.severity_words import SEVERITY_WORDS
from houndsman.models.finding import Side
from houndsman.models.foreign import ForeignFinding
from houndsman.models.severity import Severity

_MOST_DIGITS = 9  # of a line that is written as text and may be read as it stands


class Shared(NamedTuple):
    """What a file says once for all its findings; a finding's own words come first."""

    case: str | None = None
    commit: str | None = None


def read_entry(
    entry: Mapping[str, object], names: Names, source: str, shared: Shared, remark: Remark
) -> ForeignFinding:
    """The finding that `entry` describes, whose names mean what `names` says."""
    said = {field: entry[name] for field, name in names.fields.items()}
    file, case, commit = (name_of(said.get(field)) for field in (Field.FILE, Field.CASE, Field.COMMIT))
    rule, category, own = (name_of(said.get(field)) for field in (Field.RULE, Field.CATEGORY, Field.ID))
    lines = lines_of(said.get(Field.FIRST), said.get(Field.LINE), said.get(Field.LAST))
    side, severity = side_of(said.get(Field.SIDE)), severity_of(said.get(Field.SEVERITY))
    read = {
        Field.FILE: file,
        Field.LINE: lines.line,
        Field.FIRST: lines.line,
        Field.LAST: None if any(each.code == Repair.END_LINE_UNREADABLE for each in lines.notes) else lines.line,
        Field.SIDE: side,
        Field.RULE: rule,
        Field.SEVERITY: severity,
        Field.CATEGORY: category,
        Field.CASE: case,
        Field.ID: own,
        Field.COMMIT: commit,
    }
    extra = {name: entry[name] for name in names.others}
    for field, value in read.items():
        if value is None and _says_something(said.get(field)):
            extra[names.fields[field]] = said[field]
            remark(f"unread-{field.replace(' ', '-')}", f"{field}: not understood, and counted as not given", source)
    return ForeignFinding(
        file=file,
        line=lines.line,
        end_line=lines.end,
        side=side,
        rule=rule,
        message=text_of(said.get(Field.MESSAGE)),
        action=text_of(said.get(Field.ACTION)),
        quote=quoted(said.get(Field.QUOTE))[0],
        severity=severity,
        category=category,
        case=case or shared.case,
        id=own,
        commit=commit or shared.commit,
        source=source,
        extra=extra,
    )


def name_of(value: object) -> str | None:
    """`value` as a name: a path, a rule, an id. Numbers become text; what is neither is none."""
    if isinstance(value, str):
        return value.strip() or None
    return str(value) if isinstance(value, int) and not isinstance(value, bool) else None


def text_of(value: object) -> str:
    """`value` as text for people."""
    return value.strip() if isinstance(value, str) else words(value, Repair.MESSAGE_NOT_TEXT)[0]


def lines_of(first: object, line: object, last: object) -> LineClaim:
    """The lines that the three claim. `line` beside a `first` is the last one, as GitHub has it, unless `last` is."""
    if first is None:
        return claimed_lines(_counted(line), _counted(last))
    return claimed_lines(_counted(first), _counted(line if last is None else last))


def side_of(value: object) -> Side | None:
    """The side that `value` names; None for words that name none."""
    side, notes = claimed_side(value)
    return None if any(each.code == Repair.SIDE_UNKNOWN for each in notes) else side


def severity_of(value: object) -> Severity | None:
    """The severity that `value` names. An unknown word is none, where intake makes it `attention`: a grade must not
    count as agreement what nobody said."""
    return SEVERITY_WORDS.get(value.strip().casefold()) if isinstance(value, str) else None


def _counted(value: object) -> object:
    """A plain number in a text, such as a table's cell, as the number; anything else as it came."""
    if isinstance(value, str) and len(value) <= _MOST_DIGITS and value.isascii() and value.isdigit():
        return int(value)
    return value


def _says_something(value: object) -> bool:
    return value is not None and value != "" and not (isinstance(value, str) and value.isspace())
