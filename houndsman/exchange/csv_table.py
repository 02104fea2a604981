"""Tables with a header: CSV, with commas, semicolons, tabs or bars between the cells.

In: the text; its header says what separates the cells and, in the usual spellings, what each column is. Out: a finding
for each row. An empty cell says nothing. flawfinder's table is known by its header and read with its own meaning: the
rule is `RuleId:Name`, and levels 5 and 4 are `blocking`, 3 is `attention`, the rest `suggestion`, as in its SARIF.

A quote that never closes raises `ForeignFormatError` with its line, and so does a header without a column for the file.
A row with more cells than the header is told: its cells may have slipped. So is a table without a column for the line,
with the columns that nobody understands: one of them may be it.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Mapping
from itertools import zip_longest
from typing import NamedTuple

from houndsman.exchange.cwe import cwe_named
from houndsman.exchange.entry import Shared, read_entry
from houndsman.exchange.reader import ForeignFormatError, Reader, ReadOptions, Text
from houndsman.exchange.spellings import Field, Names, folded, sorted_out
from houndsman.models.foreign import ForeignFinding
from houndsman.models.severity import Severity

_SEPARATORS = ",;\t|"

#: Characters within which a header must end.
_LONGEST_HEADER = 8192

#: A table is one of findings if it has one of these beside the file.
_ABOUT = frozenset({Field.LINE, Field.FIRST, Field.RULE, Field.MESSAGE, Field.SEVERITY})

#: One of these says where a finding is.
_LINES = frozenset({Field.LINE, Field.FIRST, Field.LAST})

_NEEDED = "begin it with the names of its columns: file and line are needed, as in file,line,rule,severity,message"

_NAMED = 5  # columns in a message
_SHOWN = 40  # characters of a column's name

#: Where cells go for which the header has no name.
_SURPLUS = "surplus"

#: flawfinder's columns that are fields as they are, and those that a field is made of. Its older tables have no ruleid.
_FLAWFINDER: Mapping[Field, str] = {
    Field.FILE: "file",
    Field.LINE: "line",
    Field.MESSAGE: "warning",
    Field.ACTION: "suggestion",
    Field.QUOTE: "context",
}
_FLAWFINDER_MADE_OF = frozenset({"level", "name", "cwes"})
_FLAWFINDER_LEVELS: Mapping[str, Severity] = {
    "5": Severity.BLOCKING,
    "4": Severity.BLOCKING,
    "3": Severity.ATTENTION,
    "2": Severity.SUGGESTION,
    "1": Severity.SUGGESTION,
    "0": Severity.SUGGESTION,
}


class _Header(NamedTuple):
    separator: str
    names: tuple[str, ...]
    start: int
    """Offset of the header's own line."""


def recognises(text: Text) -> bool:
    """Whether the first line is a header with a column for the file, and another that a finding has."""
    header = _header(text)
    return header is not None and not _ABOUT.isdisjoint(_names(header).fields)


def read(text: Text, options: ReadOptions) -> Iterator[ForeignFinding]:
    """The findings, row by row."""
    header = _header(text)
    if header is None:
        raise refusal(text)
    flawfinder = _names_of_flawfinder(header)
    names = flawfinder or _names(header)
    if _LINES.isdisjoint(names.fields):
        words = f"tables without a column called line, so that no finding has a place{_odd(names)}"
        options.remark("no-line-column", words, f"{text.name}:1")
    for row, line in _rows(text, header):
        place = f"{text.name}:{line}"
        surplus = row[len(header.names) :]
        cells: dict[str, object] = dict(zip_longest(header.names, (cell or None for cell in row[: len(header.names)])))
        finding = read_entry(cells, names, place, Shared(), options.remark)
        if surplus:
            options.remark("surplus-cells", "rows with more cells than the header, which may have slipped", place)
            finding = finding._replace(extra={**finding.extra, _SURPLUS: surplus})
        yield _of_flawfinder(finding, cells) if flawfinder else finding


def refusal(text: Text) -> ForeignFormatError:
    """Why a text that is meant as a table is none of findings, and what its header needs."""
    header = _header(text)
    if header is None:
        line = text.text.lstrip("\r\n")[:_LONGEST_HEADER].partition("\n")[0].rstrip("\r")
        cells = max((line.split(separator) for separator in _SEPARATORS), key=len)
        names = sorted_out(tuple(cell.strip('" ') for cell in cells), columns=True)
        what = "the first line is no header with a column for the file"
    else:
        names, what = _names(header), "its header has no column of a finding beside the file's"
    return ForeignFormatError(f"{what}{_odd(names)}", where=f"{text.name}:1", hint=_NEEDED)


def _odd(names: Names) -> str:
    """The columns that nobody understands: one of them may be what is missing."""
    told = ", ".join(repr(name[:_SHOWN]) for name in names.others[:_NAMED])
    more = f" and {len(names.others) - _NAMED} more" if len(names.others) > _NAMED else ""
    return f"; columns not understood: {told}{more}" if told else ""


def _header(text: Text) -> _Header | None:
    """The header, by the first separator with which it has a column for the file; None where it has none."""
    body = text.text
    start = len(body) - len(body.lstrip("\r\n"))
    if body[start:].startswith("sep="):  # Excel's own first line
        start = body.find("\n", start) + 1
    end = body.find("\n", start, start + _LONGEST_HEADER)
    line = body[start : end if end >= 0 else start + _LONGEST_HEADER].rstrip("\r")
    if line[:1] in ("{", "[", "<", "|"):  # the last is Markdown's
        return None
    for separator in _SEPARATORS:
        try:
            names = tuple(next(csv.reader([line], delimiter=separator, strict=True), ()))
        except csv.Error:
            continue
        if len(names) > 1 and Field.FILE in sorted_out(names, columns=True).fields:
            return _Header(separator, names, start)
    return None


def _names(header: _Header) -> Names:
    return sorted_out(header.names, columns=True)


def _rows(text: Text, header: _Header) -> Iterator[tuple[list[str], int]]:
    """The rows below the header that are not blank, each with the line that it begins on."""
    before = text.text.count("\n", 0, header.start)
    lines = io.StringIO(text.text[header.start :], newline="")
    reader = csv.reader(lines, delimiter=header.separator, strict=True)
    begins = 1
    try:
        for row in reader:
            if begins > 1 and any(row):
                yield row, before + begins
            begins = reader.line_num + 1
    except csv.Error as error:
        raise ForeignFormatError(
            f"not a table: {error}",
            where=f"{text.name}:{before + begins}",
            hint="a cell with quotes in it is written in quotes, with each of its own doubled",
        ) from None


def _names_of_flawfinder(header: _Header) -> Names | None:
    """What the columns mean if they are flawfinder's."""
    by_folded = {folded(name): name for name in header.names}
    if not by_folded.keys() >= {*_FLAWFINDER.values(), *_FLAWFINDER_MADE_OF, "defaultlevel"}:
        return None
    fields = {field: by_folded[name] for field, name in _FLAWFINDER.items()}
    taken = {*_FLAWFINDER.values(), *_FLAWFINDER_MADE_OF, "ruleid"}
    return Names(fields, tuple(name for name in header.names if folded(name) not in taken))


def _of_flawfinder(finding: ForeignFinding, cells: Mapping[str, object]) -> ForeignFinding:
    """`finding` with what is made of flawfinder's columns."""
    said = {folded(name): value for name, value in cells.items()}
    return finding._replace(
        rule=":".join(str(said[key]) for key in ("ruleid", "name") if said.get(key)) or None,
        severity=_FLAWFINDER_LEVELS.get(str(said.get("level"))),
        category=cwe_named(said.get("cwes")),
    )


READER = Reader("csv", "a table with a header (CSV), and flawfinder's", recognises, read)
