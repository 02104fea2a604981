"""Files of any commit, for whoever holds a golden set against a repository."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from houndsman.errors import GitError
from houndsman.git.repository import Repository
from houndsman.git.samples import SampleRepository
from houndsman.git.shadow import Shadow
from houndsman.golden.commit_lines import CommitLines


@pytest.fixture
def shadow(sample: SampleRepository, tmp_path: Path) -> Shadow:
    return Shadow.open(tmp_path / "shadow", Repository.discover(sample.path))


@pytest.fixture
def read(sample: SampleRepository, shadow: Shadow) -> Iterator[CommitLines]:
    with CommitLines(Repository.discover(sample.path), shadow) as lines:
        yield lines


def test_a_commit_has_its_own_files_whatever_lies_on_disk(sample: SampleRepository, read: CommitLines) -> None:
    sample.write("pay.py", "one\ntwo\n")
    first = sample.commit("one")
    sample.write("pay.py", "three")
    sample.write("new.py", "")
    second = sample.commit("two")
    sample.git("tag", "v1", first)
    sample.remove("pay.py")
    for _ in range(2):
        assert read(first, "pay.py") == (b"one", b"two")
        assert read(second, "pay.py") == (b"three",)
    assert read(first[:8], "pay.py") == read("v1", "pay.py") == (b"one", b"two")
    assert (read(second, "new.py"), read(first, "new.py")) == ((), None)


def test_what_is_no_plain_text_file(sample: SampleRepository, read: CommitLines) -> None:
    sample.write("data", b"a\0\nb\r\n")
    sample.write(b"bad\xff.py", "x\n")
    sample.write('"odd.py', "y\n")
    sample.symlink("link", "/etc/passwd")
    sample.write("folder/inner.py", "z\n")
    inner = SampleRepository.create(sample.path / "sub")
    inner.commit("one")
    commit = sample.commit("one")
    assert read(commit, "data") == (b"a\0", b"b\r")
    assert read(commit, '"bad\\377.py"') == (b"x",)
    assert read(commit, '"odd.py') == (b"y",), "no quoted form: a name"
    assert read(commit, "link") == (b"/etc/passwd",)
    assert read(commit, "folder") is None
    assert read(commit, "sub") is None


def test_a_commit_that_only_we_made(sample: SampleRepository, shadow: Shadow, read: CommitLines) -> None:
    sample.write("pay.py", "one\n")
    sample.commit("one")
    sample.write("pay.py", "staged\n")
    sample.stage()
    assert read(shadow.staged_commit(Repository.discover(sample.path)), "pay.py") == (b"staged",)


@pytest.mark.parametrize("commit", ["abc1234", "0" * 40, "v9", "", "--all", "a\0b"])
def test_a_commit_that_is_not_here_is_an_error(sample: SampleRepository, read: CommitLines, commit: str) -> None:
    sample.commit("one")
    for _ in range(2):
        with pytest.raises(GitError, match="is not in this repository"):
            read(commit, "pay.py")


def test_contents_that_are_not_here_are_no_missing_file(sample: SampleRepository, read: CommitLines) -> None:
    sample.write("pay.py", "one\n")
    commit = sample.commit("one")
    blob = sample.git("rev-parse", f"{commit}:pay.py").decode().strip()
    (sample.path / ".git" / "objects" / blob[:2] / blob[2:]).unlink()
    with pytest.raises(GitError, match="are not here"):
        read(commit, "pay.py")
