"""A classification answers who owes what."""

from __future__ import annotations

import pytest

from houndsman.models.change import FileKind, FileStatus
from houndsman.models.classification import Assignment, Classification, ClassifiedFile, declared
from houndsman.models.repo_path import RepoPath
from houndsman.models.watchdog import Watchdog


def _assignment(name: str) -> Assignment:
    return Assignment(watchdog=Watchdog(id=name, title=name), origin="test", files=(RepoPath(b"bad\xff.py"),))


ONE, TWO = _assignment("one"), _assignment("two")
BOTH = Classification(files=(), assignments=(ONE, TWO))


def test_who_has_an_assignment_is_expected() -> None:
    assert BOTH.expected == ("one", "two")
    assert declared(BOTH.assignments) == {"one": ONE.watchdog, "two": TWO.watchdog}


def test_it_comes_back_from_json() -> None:
    assert Classification.model_validate(BOTH.to_json()) == BOTH
    assert '"bad\\\\377.py' in BOTH.model_dump_json()


def _file(excluded: str | None) -> ClassifiedFile:
    return ClassifiedFile(
        path=RepoPath(b"a"),
        old_path=None,
        status=FileStatus.ADDED,
        kind=FileKind.TEXT,
        added=1,
        removed=0,
        risk=1,
        watchdogs=(),
        excluded=excluded,
    )


@pytest.mark.parametrize(
    ("excluded", "nothing"),
    [([], False), ([None], False), ([None, "binary"], False), (["binary"], True), (["binary", "matches **"], True)],
)
def test_nothing_is_in_scope_where_every_file_is_excluded(excluded: list[str | None], nothing: bool) -> None:
    classification = Classification(files=tuple(map(_file, excluded)), assignments=(ONE,))
    assert classification.nothing_in_scope is nothing
    assert len(classification.excluded) == sum(each is not None for each in excluded)


@pytest.mark.parametrize(
    ("classification", "is_nothing"),
    [
        (Classification(files=(), assignments=()), True),
        (Classification(files=(_file("binary"),), assignments=(), without_general=True), True),
        (Classification(files=(_file(None),), assignments=(), without_general=True), False),
        (Classification(files=(_file(None),), assignments=(), deselected=("python",)), False),
        (BOTH, False),
    ],
    ids=["empty", "all excluded", "general left out", "deselected", "assigned"],
)
def test_who_is_left_out_is_not_nothing(classification: Classification, is_nothing: bool) -> None:
    assert classification.nothing_to_review is is_nothing
