"""The change of a target, read by one git process and parsed.

Comes in: the shadow repository and a resolved target. Goes out: the `Change`, and what a person should know of how it
was read. Fails as `git.diff` and `change.parse` do.
"""

from __future__ import annotations

from typing import NamedTuple

from houndsman.change.parse import parse_change
from houndsman.git.diff import diff_bytes
from houndsman.git.runner import Git
from houndsman.models.change import Change
from houndsman.models.target import ResolvedTarget


class Reading(NamedTuple):
    """A change, and notices about it."""

    change: Change
    notices: tuple[str, ...]


def read_change(git: Git, resolved: ResolvedTarget) -> Reading:
    """What differs between the two commits of `resolved`."""
    output, notices = diff_bytes(git, resolved.target.left, resolved.target.head)
    return Reading(parse_change(output, resolved), notices)
