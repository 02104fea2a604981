"""Runs detect-secrets on the changed lines of a change, and says where on a line each secret stands.

In: for each file its path and its changed lines. Out: hits, each with the detector, the line, and the value's place
in it where that can be told. Fails with `houndsman.CheckUnavailable` as `scanner` does, and where detect-secrets
overlooks a planted token: its way of failing on a file is to log nothing and to go on.

detect-secrets gets copies that hold nothing but changed lines, because of what it does with whole files (1.5.0):

- it skips a file by its name (`.lock`, `.svg`, "swagger" anywhere in the path), and worker processes turn that filter
  on again after it was turned off;
- it skips a file that is not UTF-8 (or whatever the locale says);
- it reports a value once a file, at whichever line came first, so that an old line would hide a new one;
- it reads what parses as INI or YAML without comments and lists, and then counts lines wrongly where two values share
  one;
- it takes `x = call("…")` for a harmless reference and does not look inside.

It prints the sha1 of a value, never the value: the value is found again as the part of the line that has this sha1.
"""

from __future__ import annotations

import hashlib
import re
import tempfile
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from typing import NamedTuple

from houndsman import CheckUnavailable, RepoPath
from houndsman_plugins import scanner

DETECT_SECRETS = scanner.Program("detect-secrets", "detect_secrets")

_ARGUMENTS = [
    "scan",
    "--all-files",  # not what git tracks: there is no git here
    "--no-verify",  # no network
    *(
        word
        for name in (
            "allowlist.is_line_allowlisted",
            "gibberish.should_exclude_secret",  # on only where an optional package is installed
            "heuristic.is_indirect_reference",
            "heuristic.is_lock_file",
            "heuristic.is_swagger_file",
        )
        for word in ("--disable-filter", f"detect_secrets.filters.{name}")
    ),
    ".",
]

#: Some detectors take time quadratic in a line's length; longer lines are cut, with an overlap that no token exceeds.
_PIECE_CHARS = 2000
_OVERLAP_CHARS = 400

#: Bounds the search for a value by its sha1, which in the worst case tries pairs of places.
_FEW = 100

#: A first line after which a copy parses as no INI file, so that detect-secrets reads it as the plain lines it is.
_HEADER = "houndsman"

#: A token that must be found, on a line that says it must not. It is put together here so that no scanner finds it
#: here.
_CANARY = "key " + "AKIA" + "HOUNDSMANCANARY0" + "  # pragma: allowlist secret"
_CANARY_NAME = "canary.txt"

#: The only suffixes by which detect-secrets reads assignments differently from its default.
_OWN_SUFFIX = frozenset({".go", ".m", ".cs", ".c", ".cpp"})
_SETTINGS = re.compile(
    r"\.(?:env|ini|cfg|cnf|conf|cf|properties|toml|ya?ml|eyaml|sh|bash|zsh)$"
    r"|(?:^|/)(?:\.env(?:[._-][^/]*)?|\.netrc|\.npmrc|\.pypirc|\.pgpass)$"
)
#: `KEY=value` without quotes; detectors that ask for quotes get them.
_BARE_VALUE = re.compile(
    r"""^(\s*(?:-\s+)?(?:export\s+)?["']?[\w.\-/:@]{1,120}["']?\s*[:=]\s*)([^\s"'`#$|>&*!{\[][^\s"']*)(\s*(?:[#;].*)?)$"""
)


class ChangedLine(NamedTuple):
    """One line to scan."""

    number: int
    """Counted from 1."""
    text: str


class Hit(NamedTuple):
    """One value that a detector took for a secret."""

    path: RepoPath
    line: int
    detector: str
    """detect-secrets' name for it, as a slug: `aws-access-key`."""
    start: int | None
    """Where the value begins in the line, counted from 0; None where it could not be told."""
    end: int | None


class _Row(NamedTuple):
    number: int
    text: str
    offset: int
    """Where in its line this piece begins."""


@dataclass(frozen=True)
class _Copy:
    path: RepoPath
    rows: list[_Row]
    """What stands in the copy after its header."""

    @cached_property
    def _rows_with(self) -> dict[str, list[_Row]]:
        found: dict[str, list[_Row]] = defaultdict(list)
        for row in self.rows:
            for part in set(_tokens(row.text)):
                found[part].append(row)
        return found

    def rows_with(self, value: str) -> list[_Row]:
        """Every row that holds `value`; at once for a value that is a word, else by looking."""
        return self._rows_with.get(value) or [row for row in self.rows if value in row.text]


def scan(files: Iterable[tuple[RepoPath, Sequence[ChangedLine]]]) -> list[Hit]:
    """What detect-secrets says of these lines, by path, line, detector and place.

    Args:
        files: the changed lines of each file. A value that stands on several of a file's lines is reported at each.

    Raises:
        CheckUnavailable: see the module.
    """
    with tempfile.TemporaryDirectory(prefix="houndsman-") as place:
        folder = Path(place).resolve()
        copies = _write(folder, files)
        results = _results(scanner.run_for_json(DETECT_SECRETS, _ARGUMENTS, folder))
    if not results.pop(_CANARY_NAME, None):
        raise CheckUnavailable(
            "detect-secrets did not report the token that was planted to see whether it works",
            hint="Install a version that is known to work: pip install --upgrade 'houndsman[watchdogs]'",
        )
    hits: set[Hit] = set()
    for name, secrets in results.items():
        if name not in copies:
            raise scanner.unreadable(DETECT_SECRETS, name)
        for detector, row, digest in secrets:
            hits.update(_hits(copies[name], detector, row, digest))
    return sorted(hits, key=lambda hit: (hit.path, hit.line, hit.detector, -1 if hit.start is None else hit.start))


def _write(folder: Path, files: Iterable[tuple[RepoPath, Sequence[ChangedLine]]]) -> dict[str, _Copy]:
    """Write a copy of each file and the canary; the copies by their name."""
    copies: dict[str, _Copy] = {}
    for path, lines in files:
        rows = [piece for line in lines for piece in _pieces(line)]
        if not rows:
            continue
        place = path.raw.decode("utf-8", "replace")
        settings = _SETTINGS.search(place) is not None
        suffix = ".ini" if settings else Path(place).suffix
        name = f"{len(copies):06}{suffix if settings or suffix in _OWN_SUFFIX else '.txt'}"
        texts = [_BARE_VALUE.sub(r'\1"\2"\3', row.text) if settings else row.text for row in rows]
        (folder / name).write_text("\n".join([_HEADER, *texts]), encoding="utf-8", newline="\n")
        copies[name] = _Copy(path, rows)
    (folder / _CANARY_NAME).write_text(f"{_HEADER}\n{_CANARY}\n", encoding="utf-8", newline="\n")
    return copies


def _pieces(line: ChangedLine) -> Iterator[_Row]:
    # A lone carriage return ends a line for detect-secrets and for nobody else.
    text = line.text.replace("\r", " ")
    for start in range(0, max(len(text) - _OVERLAP_CHARS, 1), _PIECE_CHARS - _OVERLAP_CHARS):
        yield _Row(line.number, text[start : start + _PIECE_CHARS], start)


def _results(report: object) -> dict[str, list[tuple[str, int, str]]]:
    """The part of the report that we use: (detector, row, sha1) by the copy's name."""
    try:
        results = report["results"]  # type: ignore[index]
        return {
            name: [
                (_slug(str(secret["type"])), int(secret["line_number"]), str(secret["hashed_secret"]))
                for secret in secrets
            ]
            for name, secrets in results.items()
        }
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise scanner.unreadable(DETECT_SECRETS, repr(error)) from error


def _slug(name: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")


def _hits(copy: _Copy, detector: str, row: int, digest: str) -> Iterator[Hit]:
    at = row - 2  # rows count from 1, and the first is the header
    if not 0 <= at < len(copy.rows):
        raise scanner.unreadable(DETECT_SECRETS, f"line {row} of {len(copy.rows) + 1}")
    found = copy.rows[at]
    value = _value_with(digest, found.text)
    if value is None:
        yield Hit(copy.path, found.number, detector, None, None)
        return
    # detect-secrets keeps one line for a value; a short value elsewhere may well be an ordinary word.
    for holder in copy.rows_with(value) if len(value) >= 8 else [found]:
        start = holder.offset + holder.text.index(value)
        yield Hit(copy.path, holder.number, detector, start, start + len(value))


def _value_with(digest: str, text: str) -> str | None:
    """The part of `text` with this sha1, or None: the likely parts first."""
    for parts in (_tokens, _between_edges, _all_parts):
        value = _by_digest(text, parts).get(digest)
        if value is not None:
            return value
    return None


@lru_cache(maxsize=6)  # the hits of one row come together
def _by_digest(text: str, parts: Callable[[str], Iterator[str]]) -> dict[str, str]:
    return {hashlib.sha1(part.encode(), usedforsecurity=False).hexdigest(): part for part in parts(text)}


_TOKEN_SHAPES = [
    re.compile(shape)
    for shape in (
        r"\w+",
        r"[\w+/=.\-]+",
        r"[^\s\"'`]+",
        r"[^\s\"'`=:,;@/(){}\[\]<>]+",
        r'"([^"]*)"',
        r"'([^']*)'",
        r"`([^`]*)`",
    )
]


def _tokens(text: str) -> Iterator[str]:
    """What is quoted, or stands between spaces or signs."""
    for shape in _TOKEN_SHAPES:
        yield from shape.findall(text)


def _between_edges(text: str) -> Iterator[str]:
    """All that begins and ends where a word or sign does, up to a limit."""
    edges = [at for at in range(len(text) + 1) if not (text[at - 1 : at].isalnum() and text[at : at + 1].isalnum())]
    for index, start in enumerate(edges):
        for end in edges[index + 1 : index + 1 + _FEW]:
            yield text[start:end]


def _all_parts(text: str) -> Iterator[str]:
    """Every part of a text that is short enough for it."""
    if len(text) <= _FEW:
        for start in range(len(text)):
            for end in range(start + 1, len(text) + 1):
                yield text[start:end]
