"""Where a line of an earlier head stands in today's head.

Comes in: the shadow repository, today's head, and places as of earlier heads. Goes out: the place today, or None where
the line was changed, removed, or cannot be followed because the earlier head is gone (a rewritten branch whose commits
git has thrown away).
"""

from __future__ import annotations

from houndsman.change.line_map import LineMap
from houndsman.change.read import read_change
from houndsman.errors import GitError
from houndsman.git.runner import Git
from houndsman.models.change import ChangedFile, FileStatus
from houndsman.models.repo_path import RepoPath
from houndsman.models.target import ResolvedTarget, Target, TargetKind

_Files = dict[RepoPath, ChangedFile]


class DiffCarrier:
    """Carries places to one head. Each earlier head costs one diff, whatever the number of places.

    Args:
        git: of the shadow repository.
        today: the target under review and when its head was committed.
    """

    def __init__(self, git: Git, today: ResolvedTarget) -> None:
        self._git = git
        self._today = today
        self._files: dict[str, _Files | None] = {}
        self._maps: dict[tuple[str, RepoPath], LineMap] = {}

    @property
    def lost(self) -> tuple[str, ...]:
        """Earlier heads that git no longer has."""
        return tuple(sorted(sha for sha, files in self._files.items() if files is None))

    def carry(self, sha: str, path: RepoPath, line: int | None) -> tuple[RepoPath, int | None] | None:
        """Where `line` (counted from 1) of `path` as of the commit `sha` stands today, renames followed.

        None where that line was changed or removed, or the file deleted. With `line` None only the file is asked for.
        """
        if sha == self._today.target.head:
            return path, line
        files = self._since(sha)
        if files is None:
            return None
        file = files.get(path)
        if file is None:
            return path, line
        if file.status is FileStatus.DELETED:
            return None
        if line is None:
            return file.path, None
        mapped = self._map(sha, file).to_new(line)
        return None if mapped is None else (file.path, mapped)

    def _since(self, sha: str) -> _Files | None:
        if sha not in self._files:
            head = self._today.target.head
            target = Target(kind=TargetKind.RANGE, key="carried", base=sha, head=head)
            resolved = ResolvedTarget(target=target, branch=None, head_time=self._today.head_time)
            try:
                change = read_change(self._git, resolved).change
            except GitError:
                self._files[sha] = None
            else:
                self._files[sha] = {f.path_at_base: f for f in change.files if f.status is not FileStatus.ADDED}
        return self._files[sha]

    def _map(self, sha: str, file: ChangedFile) -> LineMap:
        key = (sha, file.path)
        if key not in self._maps:
            self._maps[key] = LineMap(file.hunks)
        return self._maps[key]
