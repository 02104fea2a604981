"""A finding's name survives what moves around it."""

from __future__ import annotations

from hashlib import sha256

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


@pytest.mark.parametrize(("line", "above", "below"), [(1, b"", b"def find(name):"), (5, b"query = 'x' + name", b"")])
def test_the_first_and_the_last_line_are_lines(line: int, above: bytes, below: bytes) -> None:
    folded = FoldedLines(CODE)
    assert context_of(folded, line) == (above, CODE[line - 1].strip(), below)
    assert covered_hash(folded, line, None) is not None


def test_what_is_hashed_never_changes_for_decisions_are_kept_under_it() -> None:
    folded = FoldedLines(CODE)
    name = b"place\n3:sql\n10:src/app.py\n15:def find(name):\n18:query = 'x' + name\n20:return db.run(query)"
    key = sha256(name).hexdigest()
    covered = b"covered\n39:query = 'x' + name\nreturn db.run(query)"
    assert base_key("sql", PATH, context_of(folded, 4)) == key
    assert fingerprint(key, 2) == sha256(b"finding\n64:" + key.encode() + b"\n1:2").hexdigest()
    assert covered_hash(folded, 4, 5) == sha256(covered).hexdigest()


def test_a_rule_that_is_no_unicode_has_a_name_too() -> None:
    assert base_key("\ud800", PATH, None) != base_key("?", PATH, None)


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
    assert covered_hash(folded, 4, 4) == covered_hash(FoldedLines([b"", b"", b"other", CODE[3], b"other"]), 4, 4)
