"""A repository in which a hunt finds three things of three severities, without starting any scanner."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from houndsman.git.samples import SampleRepository
from houndsman.testing.command_line import environment_of
from tests.conftest import CommandLine

MARKER = "<<<<<<< ours\n=======\n>>>>>>> theirs\n"

WORD = {
    "file": "README.md",
    "line": 3,
    "message": "A typing error.\nIt says \x1b[31mwrod\x1b[0m.",
    "action": "Write word.",
    "quote": "A wrod that is misspelt.",
    "impactClass": "wording",
    "severity": "trivial",
}


@pytest.fixture
def hunted(hunt: Path, monkeypatch: pytest.MonkeyPatch) -> CommandLine:
    """A conflict marker (blocking), a debugger call (attention) and a word of `general` (nit), on a branch, hunted."""
    place = hunt.with_name("here")
    shutil.rmtree(place, ignore_errors=True)
    shutil.copytree(hunt, place, symlinks=True)
    return _at(place, monkeypatch)


@pytest.fixture(scope="session")
def hunt(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The same, to be copied to `here` beside it: a path is a part of a review's name, and hunting takes 0.4 s."""
    place = tmp_path_factory.mktemp("hunted") / "here"
    with pytest.MonkeyPatch.context() as monkeypatch:
        SampleRepository.create(place / "sample")
        _hunt(_at(place, monkeypatch))
    yield place.rename(place.with_name("kept"))


def _at(place: Path, monkeypatch: pytest.MonkeyPatch) -> CommandLine:
    """The command line in `place`, which is where the environment leads."""
    for name, value in environment_of(place).items():
        if value is None:
            monkeypatch.delenv(name, raising=False)
        else:
            monkeypatch.setenv(name, value)
    monkeypatch.chdir(place / "sample")
    houndsman = CommandLine(SampleRepository(place / "sample"), place / "home")
    houndsman.blocked = ("python", "secrets")
    return houndsman


def _hunt(houndsman: CommandLine) -> None:
    repository = houndsman.repository
    repository.write("README.md", "# A\n")
    repository.commit("Before")
    repository.branch("feature")
    repository.write("README.md", "# A\n\nA wrod that is misspelt.\n")
    repository.write("merge.txt", MARKER)
    repository.write("src/call.py", "breakpoint()\n")
    repository.commit("After")
    houndsman.answer(houndsman.prepare(), "general", WORD)
    houndsman("hunt")
