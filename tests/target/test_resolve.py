"""Every target is two commits, and what cannot be resolved says what to do."""

from __future__ import annotations

import os
from datetime import UTC, datetime
from pathlib import Path
from typing import Protocol

import pytest

from houndsman.errors import ExitCode, TargetError, UsageError
from houndsman.git.repository import Repository
from houndsman.git.samples import SampleRepository
from houndsman.git.shadow import Shadow
from houndsman.models.target import PatchText, ResolvedTarget, TargetKind, TargetRequest
from houndsman.target.key import key_of
from houndsman.target.resolve import resolve


class Ask(Protocol):
    """Resolves a request in a sample."""

    def __call__(
        self, sample: SampleRepository, request: TargetRequest | None = None, configured: str | None = None
    ) -> ResolvedTarget:
        """The target."""


@pytest.fixture
def ask(tmp_path: Path) -> Ask:
    """Resolve a request, by default the plain one, with a shadow outside the sample."""

    def resolved(
        sample: SampleRepository, request: TargetRequest | None = None, configured: str | None = None
    ) -> ResolvedTarget:
        repository = Repository.discover(sample.path)
        shadow = Shadow.open(tmp_path / "shadow", repository)
        return resolve(request or TargetRequest(), repository, shadow, configured)

    return resolved


@pytest.fixture
def forked(shop: SampleRepository) -> dict[str, str]:
    """`main` and `feature` have gone on from `fork`; `feature` is checked out."""
    ids = {"fork": shop.commit("one")}
    shop.branch("feature")
    shop.write("a", "1\n")
    ids["feature"] = shop.commit("two")
    shop.switch("main")
    shop.write("b", "1\n")
    ids["main"] = shop.commit("three")
    shop.switch("feature")
    return ids


def remote_ref(sample: SampleRepository, name: str, commit: str) -> None:
    sample.git("update-ref", f"refs/remotes/origin/{name}", commit)


# -- a branch


def test_a_branch_against_where_it_parted_from_main(shop: SampleRepository, forked: dict[str, str], ask: Ask) -> None:
    resolved = ask(shop)
    target = resolved.target
    assert (target.kind, target.key, resolved.branch) == (TargetKind.BRANCH, "feature", "feature")
    assert (target.base, target.head) == (forked["main"], forked["feature"])
    assert (target.merge_base, target.left) == (forked["fork"], forked["fork"])
    assert resolved.head_time == datetime(2024, 1, 1, 1, tzinfo=UTC)


def test_the_base_is_looked_for_in_order(shop: SampleRepository, ask: Ask) -> None:
    bases = ["origin/HEAD", "main", "master", "origin/main", "origin/master"]
    ids = [shop.commit(name) for name in bases]
    shop.branch("feature")
    shop.commit("work")
    shop.git("branch", "--force", "main", ids[1])
    shop.git("branch", "master", ids[2])
    remote_ref(shop, "main", ids[3])
    remote_ref(shop, "master", ids[4])
    remote_ref(shop, "elsewhere", ids[0])
    shop.git("symbolic-ref", "refs/remotes/origin/HEAD", "refs/remotes/origin/elsewhere")
    refs = ["refs/remotes/origin/HEAD", "refs/heads/main", "refs/heads/master", "refs/remotes/origin/main"]
    found = [ask(shop).target.base]
    for ref in refs:
        shop.git("update-ref", "--no-deref", "-d", ref)
        found.append(ask(shop).target.base)
    assert found == ids
    shop.git("update-ref", "-d", "refs/remotes/origin/master")
    with pytest.raises(TargetError, match="tried origin/HEAD, main, master, origin/main, origin/master") as caught:
        ask(shop)
    assert caught.value.hint is not None and "--base REF" in caught.value.hint


def test_the_command_line_outranks_configuration_and_that_what_is_found(
    shop: SampleRepository, forked: dict[str, str], ask: Ask
) -> None:
    shop.git("branch", "release", forked["fork"])
    assert ask(shop, configured="release").target.base == forked["fork"]
    assert ask(shop, TargetRequest(base="main"), configured="release").target.base == forked["main"]


def test_a_named_base_that_is_not_there_is_never_replaced(
    shop: SampleRepository, forked: dict[str, str], ask: Ask
) -> None:
    with pytest.raises(TargetError, match="there is no commit 'gone'"):
        ask(shop, TargetRequest(base="gone"), configured="main")
    with pytest.raises(TargetError, match="the configured base: there is no commit 'gone'") as caught:
        ask(shop, configured="gone")
    assert caught.value.hint is not None and "HOUNDSMAN_BASE" in caught.value.hint


def test_the_base_branch_itself_is_compared_with_its_origin(shop: SampleRepository, ask: Ask) -> None:
    pushed = shop.commit("one")
    head = shop.commit("two")
    assert ask(shop).target.left == head, "nothing to compare with: an empty change"
    remote_ref(shop, "main", pushed)
    assert ask(shop).target.left == pushed
    assert ask(shop, configured="main").target.left == pushed
    assert ask(shop, TargetRequest(base="main")).target.left == head, "said in so many words"
    assert ask(shop).target.key == "main"


def test_another_branch_may_be_named(shop: SampleRepository, forked: dict[str, str], ask: Ask) -> None:
    shop.switch("main")
    resolved = ask(shop, TargetRequest(head="feature"))
    assert (resolved.target.head, resolved.target.key, resolved.branch) == (forked["feature"], "feature", "feature")


@pytest.mark.parametrize("given", [True, False])
def test_a_head_that_is_no_branch_has_a_key_of_two_commits(
    shop: SampleRepository, forked: dict[str, str], ask: Ask, given: bool
) -> None:
    shop.switch(forked["feature"])
    resolved = ask(shop, TargetRequest(head=forked["feature"][:10]) if given else None)
    assert resolved.target.key == f"range:{forked['main'][:12]}...{forked['feature'][:12]}"
    assert (resolved.branch, resolved.target.merge_base) == (None, forked["fork"])


def test_a_branch_named_like_a_tag_a_file_or_an_id(shop: SampleRepository, forked: dict[str, str], ask: Ask) -> None:
    names = ["twin", "a", forked["fork"][:8]]
    for name in names:
        shop.git("branch", name, forked["feature"])
        shop.git("tag", name, forked["main"])
    for name in names:
        resolved = ask(shop, TargetRequest(head=name, base="main"))
        assert (resolved.target.head, resolved.branch) == (forked["feature"], name)
        assert ask(shop, TargetRequest(head="main", base=name)).target.base == forked["feature"]


@pytest.mark.parametrize("rev", ["gone", "--all", "-1", "", "HEAD:a", "a b", "x\0y", "main..feature", "^main"])
def test_what_is_no_revision_never_becomes_an_option(
    shop: SampleRepository, forked: dict[str, str], ask: Ask, rev: str
) -> None:
    for request in (TargetRequest(head=rev), TargetRequest(base=rev), TargetRequest(commit=rev)):
        with pytest.raises(TargetError, match="there is no commit"):
            ask(shop, request)


def test_an_unborn_branch(shop: SampleRepository, ask: Ask) -> None:
    with pytest.raises(TargetError, match="'main' has no commit yet") as caught:
        ask(shop)
    assert caught.value.hint is not None and "--staged" in caught.value.hint and "--working-tree" in caught.value.hint
    assert caught.value.exit_code is ExitCode.USAGE


# -- history that is not there


def test_unrelated_histories(shop: SampleRepository, ask: Ask) -> None:
    shop.commit("one")
    shop.git("switch", "--quiet", "--orphan", "other")
    shop.commit("two")
    with pytest.raises(TargetError, match="no common ancestor") as caught:
        ask(shop)
    assert caught.value.hint is not None and "--range" in caught.value.hint


@pytest.fixture
def shallow(shop: SampleRepository, forked: dict[str, str], tmp_path: Path) -> SampleRepository:
    return shop.clone_to(tmp_path / "shallow", depth=1)


def test_a_shallow_clone_is_told_from_unrelated_histories(shallow: SampleRepository, ask: Ask) -> None:
    with pytest.raises(TargetError, match="no common ancestor") as caught:
        ask(shallow, TargetRequest(base="origin/main"))
    assert caught.value.hint is not None and "git fetch --unshallow" in caught.value.hint


def test_a_commit_at_the_edge_of_a_shallow_clone_is_not_taken_for_a_root(shallow: SampleRepository, ask: Ask) -> None:
    with pytest.raises(TargetError, match=r"the parent of the commit \w+ is not here") as caught:
        ask(shallow, TargetRequest(commit="HEAD"))
    assert caught.value.hint is not None and "--deepen" in caught.value.hint


def test_two_trees_of_a_shallow_clone_can_be_compared(
    shallow: SampleRepository, forked: dict[str, str], ask: Ask, tmp_path: Path
) -> None:
    target = ask(shallow, TargetRequest(range="origin/main..")).target
    assert (target.base, target.head, target.merge_base) == (forked["main"], forked["feature"], None)
    shadow = Shadow.open(tmp_path / "shadow", Repository.discover(shallow.path))
    assert shadow.git.run("diff", "--name-only", "--no-renames", target.left, target.head) == b"a\nb\n"


# -- one commit


def test_a_commit_against_its_parent(shop: SampleRepository, forked: dict[str, str], ask: Ask) -> None:
    target = ask(shop, TargetRequest(commit="feature")).target
    assert (target.kind, target.key) == (TargetKind.COMMIT, f"sha:{forked['feature']}")
    assert (target.left, target.head, target.merge_base) == (forked["fork"], forked["feature"], None)


def test_a_merge_commit_against_its_first_parent(shop: SampleRepository, forked: dict[str, str], ask: Ask) -> None:
    merge = shop.merge("main")
    target = ask(shop, TargetRequest(commit=merge)).target
    assert (target.left, target.head) == (forked["feature"], merge)


@pytest.mark.parametrize("object_format", ["sha1", "sha256"])
def test_a_root_commit_against_nothing(tmp_path: Path, ask: Ask, object_format: str) -> None:
    sample = SampleRepository.create(tmp_path / "one", object_format=object_format)
    sample.write("a", "1\n")
    root = sample.commit("parent pretended\n\nparent 1234\n")
    resolved = ask(sample, TargetRequest(commit=root))
    shadow = Shadow.open(tmp_path / "shadow", Repository.discover(sample.path))
    assert resolved.target.left == shadow.empty_commit()
    assert shadow.git.run("diff", "--name-only", resolved.target.left, root) == b"a\n"
    assert resolved.branch is None


# -- a range


def test_two_dots_compare_two_trees(shop: SampleRepository, forked: dict[str, str], ask: Ask) -> None:
    target = ask(shop, TargetRequest(range="main..feature")).target
    assert (target.left, target.head, target.merge_base) == (forked["main"], forked["feature"], None)
    assert target.key == f"range:{forked['main'][:12]}..{forked['feature'][:12]}"


def test_three_dots_compare_with_the_merge_base(shop: SampleRepository, forked: dict[str, str], ask: Ask) -> None:
    target = ask(shop, TargetRequest(range="main...")).target
    assert (target.base, target.head, target.left) == (forked["main"], forked["feature"], forked["fork"])
    assert target.key == f"range:{forked['main'][:12]}...{forked['feature'][:12]}"


def test_a_malformed_range(shop: SampleRepository, forked: dict[str, str], ask: Ask) -> None:
    with pytest.raises(TargetError, match="is not a range"):
        ask(shop, TargetRequest(range="main"))


# -- the index and the work tree


@pytest.mark.parametrize(
    ("request_", "key"),
    [(TargetRequest(staged=True), "staged"), (TargetRequest(working_tree=True), "worktree")],
)
def test_what_is_not_committed(shop: SampleRepository, ask: Ask, request_: TargetRequest, key: str) -> None:
    shop.write("a", "1\n")
    head = shop.commit("one")
    shop.write("a", "2\n")
    shop.stage()
    resolved = ask(shop, request_)
    assert (resolved.target.key, resolved.target.base, resolved.branch) == (key, head, None)
    assert resolved.target.head != head
    assert resolved.head_time == datetime(2024, 1, 1, tzinfo=UTC)
    assert ask(shop, request_) == resolved


def test_what_is_not_committed_in_a_shallow_clone(shallow: SampleRepository, forked: dict[str, str], ask: Ask) -> None:
    shallow.write("a", "2\n")
    target = ask(shallow, TargetRequest(working_tree=True)).target
    assert target.base == forked["feature"] != target.head


@pytest.mark.parametrize("request_", [TargetRequest(staged=True), TargetRequest(working_tree=True)])
def test_what_is_not_committed_before_the_first_commit(
    shop: SampleRepository, ask: Ask, request_: TargetRequest, tmp_path: Path
) -> None:
    shop.write("a", "1\n")
    shop.stage()
    target = ask(shop, request_).target
    shadow = Shadow.open(tmp_path / "shadow", Repository.discover(shop.path))
    assert shadow.git.run("diff", "--name-only", target.left, target.head) == b"a\n"


# -- a patch


PATCH = PatchText(name="a.patch", content=b"--- /dev/null\n+++ b/new\n@@ -0,0 +1 @@\n+1\n")


@pytest.mark.parametrize(("base", "on"), [(None, "feature"), ("main", "main")])
def test_a_patch_stands_on_head_or_on_the_base_that_is_named(
    shop: SampleRepository, forked: dict[str, str], ask: Ask, base: str | None, on: str
) -> None:
    resolved = ask(shop, TargetRequest(patch=PATCH, base=base), configured="main")
    target = resolved.target
    assert (target.kind, target.base, target.merge_base, resolved.branch) == (
        TargetKind.PATCH,
        forked[on],
        None,
        None,
    )
    assert target.key.startswith("patch:")
    assert ask(shop, TargetRequest(patch=PATCH, base=base)) == resolved, "the same patch is the same commit"


def test_a_patch_before_the_first_commit_stands_on_nothing(shop: SampleRepository, ask: Ask, tmp_path: Path) -> None:
    target = ask(shop, TargetRequest(patch=PATCH)).target
    shadow = Shadow.open(tmp_path / "shadow", Repository.discover(shop.path))
    assert shadow.git.run("diff", "--name-only", target.left, target.head) == b"new\n"


def test_a_patch_on_a_base_that_is_not_there(shop: SampleRepository, ask: Ask) -> None:
    with pytest.raises(TargetError, match="there is no commit 'gone'"):
        ask(shop, TargetRequest(patch=PATCH, base="gone"))


def test_two_ways_at_once(shop: SampleRepository, ask: Ask) -> None:
    with pytest.raises(UsageError):
        ask(shop, TargetRequest(staged=True, working_tree=True))


# -- where it is asked


def test_a_bare_repository(shop: SampleRepository, forked: dict[str, str], ask: Ask, tmp_path: Path) -> None:
    shop.git("clone", "--quiet", "--bare", "--", shop.path.as_uri(), str(tmp_path / "bare.git"))
    repository = Repository.discover(tmp_path / "bare.git")
    resolved = ask(SampleRepository(tmp_path / "bare.git"))
    assert (resolved.target.left, resolved.branch) == (forked["fork"], "feature")
    assert key_of(TargetRequest(), repository) == "feature"
    with pytest.raises(TargetError, match="bare repository"):
        ask(SampleRepository(tmp_path / "bare.git"), TargetRequest(staged=True))


def test_a_folder_below_and_another_repository_in_the_environment(
    shop: SampleRepository, forked: dict[str, str], ask: Ask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shop.write("deep/x", "1\n")
    monkeypatch.setenv("GIT_DIR", os.fspath(tmp_path / "elsewhere"))
    assert ask(SampleRepository(shop.path / "deep")).target.head == forked["feature"]


def test_the_key_is_the_one_that_was_told_beforehand(shop: SampleRepository, forked: dict[str, str], ask: Ask) -> None:
    repository = Repository.discover(shop.path)
    for request in (
        TargetRequest(),
        TargetRequest(head="main"),
        TargetRequest(commit="HEAD"),
        TargetRequest(range="main.."),
        TargetRequest(range="main..."),
        TargetRequest(staged=True),
        TargetRequest(working_tree=True),
        TargetRequest(patch=PATCH, base="main"),
    ):
        assert ask(shop, request).target.key == key_of(request, repository)
