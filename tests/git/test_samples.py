"""Sample repositories are real, and the same to the last bit each time."""

from __future__ import annotations

from pathlib import Path

import pytest

from houndsman.errors import GitError
from houndsman.git.samples import SampleRepository


def build(folder: Path, object_format: str = "sha1") -> list[str]:
    sample = SampleRepository.create(folder, object_format=object_format)
    sample.write("cart.py", "total = 0\n")
    sample.write(b"odd\xff/\n name", b"\0\xff")
    sample.write("run", "#!/bin/sh\n", executable=True)
    sample.symlink("link", "cart.py")
    ids = [sample.commit("One")]
    sample.branch("feature")
    sample.move("cart.py", "shop/cart.py")
    sample.remove("link")
    ids.append(sample.commit("Two"))
    sample.switch("main")
    sample.write("other", "1\n")
    ids.append(sample.commit("Three"))
    return [*ids, sample.merge("feature")]


def test_the_same_steps_give_the_same_commits_whatever_the_users_configuration(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = build(tmp_path / "one")
    home = tmp_path / "home"
    home.mkdir()
    (home / ".gitconfig").write_text(
        "[commit]\n\tgpgSign = true\n[core]\n\tautocrlf = true\n\thooksPath = /nowhere\n[user]\n\tname = Else\n"
    )
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("GIT_AUTHOR_NAME", "Else")
    assert build(tmp_path / "two") == first
    assert len(set(first)) == 4


def test_a_commit_holds_what_was_written(tmp_path: Path) -> None:
    build(tmp_path / "one")
    sample = SampleRepository(tmp_path / "one")
    listed = sample.git("ls-tree", "-r", "-z", "HEAD").split(b"\0")
    assert [(entry[:6], entry.partition(b"\t")[2]) for entry in listed if entry] == [
        (b"100644", b"odd\xff/\n name"),
        (b"100644", b"other"),
        (b"100755", b"run"),
        (b"100644", b"shop/cart.py"),
    ]
    assert sample.git("cat-file", "blob", b"HEAD:odd\xff/\n name") == b"\0\xff"
    assert sample.git("rev-list", "--parents", "-1", "HEAD").count(b" ") == 2, "a merge has two parents"


def test_sha256_repositories_can_be_built(tmp_path: Path) -> None:
    assert {len(commit) for commit in build(tmp_path / "one", "sha256")} == {64}


def test_the_index_can_be_committed_without_the_work_tree(tmp_path: Path) -> None:
    sample = SampleRepository.create(tmp_path / "one")
    sample.write("a", "1\n")
    sample.stage()
    sample.write("b", "2\n")
    sample.commit("only a", everything=False)
    assert sample.git("ls-tree", "--name-only", "HEAD") == b"a\n"


def test_a_clone_may_be_shallow(tmp_path: Path) -> None:
    sample = SampleRepository.create(tmp_path / "one")
    sample.commit("1")
    head = sample.commit("2")
    clone = sample.clone_to(tmp_path / "two", depth=1)
    assert clone.git("rev-list", "--all").decode().split() == [head]


def test_what_git_refuses_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(GitError, match="git switch failed"):
        SampleRepository.create(tmp_path / "one").switch("nowhere")


def test_a_clone_may_lack_its_blobs_and_borrow_its_objects(tmp_path: Path) -> None:
    sample = SampleRepository.create(tmp_path / "one")
    sample.write("a", "1\n")
    sample.commit("1")
    sample.write("a", "2\n")
    sample.commit("2")
    sample.git("config", "uploadpack.allowFilter", "true")
    partial = sample.clone_to(tmp_path / "two", options=["--filter=blob:none"])
    assert partial.git("rev-list", "--objects", "--all", "--missing=print").count(b"\n?") == 1
    borrower = sample.clone_to(tmp_path / "three", options=[f"--reference={sample.path}"])
    assert (borrower.path / ".git" / "objects" / "info" / "alternates").is_file()


def test_a_merge_may_stop_at_conflicts_and_says_when_it_does_not(tmp_path: Path) -> None:
    sample = SampleRepository.create(tmp_path / "one")
    sample.commit("0")
    for branch in ("theirs", "ours"):
        sample.switch("main")
        sample.branch(branch)
        sample.write("a", f"{branch}\n")
        sample.commit(branch)
    sample.merge_with_conflicts("theirs")
    assert sample.git("ls-files", "--unmerged", "-z").count(b"\0") == 2
    sample.git("merge", "--abort")
    with pytest.raises(GitError, match="git merge failed"):
        sample.merge_with_conflicts("main")
