"""The kit builds what it says, the same each time, and a user's tests can ask for it."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from houndsman.git.samples import SampleRepository
from houndsman.models.change import FileKind, FileStatus
from houndsman.testing.fixtures import odd_repository
from houndsman.testing.odd_repositories import CASES, OddCase, OddRepository, Row
from houndsman.testing.odd_repositories.case import Collection, begin, changed, created, deleted, done, renamed, retyped
from houndsman.testing.odd_repositories.contents import CASES as CONTENTS
from houndsman.testing.odd_repositories.histories import CASES as HISTORIES
from houndsman.testing.odd_repositories.kinds import CASES as KINDS
from houndsman.testing.odd_repositories.patches import CASES as PATCHES
from houndsman.testing.odd_repositories.paths import CASES as PATHS
from houndsman.testing.odd_repositories.places import CASES as PLACES
from houndsman.testing.odd_repositories.refusals import CASES as REFUSALS
from houndsman.testing.odd_repositories.uncommitted import CASES as UNCOMMITTED

__all__ = ["odd_repository"]


def test_every_case_is_there_under_a_name_of_its_own() -> None:
    modules = (PATHS, CONTENTS, KINDS, HISTORIES, PLACES, UNCOMMITTED, PATCHES, REFUSALS)
    assert list(CASES.values()) == [case for module in modules for case in module]


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_every_case_says_what_is_odd(case: OddCase) -> None:
    assert case.about[0].isupper() or not case.about[0].isalpha()
    assert case.about.endswith(".")
    assert case.name == case.name.lower() and "_" not in case.name


@pytest.mark.parametrize("odd_repository", ["crlf", "not-a-repository"], indirect=True)
def test_the_fixture_builds_the_case_that_is_asked_for(odd_repository: OddRepository) -> None:
    assert odd_repository.place.is_dir()
    assert (odd_repository.refusal is None) == bool(odd_repository.rows)


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_every_case_stands_in_the_reference(case: OddCase) -> None:
    page = Path(__file__).parents[2] / "docs" / "reference" / "testing.md"
    assert f"| `{case.name}` | {case.about} |" in page.read_text(encoding="utf-8")


def _refs(folder: Path) -> bytes:
    command = ["git", "--git-dir=repository/.git", "for-each-ref"]
    return subprocess.run(command, cwd=folder, capture_output=True, check=True).stdout


@pytest.mark.parametrize("name", ["path-not-utf-8", "criss-cross", "sha256", "submodule-moved"])
def test_a_case_has_the_same_commits_wherever_it_is_built(tmp_path: Path, name: str) -> None:
    built = []
    for folder in (tmp_path / "one", tmp_path / "two"):
        folder.mkdir()
        CASES[name].build(folder)
        built.append(_refs(folder))
    assert built[0] == built[1]
    assert built[0]


def test_only_refusals_are_refused_and_only_patches_have_one(tmp_path: Path) -> None:
    for number, case in enumerate([*PATCHES, *REFUSALS]):
        folder = tmp_path / str(number)
        folder.mkdir()
        built = case.build(folder)
        assert (built.refusal is not None) == (case in REFUSALS), case.name
        assert (built.target[:1] == ("--patch",)) == case.name.startswith("patch"), case.name
        assert not (built.refusal and built.rows), case.name


def test_a_case_has_its_builders_name_and_the_first_paragraph_of_its_words() -> None:
    cases = Collection()

    @cases.case
    def two_words(folder: Path) -> OddRepository:
        """One sentence
        on two lines.

        And more.
        """
        return OddRepository(folder)

    (case,) = cases
    assert (case.name, case.about) == ("two-words", "One sentence on two lines.")
    assert case.build(Path()) == two_words(Path())
    with pytest.raises(ValueError, match="two cases 'two-words'"):
        cases.put(case)


def test_rows_are_in_the_words_of_the_manifest(tmp_path: Path) -> None:
    assert changed(b"\xff", 1, 2) == Row(b"\xff", FileStatus.MODIFIED, FileKind.TEXT, 1, 2)
    assert created("\u00e9", 1) == Row("\u00e9".encode(), FileStatus.ADDED, FileKind.TEXT, 1, 0)
    assert deleted("a", 1) == Row(b"a", FileStatus.DELETED, FileKind.TEXT, 0, 1)
    assert renamed("a", "b") == Row(b"b", FileStatus.RENAMED, FileKind.TEXT, 0, 0, b"a")
    assert retyped("a", 1, 2, FileKind.SYMLINK) == Row(b"a", FileStatus.TYPE_CHANGED, FileKind.SYMLINK, 1, 2)


def test_what_is_done_is_committed_to_the_branch(tmp_path: Path) -> None:
    repository = begin(tmp_path, {"a": "1\n"})
    repository.write("a", "2\n")
    built = done(repository, changed("a", 1, 1))
    assert built.place == repository.path
    assert SampleRepository(built.place).git("diff", "--name-only", "main", "feature") == b"a\n"
    assert list(tmp_path.iterdir()) == [repository.path]
