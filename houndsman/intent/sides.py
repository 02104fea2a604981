"""The two sides of a changed file, with the lines that the change adds, alters or takes away on each.

In: a changed file and a reader of blobs. Out: its sides. A side that is not there is empty; so are both where one is
missing or too large. Nothing fails.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple, Protocol

from houndsman.git.sources import split_lines
from houndsman.models.change import ChangedFile
from houndsman.models.repo_path import RepoPath

#: Bytes of a file that may still have been written by a person.
LARGEST = 512 * 1024

_COMMENTS = {b".sql": (b"--",), b".lua": (b"--",)}
_SLASHES = (b"//", b"/*", b"*")
_HASHES = (b"#",)
_HASHED = frozenset(
    {b".py", b".pyi", b".rb", b".rake", b".toml", b".yaml", b".yml", b".ini", b".cfg", b".env", b".properties"}
    | {b".conf", b".graphql", b".gql"}
)


class Blobs(Protocol):
    """Whoever has the contents of both sides; `git.blobs.BlobReader` does."""

    def read(self, object_id: str) -> bytes | None:
        """The blob of this full id; None where there is none."""


class Span(NamedTuple):
    """Lines of a file, both ends included, counted from 1."""

    first: int
    last: int


@dataclass(frozen=True)
class Side:
    """One side of a changed file."""

    path: RepoPath
    """Where it lies on this side."""
    content: bytes
    hunks: tuple[Span, ...]
    """The lines that differ from the other side, ascending."""

    @cached_property
    def lines(self) -> Sequence[bytes]:
        r"""Without their `\n`; empty for what git takes for binary."""
        return split_lines(self.content) or ()

    @cached_property
    def suffix(self) -> bytes:
        """The end of its name from the last dot on, in small letters; the whole name where it begins with the dot."""
        name = self.path.name.lower()
        return name[max(name.rfind(b"."), 0) :] if b"." in name else b""

    def touched(self, span: Span) -> Sequence[int]:
        """The changed lines inside `span` that say something: no blank ones, no mere comments."""
        told = self._told
        return told[bisect_left(told, span.first) : bisect_right(told, span.last)]

    @cached_property
    def _told(self) -> Sequence[int]:
        comments = _COMMENTS.get(self.suffix, _HASHES if self.suffix in _HASHED else _SLASHES)
        count = len(self.lines)
        numbers = (line for span in self.hunks for line in range(span.first, min(span.last, count) + 1))
        return [line for line in numbers if _says_something(self.lines[line - 1], comments)]


class Sides(NamedTuple):
    """Both sides of one changed file."""

    old: Side
    new: Side


def read_sides(file: ChangedFile, blobs: Blobs) -> Sides:
    """The sides of `file`. Both are empty where one cannot be read, else all of the other would seem to be new."""
    old = tuple(Span(hunk.old_start, hunk.old_start + hunk.old_count - 1) for hunk in file.hunks if hunk.old_count)
    new = tuple(Span(hunk.new_start, hunk.new_start + hunk.new_count - 1) for hunk in file.hunks if hunk.new_count)
    before, after = _content(file.old_id, blobs), _content(file.new_id, blobs)
    if before is None or after is None:
        before = after = b""
    return Sides(Side(file.path_at_base, before, old), Side(file.path, after, new))


def without(span: Span, *holes: Span | None) -> tuple[Span, ...]:
    """`span` without the lines of `holes`, which are inside it, ascending and apart."""
    cuts = [Span(span.first - 1, span.first - 1), *(hole for hole in holes if hole), Span(span.last + 1, span.last + 1)]
    return tuple(
        Span(before.last + 1, after.first - 1) for before, after in pairwise(cuts) if before.last + 1 < after.first
    )


def _content(object_id: str, blobs: Blobs) -> bytes | None:
    """Nothing for a side that is not there, None for one that is not worth reading."""
    content = blobs.read(object_id) if object_id.strip("0") else b""
    return None if content is None or len(content) > LARGEST else content


def _says_something(line: bytes, comments: tuple[bytes, ...]) -> bool:
    bare = line.strip()
    return bool(bare) and not bare.startswith(comments)
