"""What the attacks share: a change to mount them in, and a way to look for what they left anywhere."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from houndsman.git.samples import SampleRepository
    from tests.conftest import CommandLine, Tree

#: Spelled out here once more, so that a sign which falls out of the code's own list is missed by no test.
STEERING = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff]")

Attack = Callable[..., "CommandLine"]
Search = Callable[[str | bytes], list[str]]


def put(repository: SampleRepository, tree: Tree) -> None:
    """Lay `tree` over the work tree and stage it, to the byte: contents, links (`Path`), removals (None)."""
    for path, content in tree.items():
        name = os.fsencode(path)
        if content is None:
            repository.remove(path)
            repository.git("update-index", "--force-remove", "--", name)
            continue
        if isinstance(content, Path):
            repository.symlink(path, str(content))
        else:
            repository.write(path, content)
        # Not `git add`, which would obey the attributes that the attack is made of.
        raw = os.fsencode(content) if isinstance(content, Path) else content
        blob = repository.git("hash-object", "-w", "--stdin", stdin=raw.encode() if isinstance(raw, str) else raw)
        mode = b"120000" if isinstance(content, Path) else b"100644"
        repository.git("update-index", "--add", "--cacheinfo", b",".join((mode, blob.strip(), name)))


@pytest.fixture
def attack(houndsman: CommandLine) -> Attack:
    """`attack(base, change)`: `main` holds `base` beside a README, and `feature`, checked out, is `change` on top.

    The scanners are left out, whose start takes longer than all the rest; a test that needs one clears `blocked`.
    """

    def mount(base: Tree, change: Tree, branch: str = "feature") -> CommandLine:
        repository = houndsman.repository
        put(repository, {"README.md": "# Shop\n", **base})
        repository.commit("Base", everything=False)
        repository.branch(branch)
        put(repository, change)
        repository.commit("Change", everything=False)
        return houndsman

    houndsman.blocked = ("python", "secrets")
    return mount


@pytest.fixture
def kept_in(houndsman: CommandLine) -> Search:
    """`kept_in(words)`: the files under the home folder that hold these words, but for git's own compressed objects."""

    def search(words: str | bytes) -> list[str]:
        wanted = words.encode() if isinstance(words, str) else words
        places = (place for place in sorted(houndsman.home.rglob("*")) if place.is_file() and not place.is_symlink())
        found = (place for place in places if wanted in place.read_bytes())
        return [place.relative_to(houndsman.home).as_posix() for place in found]

    return search


@pytest.fixture
def brief_of(houndsman: CommandLine) -> Callable[[str], str]:
    """The brief of a watchdog, of the only review there is."""

    def read(watchdog: str = "general") -> str:
        (place,) = houndsman.home.glob(f"work/*/briefs/{watchdog}.md")
        return place.read_text(encoding="utf-8")

    return read


@pytest.fixture
def summary(houndsman: CommandLine) -> Callable[[], str]:
    """The summary of the latest run of the only review there is."""

    def read() -> str:
        places = sorted(houndsman.home.glob("reviews/*/runs/*/review-resume.md"))
        return places[-1].read_text(encoding="utf-8")

    return read


@pytest.fixture
def reading_root(houndsman: CommandLine) -> Callable[[], Path]:
    """The checkout that agents read, of the only review there is."""

    def find() -> Path:
        (place,) = houndsman.home.glob("work/*/worktree")
        return place

    return find
