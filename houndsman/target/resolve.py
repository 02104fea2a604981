"""Resolve what the command line asked for to two commits.

In come the request, the repository and the base that the user configured; out comes a `ResolvedTarget`. The commits of
a branch, a commit or a range are the user's; those of the index, the work tree and a patch, and the empty one, are made
in the shadow. Refs and history are asked of the user's repository, which alone knows where history was cut off. What
cannot be resolved is a `TargetError` that says what to do; ways that exclude each other are a `UsageError`.
"""

from __future__ import annotations

from typing import NamedTuple

from houndsman.errors import TargetError
from houndsman.git.repository import Repository
from houndsman.git.shadow import Shadow
from houndsman.models.target import PatchText, ResolvedTarget, Target, TargetKind, TargetRequest
from houndsman.target.key import (
    STAGED_KEY,
    WORKTREE_KEY,
    branch_key,
    branch_under_review,
    commit_key,
    kind_of,
    known_commit,
    parse_range,
    patch_key,
    range_key,
)

_HEADS = "refs/heads/"
_ORIGIN = "refs/remotes/origin/"

#: Where a branch is taken to come from when nobody says, in this order.
FALLBACK_BASES = (f"{_ORIGIN}HEAD", f"{_HEADS}main", f"{_HEADS}master", f"{_ORIGIN}main", f"{_ORIGIN}master")


class _Base(NamedTuple):
    """What a branch is compared with."""

    commit: str
    ref: str | None
    """The full name of the local branch that it is, where it is one and we may look beside it."""


def resolve(
    request: TargetRequest, repository: Repository, shadow: Shadow, configured_base: str | None
) -> ResolvedTarget:
    """The target of `request`.

    Args:
        request: what the command line asked for.
        repository: the user's.
        shadow: where commits of the index and the work tree are made.
        configured_base: what a branch is compared with when the command line does not say, or None.
    """
    kind = kind_of(request)
    branch: str | None = None
    match kind:
        case TargetKind.STAGED | TargetKind.WORKTREE:
            target = _uncommitted(kind, repository, shadow)
        case TargetKind.PATCH:
            assert request.patch is not None  # else it would be of another kind
            target = _patched(request.patch, request.base, repository, shadow)
        case TargetKind.COMMIT:
            target = _one_commit(known_commit(request.commit or "", repository), repository, shadow)
        case TargetKind.RANGE:
            target = _range(request.range or "", repository)
        case TargetKind.BRANCH:
            branch = branch_under_review(request, repository)
            target = _branch(request, branch, repository, configured_base)
    return ResolvedTarget(target=target, branch=branch, head_time=shadow.commit_time(target.head))


def _uncommitted(kind: TargetKind, repository: Repository, shadow: Shadow) -> Target:
    base = repository.resolve("HEAD") or shadow.empty_commit()
    if kind is TargetKind.STAGED:
        return Target(kind=kind, key=STAGED_KEY, base=base, head=shadow.staged_commit(repository))
    return Target(kind=kind, key=WORKTREE_KEY, base=base, head=shadow.working_tree_commit(repository))


def _patched(patch: PatchText, base: str | None, repository: Repository, shadow: Shadow) -> Target:
    """A patch on top of the commit that it was made from, which is HEAD where no base is named."""
    if base is not None:
        commit = known_commit(base, repository, branch_first=True)
    else:
        commit = repository.resolve("HEAD") or shadow.empty_commit()
    return Target(kind=TargetKind.PATCH, key=patch_key(patch), base=commit, head=shadow.patch_commit(commit, patch))


def _one_commit(commit: str, repository: Repository, shadow: Shadow) -> Target:
    """A commit against its first parent, which for a merge is the branch that was merged into."""
    parent = _first_parent(commit, repository)
    if parent is not None and repository.resolve(parent) is None:
        hint = "Fetch more of the history with `git fetch --deepen=1` or `git fetch --unshallow`."
        raise TargetError(f"the parent of the commit {commit} is not here", hint=hint)
    base = parent or shadow.empty_commit()
    return Target(kind=TargetKind.COMMIT, key=commit_key(commit), base=base, head=commit)


def _first_parent(commit: str, repository: Repository) -> str | None:
    # From the object itself: at the edge of a shallow clone `<commit>^` says that there is none, and the whole tree
    # would look new.
    header = repository.git.text("cat-file", "commit", commit).partition("\n\n")[0]
    return next((line.split(" ")[1] for line in header.split("\n") if line.startswith("parent ")), None)


def _range(text: str, repository: Repository) -> Target:
    asked = parse_range(text)
    base, head = known_commit(asked.left, repository), known_commit(asked.right, repository)
    return Target(
        kind=TargetKind.RANGE,
        key=range_key(base, head, asked.from_merge_base),
        base=base,
        head=head,
        merge_base=_merge_base(base, head, repository) if asked.from_merge_base else None,
    )


def _branch(request: TargetRequest, branch: str | None, repository: Repository, configured_base: str | None) -> Target:
    if request.head is None and repository.is_unborn():
        hint = "Make the first commit, or review what lies here with `--staged` or `--working-tree`."
        raise TargetError(f"the branch {branch!r} has no commit yet", hint=hint)
    head = known_commit(
        "HEAD" if request.head is None else request.head, repository, branch_first=request.head is not None
    )
    base = _base(request, repository, configured_base)
    commit = base.commit
    if base.ref is not None and base.ref == f"{_HEADS}{branch}":
        # The base branch itself is under review: what is new is what its origin does not have.
        commit = repository.resolve(f"{_ORIGIN}{branch}") or commit
    return Target(
        kind=TargetKind.BRANCH,
        key=range_key(commit, head, from_merge_base=True) if branch is None else branch_key(branch),
        base=commit,
        head=head,
        merge_base=_merge_base(commit, head, repository),
    )


def _base(request: TargetRequest, repository: Repository, configured_base: str | None) -> _Base:
    if request.base is not None:
        return _Base(known_commit(request.base, repository, branch_first=True), None)
    if configured_base is not None:
        try:
            commit = known_commit(configured_base, repository, branch_first=True)
        except TargetError as error:
            hint = "Fetch it, correct your own configuration or HOUNDSMAN_BASE, or say `--base REF`."
            raise TargetError(f"the configured base: {error.what}", hint=hint) from error
        return _Base(commit, f"{_HEADS}{configured_base}")
    for ref in FALLBACK_BASES:
        found = repository.resolve(ref)
        if found is not None:
            return _Base(found, ref)
    tried = ", ".join(ref.removeprefix(_HEADS).removeprefix("refs/remotes/") for ref in FALLBACK_BASES)
    hint = "Say what the branch is compared with: `--base REF`, or HOUNDSMAN_BASE, or `base` in your own configuration."
    raise TargetError(f"no base branch found; tried {tried}", hint=hint)


def _merge_base(base: str, head: str, repository: Repository) -> str:
    found = repository.git.text("merge-base", base, head, ok=(0, 1)).partition("\n")[0]
    if found:
        return found
    if repository.is_shallow():
        hint = (
            "The clone is shallow: fetch the rest with `git fetch --unshallow`, or some with `git fetch --deepen=100`."
        )
    else:
        hint = f"To compare the two trees as they are: `--range {base[:12]}..{head[:12]}`."
    raise TargetError(f"{base[:12]} and {head[:12]} have no common ancestor", hint=hint)
