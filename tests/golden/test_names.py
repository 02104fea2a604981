"""Commits and paths as golden sets name them."""

from __future__ import annotations

from pathlib import Path

import pytest

from houndsman.errors import GitError
from houndsman.git.repository import Repository
from houndsman.git.samples import SampleRepository
from houndsman.git.shadow import Shadow
from houndsman.golden.names import Commits, path_in_set


@pytest.fixture
def commits(sample: SampleRepository, tmp_path: Path) -> Commits:
    repository = Repository.discover(sample.path)
    return Commits(repository, Shadow.open(tmp_path / "shadow", repository))


def test_a_commit_goes_by_any_of_its_names(sample: SampleRepository, commits: Commits) -> None:
    sample.write("pay.py", "one\n")
    first = sample.commit("one")
    sample.git("tag", "v1")
    assert [commits(name) for name in (first, first[:8], "v1", "HEAD")] == [first] * 4


def test_a_commit_that_only_we_made_is_known(sample: SampleRepository, tmp_path: Path) -> None:
    sample.write("pay.py", "one\n")
    sample.commit("one")
    sample.write("pay.py", "staged\n")
    sample.stage()
    repository = Repository.discover(sample.path)
    shadow = Shadow.open(tmp_path / "shadow", repository)
    made = shadow.staged_commit(repository)
    assert repository.resolve(made) is None
    assert Commits(repository, shadow)(made) == made


@pytest.mark.parametrize("name", ["abc1234", "0" * 40, "v9", "", "--all", "a\0b"])
def test_a_commit_that_is_not_here_is_an_error_each_time(sample: SampleRepository, commits: Commits, name: str) -> None:
    sample.commit("one")
    for _ in range(2):
        with pytest.raises(GitError, match="is not in this repository"):
            commits(name)


@pytest.mark.parametrize(
    ("path", "raw"),
    [
        ("pay.py", b"pay.py"),
        ('"bad\\377.py"', b"bad\xff.py"),
        ('"odd.py', b'"odd.py'),
        ("bad\udcff.py", b"bad\xff.py"),
    ],
)
def test_a_path_is_read_as_a_quoted_one_where_it_is_one(path: str, raw: bytes) -> None:
    assert path_in_set(path).raw == raw
