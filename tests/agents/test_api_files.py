"""A model reads blobs of the commit: never the disk, never outside, never through a link, and no secret."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from houndsman.agents.api_files import LARGEST_BYTES, HeadFiles, Lines, Unshown
from houndsman.git.runner import Git
from houndsman.git.samples import SampleRepository
from houndsman.models.repo_path import RepoPath
from houndsman.testing.trees import commit_tree

ROOT = Path("/reading/root")
PEM = "-----BEGIN PRIVATE KEY-----\n" + "MIIEvQIBADANBgkqhkiG9w0BAQEF\n" * 3 + "-----END PRIVATE KEY-----\n"


@pytest.fixture
def files(sample: SampleRepository, git: Git) -> HeadFiles:
    sample.write("a/deep/money.py", "x = 1\r\ny = 2\n")
    sample.write("b/money.py", "")
    sample.write("key.pem", f"before\n{PEM}after\n")
    sample.write("token.py", f"one = 1\nt = 'ghp_{'a' * 36}'\n")
    sample.write("picture", b"\0\1")
    sample.write("huge.txt", b"x" * (LARGEST_BYTES + 1))
    sample.symlink("link", "/etc/passwd")
    head = sample.commit("files")
    (sample.path / "a" / "deep" / "money.py").write_text("changed on disk")
    return HeadFiles(git, head)


def shown(files: HeadFiles, name: str) -> Lines | Unshown:
    path = files.named(name, ROOT)
    return path if isinstance(path, Unshown) else files.shown([path])[path]


@pytest.mark.parametrize(
    "name", ["a/deep/money.py", "./a/deep/money.py", f"{ROOT}/a/deep/money.py", " a/deep/money.py\n"]
)
def test_the_commits_version_is_read_however_the_model_spells_its_path(files: HeadFiles, name: str) -> None:
    assert shown(files, name) == Lines(["x = 1\r", "y = 2"], True)


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("../outside", r"\.\."),
        ("a/../../outside", r"\.\."),
        ("/etc/passwd", "outside"),
        (f"{ROOT}/../x", r"\.\."),
        (f"{ROOT}//etc/passwd", "outside"),
        ("a\0b", "outside"),
        ("\ud800", "no path"),
        ('"half quoted', "no path"),
        ("link", "symbolic link to `/etc/passwd`"),
        ("link/passwd", "no such file"),
        (".git/config", "no such file"),
        ("a/deep", "folder"),
        ("picture", "binary"),
        ("huge.txt", "too many"),
        ("c/money.py", "`a/deep/money.py`, `b/money.py`"),
    ],
)
def test_nothing_else_is_shown_and_it_is_said_why(files: HeadFiles, name: str, why: str) -> None:
    refused = shown(files, name)
    assert isinstance(refused, Unshown)
    assert re.search(why, refused.why)


def test_a_secret_in_one_line_is_taken_out_and_lines_keep_their_numbers(files: HeadFiles) -> None:
    assert shown(files, "token.py") == Lines(["one = 1", "t = '[redacted:github-token]'"], True)


def test_a_secret_of_several_lines_is_taken_out_and_lines_lose_their_numbers(files: HeadFiles) -> None:
    read = shown(files, "key.pem")
    assert isinstance(read, Lines)
    assert not read.numbered
    assert "MIIE" not in "".join(read.lines)
    assert (read.lines[0], read.lines[-1]) == ("before", "after")


def test_many_files_are_answered_at_once_each_for_itself(files: HeadFiles) -> None:
    wanted = [RepoPath(name) for name in (b"b/money.py", b"none", b"token.py", b"link")]
    answers = files.shown(wanted)
    assert set(answers) == set(wanted)
    assert answers[wanted[0]] == Lines([], True)
    assert [isinstance(answers[each], Lines) for each in wanted] == [True, False, True, False]


def test_a_submodule_is_no_file(sample: SampleRepository, git: Git) -> None:
    head = commit_tree(sample, {"x.py": "x\n"})
    git.run("update-index", "--add", "--cacheinfo", f"160000,{head},sub")
    tree = git.text("write-tree")
    commit = git.with_environment(
        GIT_AUTHOR_NAME="a", GIT_AUTHOR_EMAIL="a@b", GIT_COMMITTER_NAME="a", GIT_COMMITTER_EMAIL="a@b"
    ).text("commit-tree", tree, "-m", "sub")
    refused = shown(HeadFiles(git, commit), "sub")
    assert isinstance(refused, Unshown) and "submodule" in refused.why
