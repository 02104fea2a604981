"""detect-secrets, run for real: which line and which part of it a secret is, and what must not hide it."""

from __future__ import annotations

import pytest

from houndsman import RepoPath
from houndsman_plugins.secret_scan import ChangedLine, Hit, scan

# Assembled, so that no scanner takes this file for a leak. It is the key of AWS's own documentation.
KEY = "AKIA" + "IOSFODNN7" + "EXAMPLE"


def _scan(name: str | bytes, *lines: tuple[int, str]) -> list[Hit]:
    path = RepoPath(name if isinstance(name, bytes) else name.encode())
    hits = scan([(path, [ChangedLine(number, text) for number, text in lines])])
    assert {hit.path for hit in hits} <= {path}
    return [hit for hit in hits if hit.detector == "aws-access-key"]


def test_the_place_of_the_value_in_its_line() -> None:
    line = f'client(key="{KEY}")'
    (hit,) = _scan("a.py", (7, "x = 1"), (12, line))
    assert hit.line == 12
    assert line[hit.start : hit.end] == KEY


def test_a_value_is_reported_at_each_of_its_lines() -> None:
    assert [hit.line for hit in _scan("a.py", (3, f'a = "{KEY}"'), (9, f'b = "{KEY}"'))] == [3, 9]


@pytest.mark.parametrize("name", ["poetry.lock", "logo.svg", "swagger/a.txt", ".env", "app.yaml", b"caf\xe9.cfg"])
def test_no_name_hides_it(name: str | bytes) -> None:
    assert [hit.line for hit in _scan(name, (2, f"KEY={KEY}"))] == [2]


def test_an_allow_mark_hides_nothing() -> None:
    mark = "pragma: " + "allowlist secret"
    assert [hit.line for hit in _scan("a.py", (2, f'k = "{KEY}"  # {mark}'))] == [2]


def test_a_value_far_into_a_long_line_is_placed() -> None:
    line = "x" * 5000 + f' "{KEY}" ' + "y" * 5000
    assert {line[hit.start : hit.end] for hit in _scan("a.js", (1, line))} == {KEY}


def test_nothing_to_scan_is_nothing_found() -> None:
    assert scan([]) == []
    assert _scan("a.py", (1, "x = 1")) == []
