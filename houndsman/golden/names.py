"""Commits and paths as golden sets name them.

In: a name that a person wrote. Out: the commit's full id, or the path. A commit that is not here is a `GitError`; every
path is one.
"""

from __future__ import annotations

from houndsman.errors import GitError
from houndsman.git.repository import Repository
from houndsman.git.shadow import Shadow
from houndsman.models.repo_path import RepoPath


class Commits:
    """The commits of one repository, each looked up once."""

    def __init__(self, repository: Repository, shadow: Shadow) -> None:
        """Commits are named in `repository`; those of an index or a work tree are only in its `shadow`."""
        self._repository = repository
        self._shadow = shadow
        self._ids: dict[str, str | None] = {}

    def __call__(self, name: str) -> str:
        """The full id of a commit. Raises `GitError` for one that is not here."""
        if name not in self._ids:
            self._ids[name] = self._repository.resolve(name) or self._made_by_us(name)
        known = self._ids[name]
        if known is None:
            hint = "Fetch it with `git fetch`, or run this in the repository that the set is about."
            raise GitError(f"the commit {name!r} is not in this repository", hint=hint)
        return known

    def _made_by_us(self, name: str) -> str | None:
        if not name or "\0" in name:
            return None
        asked = ("rev-parse", "--verify", "--quiet", "--end-of-options", f"{name}^{{commit}}")
        return self._shadow.git.text(*asked, ok=(0, 1)) or None


def path_in_set(path: str) -> RepoPath:
    """The path that an anchor names."""
    try:
        return RepoPath.parse(path)
    except (ValueError, UnicodeEncodeError):  # what only looks like a quoted path is a plain one
        return RepoPath(path.encode("utf-8", "surrogateescape"))
