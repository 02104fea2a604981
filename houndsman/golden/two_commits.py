"""A repository's files in two commits, for whoever carries anchors from one to the other.

In: two commits as people name them. Out: each anchor in the second one. One diff of the whole tree, with renames, pays
for all anchors. A commit that is not here is a `GitError`, as is a diff that git cannot make; an anchor that cannot be
followed says why.
"""

from __future__ import annotations

from datetime import UTC, datetime
from functools import cached_property
from types import TracebackType
from typing import Self

from houndsman.change.line_map import LineMap
from houndsman.change.read import read_change
from houndsman.git.repository import Repository
from houndsman.git.runner import Git
from houndsman.git.shadow import Shadow
from houndsman.git.sources import CommitSources
from houndsman.golden.names import Commits, path_in_set
from houndsman.golden.relocate import Relocated, TwoVersions, not_carried, relocate, vanished
from houndsman.matching.folded_lines import FoldedLines
from houndsman.models.change import ChangedFile, FileStatus
from houndsman.models.finding import Side
from houndsman.models.golden import GoldenAnchor
from houndsman.models.repo_path import RepoPath
from houndsman.models.target import ResolvedTarget, Target, TargetKind

_EPOCH = datetime.fromtimestamp(0, UTC)


class TwoCommits:
    """From one commit to another."""

    def __init__(self, git: Git, old: str, new: str) -> None:
        """Take two full ids that `git`, of the shadow, can read."""
        self.old = old
        self.new = new
        self._git = git
        self._sources = CommitSources(git, old, new)
        self._versions: dict[RepoPath, TwoVersions | str] = {}

    def relocated(self, anchor: GoldenAnchor) -> Relocated:
        """Where `anchor`, counted in the first commit, stands in the second."""
        if anchor.file is None or anchor.line is None:
            return not_carried(anchor, "it has no place")
        if anchor.side is Side.OLD:
            return not_carried(anchor, "its lines are counted on the old side of a change, whose commit no set names")
        path = path_in_set(anchor.file)
        if not self._sources.exists(path, Side.OLD):
            return not_carried(anchor, f"there is no such file in {self.old[:12]}, where the set counts its lines")
        changed = self._changed.get(path)
        if changed is not None and changed.status is FileStatus.DELETED:
            return vanished(anchor, "its file was deleted")
        versions = self._of(path, changed)
        return not_carried(anchor, versions) if isinstance(versions, str) else relocate(anchor, versions)

    def code(self, anchor: GoldenAnchor) -> str:
        """What stands at `anchor`, which is counted in the second commit; empty where nothing can be read."""
        lines = None if anchor.file is None else self._sources.lines(path_in_set(anchor.file), Side.NEW)
        if lines is None or anchor.line is None:
            return ""
        return b"\n".join(lines[anchor.line - 1 : anchor.last]).decode("utf-8", "replace")

    def close(self) -> None:
        """End the process behind it."""
        self._sources.close()

    @cached_property
    def _changed(self) -> dict[RepoPath, ChangedFile]:
        """What became of each path of the first commit that changed."""
        target = Target(kind=TargetKind.RANGE, key="relocated", base=self.old, head=self.new)
        change = read_change(self._git, ResolvedTarget(target=target, branch=None, head_time=_EPOCH)).change
        return {file.path_at_base: file for file in change.files if file.status is not FileStatus.ADDED}

    def _of(self, path: RepoPath, changed: ChangedFile | None) -> TwoVersions | str:
        """Both versions of a file, or why there is nothing to compare."""
        if path not in self._versions:
            now = path if changed is None else changed.path
            old, new = self._sources.lines(path, Side.OLD), self._sources.lines(now, Side.NEW)
            if old is None or new is None:
                self._versions[path] = "its file holds no text, or its contents are not here"
            else:
                hunks = LineMap(() if changed is None else changed.hunks)
                self._versions[path] = TwoVersions(str(now), FoldedLines(old), FoldedLines(new), hunks)
        return self._versions[path]


class Travel:
    """Pairs of commits of one repository, each read once. Use it as a context manager, or call `close`."""

    def __init__(self, repository: Repository, shadow: Shadow) -> None:
        """Commits are named in `repository`; those of an index or a work tree are only in its `shadow`."""
        self._git = shadow.git
        self._commits = Commits(repository, shadow)
        self._pairs: dict[tuple[str, str], TwoCommits] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def between(self, old: str, new: str) -> TwoCommits:
        """From `old` to `new`. Raises `GitError` for one that is not here."""
        pair = (self.commit(old), self.commit(new))
        if pair not in self._pairs:
            self._pairs[pair] = TwoCommits(self._git, *pair)
        return self._pairs[pair]

    def commit(self, name: str) -> str:
        """The full id of a commit. Raises `GitError` for one that is not here."""
        return self._commits(name)

    def close(self) -> None:
        """End the processes behind it."""
        for pair in self._pairs.values():
            pair.close()
