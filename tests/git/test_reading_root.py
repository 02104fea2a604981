"""The head's files lie on disk with their exact bytes, complete or not at all, and never through a link."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from houndsman.errors import GitError
from houndsman.git.blobs import BlobReader
from houndsman.git.reading_root import check_out, export, is_hostile, remove
from houndsman.git.samples import SampleRepository
from houndsman.git.shadow import Shadow
from houndsman.git.trees import list_tree
from houndsman.models.change import ChangedFile, FileKind, FileStatus
from houndsman.models.repo_path import RepoPath

ShadowOf = Callable[[SampleRepository], Shadow]


def on_disk(place: Path) -> dict[bytes, bytes]:
    return {
        os.fsencode(file.relative_to(place)): file.read_bytes()
        for file in place.rglob("*")
        if file.is_file() or file.is_symlink()
    }


def changed(path: bytes, object_id: str, mode: str = "100644", status: FileStatus = FileStatus.ADDED) -> ChangedFile:
    return ChangedFile(
        path=RepoPath(path), old_path=None, status=status, kind=FileKind.TEXT, old_mode="000000", new_mode=mode,
        old_id="0" * 40, new_id=object_id, similarity=None, hunks=(), added=0, removed=0, patch_start=0, patch_end=0,
    )  # fmt: skip


# -- the whole tree


def test_a_tree_has_the_exact_bytes_of_the_blobs(shop: SampleRepository, shadow_of: ShadowOf, tmp_path: Path) -> None:
    attributes = b"* text eol=crlf ident filter=x working-tree-encoding=UTF-16\n"
    attributes_id = shop.git("hash-object", "-w", "--stdin", stdin=attributes).decode().strip()
    shop.write("unix", "1\n$Id$\n")
    shop.write("dos", "1\r\n2")
    shop.write(b"odd\xff\nname", b"\0")
    shop.write("run", "1\n", executable=True)
    shop.stage()
    shop.git("update-index", "--add", "--cacheinfo", f"100644,{attributes_id},.gitattributes")
    commit = shop.commit("one", everything=False)
    place = tmp_path / "roots" / "tree"
    check_out(shadow_of(shop).git, commit, place)
    expected = {
        entry.path.raw: shop.git("cat-file", "blob", entry.object_id)
        for entry in list_tree(shadow_of(shop).git, commit)
    }
    assert on_disk(place) == expected
    assert len(expected) == 5
    assert os.access(place / "run", os.X_OK)
    assert [entry.name for entry in place.parent.iterdir() if entry.name != "tree"] == [".tree.commit"]


def test_a_link_becomes_a_file_that_holds_its_target(
    shop: SampleRepository, shadow_of: ShadowOf, tmp_path: Path
) -> None:
    shop.symlink("passwords", "/etc/passwd")
    check_out(shadow_of(shop).git, shop.commit("one"), tmp_path / "tree")
    assert not (tmp_path / "tree" / "passwords").is_symlink()
    assert on_disk(tmp_path / "tree") == {b"passwords": b"/etc/passwd"}


def test_a_complete_tree_is_left_alone_and_another_commits_is_replaced(
    shop: SampleRepository, shadow_of: ShadowOf, tmp_path: Path
) -> None:
    git = shadow_of(shop).git
    shop.write("a", "1\n")
    first = shop.commit("one")
    shop.write("b", "2\n")
    second = shop.commit("two")
    check_out(git, first, tmp_path / "tree")
    (tmp_path / "tree" / "note").write_text("of an agent")
    check_out(git, first, tmp_path / "tree")
    assert set(on_disk(tmp_path / "tree")) == {b"a", b"note"}
    check_out(git, second, tmp_path / "tree")
    assert set(on_disk(tmp_path / "tree")) == {b"a", b"b"}


def test_a_tree_without_its_mark_is_made_again(shop: SampleRepository, shadow_of: ShadowOf, tmp_path: Path) -> None:
    shop.write("a", "1\n")
    commit = shop.commit("one")
    (tmp_path / "tree").mkdir()
    (tmp_path / "tree" / "half").write_text("")
    check_out(shadow_of(shop).git, commit, tmp_path / "tree")
    assert on_disk(tmp_path / "tree") == {b"a": b"1\n"}


def test_a_tree_that_git_refuses_leaves_nothing(shop: SampleRepository, shadow_of: ShadowOf, tmp_path: Path) -> None:
    blob = shop.git("hash-object", "-w", "--stdin", stdin=b"x").decode().strip()
    inner = shop.git("mktree", stdin=f"100644 blob {blob}\tconfig\n".encode()).decode().strip()
    tree = shop.git("mktree", stdin=f"040000 tree {inner}\t.git\n".encode()).decode().strip()
    commit = shop.git("commit-tree", "-m", "x", tree).decode().strip()
    with pytest.raises(GitError, match="git read-tree failed"):
        check_out(shadow_of(shop).git, commit, tmp_path / "roots" / "tree")
    assert list((tmp_path / "roots").iterdir()) == []


def test_an_empty_tree(shop: SampleRepository, shadow_of: ShadowOf, tmp_path: Path) -> None:
    check_out(shadow_of(shop).git, shop.commit("one"), tmp_path / "tree")
    assert on_disk(tmp_path / "tree") == {}


def test_it_can_be_removed(shop: SampleRepository, shadow_of: ShadowOf, tmp_path: Path) -> None:
    check_out(shadow_of(shop).git, shop.commit("one"), tmp_path / "roots" / "tree")
    remove(tmp_path / "roots" / "tree")
    remove(tmp_path / "roots" / "tree")
    assert list((tmp_path / "roots").iterdir()) == []


# -- the changed files alone


@pytest.fixture
def blob(shop: SampleRepository) -> str:
    return shop.git("hash-object", "-w", "--stdin", stdin=b"1\r\n\0\xff").decode().strip()


def test_changed_files_lie_at_their_own_paths(
    shop: SampleRepository, shadow_of: ShadowOf, blob: str, tmp_path: Path
) -> None:
    paths = [b"a.py", b"deep/down/b", b"odd\xff\nname", b"-dash", b"sp ace/\xc3\xa9", b".gitignore", b"a.git/x"]
    with BlobReader(shadow_of(shop).git) as reader:
        root = export(reader, [changed(path, blob) for path in paths], tmp_path / "root")
    assert on_disk(tmp_path / "root") == dict.fromkeys(paths, b"1\r\n\0\xff")
    assert root.exported == {RepoPath(path): tmp_path / "root" / os.fsdecode(path) for path in paths}
    assert root.read(RepoPath(b"a.py")) == b"1\r\n\0\xff"
    assert root.locate(tmp_path / "root" / "a.py") == RepoPath(b"a.py")


def test_what_is_no_regular_file_at_the_head_is_not_exported(
    shop: SampleRepository, shadow_of: ShadowOf, blob: str, tmp_path: Path
) -> None:
    files = [
        changed(b"link", blob, mode="120000"),
        changed(b"sub", "1" * 40, mode="160000"),
        changed(b"gone", "0" * 40, mode="000000", status=FileStatus.DELETED),
    ]
    with BlobReader(shadow_of(shop).git) as reader:
        assert export(reader, files, tmp_path / "root").exported == {}


@pytest.mark.parametrize(
    "path",
    [
        b"../out.py",
        b"/abs.py",
        b"a/../../out.py",
        b"a//b.py",
        b"./b.py",
        b".git/hooks/run.py",
        b"sub/.GIT/x.py",
        b".git./x.py",
        b"x" * 300 + b".py",
        b"/".join([b"y" * 200] * 30) + b".py",
        b"taken/below.py",
    ],
)
def test_a_name_that_cannot_be_is_exported_under_a_neutral_one(
    shop: SampleRepository, shadow_of: ShadowOf, blob: str, tmp_path: Path, path: bytes
) -> None:
    files = [changed(b"renamed", blob), changed(b"taken", blob), changed(path, blob)]
    with BlobReader(shadow_of(shop).git) as reader:
        root = export(reader, files, tmp_path / "root")
    place = root.exported[RepoPath(path)]
    assert place.parent == tmp_path / "root" / "renamed-" and place.suffix == ".py"
    assert root.read(RepoPath(path)) == b"1\r\n\0\xff"
    assert root.locate(place) == RepoPath(path)
    assert len(on_disk(tmp_path / "root")) == 3
    assert [entry.name for entry in tmp_path.iterdir() if entry.name not in ("shop", "shadow", "root")] == []


def test_a_missing_blob_is_an_error(shop: SampleRepository, shadow_of: ShadowOf, tmp_path: Path) -> None:
    with BlobReader(shadow_of(shop).git) as reader, pytest.raises(GitError, match="cannot be read"):
        export(reader, [changed(b"a", "1" * 40)], tmp_path / "root")


def test_a_folder_in_use_is_refused(shop: SampleRepository, shadow_of: ShadowOf, tmp_path: Path) -> None:
    (tmp_path / "root").mkdir()
    (tmp_path / "root" / "mine").write_text("")
    with BlobReader(shadow_of(shop).git) as reader, pytest.raises(GitError, match="not empty"):
        export(reader, [], tmp_path / "root")


@pytest.mark.parametrize("path", [b"a", b"..a", b".gitignore", b"a/.github/x", b"...", b"git"])
def test_ordinary_names_are_not_hostile(path: bytes) -> None:
    assert not is_hostile(RepoPath(path))
