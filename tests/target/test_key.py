"""A review is found by its key without looking for its base."""

from __future__ import annotations

import hashlib

import pytest

from houndsman.errors import ExitCode, TargetError, UsageError
from houndsman.git.repository import Repository
from houndsman.git.samples import SampleRepository
from houndsman.models.target import PatchText, TargetKind, TargetRequest
from houndsman.target.key import RevisionRange, key_of, kind_of, parse_range, patch_key

PATCH = PatchText(name="a.patch", content=b"--- a/a\n")


@pytest.mark.parametrize(
    ("request_", "kind"),
    [
        (TargetRequest(), TargetKind.BRANCH),
        (TargetRequest(base="main", head="x"), TargetKind.BRANCH),
        (TargetRequest(commit="x"), TargetKind.COMMIT),
        (TargetRequest(range="a..b"), TargetKind.RANGE),
        (TargetRequest(staged=True), TargetKind.STAGED),
        (TargetRequest(working_tree=True), TargetKind.WORKTREE),
        (TargetRequest(patch=PATCH), TargetKind.PATCH),
        (TargetRequest(patch=PATCH, base="main"), TargetKind.PATCH),
    ],
)
def test_a_request_names_its_target_in_one_way(request_: TargetRequest, kind: TargetKind) -> None:
    assert kind_of(request_) is kind


@pytest.mark.parametrize(
    ("request_", "named"),
    [
        (TargetRequest(commit="x", staged=True), "--commit and --staged"),
        (TargetRequest(range="a..b", working_tree=True), "--range and --working-tree"),
        (TargetRequest(commit="x", base="main"), "--commit and --base"),
        (TargetRequest(staged=True, head="x"), "--staged and --head"),
        (TargetRequest(commit="", range=""), "--commit and --range"),
        (TargetRequest(patch=PATCH, head="x"), "--patch and --head"),
        (TargetRequest(patch=PATCH, base="main", head="x"), "--patch and --head"),
        (TargetRequest(patch=PATCH, staged=True, base="main"), "--staged and --patch and --base"),
    ],
)
def test_two_ways_exclude_each_other(request_: TargetRequest, named: str) -> None:
    with pytest.raises(UsageError, match=named) as caught:
        kind_of(request_)
    assert caught.value.exit_code is ExitCode.USAGE


@pytest.mark.parametrize(
    ("text", "left", "right", "from_merge_base"),
    [
        ("a..b", "a", "b", False),
        ("a...b", "a", "b", True),
        ("a..", "a", "HEAD", False),
        ("..b", "HEAD", "b", False),
        ("a...", "a", "HEAD", True),
        ("...b", "HEAD", "b", True),
        ("v1.0..v1.1", "v1.0", "v1.1", False),
        ("origin/main...fix/x", "origin/main", "fix/x", True),
        ("a@{1}..b^2~3", "a@{1}", "b^2~3", False),
    ],
)
def test_ranges(text: str, left: str, right: str, from_merge_base: bool) -> None:
    assert parse_range(text) == RevisionRange(left, right, from_merge_base)


@pytest.mark.parametrize("text", ["", "a", "..", "...", "....", "a....b", "a..b..c", "a...b...c", "a..b...c", "a.b"])
def test_what_is_no_range(text: str) -> None:
    with pytest.raises(TargetError, match="is not a range of commits") as caught:
        parse_range(text)
    assert caught.value.hint is not None and "A...B" in caught.value.hint


def test_keys(shop: SampleRepository) -> None:
    first = shop.commit("one")
    shop.branch("fix/cart")
    second = shop.commit("two")
    repository = Repository.discover(shop.path)
    keys = {
        TargetRequest(): "fix/cart",
        TargetRequest(base="no such base, which is not asked for"): "fix/cart",
        TargetRequest(head="main"): "main",
        TargetRequest(head=first): None,
        TargetRequest(head="HEAD"): None,
        TargetRequest(commit="HEAD"): f"sha:{second}",
        TargetRequest(range="main.."): f"range:{first[:12]}..{second[:12]}",
        TargetRequest(range="main...fix/cart"): f"range:{first[:12]}...{second[:12]}",
        TargetRequest(staged=True): "staged",
        TargetRequest(working_tree=True): "worktree",
        TargetRequest(patch=PATCH): "patch:" + hashlib.sha256(b"--- a/a\n").hexdigest()[:12],
    }
    assert {request: key_of(request, repository) for request in keys} == keys
    shop.switch(second)
    assert key_of(TargetRequest(), repository) is None


@pytest.mark.parametrize("branch", ["staged", "worktree"])
def test_a_branch_is_not_taken_for_another_kind_of_target(shop: SampleRepository, branch: str) -> None:
    shop.commit("one")
    shop.branch(branch)
    repository = Repository.discover(shop.path)
    assert key_of(TargetRequest(), repository) == f"refs/heads/{branch}"
    assert key_of(TargetRequest(staged=True), repository) == "staged"


def test_a_patch_is_filed_by_its_bytes_wherever_they_came_from() -> None:
    assert patch_key(PATCH) == patch_key(PatchText(name="standard input", content=PATCH.content))
    assert patch_key(PATCH) != patch_key(PatchText(name=PATCH.name, content=b"--- b/b\n"))
