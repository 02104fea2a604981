"""What the authors of a change say of it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from houndsman.errors import GitError
from houndsman.git.commit_words import MOST_COMMITS, commit_words
from houndsman.git.samples import SampleRepository
from houndsman.git.shadow import Shadow
from houndsman.models.target import Target, TargetKind


def target(base: str, head: str, kind: TargetKind = TargetKind.BRANCH, merge_base: str | None = None) -> Target:
    """A target of two commits."""
    return Target(kind=kind, key="feature", base=base, head=head, merge_base=merge_base)


def test_messages_come_whole_and_oldest_first(
    shop: SampleRepository, shadow_of: Callable[[SampleRepository], Shadow]
) -> None:
    base = shop.commit("Begin")
    messages = ["Pay by card\n\nWith two of them: naïve.\n\n    code", "Fix\0".rstrip("\0"), "-oops --all"]
    ids = [shop.commit(message) for message in messages]
    told = commit_words(shadow_of(shop).git, target(base, ids[-1]))
    assert [(each.sha, each.message) for each in told] == list(zip(ids, messages, strict=True))


def test_only_what_is_in_the_diff_and_no_merges(
    shop: SampleRepository, shadow_of: Callable[[SampleRepository], Shadow]
) -> None:
    begin = shop.commit("Begin")
    shop.branch("feature")
    shop.write("a", "1\n")
    shop.commit("Feature")
    shop.git("checkout", "--quiet", "main")
    shop.write("b", "1\n")
    base = shop.commit("Main goes on")
    shop.git("checkout", "--quiet", "feature")
    shop.git("merge", "--quiet", "--no-edit", "main")
    shop.write("c", "1\n")
    head = shop.commit("More")
    git = shadow_of(shop).git
    assert [each.message for each in commit_words(git, target(base, head, merge_base=base))] == ["Feature", "More"]
    assert [each.message for each in commit_words(git, target(base, head, merge_base=begin))][-1] == "More"


def test_of_a_long_history_the_newest(shop: SampleRepository, shadow_of: Callable[[SampleRepository], Shadow]) -> None:
    ids = [shop.commit(f"step {number}") for number in range(MOST_COMMITS + 3)]
    told = commit_words(shadow_of(shop).git, target(ids[0], ids[-1], TargetKind.RANGE))
    assert [each.message for each in told] == [f"step {number}" for number in range(3, MOST_COMMITS + 3)]


@pytest.mark.parametrize("kind", [TargetKind.STAGED, TargetKind.WORKTREE, TargetKind.PATCH])
def test_our_own_commits_say_nothing(
    shop: SampleRepository, shadow_of: Callable[[SampleRepository], Shadow], kind: TargetKind
) -> None:
    base, head = shop.commit("one"), shop.commit("two")
    assert commit_words(shadow_of(shop).git, target(base, head, kind)) == ()


def test_a_message_that_is_no_utf8_and_one_that_is_empty(
    shop: SampleRepository, shadow_of: Callable[[SampleRepository], Shadow]
) -> None:
    base = shop.commit("one")
    tree = shop.git("rev-parse", "HEAD^{tree}").decode().strip()
    raw = f"tree {tree}\nparent {base}\nauthor A <a@b> 1 +0000\ncommitter A <a@b> 1 +0000\n\n".encode()
    odd = shop.git("hash-object", "-t", "commit", "-w", "--stdin", stdin=raw + b"caf\xe9\x1b[31m\n").decode().strip()
    empty = shop.git("hash-object", "-t", "commit", "-w", "--stdin", stdin=raw).decode().strip()
    git = shadow_of(shop).git
    assert [each.message for each in commit_words(git, target(base, odd))] == ["caf\N{REPLACEMENT CHARACTER}\x1b[31m"]
    assert [each.message for each in commit_words(git, target(base, empty))] == [""]


def test_a_commit_that_is_not_there_is_an_error(
    shop: SampleRepository, shadow_of: Callable[[SampleRepository], Shadow]
) -> None:
    with pytest.raises(GitError, match="git log failed"):
        commit_words(shadow_of(shop).git, target("1" * 40, shop.commit("one")))
