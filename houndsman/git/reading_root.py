"""Put the head's files on disk: the whole tree for agents, the changed files' blobs for code-only watchdogs.

In come a commit or changed files, out comes a folder with the exact bytes of the blobs. No link is ever made: a
symbolic link of the change is not exported, and in a whole tree it is a small file that holds its target. No filter,
line-end conversion or attribute of the change is applied. A folder is there complete or not at all. A tree that git
refuses to check out (a path such as `.git/config`) is a `GitError`.
"""

from __future__ import annotations

import os
import re
import shutil
import tempfile
from collections.abc import Iterable
from pathlib import Path

from houndsman.errors import GitError
from houndsman.git.blobs import BlobReader
from houndsman.git.runner import Git
from houndsman.git.trees import SUBMODULE, SYMLINK
from houndsman.models.change import ChangedFile, FileStatus
from houndsman.models.plugins import ReadingRoot
from houndsman.models.repo_path import RepoPath

_SAFE_SUFFIX = re.compile(rb"\.[A-Za-z0-9]{1,16}\Z")


def check_out(git: Git, commit: str, place: Path) -> None:
    """The whole tree of `commit` in the folder `place`; nothing is done where it already lies there.

    It is made beside `place` and moved there when complete. Whatever `place` held before is replaced. Which commit it
    holds is written beside it, in `.<name>.commit`.
    """
    _remove_unfinished(place)
    mark = place.with_name(f".{place.name}.commit")
    is_ours = place.is_dir() and not place.is_symlink()  # an agent may have put a link there
    if is_ours and mark.is_file() and mark.read_text("ascii", "replace") == commit:
        return
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=f".{place.name}.", dir=place.parent) as making:
            tree = Path(making) / "tree"
            tree.mkdir()
            _fill(git, commit, tree, Path(making) / "index")
            mark.unlink(missing_ok=True)  # until the new mark, what a killed run leaves does not count as complete
            if os.path.lexists(place):
                place.rename(Path(making) / "old")
            tree.rename(place)
            mark.write_text(commit, "ascii")
    except OSError as error:
        raise GitError(f"the tree cannot be put on disk: {error.strerror or error}", where=str(place)) from error


def export(reader: BlobReader, files: Iterable[ChangedFile], place: Path) -> ReadingRoot:
    """The head's contents of changed regular files under the empty or missing folder `place`.

    Each lies at its own path. One whose name this disk or our care does not allow (too long, equal to another but for
    case, `..` or `.git` in it) lies under a neutral name with the same suffix: it is scanned like any other, and
    `ReadingRoot.exported` knows whose it is. Deleted files, submodules and links are not exported. A blob that cannot
    be read is a `GitError`.
    """
    place.mkdir(parents=True, exist_ok=True)
    if any(place.iterdir()):
        raise GitError("the folder to export to is not empty", where=str(place))
    regular = [file for file in files if _is_regular(file)]
    spare = place / _unused_name(regular)
    exported: dict[RepoPath, Path] = {}
    for file, (object_id, content) in zip(regular, reader.read_many(file.new_id for file in regular), strict=True):
        if content is None:
            hint = "Objects are missing here; `git fsck` tells more."
            raise GitError(f"the blob {object_id} cannot be read", where=str(file.path), hint=hint)
        exported[file.path] = _written(content, file.path, place, spare / str(len(exported)))
    return ReadingRoot(place, exported)


def is_hostile(path: RepoPath) -> bool:
    """Whether the path would lead out of its folder, into a git directory, or nowhere."""
    # A backslash and a colon separate parts, too, where the disk is that of Windows.
    parts = re.split(rb"[/\\:]", path.raw)
    return any(part in (b"", b".", b"..") or part.rstrip(b" .").lower() == b".git" or b"\0" in part for part in parts)


def _fill(git: Git, commit: str, tree: Path, index: Path) -> None:
    here = git.with_environment(GIT_INDEX_FILE=str(index)).with_settings("core.symlinks=false", "core.autocrlf=false")
    here.run("read-tree", "--end-of-options", commit)
    inside = Git(here.git_dir, tree, here.isolated, here.environment, here.settings)
    inside.run("checkout-index", "--all", "--quiet")


def _is_regular(file: ChangedFile) -> bool:
    return file.status is not FileStatus.DELETED and file.new_mode not in (SYMLINK, SUBMODULE)


def _unused_name(files: Iterable[ChangedFile]) -> str:
    taken = {file.path.parts[0].lower() for file in files}
    name = "renamed"
    while name.encode("ascii") in taken:
        name += "-"
    return name


def _written(content: bytes, path: RepoPath, place: Path, otherwise: Path) -> Path:
    """Where `content` was put: at `path` under `place`, else at `otherwise`."""
    if not is_hostile(path):
        own = place / os.fsdecode(path.raw)
        try:
            own.parent.mkdir(parents=True, exist_ok=True)
            with own.open("xb") as file:  # never over a file that differs in case only
                file.write(content)
        except (OSError, ValueError):
            pass
        else:
            return own
    suffix = _SAFE_SUFFIX.search(path.name)
    neutral = otherwise.with_suffix(suffix[0].decode("ascii") if suffix else "")
    try:
        neutral.parent.mkdir(exist_ok=True)
        neutral.write_bytes(content)
    except OSError as error:
        raise GitError(f"the file cannot be exported: {error.strerror or error}", where=str(path)) from error
    return neutral


def remove(place: Path) -> None:
    """Delete what `check_out` or `export` made at `place`; nothing where there is nothing."""
    place.with_name(f".{place.name}.commit").unlink(missing_ok=True)
    _remove_unfinished(place)
    if place.is_symlink():
        place.unlink()
    shutil.rmtree(place, ignore_errors=True)


def _remove_unfinished(place: Path) -> None:
    """Delete what killed runs were making beside `place`: each may be a whole tree."""
    for folder in place.parent.glob(f".{place.name}.*/"):
        if not folder.is_symlink():
            shutil.rmtree(folder, ignore_errors=True)
