"""What an agent changed in a tree that it was to read only, and how that is undone.

In: a folder before and after, and somebody who knows what its files were. Out: every change, and whether it was undone.
A file that was touched but is as it was is no change. Links are never followed: an agent may have put one anywhere.
What cannot be undone is reported as such; only a tree that cannot be read or written at all is an `OSError`.

The first look reads no file: it takes what the file system knows, and of that the time of the last change of anything
(ctime), which no program can set back. Only files whose facts differ are compared byte by byte.
"""

from __future__ import annotations

import os
import shutil
import stat
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property
from pathlib import Path
from types import TracebackType
from typing import NamedTuple, Protocol, Self

from houndsman.git.blobs import BlobReader
from houndsman.git.runner import Git
from houndsman.git.trees import TreeEntry, list_tree
from houndsman.models.repo_path import RepoPath

_EXECUTABLE = "100755"


class Facts(NamedTuple):
    """What the file system knows of one place."""

    mode: int
    size: int
    inode: int
    modified: int
    changed: int

    @property
    def is_folder(self) -> bool:
        """Whether it is a folder, and no link to one."""
        return stat.S_ISDIR(self.mode)


#: By path from the root of the tree, with `/`; the root itself is not in it.
Snapshot = Mapping[bytes, Facts]


class TreeChangeKind(StrEnum):
    """What became of a place."""

    ADDED = "added"
    REMOVED = "removed"
    CHANGED = "changed"


@dataclass(frozen=True, slots=True, order=True)
class TreeChange:
    """One place that is not as it was."""

    path: RepoPath
    kind: TreeChangeKind
    undone: bool = False


class Original(NamedTuple):
    """What a file was."""

    content: bytes
    is_executable: bool = False


class Originals(Protocol):
    """Who knows what the files of a tree were."""

    def of(self, path: RepoPath) -> Original | None:
        """The file at `path` as it was; None where nobody knows."""
        ...


class CommitOriginals:
    """Files as they are in a commit, which is how `git.reading_root.check_out` makes them. A context manager."""

    def __init__(self, git: Git, commit: str) -> None:
        self._git = git
        self._commit = commit
        self._reader = BlobReader(git)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._reader.close()

    def of(self, path: RepoPath) -> Original | None:
        """The blob at `path`."""
        entry = self._entries.get(path)
        content = None if entry is None else self._reader.read(entry.object_id)
        return None if entry is None or content is None else Original(content, entry.mode == _EXECUTABLE)

    @cached_property
    def _entries(self) -> dict[RepoPath, TreeEntry]:
        return {entry.path: entry for entry in list_tree(self._git, self._commit)}


def snapshot(root: Path) -> Snapshot:
    """Every file, folder and link below `root`; empty where that is no folder."""
    place = os.fsencode(root)
    try:
        is_folder = stat.S_ISDIR(os.lstat(place).st_mode)
    except FileNotFoundError:
        is_folder = False
    return dict(_below(place, b"")) if is_folder else {}


def undo(root: Path, before: Snapshot, originals: Originals) -> tuple[TreeChange, ...]:
    """Make the tree at `root` again what it was `before`, as far as `originals` know; what had changed, by path."""
    after = snapshot(root)
    suspects = [_suspect(path, before, after) for path in before.keys() | after.keys() if _differ(before, after, path)]
    changes = sorted(change for change in suspects if not _is_as_it_was(root, change, after, originals))
    if changes and not (root.is_dir() and not root.is_symlink()):
        root.unlink(missing_ok=True)
        root.mkdir(parents=True)
    for change in changes:
        if _stays_a_folder(change, before, after):  # first of all, or nothing could be removed from it
            _restore(root, change, before, originals)
    for change in reversed(changes):  # what lies in a folder goes before the folder
        if change.kind is not TreeChangeKind.REMOVED and not _stays_a_folder(change, before, after):
            _remove(_at(root, change.path))
    return tuple(replace(change, undone=_restore(root, change, before, originals)) for change in changes)


def _below(root: bytes, under: bytes) -> Iterator[tuple[bytes, Facts]]:
    with _opened(root + b"/" + under if under else root) as entries:
        for entry in entries:
            path = under + b"/" + entry.name if under else entry.name
            try:
                state = entry.stat(follow_symlinks=False)
            except FileNotFoundError:  # somebody else works in the tree
                continue
            facts = Facts(state.st_mode, state.st_size, state.st_ino, state.st_mtime_ns, state.st_ctime_ns)
            yield path, facts
            if facts.is_folder:
                yield from _below(root, path)


def _opened(folder: bytes) -> AbstractContextManager[Iterator[os.DirEntry[bytes]]]:
    try:
        return os.scandir(folder)
    except PermissionError:  # made unreadable: it is ours
        Path(os.fsdecode(folder)).chmod(0o700)
        return os.scandir(folder)


def _differ(before: Snapshot, after: Snapshot, path: bytes) -> bool:
    was, now = before.get(path), after.get(path)
    if was is None or now is None:
        return True
    if was.is_folder and now.is_folder:
        return was.mode != now.mode  # its times change with what lies in it, which is seen there
    return was != now


def _suspect(path: bytes, before: Snapshot, after: Snapshot) -> TreeChange:
    kind = TreeChangeKind.CHANGED
    if path not in before:
        kind = TreeChangeKind.ADDED
    elif path not in after:
        kind = TreeChangeKind.REMOVED
    return TreeChange(RepoPath(path), kind)


def _stays_a_folder(change: TreeChange, before: Snapshot, after: Snapshot) -> bool:
    was, now = before.get(change.path.raw), after.get(change.path.raw)
    return was is not None and now is not None and was.is_folder and now.is_folder


def _is_as_it_was(root: Path, change: TreeChange, after: Snapshot, originals: Originals) -> bool:
    """Whether a file was touched only. A folder whose mode differs is not as it was."""
    if change.kind is not TreeChangeKind.CHANGED or not stat.S_ISREG(after[change.path.raw].mode):
        return False
    known = originals.of(change.path)
    now = after[change.path.raw]
    if known is None or known.is_executable != bool(now.mode & 0o100) or len(known.content) != now.size:
        return False
    try:
        return _at(root, change.path).read_bytes() == known.content
    except OSError:
        return False


def _restore(root: Path, change: TreeChange, before: Snapshot, originals: Originals) -> bool:
    place, was = _at(root, change.path), before.get(change.path.raw)
    if was is None:
        return not os.path.lexists(place)
    if was.is_folder:
        return _done(lambda: _make_folder(place, was.mode))
    known = originals.of(change.path) if stat.S_ISREG(was.mode) else None
    return known is not None and _done(lambda: _write(place, known, was.mode))


def _make_folder(place: Path, mode: int) -> None:
    place.mkdir(exist_ok=True)
    place.chmod(stat.S_IMODE(mode))


def _write(place: Path, known: Original, mode: int) -> None:
    file = os.open(place, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600)
    with os.fdopen(file, "wb") as opened:
        opened.write(known.content)
        os.fchmod(file, stat.S_IMODE(mode))


def _remove(place: Path) -> None:
    if place.is_dir() and not place.is_symlink():
        shutil.rmtree(place, ignore_errors=True)
    else:
        _done(lambda: place.unlink(missing_ok=True))


def _done(work: Callable[[], None]) -> bool:
    try:
        work()
    except OSError:
        return False
    return True


def _at(root: Path, path: RepoPath) -> Path:
    return root / os.fsdecode(path.raw)
