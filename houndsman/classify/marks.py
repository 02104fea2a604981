"""What the *base* says of generated and vendored files.

Comes in: the shadow repository and the change. Goes out: changed files, by their paths in the change. A mark that only
the change adds (an attribute, a marker comment) does not count: with it a change could hide its own files from review.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from houndsman.git.attributes import attributes_at
from houndsman.git.grep import first_lines_matching
from houndsman.git.runner import Git
from houndsman.models.change import Change, FileStatus
from houndsman.models.repo_path import RepoPath

#: What tools write into the head of a file that they made (POSIX extended), in whatever case.
GENERATED_MARKER = re.sub(
    "[a-z]",
    lambda letter: f"[{letter[0].upper()}{letter[0]}]",
    "@generated|code generated .*do not edit|(auto-?|automatically )generated (by|from|with) "
    "|(auto-?|automatically )generated.*(do not|don't) (edit|modify|change)",
)

#: A marker counts in the first so many lines.
FIRST_LINES = 5

_VENDORED, _GENERATED = "linguist-vendored", "linguist-generated"


@dataclass(frozen=True)
class Marks:
    """Changed files, by `ChangedFile.path`."""

    generated: frozenset[RepoPath] = frozenset()
    vendored: frozenset[RepoPath] = frozenset()


def read_marks(git: Git, change: Change) -> Marks:
    """The marks that the base gives to files of `change`."""
    paths = [file.path for file in change.files]
    attributes = attributes_at(git, change.target.left, paths, (_GENERATED, _VENDORED))
    return Marks(
        generated=_with(attributes, _GENERATED) | _with_marker(git, change),
        vendored=_with(attributes, _VENDORED),
    )


def _with(attributes: Mapping[RepoPath, Mapping[str, str]], name: str) -> frozenset[RepoPath]:
    return frozenset(path for path, told in attributes.items() if told.get(name) in ("set", "true"))


def _with_marker(git: Git, change: Change) -> frozenset[RepoPath]:
    """Files whose marker comment stood in the base, and still stands where there still is a file."""
    old = {file.path_at_base: file for file in change.files if file.status is not FileStatus.ADDED}
    marked = [old[path] for path in first_lines_matching(git, change.target.left, GENERATED_MARKER, FIRST_LINES, old)]
    deleted = frozenset(file.path for file in marked if file.status is FileStatus.DELETED)
    there = [file.path for file in marked if file.path not in deleted]
    return deleted | first_lines_matching(git, change.target.head, GENERATED_MARKER, FIRST_LINES, there)
