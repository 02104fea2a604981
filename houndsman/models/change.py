"""The parsed diff of a target."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum
from functools import cached_property
from typing import NamedTuple

from houndsman.models.repo_path import RepoPath
from houndsman.models.target import Target


class FileStatus(StrEnum):
    """What happened to a path."""

    ADDED = "added"
    MODIFIED = "modified"
    DELETED = "deleted"
    RENAMED = "renamed"
    COPIED = "copied"
    TYPE_CHANGED = "type-changed"


class FileKind(StrEnum):
    """What the path holds at the head (at the base, where it was deleted)."""

    TEXT = "text"
    BINARY = "binary"
    SUBMODULE = "submodule"
    SYMLINK = "symlink"
    LFS = "lfs"
    MODE_ONLY = "mode-only"


class Hunk(NamedTuple):
    """One hunk of a diff without context lines.

    As in a unified diff a count of 0 means that nothing stands on that side, and its start is the line *before* the
    place (0 at the top of the file).
    """

    old_start: int
    old_count: int
    new_start: int
    new_count: int


@dataclass(frozen=True, slots=True)
class ChangedFile:
    """One changed path."""

    path: RepoPath
    old_path: RepoPath | None
    """Where it was, for a rename or a copy."""
    status: FileStatus
    kind: FileKind
    old_mode: str
    """Octal mode as git prints it, `000000` where there is no such side."""
    new_mode: str
    old_id: str
    """Object name of the blob (or commit of a submodule); zeros where there is no such side."""
    new_id: str
    similarity: int | None
    """Per cent, for a rename or a copy."""
    hunks: tuple[Hunk, ...]
    added: int
    """Lines."""
    removed: int
    """Lines."""
    patch_start: int
    """Offset in `Change.patch` of the first byte after this file's headers."""
    patch_end: int

    @property
    def churn(self) -> int:
        """Added plus removed lines."""
        return self.added + self.removed

    @property
    def path_at_base(self) -> RepoPath:
        """Where to look for it in the base tree."""
        return self.old_path or self.path

    def changes_line(self, line: int) -> bool:
        """Whether `line` of the new side (counted from 1) was added or altered by this change."""
        at = bisect_right(self.hunks, line, key=lambda hunk: hunk.new_start) - 1
        return at >= 0 and self.hunks[at].new_start <= line < self.hunks[at].new_start + self.hunks[at].new_count

    def changed_lines(self) -> Iterator[int]:
        """The lines of the new side that this change added or altered, ascending."""
        for hunk in self.hunks:
            if hunk.new_count:
                yield from range(hunk.new_start, hunk.new_start + hunk.new_count)


@dataclass(frozen=True)
class Change:
    """Everything that differs between the two commits of a target: one entry for *every* changed path, by path."""

    target: Target
    head_time: datetime
    files: tuple[ChangedFile, ...]
    patch: bytes
    """What git printed; the files' hunks are slices of it."""

    def patch_of(self, file: ChangedFile) -> bytes:
        """The hunks of `file` as git printed them, without the file's headers."""
        return self.patch[file.patch_start : file.patch_end]

    @cached_property
    def by_path(self) -> dict[RepoPath, ChangedFile]:
        """The files by their new path (the old one where deleted)."""
        return {file.path: file for file in self.files}

    def narrowed(self, paths: frozenset[RepoPath]) -> Change:
        """The same change with only the files of `paths`, and nothing else of the patch."""
        kept, pieces, at = [], [], 0
        for file in self.files:
            if file.path in paths:
                pieces.append(self.patch_of(file))
                kept.append(replace(file, patch_start=at, patch_end=at + len(pieces[-1])))
                at += len(pieces[-1])
        return Change(self.target, self.head_time, tuple(kept), b"".join(pieces))
