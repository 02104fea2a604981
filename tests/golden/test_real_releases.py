"""Thirty anchors in one release of a real package, each looked up by hand in the next: they are carried to where it is.

`HOUNDSMAN_SDISTS` names a folder with the source distributions of Django 5.1.4 and 5.2.1, as `.ci/run` fetches them;
without them there is nothing to test here. In `django_anchors.jsonl` the key `there` says what is right, `note` why.
"""

from __future__ import annotations

import os
import tarfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from houndsman.git.repository import Repository
from houndsman.git.samples import SampleRepository
from houndsman.git.shadow import Shadow
from houndsman.golden.load import load_golden
from houndsman.golden.relocate import State
from houndsman.golden.two_commits import Travel, TwoCommits
from houndsman.models.golden import GoldenAnchor

pytestmark = pytest.mark.slow

VARIABLE = "HOUNDSMAN_SDISTS"
ANCHORS = load_golden(Path(__file__).parent / "django_anchors.jsonl").anchors

#: What the anchors stand in, and what one of them was moved to; the rest of the package is left out for speed.
KEPT = ("django/", "tests/db_functions/")


@pytest.fixture(scope="module")
def releases(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TwoCommits]:
    """From 5.1.4 to 5.2.1."""
    named = os.environ.get(VARIABLE)
    if not named:
        pytest.skip(f"{VARIABLE} names no folder with two source distributions")
    place = tmp_path_factory.mktemp("django")
    sample = SampleRepository.create(place / "django")
    commits = []
    for archive in sorted(Path(named).glob("*.tar.gz"), key=lambda each: each.name.lower()):
        sample.git("rm", "-rq", "--ignore-unmatch", ".")
        with tarfile.open(archive) as opened:
            opened.extraction_filter = getattr(tarfile, "data_filter", None)  # Python before 3.11.4 has none
            for member in opened:
                member.name = member.name.partition("/")[2]  # the folder that is named for the release
                if member.name.startswith(KEPT) and member.name.endswith(".py"):
                    opened.extract(member, sample.path)
        commits.append(sample.commit(archive.name))
    repository = Repository.discover(sample.path)
    with Travel(repository, Shadow.open(place / "shadow", repository)) as travel:
        yield travel.between(*commits)


@pytest.mark.parametrize("anchor", ANCHORS, ids=[anchor.id for anchor in ANCHORS])
def test_an_anchor_is_carried_to_where_a_person_found_it(releases: TwoCommits, anchor: GoldenAnchor) -> None:
    there = anchor.extra["there"]
    assert isinstance(there, dict)
    found = releases.relocated(anchor)
    assert found.state == there["state"], found.why
    if found.state is State.VANISHED:
        assert found.why
    else:
        place = (there.get("file", anchor.file), there["line"], there.get("endLine"))
        assert (found.now.file, found.now.line, found.now.end_line) == place


def test_the_thirty_are_of_all_kinds() -> None:
    states = Counter(
        str(anchor.extra["there"]["state"]) for anchor in ANCHORS if isinstance(anchor.extra["there"], dict)
    )
    assert len(ANCHORS) == 30
    assert states == {"exact": 11, "drifted": 8, "vanished": 10, "ambiguous": 1}
