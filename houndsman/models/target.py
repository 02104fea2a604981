"""What is reviewed: always two commits."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum

from houndsman.models.base import Model


class TargetKind(StrEnum):
    """Which question named the target."""

    BRANCH = "branch"
    COMMIT = "commit"
    RANGE = "range"
    STAGED = "staged"
    WORKTREE = "worktree"
    PATCH = "patch"


class PatchText(Model):
    """A patch as it was handed over."""

    name: str
    """Where it was read, for people."""
    content: bytes


class TargetRequest(Model):
    """What the command line asked for; at most one of the narrow ways is set."""

    base: str | None = None
    head: str | None = None
    commit: str | None = None
    range: str | None = None
    staged: bool = False
    working_tree: bool = False
    patch: PatchText | None = None
    """Put on top of `base`, else of HEAD."""


class Target(Model):
    """A resolved target. All ids are full object names of commits that the shadow repository can read."""

    kind: TargetKind
    key: str
    """What the review is filed under: the branch, `sha:…`, `range:…`, `staged`, `worktree` or `patch:…`."""
    base: str
    """The commit that the target was measured against as it was named."""
    head: str
    merge_base: str | None = None
    """Where base and head parted, for a branch and for `A...B`."""

    @property
    def left(self) -> str:
        """The commit that the diff begins at, which is also where project files are trusted from."""
        return self.merge_base or self.base


class ResolvedTarget(Model):
    """A target with what is known of it beside its commits."""

    target: Target
    branch: str | None
    """The branch under review, null where HEAD is detached or the target is not a branch."""
    head_time: datetime
    """The committer date of the head, in UTC: "today" for whatever must give the same answer tomorrow."""
