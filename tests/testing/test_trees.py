"""Trees become commits, and two commits a change."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from houndsman.git.samples import SampleRepository
from houndsman.models.change import FileKind
from houndsman.testing.trees import change_between, commit_tree, git_of, read_tree


@pytest.fixture
def repository(tmp_path: Path) -> SampleRepository:
    return SampleRepository.create(tmp_path / "shop")


def test_a_tree_is_laid_over_what_is_there(repository: SampleRepository) -> None:
    commit_tree(repository, {"kept": "1\n", "edited": b"1\n", "gone": "1\n"})
    commit_tree(repository, {"edited": "2\n", "gone": None, "never": None, b"\xff": "1\n", "link": Path("kept")}, "Two")
    assert git_of(repository).run("ls-tree", "-z", "--name-only", "HEAD") == b"edited\0kept\0link\0\xff\0"
    assert git_of(repository).text("show", "HEAD:edited") == "2"
    assert git_of(repository).text("log", "-1", "--format=%s") == "Two"


def test_a_change_is_read_as_a_review_reads_it(repository: SampleRepository) -> None:
    left = commit_tree(repository, {"data": b"\0\1\n"})
    repository.move("data", "moved")
    head = repository.commit("Move")
    change = change_between(repository, left, head)
    (file,) = change.files
    assert (str(file.path), str(file.old_path), file.kind) == ("moved", "data", FileKind.BINARY)
    assert (change.target.left, change.target.head) == (left, head)
    assert change.head_time == datetime(2024, 1, 1, 1, tzinfo=UTC)


def test_a_folder_is_a_tree_without_what_python_leaves_in_it(tmp_path: Path) -> None:
    for name in ("a/b.py", "a/__pycache__/b.pyc", "c"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(b"1\r\n")
    assert read_tree(tmp_path) == {"a/b.py": b"1\r\n", "c": b"1\r\n"}
    with pytest.raises(FileNotFoundError, match="there is no folder"):
        read_tree(tmp_path / "nothing")
