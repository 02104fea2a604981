"""Which file a reviewer means.

In: the words of `file`, `reviewedFiles` or `skipped`, the files of the two commits, and the folders that stand for the
repository's root. Out: a path inside the repository with notes, or the reason why it is none. Something is taken off a
path only where the rest exists and the literal path does not: a repository may well have a folder named `a`.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator
from typing import NamedTuple
from urllib.parse import unquote_to_bytes

from houndsman.intake.notes import Repair, note
from houndsman.models.finding import Note, Side
from houndsman.models.repo_path import RepoPath
from houndsman.models.sources import Sources

NO_FILE = "no file"
OUTSIDE = "outside the repository"

_OTHER = {Side.NEW: Side.OLD, Side.OLD: Side.NEW}
WRAPPERS = " \t\r\n`'\"<>"
_DRIVE = re.compile(r"/?[A-Za-z]:/")
_LINE_SUFFIX = re.compile(r"(?<=[^:]):\d+(?:[:-]\d+)*\Z")


class Located(NamedTuple):
    """What became of the words: a path, or the reason (`NO_FILE`, `OUTSIDE`) why there is none."""

    path: RepoPath | None
    reason: str | None = None
    side: Side | None = None
    """The side that has the file, the asked one first; None where neither has it."""
    notes: tuple[Note, ...] = ()


class _Reading(NamedTuple):
    """One way to read the words, with what had to be put right."""

    text: str
    repairs: tuple[Repair, ...] = ()


class PathReader:
    """Reads paths for one reply; the same words are looked up once.

    Args:
        sources: the files of the two commits.
        roots: absolute folders that mean the root of the repository, such as the work tree and the reading root.
    """

    def __init__(self, sources: Sources, roots: tuple[str, ...]) -> None:
        self._sources = sources
        self._roots = sorted((root.replace("\\", "/").rstrip("/") for root in roots), key=len, reverse=True)
        self._known: dict[tuple[str, Side], Located] = {}

    def locate(self, value: object, side: Side) -> Located:
        """The file that `value` names, looked for on `side` first and then on the other."""
        if not isinstance(value, str) or not value.strip(WRAPPERS):
            return Located(None, NO_FILE)
        known = self._known.get((value, side))
        if known is None:
            known = self._known[value, side] = self._locate(value, side)
        return known

    def _locate(self, text: str, side: Side) -> Located:
        if "\0" in text:
            return Located(None, OUTSIDE)  # no file can have this name
        reading = _Reading(text)
        for reading in self._readings(text):
            found = self._found(reading, text, side)
            if found is not None:
                return found
        return self._nowhere(reading, text)

    def _found(self, reading: _Reading, text: str, side: Side) -> Located | None:
        for path, repairs in _unicode_forms(reading):
            for where in (side, _OTHER[side]):
                if self._sources.exists(path, where):
                    return Located(path, None, where, tuple(note(code, text, path.text) for code in repairs))
        return None

    def _nowhere(self, reading: _Reading, text: str) -> Located:
        """A file that is in neither commit is still somebody's finding, as long as it would be in the repository."""
        inside = _resolved(reading.text)
        if inside is None or _is_absolute(inside):
            return Located(None, OUTSIDE)
        if not inside:
            return Located(None, NO_FILE)
        return Located(_path(inside), notes=tuple(note(code, text) for code in (*reading.repairs, Repair.UNKNOWN_FILE)))

    def _readings(self, text: str) -> Iterator[_Reading]:
        """From the literal words to what is left when everything is taken off that may be."""
        reading = _Reading(text)
        yield reading
        steps: list[tuple[Repair, Callable[[str], str]]] = [
            (Repair.PATH_WRAPPED, lambda words: words.strip(WRAPPERS)),
            (Repair.PATH_ABSOLUTE, _from_uri),
            (Repair.PATH_BACKSLASH, lambda words: words.replace("\\", "/")),
            (Repair.PATH_ABSOLUTE, self._below_root),
            (Repair.PATH_DOTS, lambda words: _resolved(words) or words),
            (Repair.PATH_ABSOLUTE, self._below_root),  # `/work/tree/../tree/a.py`
        ]
        for repair, step in steps:
            became = step(reading.text)
            if became != reading.text:
                reading = _Reading(became, tuple(dict.fromkeys((*reading.repairs, repair))))
                yield reading
        shorter = _LINE_SUFFIX.sub("", reading.text)
        for words, repairs in ((reading.text, ()), (shorter, (Repair.PATH_LINE_SUFFIX,))):
            if repairs and words != reading.text:
                yield _Reading(words, (*reading.repairs, *repairs))
            if words.startswith(("a/", "b/")):
                yield _Reading(words[2:], (*reading.repairs, *repairs, Repair.PATH_DIFF_PREFIX))
        yield reading  # where nothing exists, no more than this is taken off

    def _below_root(self, words: str) -> str:
        for root in self._roots:
            if root and words.startswith(root + "/"):
                return words[len(root) + 1 :].lstrip("/")
        return words


def _from_uri(words: str) -> str:
    if not words.lower().startswith("file:"):
        return words
    rest = words[5:]
    if rest.startswith("//"):
        host, slash, rest = rest[2:].partition("/")
        if host.lower() not in ("", "localhost"):
            return words  # another machine's file
        rest = slash + rest
    return unquote_to_bytes(rest).decode("utf-8", "surrogateescape")


def _is_absolute(words: str) -> bool:
    return words.startswith(("/", "~/", "file:")) or bool(_DRIVE.match(words))


def _resolved(words: str) -> str | None:
    """`words` without `.`, `..` and doubled slashes; None where `..` leads out of the repository."""
    absolute = words.startswith("/")
    parts: list[str] = []
    for part in words.split("/"):
        if part == "..":
            if not parts:
                return None
            parts.pop()
        elif part not in ("", "."):
            parts.append(part)
    return ("/" if absolute else "") + "/".join(parts)


def _path(words: str) -> RepoPath:
    try:
        return RepoPath.parse(words)
    except (ValueError, UnicodeEncodeError):
        # A broken quoted form, or bytes that are no text: a name like any other, which no commit has.
        return RepoPath(words.encode("utf-8", "surrogateescape"))


def _unicode_forms(reading: _Reading) -> Iterator[tuple[RepoPath, tuple[Repair, ...]]]:
    """The path as it is written, then in the forms in which other systems store the same name."""
    yield _path(reading.text), reading.repairs
    if reading.text.isascii():
        return
    for form in ("NFC", "NFD"):
        became = unicodedata.normalize(form, reading.text)
        if became != reading.text:
            yield _path(became), (*reading.repairs, Repair.PATH_UNICODE_FORM)
