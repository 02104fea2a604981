"""The repository is found as git finds it, and has one identity on every machine."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from houndsman.errors import ExitCode, GitError
from houndsman.git.repository import Repository, normalised_origin
from houndsman.git.samples import SampleRepository


def test_it_is_found_from_a_folder_below(shop: SampleRepository) -> None:
    shop.write("deep/down/file", "1\n")
    found = Repository.discover(shop.path / "deep" / "down")
    assert (found.git_dir, found.common_dir) == (shop.path / ".git", shop.path / ".git")
    assert (found.work_tree, found.object_format) == (shop.path, "sha1")


def test_sha256(tmp_path: Path) -> None:
    sample = SampleRepository.create(tmp_path / "shop", object_format="sha256")
    head = sample.commit("one")
    found = Repository.discover(sample.path)
    assert (found.object_format, found.resolve("HEAD")) == ("sha256", head)


def test_bare(shop: SampleRepository, tmp_path: Path) -> None:
    head = shop.commit("one")
    shop.git("clone", "--quiet", "--bare", "--", shop.path.as_uri(), str(tmp_path / "bare.git"))
    found = Repository.discover(tmp_path / "bare.git")
    assert (found.git_dir, found.work_tree) == (tmp_path / "bare.git", None)
    assert found.resolve("HEAD") == head


def test_a_linked_work_tree_shares_identity_and_has_its_own_head(shop: SampleRepository, tmp_path: Path) -> None:
    shop.commit("one")
    shop.git("worktree", "add", "--quiet", "-b", "side", str(tmp_path / "side"))
    found = Repository.discover(tmp_path / "side")
    assert found.work_tree == tmp_path / "side"
    assert found.git_dir == shop.path / ".git" / "worktrees" / "side"
    assert found.common_dir == shop.path / ".git"
    assert found.identity == Repository.discover(shop.path).identity
    assert found.name == "shop"
    assert found.head_branch() == "side"


def test_a_git_directory_elsewhere_named_by_a_file(shop: SampleRepository, tmp_path: Path) -> None:
    (shop.path / ".git").rename(tmp_path / "kept")
    (shop.path / ".git").write_text("gitdir: ../kept\n")
    found = Repository.discover(shop.path)
    assert (found.git_dir, found.work_tree) == (tmp_path / "kept", shop.path)


def test_a_folder_with_a_line_end_in_its_name(tmp_path: Path) -> None:
    sample = SampleRepository.create(tmp_path / "two\nlines")
    assert Repository.discover(sample.path).work_tree == sample.path


def test_inherited_variables_do_not_matter(
    shop: SampleRepository, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = SampleRepository.create(tmp_path / "other", origin="https://example.com/other.git")
    monkeypatch.setenv("GIT_DIR", str(other.path / ".git"))
    monkeypatch.setenv("GIT_WORK_TREE", str(other.path))
    monkeypatch.setenv("GIT_COMMON_DIR", str(other.path / ".git"))
    found = Repository.discover(shop.path)
    assert (found.work_tree, found.identity) == (shop.path, str(shop.path / ".git"))


def test_no_repository_says_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(GitError, match="not a git repository") as caught:
        Repository.discover(tmp_path)
    assert caught.value.hint is not None and "git init" in caught.value.hint
    assert caught.value.exit_code is ExitCode.USAGE


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(GitError, match="there is no such folder"):
        Repository.discover(tmp_path / "gone")


def test_a_distrusted_repository_names_safe_directory(
    shop: SampleRepository, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if os.geteuid() != 0:
        pytest.skip("only root can give a folder to another user")
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)
    for place in (shop.path, shop.path / ".git"):
        os.chown(place, 12345, 12345)
    with pytest.raises(GitError, match="dubious ownership") as caught:
        Repository.discover(shop.path)
    assert caught.value.hint is not None and "safe.directory" in caught.value.hint


@pytest.mark.parametrize(
    ("url", "identity"),
    [
        ("https://example.com/a/b.git", "example.com/a/b"),
        ("https://user:secret@Example.COM/a/b/", "example.com/a/b"),
        ("https://token@example.com:443/A/b.git/", "example.com/A/b"),
        ("http://example.com:8080/a/b", "example.com:8080/a/b"),
        ("https://example.com/a/b.git?token=secret", "example.com/a/b"),
        ("ssh://git@example.com/a/b.git", "example.com/a/b"),
        ("ssh://git@example.com:2222/a/b.git", "example.com:2222/a/b"),
        ("git+ssh://git@example.com:22/a/b", "example.com/a/b"),
        ("ssh://git@[::1]:22/a/b", "[::1]/a/b"),
        ("git@example.com:a/b.git", "example.com/a/b"),
        ("git@Example.com:/a/b", "example.com/a/b"),
        ("example.com:a/b", "example.com/a/b"),
        ("[::1]:a/b", "[::1]/a/b"),
        ("https://user:p/ss@example.com/a", "example.com/a"),
        ("file:///srv/a/b.git", "/srv/a/b"),
        ("file://localhost/srv/a/b.git/", "/srv/a/b"),
        ("/srv/a/b.git", "/srv/a/b"),
        ("../b.git", "/srv/me/b"),
        ("./with:colon", "/srv/me/shop/with:colon"),
        ("ext::sh -c true", "/srv/me/shop/sh -c true"),
        ("", None),
        (None, None),
    ],
)
def test_one_name_for_a_remote_however_it_is_spelled(url: str | None, identity: str | None) -> None:
    assert normalised_origin(url, Path("/srv/me/shop")) == identity


@pytest.mark.parametrize(
    ("origin", "identity", "name"),
    [
        ("git@example.com:team/cart.git", "example.com/team/cart", "cart"),
        ("https://x:y@example.com/team/cart", "example.com/team/cart", "cart"),
    ],
)
def test_the_origin_is_the_identity(tmp_path: Path, origin: str, identity: str, name: str) -> None:
    sample = SampleRepository.create(tmp_path / "folder", origin=origin)
    found = Repository.discover(sample.path)
    assert (found.identity, found.name) == (identity, name)


def test_without_an_origin_the_common_directory_is_the_identity(shop: SampleRepository, tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(shop.path)
    found = Repository.discover(tmp_path / "link")
    assert (found.identity, found.name) == (str(shop.path / ".git"), "shop")


def test_insteadof_of_this_machine_does_not_change_the_identity(tmp_path: Path) -> None:
    sample = SampleRepository.create(tmp_path / "folder", origin="https://example.com/a/b")
    sample.git("config", "url.https://mirror.example.com/.insteadOf", "https://example.com/")
    assert Repository.discover(sample.path).identity == "example.com/a/b"


@pytest.mark.parametrize(
    "rev",
    ["nowhere", "", "--all", "-1", "HEAD:a", "HEAD^{tree}", "^HEAD", "HEAD..HEAD", "x\0y", "f" * 40, "HEAD~9"],
)
def test_what_names_no_commit_resolves_to_nothing(shop: SampleRepository, rev: str) -> None:
    shop.write("a", "1\n")
    shop.commit("one")
    assert Repository.discover(shop.path).resolve(rev) is None


def test_more_than_no_is_an_error_with_gits_words(shop: SampleRepository) -> None:
    shop.commit("one")
    with pytest.raises(GitError, match="no upstream configured"):
        Repository.discover(shop.path).resolve("@{u}")


def test_names_of_commits_resolve(shop: SampleRepository) -> None:
    head = shop.commit("one")
    shop.git("tag", "-a", "-m", "x", "v1")
    repository = Repository.discover(shop.path)
    assert {repository.resolve(rev) for rev in ("HEAD", "main", "v1", head[:9], head, "@")} == {head}


def test_head(shop: SampleRepository) -> None:
    repository = Repository.discover(shop.path)
    assert (repository.head_branch(), repository.is_unborn()) == ("main", True)
    shop.commit("one")
    assert (repository.head_branch(), repository.is_unborn()) == ("main", False)
    shop.switch("HEAD")
    assert (repository.head_branch(), repository.is_unborn()) == (None, False)


def test_a_branch_with_slashes_that_shares_its_name_with_a_tag(shop: SampleRepository) -> None:
    shop.commit("one")
    shop.branch("fix/cart")
    shop.git("tag", "fix/cart")
    assert Repository.discover(shop.path).head_branch() == "fix/cart"


def test_shallow(shop: SampleRepository, tmp_path: Path) -> None:
    shop.commit("one")
    shop.commit("two")
    clone = shop.clone_to(tmp_path / "clone", depth=1)
    assert Repository.discover(clone.path).is_shallow()
    assert not Repository.discover(shop.path).is_shallow()


def test_what_git_lists_is_tracked_or_new_and_not_ignored(shop: SampleRepository, tmp_path: Path) -> None:
    shop.write(".gitignore", "ignored/\n")
    shop.write("tracked/file", "1\n")
    shop.commit("one")
    shop.write("new/file", "1\n")
    shop.write("ignored/file", "1\n")
    (tmp_path / "link").symlink_to(shop.path)
    found = Repository.discover(shop.path)
    listed = {name: found.lists([shop.path / name]) for name in ("tracked", "new", "ignored", "nowhere", ".git")}
    assert listed == {"tracked": True, "new": True, "ignored": False, "nowhere": False, ".git": False}
    assert found.lists([tmp_path / "link" / "new"]) and not found.lists([tmp_path]) and not found.lists([])
