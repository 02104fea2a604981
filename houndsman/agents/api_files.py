"""The files of the head commit, as a model may read them: blobs, never the disk, and never through a link.

In: a name as a model writes it. Out: the path of a file of the commit, or why there is none, in words for the model.
In: paths. Out: their lines with secrets taken out, or why they are not shown. A git that fails is a `GitError`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

from houndsman.git.blobs import BlobReader
from houndsman.git.runner import Git
from houndsman.git.sources import split_lines
from houndsman.git.trees import SUBMODULE, SYMLINK, TreeEntry, list_tree
from houndsman.models.repo_path import RepoPath
from houndsman.prompt.foreign import inline, path
from houndsman.prompt.redact import redact

#: Of one file. A larger one is generated or data, and would be read for nothing.
LARGEST_BYTES = 2 * 2**20
_NAMESAKES = 5


class Lines(NamedTuple):
    """A file's lines, redacted."""

    lines: Sequence[str]
    numbered: bool
    """Whether a line's place is its number; not where a secret of several lines was taken out."""


class Unshown(NamedTuple):
    """A file, or a name, of which nothing is shown."""

    why: str


class HeadFiles:
    """The files of one commit. Threads may share it.

    Args:
        git: of the shadow.
        head: the commit under review.
    """

    def __init__(self, git: Git, head: str) -> None:
        self.git = git
        self.head = head

    @cached_property
    def tree(self) -> Mapping[RepoPath, TreeEntry]:
        """Every file, link and submodule, by path."""
        return {entry.path: entry for entry in list_tree(self.git, self.head)}

    def named(self, name: str, root: Path) -> RepoPath | Unshown:
        """The path that `name` means, which may begin with the reading root; it need not be in the commit."""
        text = name.strip()
        for prefix in (f"{root}/", "./"):
            text = text.removeprefix(prefix)
        try:
            found = RepoPath.parse(text)
        except ValueError:
            return Unshown("that is no path")
        if found.raw.startswith(b"/") or b"\0" in found.raw:
            return Unshown("paths are relative to the root of the repository: nothing outside of it can be read")
        if b".." in found.parts:
            return Unshown("a path with `..` in it is not followed: name the file from the root of the repository")
        return found

    def shown(self, paths: Sequence[RepoPath]) -> dict[RepoPath, Lines | Unshown]:
        """The lines of each of `paths`."""
        answers: dict[RepoPath, Lines | Unshown] = {}
        regular: list[TreeEntry] = []
        for each in paths:
            entry = self.tree.get(each)
            if entry is None:
                answers[each] = Unshown(self._missing(each))
            elif entry.mode == SUBMODULE:
                answers[each] = Unshown("that is a submodule: its files are not part of this repository")
            else:
                regular.append(entry)
        sizes = self._sizes([entry.object_id for entry in regular])
        with BlobReader(self.git) as reader:
            for entry, size in zip(regular, sizes, strict=True):
                if size > LARGEST_BYTES:
                    answers[entry.path] = Unshown(f"the file has {size:,} bytes, too many to be shown")
                else:
                    answers[entry.path] = _read(entry, reader.read(entry.object_id))
        return answers

    def _sizes(self, object_ids: Sequence[str]) -> list[int]:
        """Bytes of each blob; a missing one has none. Asked before a blob is read: it may be larger than memory."""
        asked = "".join(f"{object_id}\n" for object_id in object_ids).encode("ascii")
        told = self.git.run("cat-file", "--batch-check=%(objectsize)", stdin=asked).split(b"\n")
        return [int(line) if line.isdigit() else 0 for line in told[: len(object_ids)]]

    def _missing(self, wanted: RepoPath) -> str:
        namesakes = [each for each in self.tree if each.name == wanted.name][:_NAMESAKES]
        if any(each.raw.startswith(wanted.raw.rstrip(b"/") + b"/") for each in self.tree):
            return "that is a folder"
        known = f"; files of that name: {', '.join(path(each) for each in namesakes)}" if namesakes else ""
        return f"there is no such file in the commit under review{known}"


def _read(entry: TreeEntry, blob: bytes | None) -> Lines | Unshown:
    if entry.mode == SYMLINK:
        target = inline((blob or b"").decode("utf-8", "replace"))
        return Unshown(f"that is a symbolic link to {target}: links are not followed")
    lines = split_lines(blob)
    if lines is None:
        return Unshown("the file is missing or binary")
    # Redacted whole, before anything is cut out of it: the middle of a private key looks like any other text.
    redacted = redact(b"\n".join(lines).decode("utf-8", "replace")).split("\n") if lines else []
    return Lines(redacted, len(redacted) == len(lines))
