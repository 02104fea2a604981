"""Proposals for a golden set, from a commit that fixed a defect.

In: the change that the fix made, with the lines of both sides, and its message. Out: anchors at the lines of its parent
that the fix removed or changed, or beside which it added some, the likeliest first. They are proposals and marked so:
nobody can tell from a diff alone which part of a fix was the defect. Tests, documentation and what `left_out` says are
no place for one. A fix that changes nothing else gives none.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from houndsman.golden.fix_blocks import Block, FileVersions, blocks_of
from houndsman.golden.fix_files import beside_the_code
from houndsman.golden.slugs import slug
from houndsman.models.change import Change, ChangedFile, FileKind, FileStatus
from houndsman.models.finding import Side
from houndsman.models.golden import GoldenAnchor
from houndsman.models.sources import Sources

#: Of one fix; what weighs less than the likeliest by more than `_CLOSE` is not proposed at all.
MOST = 5
_CLOSE = 3

_SHA = 10  # characters of a commit in the name of a case

#: The key that tells which commit fixed a defect.
FIX = "fix"

#: The key that tells a proposal from a defect that somebody confirmed.
PROPOSED = "proposed"


class Fix(NamedTuple):
    """A commit that fixed something."""

    commit: str
    """Full id."""
    message: str
    change: Change
    """From its first parent to it."""

    @property
    def subject(self) -> str:
        """The first line of its message."""
        return self.message.strip().split("\n")[0]


def propose(fix: Fix, sources: Sources, left_out: Callable[[ChangedFile], str | None]) -> tuple[GoldenAnchor, ...]:
    """Where the defect probably was, in the commit before `fix`; without ids that are unique.

    Args:
        fix: what was done.
        sources: the files before and after it.
        left_out: why a file is nobody's own work, such as a lock file; None for one that is.
    """
    files = [
        versions
        for file in fix.change.files
        if (versions := _versions(file, sources)) and not beside_the_code(file.path) and not left_out(file)
    ]
    blocks = blocks_of(files, fix.message)
    kept = [block for block in blocks if block.weight >= blocks[0].weight - _CLOSE][:MOST]
    lines = {file.path: file.old for file in files}
    return tuple(_anchor(fix, block, lines[block.path][block.first - 1 : block.last]) for block in kept)


def fix_case(commit: str) -> str:
    """The name of the case of what the commit with the full id `commit` fixed."""
    return f"fix-{commit[:_SHA]}"


def _versions(file: ChangedFile, sources: Sources) -> FileVersions | None:
    """Both sides of a file that was there before and is there now, as text."""
    if file.status not in (FileStatus.MODIFIED, FileStatus.RENAMED) or file.kind is not FileKind.TEXT:
        return None
    old, new = sources.lines(file.path_at_base, Side.OLD), sources.lines(file.path, Side.NEW)
    return None if old is None or new is None else FileVersions(str(file.path_at_base), old, new, file.hunks)


def _anchor(fix: Fix, block: Block, lines: Sequence[bytes]) -> GoldenAnchor:
    return GoldenAnchor(
        id=slug(fix.subject),
        case=fix_case(fix.commit),
        file=block.path,
        line=block.first,
        end_line=block.last if block.last > block.first else None,
        note=fix.subject,
        code=b"\n".join(lines).decode("utf-8", "replace"),
        extra={FIX: fix.commit, PROPOSED: True},
    )
