"""Which files a place means, and their text.

In: a file, a folder, or `-` for standard input. Out: their texts, those of a folder by path, hidden ones left out. A
place that is not there, an empty folder, a file that cannot be read, and bytes that are no text raise
`ForeignFormatError`. A byte order mark and XML's own declaration tell the encoding; else it is UTF-8.
"""

from __future__ import annotations

import codecs
import os
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from houndsman.exchange.reader import ForeignFormatError, Text
from houndsman.models.repo_path import RepoPath

STANDARD_INPUT = Path("-")

# UTF-32 first: its mark begins with UTF-16's.
_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_DECLARED = re.compile(rb"""<\?xml[^>]{0,100}?\bencoding\s*=\s*["']([A-Za-z0-9._-]{1,40})["']""")


class SourceFile(NamedTuple):
    """One file to read."""

    text: Text
    relative: str
    """Its path below the folder that was named, its name where a file was; empty for standard input."""


def source_files(place: Path) -> Iterator[SourceFile]:
    """The files that `place` means, each read when its turn comes."""
    if place == STANDARD_INPUT:
        name = place_name(place)
        yield SourceFile(Text(name, _decoded(sys.stdin.buffer.read(), name)), "")
    elif place.is_dir():
        paths = [path for path in place.rglob("*") if path.is_file() and not _is_hidden(path.relative_to(place))]
        if not paths:
            hint = "name the folder that the reports were written to"
            raise ForeignFormatError("no files in this folder", where=_named(place), hint=hint)
        for path in sorted(paths, key=lambda path: os.fsencode(path.relative_to(place).as_posix())):
            yield SourceFile(_read(path), _named(Path(path.relative_to(place).as_posix())))
    else:
        yield SourceFile(_read(place), place.name)


def place_name(place: Path) -> str:
    """`place` as messages name it."""
    return "standard input" if place == STANDARD_INPUT else _named(place)


def _is_hidden(path: Path) -> bool:
    return any(part.startswith(".") for part in path.parts)


def _named(path: Path) -> str:
    """As messages name it: a name need not be text."""
    return RepoPath(os.fsencode(path)).text


def _read(path: Path) -> Text:
    name = _named(path)
    try:
        raw = path.read_bytes()
    except OSError as error:
        hint = "check the path; `-` reads standard input"
        raise ForeignFormatError(f"cannot be read: {error.strerror}", where=name, hint=hint) from None
    return Text(name, _decoded(raw, name))


def _decoded(raw: bytes, name: str) -> str:
    mark, encoding = next(((mark, encoding) for mark, encoding in _MARKS if raw.startswith(mark)), (b"", "utf-8"))
    declared = _DECLARED.match(raw)
    if declared:
        encoding = declared[1].decode("ascii")
    try:
        return raw.removeprefix(mark).decode(encoding)
    except LookupError:
        hint = "write the report as UTF-8"
        raise ForeignFormatError(f"an encoding that nobody knows, {encoding}", where=f"{name}:1", hint=hint) from None
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, len(mark) + error.start) + 1
        hint = "write the report as UTF-8, or with a byte order mark"
        raise ForeignFormatError(f"not {encoding.upper()} text", where=f"{name}:{line}", hint=hint) from None
