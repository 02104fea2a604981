"""The odd repositories, entered: the current folder and the environment are those of the case. And what git says."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Protocol

import pytest

from houndsman.git.runner import require_git
from houndsman.models.change import FileKind, FileStatus
from houndsman.testing.fixtures import odd_repository
from houndsman.testing.odd_repositories import OddRepository, Row

__all__ = ["odd_repository"]


class GitSays(Protocol):
    """What plain git says of two commits."""

    def __call__(self, place: Path, left: str, head: str, lent: Iterable[Path] = ()) -> set[Row]:
        """Asked in the repository at `place`, to which the object folders `lent` are lent."""


STATUSES = {
    b"A": FileStatus.ADDED,
    b"D": FileStatus.DELETED,
    b"M": FileStatus.MODIFIED,
    b"R": FileStatus.RENAMED,
    b"T": FileStatus.TYPE_CHANGED,
}
KINDS = {b"120000": FileKind.SYMLINK, b"160000": FileKind.SUBMODULE}


@pytest.fixture
def odd(odd_repository: OddRepository, houndsman: object, monkeypatch: pytest.MonkeyPatch) -> Iterator[OddRepository]:
    """`odd_repository`, in which `houndsman` (which enters a folder of its own first) runs from now on."""
    monkeypatch.chdir(odd_repository.place)
    with pytest.MonkeyPatch.context() as environment:
        for name, value in odd_repository.environ.items():
            environment.setenv(name, value)
        require_git.cache_clear()  # it may be another git here
        yield odd_repository
    require_git.cache_clear()


@pytest.fixture(scope="session")
def git_says() -> GitSays:
    """What plain git says of two commits."""

    def ask(place: Path, left: str, head: str, lent: Iterable[Path] = ()) -> set[Row]:
        environment = {
            "PATH": os.environ["PATH"],
            "GIT_CONFIG_NOSYSTEM": "1",
            "GIT_CONFIG_GLOBAL": os.devnull,
            "GIT_ALTERNATE_OBJECT_DIRECTORIES": os.pathsep.join(map(str, lent)),
            "GIT_NO_REPLACE_OBJECTS": "1",
            "GIT_NO_LAZY_FETCH": "1",
        }
        # Without context, in which git now and then finds another diff, as good as the one with it.
        command = ["git", "diff", "--raw", "--numstat", "-z", "-U0", "-M", "--no-abbrev", left, head]
        return set(_rows(subprocess.run(command, cwd=place, env=environment, capture_output=True, check=True).stdout))

    return ask


def _rows(output: bytes) -> Iterator[Row]:
    """The rows of `git diff --raw --numstat -z -U0`: first all raw records, then all counts, then patches."""
    words = iter(output.split(b"\0")[:-1])
    raw: dict[bytes, list[bytes]] = {}
    for word in words:
        if not word:
            return
        if not word.startswith(b":"):
            yield _counted(word, words, raw)
            continue
        *_, letter = facts = word[1:].split(b" ")
        old_path = next(words)
        raw[next(words) if letter[:1] == b"R" else old_path] = facts


def _counted(word: bytes, words: Iterator[bytes], raw: dict[bytes, list[bytes]]) -> Row:
    """The row of one record of `--numstat`, with what the raw records say of the path."""
    added, removed, path = word.split(b"\t", 2)
    old_path = None
    if not path:
        old_path, path = next(words), next(words)
    old_mode, new_mode, old_id, new_id, letter = raw[path]
    kind = KINDS.get(old_mode if letter == b"D" else new_mode, FileKind.TEXT)
    if added == b"-":
        kind, added, removed = FileKind.BINARY, b"0", b"0"
    if old_id == new_id and old_mode != new_mode:
        kind = FileKind.MODE_ONLY
    return Row(path, STATUSES[letter[:1]], kind, int(added), int(removed), old_path)
