"""The key that a review is filed under, without looking for what the target is compared with.

In comes the command line's request, out comes the way in which it names its target, and the key where that can be told
cheaply: a branch's name, `sha:…`, `range:…`, `staged`, `worktree`, `patch:…`. Ways that exclude each other are a
`UsageError`; a range that cannot be read or a revision that is not there is a `TargetError`.
"""

from __future__ import annotations

import hashlib
import re
from typing import NamedTuple

from houndsman.errors import TargetError, UsageError
from houndsman.git.repository import Repository
from houndsman.models.target import PatchText, TargetKind, TargetRequest

STAGED_KEY = "staged"
WORKTREE_KEY = "worktree"

_SHORT = 12  # characters of an object id, or of a patch's hash, in a key
_RANGE = re.compile(r"(?P<left>(?:(?!\.\.).)*)(?P<dots>\.{2,3})(?P<right>(?!\.)(?:(?!\.\.).)*)\Z", re.DOTALL)


class RevisionRange(NamedTuple):
    """`A..B` or `A...B`."""

    left: str
    right: str
    from_merge_base: bool
    """Three dots: compare with where the two parted."""


def kind_of(request: TargetRequest) -> TargetKind:
    """The way in which `request` names its target. Raises `UsageError` for more than one."""
    ways = {
        "--commit": (request.commit is not None, TargetKind.COMMIT),
        "--range": (request.range is not None, TargetKind.RANGE),
        "--staged": (request.staged, TargetKind.STAGED),
        "--working-tree": (request.working_tree, TargetKind.WORKTREE),
        "--patch": (request.patch is not None, TargetKind.PATCH),
    }
    given = [option for option, (is_given, _) in ways.items() if is_given]
    if given and request.base is not None and given != ["--patch"]:  # a patch has a base, too
        given.append("--base")
    elif given and request.head is not None:
        given.append("--head")
    if len(given) > 1:
        raise UsageError(f"{' and '.join(given)} exclude each other", hint="Name the target in one way.")
    return ways[given[0]][1] if given else TargetKind.BRANCH


def key_of(request: TargetRequest, repository: Repository) -> str | None:
    """The key of the target, or None where only the resolved base could tell: a head that is no branch."""
    match kind_of(request):
        case TargetKind.STAGED:
            return STAGED_KEY
        case TargetKind.WORKTREE:
            return WORKTREE_KEY
        case TargetKind.PATCH:
            assert request.patch is not None  # else it would be of another kind
            return patch_key(request.patch)
        case TargetKind.COMMIT:
            return commit_key(known_commit(request.commit or "", repository))
        case TargetKind.RANGE:
            asked = parse_range(request.range or "")
            left, right = (known_commit(rev, repository) for rev in (asked.left, asked.right))
            return range_key(left, right, asked.from_merge_base)
        case TargetKind.BRANCH:
            branch = branch_under_review(request, repository)
            return None if branch is None else branch_key(branch)


def branch_key(branch: str) -> str:
    """The key of a branch: its name, in full where the short one would read as another kind of target."""
    return f"refs/heads/{branch}" if branch in (STAGED_KEY, WORKTREE_KEY) else branch


def commit_key(commit: str) -> str:
    """The key of one commit."""
    return f"sha:{commit}"


def range_key(left: str, right: str, from_merge_base: bool) -> str:
    """The key of two commits."""
    return f"range:{left[:_SHORT]}{'...' if from_merge_base else '..'}{right[:_SHORT]}"


def patch_key(patch: PatchText) -> str:
    """The key of a patch: by its bytes, wherever they came from."""
    return f"patch:{hashlib.sha256(patch.content).hexdigest()[:_SHORT]}"


def branch_under_review(request: TargetRequest, repository: Repository) -> str | None:
    """The branch that `--head` names or HEAD is at; None for anything else, such as a commit's id."""
    if request.head is None:
        return repository.head_branch()
    return request.head if repository.resolve(f"refs/heads/{request.head}") else None


def parse_range(text: str) -> RevisionRange:
    """The two sides of `A..B` or `A...B`; an empty side is HEAD. Raises `TargetError` for anything else."""
    found = _RANGE.match(text)
    if found is None or not (found["left"] or found["right"]):
        hint = "Write A..B to compare two commits as they are, A...B to compare B with where it parted from A."
        raise TargetError(f"{text!r} is not a range of commits", hint=hint)
    return RevisionRange(found["left"] or "HEAD", found["right"] or "HEAD", found["dots"] == "...")


def known_commit(rev: str, repository: Repository, branch_first: bool = False) -> str:
    """The full id of the commit that `rev` names. Raises `TargetError` for none.

    Args:
        rev: what a person wrote.
        repository: where to look.
        branch_first: take a branch of exactly this name before a tag or an id that reads the same.
    """
    found = (repository.resolve(f"refs/heads/{rev}") if branch_first else None) or repository.resolve(rev)
    if found is None:
        hint = "See `git branch --all` for what is there, or fetch it first with `git fetch`."
        raise TargetError(f"there is no commit {rev!r}", hint=hint)
    return found
