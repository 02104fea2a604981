"""The change of a target, read by one git process and parsed.

Comes in: the shadow repository and a resolved target. Goes out: the `Change`, and what a person should know of how it
was read. Fails as `git.diff` and `change.parse` do.
"""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from houndsman.change.contents import kind_of_contents
from houndsman.change.parse import parse_change
from houndsman.git.blobs import BlobReader
from houndsman.git.diff import diff_bytes
from houndsman.git.runner import Git
from houndsman.models.change import Change, ChangedFile, FileKind, FileStatus
from houndsman.models.target import ResolvedTarget


class Reading(NamedTuple):
    """A change, and notices about it."""

    change: Change
    notices: tuple[str, ...]


def read_change(git: Git, resolved: ResolvedTarget) -> Reading:
    """What differs between the two commits of `resolved`."""
    output, notices = diff_bytes(git, resolved.target.left, resolved.target.head)
    return Reading(_with_kinds(git, parse_change(output, resolved)), notices)


def _with_kinds(git: Git, change: Change) -> Change:
    """The change with the kinds of what was only renamed, which a diff cannot show."""
    if not any(_is_only_renamed(file) for file in change.files):
        return change
    with BlobReader(git) as blobs:
        return replace(change, files=tuple(_with_kind(blobs, file) for file in change.files))


def _is_only_renamed(file: ChangedFile) -> bool:
    return file.status is FileStatus.RENAMED and file.old_id == file.new_id and file.kind is FileKind.TEXT


def _with_kind(blobs: BlobReader, file: ChangedFile) -> ChangedFile:
    # One at a time: many large files may have been moved.
    content = blobs.read(file.new_id) if _is_only_renamed(file) else None
    return file if content is None else replace(file, kind=kind_of_contents(content))
