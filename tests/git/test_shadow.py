"""What is staged or lies in the work tree becomes a commit in the shadow; the user's git directory stays as it is."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

import pytest

from houndsman.errors import GitError, TargetError
from houndsman.git.repository import Repository
from houndsman.git.samples import SampleRepository
from houndsman.git.shadow import Shadow
from houndsman.models.target import PatchText

ShadowOf = Callable[[SampleRepository], Shadow]


def files(shadow: Shadow, commit: str) -> dict[str, bytes]:
    """Path and contents (the object's name for a submodule) of a commit."""
    found = {}
    for record in shadow.git.run("ls-tree", "-r", "-z", commit).split(b"\0")[:-1]:
        facts, _, path = record.partition(b"\t")
        _, kind, object_id = facts.decode().split()
        is_blob = kind == "blob"
        found[os.fsdecode(path)] = shadow.git.run("cat-file", "blob", object_id) if is_blob else object_id.encode()
    return found


@contextmanager
def untouched(folder: Path) -> Iterator[None]:
    """Whatever happens inside leaves every file under `folder` byte for byte, and no file comes or goes."""

    def state() -> dict[Path, tuple[bytes, int]]:
        # git renews the time of an object that it would have written and finds there.
        return {
            place: (place.read_bytes(), 0 if "objects" in place.parts else place.stat().st_mtime_ns)
            for place in folder.rglob("*")
            if place.is_file()
        }

    before = state()
    assert before
    yield
    assert state() == before


def both(shadow: Shadow, sample: SampleRepository) -> tuple[str, str]:
    repository = Repository.discover(sample.path)
    return shadow.staged_commit(repository), shadow.working_tree_commit(repository)


@pytest.fixture
def edited(shop: SampleRepository) -> SampleRepository:
    """Committed, staged, unstaged, untracked and ignored at once."""
    shop.write(".gitignore", "*.log\n")
    shop.write("kept", "1\n")
    shop.write("gone", "1\n")
    shop.write("both", "1\n")
    shop.commit("one")
    shop.write("both", "staged\n")
    shop.write("new", "staged\n")
    shop.git("add", "both", "new")
    shop.write("both", "unstaged\n")
    shop.remove("gone")
    shop.write("untracked", "1\n")
    shop.write("noise.log", "1\n")
    return shop


def test_staged_and_unstaged_are_told_apart(edited: SampleRepository, shadow_of: ShadowOf) -> None:
    shadow = shadow_of(edited)
    staged, worktree = both(shadow, edited)
    assert files(shadow, staged) == {
        ".gitignore": b"*.log\n",
        "kept": b"1\n",
        "gone": b"1\n",
        "both": b"staged\n",
        "new": b"staged\n",
    }
    assert files(shadow, worktree) == {
        ".gitignore": b"*.log\n",
        "kept": b"1\n",
        "both": b"unstaged\n",
        "new": b"staged\n",
        "untracked": b"1\n",
    }


def test_nothing_is_written_into_the_git_directory(edited: SampleRepository, shadow_of: ShadowOf) -> None:
    shadow = shadow_of(edited)
    with untouched(edited.path):
        both(shadow, edited)
        shadow.empty_commit()
    for commit in both(shadow, edited):
        with pytest.raises(GitError):
            edited.git("cat-file", "-e", commit)


def test_the_same_contents_give_the_same_commit(edited: SampleRepository, shadow_of: ShadowOf, tmp_path: Path) -> None:
    first = both(shadow_of(edited), edited)
    os.utime(edited.path / "untracked", (1, 1))
    elsewhere = Shadow.open(tmp_path / "another", Repository.discover(edited.path))
    assert both(elsewhere, edited) == first
    assert len(set(first)) == 2


def test_commits_stand_on_head_at_its_time(edited: SampleRepository, shadow_of: ShadowOf) -> None:
    shadow = shadow_of(edited)
    for commit in both(shadow, edited):
        assert shadow.git.text("rev-parse", f"{commit}^") == edited.resolve("HEAD")
        assert shadow.commit_time(commit) == datetime(2024, 1, 1, tzinfo=UTC)


def test_a_repository_without_index_or_commit(shop: SampleRepository, shadow_of: ShadowOf) -> None:
    shadow = shadow_of(shop)
    shop.write("first", "1\n")
    staged, worktree = both(shadow, shop)
    assert files(shadow, staged) == {}
    assert files(shadow, worktree) == {"first": b"1\n"}
    assert shadow.commit_time(worktree) == datetime(1970, 1, 1, tzinfo=UTC)
    assert files(shadow, shadow.empty_commit()) == {}


def test_an_edit_within_the_same_tick_and_of_the_same_size_is_seen(shop: SampleRepository, shadow_of: ShadowOf) -> None:
    shop.write("racy", "1\n")
    shop.commit("one")
    index = shop.path / ".git" / "index"
    at = index.stat().st_mtime_ns
    shop.write("racy", "2\n")
    os.utime(shop.path / "racy", ns=(at, at))
    shop.git("update-index", "--cacheinfo", f"100644,{shop.git('rev-parse', 'HEAD:racy').decode().strip()},racy")
    os.utime(index, ns=(at, at))
    shadow = shadow_of(shop)
    assert files(shadow, both(shadow, shop)[1]) == {"racy": b"2\n"}


def test_unmerged_files_are_named(shop: SampleRepository, shadow_of: ShadowOf) -> None:
    shop.write("a b", "1\n")
    shop.commit("one")
    shop.branch("side")
    shop.write("a b", "2\n")
    shop.commit("two")
    shop.switch("main")
    shop.write("a b", "3\n")
    shop.commit("three")
    with pytest.raises(GitError):
        shop.git("merge", "side")
    shadow = shadow_of(shop)
    with pytest.raises(TargetError, match="unmerged files: a b"):
        shadow.staged_commit(Repository.discover(shop.path))
    assert b"<<<<<<<" in files(shadow, shadow.working_tree_commit(Repository.discover(shop.path)))["a b"]


def test_an_intent_to_add_is_not_staged(shop: SampleRepository, shadow_of: ShadowOf) -> None:
    shop.commit("one")
    shop.write("meant", "1\n")
    shop.git("add", "--intent-to-add", "meant")
    shadow = shadow_of(shop)
    staged, worktree = both(shadow, shop)
    assert (files(shadow, staged), files(shadow, worktree)) == ({}, {"meant": b"1\n"})


def test_a_split_index(edited: SampleRepository, shadow_of: ShadowOf) -> None:
    expected = both(shadow_of(edited), edited)
    edited.git("-c", "core.splitIndex=true", "update-index", "--split-index")
    edited.git("config", "core.splitIndex", "true")
    names = {place.name for place in (edited.path / ".git").iterdir()}
    assert any(name.startswith("sharedindex.") for name in names)
    assert both(shadow_of(edited), edited) == expected
    assert {place.name for place in (edited.path / ".git").iterdir()} == names


def test_a_sparse_checkout_does_not_look_like_deletions(shop: SampleRepository, shadow_of: ShadowOf) -> None:
    shop.write("in/a", "1\n")
    shop.write("out/b", "1\n")
    shop.commit("one")
    shop.git("sparse-checkout", "set", "in")
    assert not (shop.path / "out").exists()
    shop.write("in/a", "2\n")
    shop.write("out/new", "1\n")
    shadow = shadow_of(shop)
    staged, worktree = both(shadow, shop)
    assert files(shadow, staged) == {"in/a": b"1\n", "out/b": b"1\n"}
    assert files(shadow, worktree) == {"in/a": b"2\n", "out/b": b"1\n", "out/new": b"1\n"}


def test_no_filter_or_hook_of_the_repository_runs(shop: SampleRepository, shadow_of: ShadowOf, tmp_path: Path) -> None:
    trace = tmp_path / "ran"
    shop.commit("one")
    for driver in ("bad", "a=b.c"):
        for key in ("clean", "process", "smudge"):
            shop.git("config", f"filter.{driver}.{key}", f"touch {trace}; false")
        shop.git("config", f"filter.{driver}.required", "true")
    shop.git("config", "core.fsmonitor", f"touch {trace}")
    shop.write(".gitattributes", "*.x filter=bad\n*.y filter=a=b.c\n")
    shop.write("one.x", "1\n")
    shop.write("two.y", "2\n")
    shadow = shadow_of(shop)
    worktree = shadow.working_tree_commit(Repository.discover(shop.path))
    assert files(shadow, worktree) | {".gitattributes": b""} == {
        ".gitattributes": b"",
        "one.x": b"1\n",
        "two.y": b"2\n",
    }
    assert not trace.exists()


def test_line_ends_are_those_that_git_add_would_store(shop: SampleRepository, shadow_of: ShadowOf) -> None:
    shop.git("config", "core.autocrlf", "true")
    shop.git("config", "core.safecrlf", "true")
    shop.write("dos", "1\r\n2\n")
    shadow = shadow_of(shop)
    assert files(shadow, both(shadow, shop)[1]) == {"dos": b"1\n2\n"}


def test_a_repository_inside_is_a_submodule_and_nothing_in_it_runs(
    shop: SampleRepository, shadow_of: ShadowOf, tmp_path: Path
) -> None:
    trace = tmp_path / "ran"
    inner = SampleRepository.create(shop.path / "inner")
    inner.write("a", "1\n")
    head = inner.commit("one")
    shop.commit("with it")
    inner.git("config", "core.fsmonitor", f"touch {trace}")
    inner.write("a", "2\n")
    head = inner.commit("two")
    trace.unlink(missing_ok=True)
    inner.write("a", "dirty\n")
    shadow = shadow_of(shop)
    with untouched(inner.path / ".git"):
        worktree = shadow.working_tree_commit(Repository.discover(shop.path))
    assert files(shadow, worktree) == {"inner": head.encode()}
    assert not trace.exists()


def test_a_repository_inside_without_a_commit_is_an_error_not_a_gap(
    shop: SampleRepository, shadow_of: ShadowOf
) -> None:
    shop.git("config", "add.ignoreErrors", "true")
    SampleRepository.create(shop.path / "inner").write("a", "1\n")
    with pytest.raises(GitError, match="inner") as caught:
        shadow_of(shop).working_tree_commit(Repository.discover(shop.path))
    assert caught.value.hint is not None and "--staged" in caught.value.hint


def test_a_bare_repository_has_neither(shop: SampleRepository, tmp_path: Path) -> None:
    shop.commit("one")
    shop.git("clone", "--quiet", "--bare", "--", shop.path.as_uri(), str(tmp_path / "bare"))
    repository = Repository.discover(tmp_path / "bare")
    shadow = Shadow.open(tmp_path / "shadow", repository)
    for make in (shadow.staged_commit, shadow.working_tree_commit):
        with pytest.raises(TargetError, match="bare repository"):
            make(repository)


def test_a_linked_work_tree_has_an_index_of_its_own(shop: SampleRepository, tmp_path: Path) -> None:
    shop.write("a", "1\n")
    shop.commit("one")
    shop.git("worktree", "add", "--quiet", "-b", "side", str(tmp_path / "side"))
    (tmp_path / "side" / "b").write_text("2\n")
    repository = Repository.discover(tmp_path / "side")
    shadow = Shadow.open(tmp_path / "shadow", repository)
    assert files(shadow, shadow.working_tree_commit(repository)) == {"a": b"1\n", "b": b"2\n"}


@pytest.mark.parametrize("name", ["plain", "with:colon", "two\nlines", '"quoted"', "sp ace é"])
@pytest.mark.parametrize("object_format", ["sha1", "sha256"])
def test_objects_are_found_wherever_they_are(tmp_path: Path, name: str, object_format: str) -> None:
    sample = SampleRepository.create(tmp_path / name, object_format=object_format)
    sample.write("a", "1\n")
    head = sample.commit("one")
    shadow = Shadow.open(tmp_path / "shadow", Repository.discover(sample.path))
    assert files(shadow, head) == {"a": b"1\n"}
    assert files(shadow, both(shadow, sample)[1]) == {"a": b"1\n"}


def test_a_repository_that_moved_is_found_again(shop: SampleRepository, shadow_of: ShadowOf, tmp_path: Path) -> None:
    shop.write("a", "1\n")
    head = shop.commit("one")
    shadow_of(shop)
    shop.path.rename(tmp_path / "moved")
    shadow = shadow_of(SampleRepository(tmp_path / "moved"))
    assert files(shadow, head) == {"a": b"1\n"}


def test_a_date_that_no_calendar_holds(shop: SampleRepository, shadow_of: ShadowOf) -> None:
    tree = shop.git("mktree").decode().strip()
    raw = f"tree {tree}\nauthor A <a> 0 +0000\ncommitter A <a> 99999999999999999 +0000\n\nx\n".encode()
    odd = shop.git("hash-object", "-w", "-t", "commit", "--stdin", stdin=raw).decode().strip()
    assert shadow_of(shop).commit_time(odd) == datetime(1970, 1, 1, tzinfo=UTC)
    shop.git("reset", "--soft", odd)
    assert files(shadow_of(shop), both(shadow_of(shop), shop)[0]) == {}


# -- patches


NEW_FILE = b"--- /dev/null\n+++ b/new\n@@ -0,0 +1 @@\n+1\n"
CONTEXT = b"--- a/f\n+++ b/f\n@@ -1,3 +1,3 @@\n 1\n-2\n+two\n 3\n"
NO_CONTEXT = b"--- a/f\n+++ b/f\n@@ -2 +2 @@\n-2\n+two\n@@ -3,0 +4 @@\n+4\n"


@pytest.mark.parametrize(
    ("patch", "made"),
    [
        (NEW_FILE, {"f": b"1\n2\n3\n", "new": b"1\n"}),
        (CONTEXT, {"f": b"1\ntwo\n3\n"}),
        (NO_CONTEXT, {"f": b"1\ntwo\n3\n4\n"}),
        (b"From: a mail\n 1 file changed\n" + NO_CONTEXT, {"f": b"1\ntwo\n3\n4\n"}),
        (b"", {"f": b"1\n2\n3\n"}),
        (b" \n", {"f": b"1\n2\n3\n"}),
    ],
)
def test_a_patch_becomes_a_commit_and_the_repository_is_left_alone(
    shop: SampleRepository, shadow_of: ShadowOf, patch: bytes, made: dict[str, bytes]
) -> None:
    shop.write("f", "1\n2\n3\n")
    base = shop.commit("one")
    shadow = shadow_of(shop)
    with untouched(shop.path):
        commit = shadow.patch_commit(base, PatchText(name="x.patch", content=patch))
    assert files(shadow, commit) == made
    assert shadow.commit_time(commit) == shadow.commit_time(base)
    assert shadow.git.text("rev-parse", f"{commit}^") == base
    assert not list(shadow.folder.glob("index-*")), "the index of the patch is gone"


@pytest.mark.parametrize(
    ("patch", "says"),
    [
        (CONTEXT.replace(b"-2", b"-3"), "patch failed: f:1"),
        (NEW_FILE + CONTEXT.replace(b"/f", b"/g"), "g: does not exist in index"),
        (NEW_FILE.replace(b"b/new", b"b/f"), "f: already exists in index"),
        # With context lines the place is searched for and must be whole; only without any it is taken on trust.
        (b"--- a/f\n+++ b/f\n@@ -2,2 +2,3 @@\n 2\n+2.5\n 4\n", "patch failed: f:2"),
        (b"no patch", "No valid patches in input"),
        (NEW_FILE.replace(b"new", b".git/config"), "invalid path"),
    ],
)
def test_a_patch_that_does_not_apply_as_a_whole_names_the_place(
    shop: SampleRepository, shadow_of: ShadowOf, patch: bytes, says: str
) -> None:
    shop.write("f", "1\n2\n3\n")
    base = shop.commit("one")
    with pytest.raises(TargetError, match=says) as caught:
        shadow_of(shop).patch_commit(base, PatchText(name="x.patch", content=patch))
    assert caught.value.where == "x.patch"
    assert caught.value.hint is not None and "--base REF" in caught.value.hint
