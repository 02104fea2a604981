"""What the later stages may ask about the files of the two commits, without knowing git."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from houndsman.models.finding import Side
from houndsman.models.repo_path import RepoPath


class Sources(Protocol):
    """The files of the target: the head's for `Side.NEW`, those of the diff's left commit for `Side.OLD`."""

    def exists(self, path: RepoPath, side: Side) -> bool:
        """Whether a file (not a folder) of exactly this path is in that commit."""

    def is_link(self, path: RepoPath, side: Side) -> bool:
        """Whether exactly this path is a symbolic link in that commit, whose lines are no more than where it leads."""

    def lines(self, path: RepoPath, side: Side) -> Sequence[bytes] | None:
        r"""The lines of the file without their `\n`, which alone ends a line; None where there is no such blob.

        A final `\n` ends the last line and opens no further one. Binary files, by git's own rule, are None.
        """

    def paths(self, side: Side) -> Sequence[RepoPath]:
        """Every file of that commit, by path."""
