"""A classification answers who owes what."""

from __future__ import annotations

from houndsman.models.classification import Assignment, Classification, declared
from houndsman.models.repo_path import RepoPath
from houndsman.models.watchdog import Watchdog


def _assignment(name: str) -> Assignment:
    return Assignment(watchdog=Watchdog(id=name, title=name), origin="test", files=(RepoPath(b"bad\xff.py"),))


ONE, TWO = _assignment("one"), _assignment("two")
BOTH = Classification(files=(), assignments=(ONE, TWO))


def test_who_has_an_assignment_is_expected() -> None:
    assert BOTH.expected == ("one", "two")
    assert BOTH.assignment_of("two") is TWO
    assert BOTH.assignment_of("three") is None
    assert declared(BOTH.assignments) == {"one": ONE.watchdog, "two": TWO.watchdog}


def test_it_comes_back_from_json() -> None:
    assert Classification.model_validate(BOTH.to_json()) == BOTH
    assert '"bad\\\\377.py' in BOTH.model_dump_json()
