"""The folded lines of the files that findings are about, each file folded once.

In: a path and a side. Out: `FoldedLines`, or None where the file has no lines. Findings are worked on in order of their
paths, so the latest files in memory are enough, however many the change has.
"""

from __future__ import annotations

from collections import OrderedDict

from houndsman.matching.folded_lines import FoldedLines
from houndsman.models.change import Change, FileStatus
from houndsman.models.finding import Side
from houndsman.models.repo_path import RepoPath
from houndsman.models.sources import Sources

_KEPT_LINES = 500_000  # some 50 MB of ordinary code


class SourceLines:
    """Lines by path and side. The old side of a renamed file is asked for by its new path, as the change lists it."""

    def __init__(self, sources: Sources, change: Change) -> None:
        self._sources = sources
        self._change = change
        self._kept: OrderedDict[tuple[RepoPath, Side], FoldedLines | None] = OrderedDict()
        self._count = 0
        self._renamed = {
            file.old_path: file.path
            for file in change.files
            if file.old_path is not None and file.status is FileStatus.RENAMED
        }

    def of(self, path: RepoPath, side: Side) -> FoldedLines | None:
        """The lines of `path`; None for a binary file and for one that is not there."""
        key = (path, side)
        if key in self._kept:
            self._kept.move_to_end(key)
            return self._kept[key]
        lines = self._sources.lines(self._stored_path(path, side), side)
        found = None if lines is None else FoldedLines(lines)
        self._kept[key] = found
        self._count += len(found or ())
        while self._count > _KEPT_LINES and len(self._kept) > 1:
            self._count -= len(self._kept.popitem(last=False)[1] or ())
        return found

    def exists(self, path: RepoPath) -> bool:
        """Whether the head has the file."""
        return self._sources.exists(path, Side.NEW)

    def current_path(self, path: RepoPath) -> RepoPath:
        """The path under which the change lists the file: the new one, where `path` is the old one of a rename."""
        if path in self._change.by_path:
            return path
        return self._renamed.get(path, path)

    def _stored_path(self, path: RepoPath, side: Side) -> RepoPath:
        if side is Side.NEW:
            return path
        file = self._change.by_path.get(path)
        return path if file is None else file.path_at_base
