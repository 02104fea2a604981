"""What an agent changed in its reading root is seen and undone, and nothing outside of it is touched."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from houndsman.agents.trees import CommitOriginals, Original, TreeChange, TreeChangeKind, snapshot, undo
from houndsman.git.reading_root import check_out
from houndsman.git.runner import Git
from houndsman.git.samples import SampleRepository
from houndsman.models.repo_path import RepoPath
from houndsman.testing.trees import Tree, commit_tree

ADDED, REMOVED, CHANGED = TreeChangeKind.ADDED, TreeChangeKind.REMOVED, TreeChangeKind.CHANGED

FILES: Tree = {b"a.py": b"a\n", b"src/b.py": b"b\r\n", b"src/deep/c.py": b"", b"bad\xff.py": b"\xff"}


@pytest.fixture
def root(sample: SampleRepository, git: Git, tmp_path: Path) -> Path:
    """A reading root, checked out as the harness does it."""
    check_out(git, commit_tree(sample, FILES), tmp_path / "root")
    return tmp_path / "root"


@pytest.fixture
def originals(git: Git, root: Path) -> Iterator[CommitOriginals]:
    """The commit that it was checked out of."""
    with CommitOriginals(git, "HEAD") as known:
        yield known


def content(root: Path) -> dict[bytes, bytes | str | None]:
    """Everything below `root`: files by their bytes, links by their target, folders by null."""
    seen: dict[bytes, bytes | str | None] = {}
    for folder, folders, files in os.walk(root):
        for name in [*folders, *files]:
            place = Path(folder, name)
            path = os.fsencode(place.relative_to(root))
            seen[path] = place.readlink().as_posix() if place.is_symlink() else None
            if place.is_file() and not place.is_symlink():
                seen[path] = place.read_bytes()
    return seen


def changes(*told: tuple[bytes, TreeChangeKind]) -> tuple[TreeChange, ...]:
    """Changes that were undone."""
    return tuple(TreeChange(RepoPath(path), kind, undone=True) for path, kind in told)


def _edit(root: Path) -> None:
    (root / "a.py").write_bytes(b"z\n")


def _edit_and_set_the_time_back(root: Path) -> None:
    was = (root / "a.py").stat()
    (root / "a.py").write_bytes(b"z\n")
    os.utime(root / "a.py", ns=(was.st_atime_ns, was.st_mtime_ns))


def _add(root: Path) -> None:
    (root / "src" / "new").mkdir()
    (root / "src" / "new" / "x").write_bytes(b"x")


def _remove_a_folder(root: Path) -> None:
    shutil.rmtree(root / "src")


def _make_executable(root: Path) -> None:
    (root / "a.py").chmod(0o755)


def _folder_becomes_a_link(root: Path) -> None:
    shutil.rmtree(root / "src")
    (root / "src").symlink_to(root.parent / "outside")


def _file_becomes_a_folder(root: Path) -> None:
    (root / "a.py").unlink()
    (root / "a.py").mkdir()
    (root / "a.py" / "x").write_bytes(b"x")


def _file_becomes_a_link(root: Path) -> None:
    (root / "a.py").unlink()
    (root / "a.py").symlink_to(root.parent / "outside" / "kept")


def _lock_up(root: Path) -> None:
    (root / "src" / "x").write_bytes(b"x")
    (root / "src").chmod(0o000)


def _move(root: Path) -> None:
    (root / os.fsdecode(b"bad\xff.py")).rename(root / "moved.py")


@pytest.mark.parametrize(
    ("do", "told"),
    [
        (_edit, changes((b"a.py", CHANGED))),
        (_edit_and_set_the_time_back, changes((b"a.py", CHANGED))),
        (_add, changes((b"src/new", ADDED), (b"src/new/x", ADDED))),
        (
            _remove_a_folder,
            changes((b"src", REMOVED), (b"src/b.py", REMOVED), (b"src/deep", REMOVED), (b"src/deep/c.py", REMOVED)),
        ),
        (_make_executable, changes((b"a.py", CHANGED))),
        (
            _folder_becomes_a_link,
            changes((b"src", CHANGED), (b"src/b.py", REMOVED), (b"src/deep", REMOVED), (b"src/deep/c.py", REMOVED)),
        ),
        (_file_becomes_a_folder, changes((b"a.py", CHANGED), (b"a.py/x", ADDED))),
        (_file_becomes_a_link, changes((b"a.py", CHANGED))),
        (_lock_up, changes((b"src", CHANGED), (b"src/x", ADDED))),
        (_move, changes((b"bad\xff.py", REMOVED), (b"moved.py", ADDED))),
    ],
)
def test_every_change_is_told_and_undone(
    root: Path, originals: CommitOriginals, do: Callable[[Path], None], told: tuple[TreeChange, ...]
) -> None:
    outside = root.parent / "outside"
    outside.mkdir()
    (outside / "kept").write_bytes(b"kept")
    before, was = snapshot(root), content(root)
    do(root)
    assert undo(root, before, originals) == told
    assert content(root) == was
    assert undo(root, snapshot(root), originals) == ()
    assert (outside / "kept").read_bytes() == b"kept"


def _touch(root: Path) -> None:
    os.utime(root / "a.py")


def _write_the_same(root: Path) -> None:
    (root / "a.py").unlink()
    (root / "a.py").write_bytes(b"a\n")


def _come_and_go(root: Path) -> None:
    (root / "src" / "x").write_bytes(b"x")
    (root / "src" / "x").unlink()


@pytest.mark.parametrize("do", [_touch, _write_the_same, _come_and_go])
def test_what_is_as_it_was_is_no_change(root: Path, originals: CommitOriginals, do: Callable[[Path], None]) -> None:
    before = snapshot(root)
    do(root)
    assert undo(root, before, originals) == ()


@pytest.mark.parametrize("instead", ["nothing", "link", "file"])
def test_a_root_that_is_gone_is_made_again(root: Path, originals: CommitOriginals, instead: str) -> None:
    before, was = snapshot(root), content(root)
    outside = root.parent / "outside"
    outside.mkdir()
    (outside / "a.py").write_bytes(b"kept")
    shutil.rmtree(root)
    if instead == "link":
        root.symlink_to(outside)
    elif instead == "file":
        root.write_bytes(b"")
    assert len(undo(root, before, originals)) == 6
    assert content(root) == was
    assert content(outside) == {b"a.py": b"kept"}


class _Nobody:
    def of(self, path: RepoPath) -> Original | None:
        """Nothing is known."""
        return None


def test_what_nobody_knows_is_told_and_not_undone(root: Path) -> None:
    before = snapshot(root)
    _edit(root)
    assert undo(root, before, _Nobody()) == (TreeChange(RepoPath(b"a.py"), CHANGED, undone=False),)
