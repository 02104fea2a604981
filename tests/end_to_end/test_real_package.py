"""Two releases of a real package: about 6,000 files, prepared and hunted whole.

`HOUNDSMAN_SDISTS` names a folder with two source distributions (`*.tar.gz`) of one package, the older first by name.
`.ci/run` fetches two of Django; without them there is nothing to test here.
"""

from __future__ import annotations

import os
import shutil
import tarfile
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from houndsman.git.samples import SampleRepository

if TYPE_CHECKING:
    from tests.conftest import CommandLine

VARIABLE = "HOUNDSMAN_SDISTS"


@pytest.fixture
def releases(houndsman: CommandLine) -> CommandLine:
    """The older release on `main`, the newer on `release`."""
    named = os.environ.get(VARIABLE)
    if not named:
        pytest.skip(f"{VARIABLE} names no folder with two source distributions")
    older, newer = sorted(Path(named).glob("*.tar.gz"), key=lambda place: place.name.lower())
    repository = houndsman.repository
    _unpack(older, repository)
    repository.commit(older.name)
    repository.branch("release")
    _unpack(newer, repository)
    repository.commit(newer.name)
    return houndsman


def _unpack(archive: Path, repository: SampleRepository) -> None:
    for place in repository.path.iterdir():
        if place.name != ".git":
            shutil.rmtree(place) if place.is_dir() else place.unlink()
    with tarfile.open(archive) as opened:
        opened.extraction_filter = getattr(tarfile, "data_filter", None)  # Python before 3.11.4 has none
        for member in opened:
            member.name = member.name.partition("/")[2]  # the folder that is named for the release
            if member.name:
                opened.extract(member, repository.path)


def _named_by_git(repository: SampleRepository) -> Iterator[bytes]:
    listed = repository.git("-c", "diff.renameLimit=100000", "diff", "-M", "--name-status", "-z", "main", "release")
    words = iter(listed.split(b"\0"))
    for status in words:
        if status:
            yield next(words)
            if status[:1] in b"RC":
                yield next(words)


def _artifacts(home: Path) -> dict[str, bytes]:
    names = ("manifest.json", "classification.json", "*.md")
    places = [place for name in names for folder in ("reviews", "work") for place in (home / folder).rglob(name)]
    return {str(place): place.read_bytes() for place in places if "worktree" not in place.parts}


@pytest.mark.slow
def test_two_releases_are_prepared_hunted_and_named_to_the_last_path(releases: CommandLine) -> None:
    assert len(releases.repository.git("ls-files", "-z").split(b"\0")) > 1000
    manifest = releases.prepare()
    named = {path.raw for file in manifest.files for path in (file.path, file.old_path) if path}
    by_git = set(_named_by_git(releases.repository))
    assert by_git
    assert by_git - named == set()

    first = _artifacts(releases.home)
    assert releases.prepare().hash == manifest.hash
    assert _artifacts(releases.home) == first
    assert len(first) >= 5

    ran = releases("hunt")
    assert ran.code == 3, ran.err
    missing = [line.split()[1] for line in ran.err.splitlines() if line.startswith("missing ")]
    assert missing == ["general:"]
    assert releases.prepare().hash == manifest.hash
    assert releases.findings()
