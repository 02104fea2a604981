"""The files of a target's two commits, for the stages that ask about paths and lines without knowing git.

In come the diff's left commit and its head, out come paths and lines (`models.sources.Sources`). A tree is listed when
it is first asked about; contents are blobs at the commit, never files on disk.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping, Sequence
from threading import Lock
from types import TracebackType
from typing import Self

from houndsman.git.blobs import BlobReader
from houndsman.git.runner import Git
from houndsman.git.trees import SUBMODULE, SYMLINK, TreeEntry, list_tree
from houndsman.models.finding import Side
from houndsman.models.repo_path import RepoPath

_LOOKED_AT = 8_000  # bytes in which git looks for a zero byte before it calls contents binary
_KEPT = 128  # files whose lines stay in memory: findings come in clusters


class CommitSources:
    """`Sources` for two commits. Threads may share it; use it as a context manager, or call `close`.

    Args:
        git: of the shadow.
        left: the commit that the diff begins at.
        head: the commit under review.
    """

    def __init__(self, git: Git, left: str, head: str) -> None:
        self._git = git
        self._commits = {Side.OLD: left, Side.NEW: head}
        self._trees: dict[Side, Mapping[RepoPath, TreeEntry]] = {}
        self._lines: OrderedDict[str, Sequence[bytes] | None] = OrderedDict()
        self._blobs = BlobReader(git)
        self._lock = Lock()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def exists(self, path: RepoPath, side: Side) -> bool:
        """Whether exactly this path is in that commit as a file, a link or a submodule."""
        return path in self._tree(side)

    def is_link(self, path: RepoPath, side: Side) -> bool:
        """Whether exactly this path is a symbolic link in that commit."""
        entry = self._tree(side).get(path)
        return entry is not None and entry.mode == SYMLINK

    def lines(self, path: RepoPath, side: Side) -> Sequence[bytes] | None:
        r"""The lines without their `\n`, which alone ends a line; None for no such blob and for binary contents."""
        entry = self._tree(side).get(path)
        if entry is None or entry.mode == SUBMODULE:
            return None
        with self._lock:
            if entry.object_id not in self._lines:
                self._lines[entry.object_id] = split_lines(self._blobs.read(entry.object_id))
            self._lines.move_to_end(entry.object_id)
            if len(self._lines) > _KEPT:
                self._lines.popitem(last=False)
            return self._lines[entry.object_id]

    def paths(self, side: Side) -> Sequence[RepoPath]:
        """Every file, link and submodule of that commit, by path."""
        return tuple(self._tree(side))

    def close(self) -> None:
        """End the process behind it."""
        self._blobs.close()

    def _tree(self, side: Side) -> Mapping[RepoPath, TreeEntry]:
        with self._lock:
            if side not in self._trees:
                self._trees[side] = {entry.path: entry for entry in list_tree(self._git, self._commits[side])}
            return self._trees[side]


def split_lines(content: bytes | None) -> tuple[bytes, ...] | None:
    r"""The lines of `content` without their `\n`; None for None and for what git takes for binary."""
    if content is None or b"\0" in content[:_LOOKED_AT]:
        return None
    if not content:
        return ()
    return tuple(content.removesuffix(b"\n").split(b"\n"))
