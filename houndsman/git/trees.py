"""List the files of a commit.

In comes a commit, out comes one entry for every file, link and submodule, by the bytes of the path. An unknown commit
is a `GitError`.
"""

from __future__ import annotations

from typing import NamedTuple

from houndsman.git.runner import Git
from houndsman.models.repo_path import RepoPath

SYMLINK = "120000"
SUBMODULE = "160000"


class TreeEntry(NamedTuple):
    """One path of a commit; folders have no entry of their own."""

    mode: str
    """Octal, six digits, as git prints it."""
    type: str
    """`blob`, or `commit` for a submodule."""
    object_id: str
    path: RepoPath


def list_tree(git: Git, commit: str, under: RepoPath | None = None) -> list[TreeEntry]:
    """Every path of `commit`, or only those at or under `under`."""
    where = () if under is None else (under.raw.rstrip(b"/"),)
    listed = git.run("ls-tree", "-r", "-z", "--full-tree", commit, "--", *where)
    # git sorts a submodule as if its name ended in a slash.
    return sorted((_entry(record) for record in listed.split(b"\0") if record), key=lambda entry: entry.path.raw)


def _entry(record: bytes) -> TreeEntry:
    facts, _, path = record.partition(b"\t")
    mode, kind, object_id = facts.decode("ascii").split(" ")
    return TreeEntry(mode, kind, object_id, RepoPath(path))
