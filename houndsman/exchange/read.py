"""Anyone's findings, from a file, a folder or standard input: the way in.

In: the place, and what is asked for: a format or none, the root of its paths, the paths and cases that are known. Out:
the findings of all files in order, placed in the repository and in their cases, with the formats that were met and a
warning for each kind of thing that was left out or put up with.

A format is recognised by content alone. A file that no reader recognises raises `ForeignFormatError`, and so does one
that is not what it was taken for. An empty file is warned of and named: it may be a tool that found nothing, or one
that failed, and whoever reads it has to know which. In a format that is never empty it is an error.
"""

from __future__ import annotations

import gc
from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path, PurePosixPath

from houndsman.exchange import checkstyle, cppcheck, csv_table, gcc, github, gitlab, json_stream, native, rdjson, sarif
from houndsman.exchange.reader import ForeignFormatError, Reader, ReadOptions, Text
from houndsman.exchange.roots import Roots, place_findings
from houndsman.exchange.source_files import source_files
from houndsman.models.foreign import ForeignFinding
from houndsman.models.manifest import RunWarning

#: Every format, in the order in which a text is shown to them. No text is taken for another's in any order; this one
#: asks those first that look at the least.
READERS: tuple[Reader, ...] = (
    checkstyle.READER,
    cppcheck.READER,
    sarif.READER,
    gcc.READER,
    github.READER,
    gitlab.READER,
    rdjson.READER,
    native.READER,
    csv_table.READER,
)

#: Formats in which a tool that found nothing writes nothing.
_MAY_BE_EMPTY = frozenset({gcc.READER.name, rdjson.READER.name, native.READER.name, csv_table.READER.name})

#: Suffixes of files that were meant as tables, whatever is in them.
_TABLES = (".csv", ".tsv")


@dataclass(frozen=True, slots=True)
class Wanted:
    """How findings are to be read."""

    format: str | None = None
    """A reader's name; None recognises each file by itself."""
    options: ReadOptions = field(default=ReadOptions())
    root: str | None = None
    """What stands before the repository's paths in the report; None where it is to be found out."""
    known_paths: Collection[str] = frozenset()
    """Paths inside the repository, such as those of a golden set."""
    cases: Collection[str] = frozenset()
    """Names of a golden set's cases: a file named like one holds the findings of that case."""


@dataclass(frozen=True, slots=True)
class ReadFindings:
    """What was read."""

    findings: tuple[ForeignFinding, ...]
    """In the order of the files, and of each file."""
    formats: tuple[str, ...]
    """Names of the formats that were met, each once, sorted."""
    warnings: tuple[RunWarning, ...]
    """One for each kind of thing, with its count and its first place."""
    empty: tuple[str, ...] = ()
    """Files that are empty, as messages name them: nobody knows whether nothing was found there."""


def read_findings(place: Path, wanted: Wanted) -> ReadFindings:
    """The findings that `place` holds: a file, a folder of files, or `-` for standard input."""
    named = _named(wanted.format)
    remarks = _Remarks()
    options = replace(wanted.options, cases=wanted.cases, remark=remarks.add)
    findings: list[ForeignFinding] = []
    formats: set[str] = set()
    empty: list[str] = []
    with _collector_paused():
        for text, relative in source_files(place):
            if not text.text.strip():
                _refuse_never_empty(named, text)
                remarks.add("empty-file", "empty files, which tell nothing apart from a tool that failed", text.name)
                empty.append(text.name)
                continue
            reader = named or _recognised(text)
            formats.add(reader.name)
            findings.extend(_in_case(reader.read(text, options), _case(relative, wanted.cases)))
        placed = place_findings(findings, Roots(wanted.root, wanted.known_paths), remarks.add)
    return ReadFindings(tuple(placed), tuple(sorted(formats)), remarks.warnings(), tuple(empty))


@contextmanager
def _collector_paused() -> Iterator[None]:
    """For the making of many small objects that all stay: the collector would go over them again and again, which
    takes as long as the reading itself."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        json_stream.forget()
        if was_enabled:
            gc.enable()


def _named(name: str | None) -> Reader | None:
    reader = next((reader for reader in READERS if reader.name == name), None)
    if name is not None and reader is None:
        raise ForeignFormatError(f"no format is called {name!r}", hint=f"known formats: {_names()}")
    return reader


def _refuse_never_empty(named: Reader | None, text: Text) -> None:
    if named is not None and named.name not in _MAY_BE_EMPTY:
        what = f"the file is empty, and a report in {named.name} never is"
        raise ForeignFormatError(what, where=text.name, hint="run the tool again, and look at what it complained of")


def _recognised(text: Text) -> Reader:
    for reader in READERS:
        if reader.recognises(text):
            return reader
    if text.name.lower().endswith(_TABLES):
        raise csv_table.refusal(text)
    raise ForeignFormatError(
        "no format that is known", where=text.name, hint=f"name its format with --format, one of {_names()}"
    )


def _names() -> str:
    return ", ".join(sorted(reader.name for reader in READERS))


def _case(relative: str, cases: Collection[str]) -> str | None:
    """The case that a file is named like, with its folders or without, with all its suffixes or fewer."""
    if not cases or not relative:
        return None
    path = PurePosixPath(relative)
    for base in (path, PurePosixPath(path.name)):
        names = [base]
        while names[-1].suffix:
            names.append(names[-1].with_suffix(""))
        found = next((str(name) for name in names if str(name) in cases), None)
        if found is not None:
            return found
    return None


def _in_case(findings: Iterable[ForeignFinding], case: str | None) -> Iterable[ForeignFinding]:
    if case is None:
        return findings
    return (finding if finding.case is not None else finding._replace(case=case) for finding in findings)


@dataclass(slots=True)
class _Remark:
    words: str
    first: str
    count: int = 0


class _Remarks:
    """Counts what readers tell, so that a thousand odd entries make one warning."""

    def __init__(self) -> None:
        self._seen: dict[tuple[str, str], _Remark] = {}

    def add(self, code: str, words: str, place: str) -> None:
        self._seen.setdefault((code, words), _Remark(words, place)).count += 1

    def warnings(self) -> tuple[RunWarning, ...]:
        """By code."""
        return tuple(
            RunWarning(code=code, message=f"{seen.words}: {seen.count}, the first at {_shown(seen.first)}")
            for (code, _), seen in sorted(self._seen.items())
        )


def _shown(place: str) -> str:
    """A place in a file, for people: an index is one of a program."""
    return f"{place}, counted from 0" if place.endswith("]") else place
