"""Every path of a commit is listed."""

from __future__ import annotations

import pytest

from houndsman.errors import GitError
from houndsman.git.runner import Git
from houndsman.git.samples import SampleRepository
from houndsman.git.trees import TreeEntry, list_tree
from houndsman.models.repo_path import RepoPath


def test_files_links_and_submodules_by_path(shop: SampleRepository) -> None:
    shop.write(b"odd\xff\n\tname", "1\n")
    shop.write("run", "1\n", executable=True)
    shop.symlink("link", "run")
    inner = SampleRepository.create(shop.path / "sub")
    inner_head = inner.commit("one")
    shop.write("sub-file", "1\n")
    commit = shop.commit("one")
    entries = list_tree(Git(shop.path / ".git"), commit)
    assert [(entry.mode, entry.type, entry.path.raw) for entry in entries] == [
        ("120000", "blob", b"link"),
        ("100644", "blob", b"odd\xff\n\tname"),
        ("100755", "blob", b"run"),
        ("160000", "commit", b"sub"),
        ("100644", "blob", b"sub-file"),
    ]
    assert entries[3] == TreeEntry("160000", "commit", inner_head, RepoPath(b"sub"))


@pytest.mark.parametrize("folder", ["a", "-a", "a*", ":(glob)a", "a/"])
def test_only_what_is_under_a_folder(shop: SampleRepository, folder: str) -> None:
    for path in ("a/1", "ab/1", "-a/1", "a*/1", ":(glob)a/1", "1"):
        shop.write(path, "1\n")
    commit = shop.commit("one")
    found = list_tree(Git(shop.path / ".git"), commit, RepoPath(folder.encode()))
    assert [entry.path.text for entry in found] == [f"{folder.rstrip('/')}/1"]


def test_an_unknown_commit_is_an_error(shop: SampleRepository) -> None:
    with pytest.raises(GitError):
        list_tree(Git(shop.path / ".git"), "0" * 40)
