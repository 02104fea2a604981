"""Contents by path, laid into a sample repository, and the change between two commits of it.

In: trees. Out: commits, and a `Change` as a review reads it. What git refuses is a `GitError`.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path

from houndsman.change.read import read_change
from houndsman.git.runner import Git
from houndsman.git.samples import SampleRepository
from houndsman.models.change import Change
from houndsman.models.target import ResolvedTarget, Target, TargetKind

#: What a path holds; a `Path` is a symbolic link, None a file that is not there.
Content = str | bytes | Path | None

#: Contents by path.
Tree = Mapping[str | bytes, Content]


def lay(repository: SampleRepository, tree: Tree | Mapping[str, Content] | Mapping[bytes, Content]) -> None:
    """Put `tree` into the work tree, over what is there."""
    for path, content in tree.items():
        if content is None:
            repository.place(path).unlink(missing_ok=True)
        elif isinstance(content, Path):
            repository.symlink(path, str(content))
        else:
            repository.write(path, content)


def commit_tree(repository: SampleRepository, tree: Tree, message: str = "step") -> str:
    """The id of a commit that lays `tree` over what the commit before it holds."""
    lay(repository, tree)
    return repository.commit(message)


def change_between(repository: SampleRepository, left: str, head: str) -> Change:
    """What differs between two commits."""
    git = git_of(repository)
    head_time = datetime.fromtimestamp(int(git.text("show", "--no-patch", "--format=%ct", head)), UTC)
    target = Target(kind=TargetKind.RANGE, key="range:left..head", base=left, head=head)
    return read_change(git, ResolvedTarget(target=target, branch=None, head_time=head_time)).change


def git_of(repository: SampleRepository) -> Git:
    """git for a sample repository, as we read it."""
    return Git(repository.path / ".git", isolated=True)


def read_tree(folder: Path) -> dict[str, bytes]:
    """The files below `folder` as a tree. Raises `FileNotFoundError` where there is no such folder."""
    if not folder.is_dir():
        raise FileNotFoundError(f"there is no folder {folder}")
    places = sorted(place for place in folder.rglob("*") if place.is_file() and "__pycache__" not in place.parts)
    return {place.relative_to(folder).as_posix(): place.read_bytes() for place in places}
