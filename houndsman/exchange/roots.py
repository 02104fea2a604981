"""Where the paths of a stranger's report are in the repository.

In: paths as a report spells them, the root that the user names, and the paths that are known: those of the repository,
or of a golden set. Out: the path inside the repository, relative and with `/`. A path that cannot be placed stays as it
is and is told, never dropped and never guessed at.

A `file://` URI is decoded, backslashes are read as `/`, `.` and `..` are resolved. Then, of an absolute path, `--root`
is taken off; without one, whatever stands before the longest known path that it ends with. A relative path stays, but
for the `a/` or `b/` of a diff where only the rest is known.
"""

from __future__ import annotations

import posixpath
import re
import unicodedata
from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple
from urllib.parse import unquote_to_bytes

from houndsman.exchange.reader import Remark
from houndsman.models.foreign import ForeignFinding
from houndsman.models.repo_path import RepoPath

_URI = re.compile(r"file:(?://([^/]*))?(.*)", re.DOTALL | re.IGNORECASE)
_DRIVE = re.compile(r"/?([A-Za-z]):/")


class Unplaced(NamedTuple):
    """Why a path stays as it is."""

    code: str
    words: str


OUTSIDE_ROOT = Unplaced("outside-root", "paths that are not below the root, kept as they are")
UNKNOWN_ROOT = Unplaced("unknown-root", "absolute paths that end with no known path, kept as they are (--root helps)")


class Placed(NamedTuple):
    """What became of a path."""

    path: str
    why_not: Unplaced | None = None
    """None where it is placed, or is relative and may be as it stands."""


class Roots:
    """Places paths.

    Args:
        root: the folder that is the repository's, as the report spells it; None where nobody says.
        known_paths: paths inside the repository. With none, an absolute path can be placed by its root alone.
    """

    def __init__(self, root: str | None, known_paths: Collection[str]) -> None:
        self._root = _resolved(_slashed(_from_uri(root))).rstrip("/") if root is not None else None
        self._known = known_paths if isinstance(known_paths, frozenset | set | dict) else frozenset(known_paths)

    def place(self, path: str) -> Placed:
        """Where `path` is."""
        if path.startswith('"') or (self._root is None and path in self._known):
            return Placed(path)  # git's quoted form, which only we write, or just what is looked for
        plain = path if path in self._known else _resolved(_slashed(_from_uri(path)))
        rest = self._below_root(plain)
        if rest is not None:
            return Placed(plain if plain in self._known and rest not in self._known else self._known_form(rest))
        if not _is_absolute(plain):
            return Placed(self._without_diff_prefix(plain))
        if self._root is not None:
            return Placed(plain, OUTSIDE_ROOT)
        return self._by_suffix(plain)

    def _below_root(self, path: str) -> str | None:
        if self._root is None or not path.startswith(f"{self._root}/"):
            return None
        return path[len(self._root) + 1 :]

    def _by_suffix(self, path: str) -> Placed:
        """The longest known path that `path` ends with; there is one at most, for all end at the same place."""
        suffix = path
        while suffix:
            suffix = suffix.partition("/")[2]
            known = self._known_form(suffix)
            if known in self._known:
                return Placed(known)
        return Placed(path, UNKNOWN_ROOT)

    def _without_diff_prefix(self, path: str) -> str:
        known = self._known_form(path)
        if known not in self._known and path.startswith(("a/", "b/")):
            rest = self._known_form(path[2:])
            return rest if rest in self._known else path
        return known

    def _known_form(self, path: str) -> str:
        """`path` in the Unicode form in which it is known; as it is where it is not."""
        if path.isascii():
            return path
        return next((form for form in _unicode_forms(path) if form in self._known), path)


def place_findings(findings: Sequence[ForeignFinding], roots: Roots, remark: Remark) -> list[ForeignFinding]:
    """`findings` with their paths placed; each path is looked up once, however many findings it has."""
    placed = {path: roots.place(path) for path in {finding.file for finding in findings} if path is not None}
    moved = {path: found for path, found in placed.items() if found != (path, None)}
    if not moved:
        return list(findings)
    result = []
    for finding in findings:
        found = moved.get(finding.file) if finding.file is not None else None
        if found is not None:
            finding = finding._replace(file=found.path)
            if found.why_not is not None:
                remark(found.why_not.code, found.why_not.words, finding.source)
        result.append(finding)
    return result


def _from_uri(path: str) -> str:
    """The path that a `file:` URI names; anything else as it is."""
    uri = _URI.fullmatch(path)
    if uri is None:
        return path
    host, quoted = uri[1] or "", uri[2]
    decoded = RepoPath(unquote_to_bytes(quoted)).text
    return decoded if host.casefold() in ("", "localhost") else f"//{host}{decoded}"


def _slashed(path: str) -> str:
    """`path` with `/` between its parts; a drive's letter in one form."""
    slashed = path.replace("\\", "/")
    drive = _DRIVE.match(slashed)
    return f"{drive[1].upper()}:/{slashed[drive.end() :]}" if drive else slashed


def _resolved(path: str) -> str:
    return posixpath.normpath(path) if path.strip("/") else path


def _is_absolute(path: str) -> bool:
    return path.startswith("/") or _DRIVE.match(path) is not None


def _unicode_forms(path: str) -> Iterator[str]:
    yield path
    yield unicodedata.normalize("NFC", path)
    yield unicodedata.normalize("NFD", path)
