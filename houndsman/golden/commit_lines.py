"""What stands in a file at a commit, for whoever holds a golden set against a repository.

In: a commit as a person names it, and a path. Out: lines. Contents are blobs of the commit, read through the shadow,
never files on disk and never what a symbolic link leads to. A commit that is not here, or whose contents are not, is a
`GitError`: that a file is missing is only said of a commit that was looked at.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import TracebackType
from typing import Self

from houndsman.errors import GitError
from houndsman.git.blobs import BlobReader
from houndsman.git.repository import Repository
from houndsman.git.shadow import Shadow
from houndsman.git.trees import SUBMODULE, TreeEntry, list_tree
from houndsman.golden.names import Commits, path_in_set
from houndsman.models.repo_path import RepoPath


class CommitLines:
    """Files of any commit of one repository. Asking commit by commit is fastest: the latest tree is kept.

    Use it as a context manager, or call `close`.
    """

    def __init__(self, repository: Repository, shadow: Shadow) -> None:
        """Commits are named in `repository`; those of an index or a work tree are only in its `shadow`."""
        self._git = shadow.git
        self._commits = Commits(repository, shadow)
        self._blobs = BlobReader(shadow.git)
        self._tree: tuple[str, Mapping[RepoPath, TreeEntry]] = ("", {})

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def __call__(self, commit: str, path: str) -> Sequence[bytes] | None:
        r"""The lines of `path` at `commit` without their `\n`; None where the commit has no such file.

        Of a symbolic link it is the line that says where it leads. Raises `GitError` for a commit that is not here.
        """
        entry = self._files(self._commits(commit)).get(path_in_set(path))
        if entry is None or entry.mode == SUBMODULE:
            return None
        content = self._blobs.read(entry.object_id)
        if content is None:
            hint = "This is a partial clone: fetch the rest with `git fetch --refetch --no-filter`."
            raise GitError(f"the contents of {path!r} at {commit!r} are not here", hint=hint)
        return tuple(content.removesuffix(b"\n").split(b"\n")) if content else ()

    def close(self) -> None:
        """End the process behind it."""
        self._blobs.close()

    def _files(self, commit: str) -> Mapping[RepoPath, TreeEntry]:
        if self._tree[0] != commit:
            self._tree = (commit, {entry.path: entry for entry in list_tree(self._git, commit)})
        return self._tree[1]
