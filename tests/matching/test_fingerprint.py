"""A finding's name survives what moves around it."""

from __future__ import annotations

import pytest

from houndsman.matching.fingerprint import base_key, context_of, covered_hash, fingerprint, next_occurrence
from houndsman.matching.folded_lines import FoldedLines
from houndsman.models.repo_path import RepoPath

PATH = RepoPath(b"src/app.py")
CODE = [b"import db", b"", b"def find(name):", b"    query = 'x' + name", b"    return db.run(query)"]


def key_at(lines: list[bytes], line: int, rule: str = "sql", path: RepoPath = PATH) -> str:
    return base_key(rule, path, context_of(FoldedLines(lines), line))


@pytest.mark.parametrize(
    "edited",
    [
        [b"# a", b"# b", *CODE],
        [*CODE, b"more"],
        [line.replace(b"    ", b"\t") for line in CODE],
        [line + b"\r" for line in CODE],
        [*CODE[:3], b"", *CODE[3:]],
    ],
    ids=["lines above", "lines below", "other indentation", "crlf", "blank line between"],
)
def test_the_key_stays_when_code_moves_or_is_reindented(edited: list[bytes]) -> None:
    line = next(at for at, text in enumerate(edited, 1) if text.strip().startswith(b"query"))
    assert key_at(edited, line) == key_at(CODE, 4)


@pytest.mark.parametrize(
    "other",
    [
        key_at(CODE, 4, rule="timeouts"),
        key_at(CODE, 4, path=RepoPath(b"src/other.py")),
        key_at(CODE, 5),
        key_at([*CODE[:3], b"    query = 'y' + name", *CODE[4:]], 4),
        key_at([*CODE[:2], b"def search(name):", *CODE[3:]], 4),
        key_at([*CODE[:4], b"    return None"], 4),
        base_key("sql", PATH, None),
    ],
    ids=["rule", "path", "line", "start line", "line above", "line below", "whole file"],
)
def test_the_key_changes_with_what_it_is_made_of(other: str) -> None:
    assert other != key_at(CODE, 4)


def test_no_two_lists_of_parts_read_the_same() -> None:
    assert base_key("a", RepoPath(b"b\n1:c"), None) != base_key("a", RepoPath(b"b"), None)
    assert key_at([b"a", b"b", b""], 2) != key_at([b"", b"b", b"a"], 2)


@pytest.mark.parametrize(("lines", "line"), [(None, 3), (CODE, None), (CODE, 0), (CODE, 6), ([], 1)])
def test_a_line_that_cannot_be_read_counts_as_the_whole_file(lines: list[bytes] | None, line: int | None) -> None:
    folded = None if lines is None else FoldedLines(lines)
    assert context_of(folded, line) is None
    assert covered_hash(folded, line, None) is None


def test_equals_are_told_apart_by_their_index() -> None:
    key = key_at(CODE, 4)
    names = {fingerprint(key, index) for index in range(10)}
    assert len(names) == 10
    assert all(len(name) == 64 and int(name, 16) >= 0 for name in names)


def test_a_used_index_is_never_given_again() -> None:
    assert [next_occurrence(used) for used in ([], [0], [0, 1], [5], [3, 0])] == [0, 1, 2, 6, 4]


def test_the_covered_hash_is_of_the_covered_lines_alone() -> None:
    folded = FoldedLines(CODE)
    assert covered_hash(folded, 4, 5) == covered_hash(FoldedLines([b"x", *CODE]), 5, 6)
    assert covered_hash(folded, 4, None) == covered_hash(folded, 4, 4)
    assert covered_hash(folded, 4, 5) != covered_hash(folded, 4, 4)
    assert covered_hash(folded, 4, 5) == covered_hash(FoldedLines([*CODE[:4], b"  return   db.run(query)"]), 4, 5)
