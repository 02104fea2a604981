"""Which lines a finding claims, however an agent writes them, and what a file of so many lines makes of it."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable

import pytest

from houndsman.intake.lines import LineClaim, claimed_lines, within_file
from houndsman.models.finding import Note

Told = Callable[[Iterable[Note]], list[str]]


@pytest.mark.parametrize(
    ("line", "end", "claim", "notes"),
    [
        (12, None, (12, None), []),
        (12, 15, (12, 15), []),
        (12, 12, (12, None), []),
        ("12", None, (12, None), ["line-text: 12"]),
        ("1", None, (1, None), ["line-text: 1"]),
        ("L12", None, (12, None), ["line-text: L12"]),
        ("line 12", None, (12, None), ["line-text: line 12"]),
        ("12:5", None, (12, None), ["line-text: 12:5"]),
        ("12".rjust(64), None, (12, None), ["line-text: " + "12".rjust(64)]),
        ("12-15", None, (12, 15), ["line-range: 12-15"]),
        ("L12-L15", None, (12, 15), ["line-range: L12-L15"]),
        ("12–15", None, (12, 15), ["line-range: 12–15"]),
        ("12..15", None, (12, 15), ["line-range: 12..15"]),
        ("1-1", None, (1, None), ["line-range: 1-1"]),
        ([12, 15], None, (12, 15), ["line-range: [12, 15]"]),
        ([12], None, (12, None), ["line-range: [12]"]),
        (["L12"], None, (12, None), ["line-range: ['L12']", "line-text: L12"]),
        ([12, 13, 15], None, (12, 15), ["line-range: [12, 13, 15]"]),
        (15, 12, (12, 15), ["line-reversed: 15-12"]),
        ("15-12", None, (12, 15), ["line-range: 15-12", "line-reversed: 15-12"]),
        ([15, 12], None, (12, 15), ["line-range: [15, 12]", "line-reversed: [15, 12]"]),
        (12.0, None, (12, None), ["line-float: 12.0"]),
        ("12", "15", (12, 15), ["line-text: 12", "line-text: 15"]),
        (12, "nonsense", (12, None), ["end-line-unreadable: nonsense"]),
        (12, 0, (12, None), ["end-line-unreadable: 0"]),
        (10**30, None, (2**31 - 1, None), []),
        ("8000000000-9000000000", None, (2**31 - 1, None), ["line-range: 8000000000-9000000000"]),
    ],
)
def test_what_can_be_read(
    told: Told, line: object, end: object, claim: tuple[int | None, int | None], notes: list[str]
) -> None:
    found = claimed_lines(line, end)
    assert (found.line, found.end, found.must_prove) == (*claim, False)
    assert told(found.notes) == notes


@pytest.mark.parametrize(
    ("line", "notes"),
    [
        (0, ["line-not-positive: 0"]),
        (-1, ["line-not-positive: -1"]),
        ("0", ["line-text: 0", "line-not-positive: 0"]),
        ("-5", ["line-text: -5", "line-not-positive: -5"]),
        (-2.0, ["line-float: -2.0", "line-not-positive: -2"]),
        ("0-5", ["line-not-positive: 0-5"]),
        ("5-0", ["line-not-positive: 5-0"]),
        ([0, 3], ["line-unreadable: [0, 3]"]),
        (12.5, ["line-unreadable: 12.5"]),
        (math.nan, ["line-unreadable: nan"]),
        (math.inf, ["line-unreadable: inf"]),
        (True, ["line-unreadable: True"]),
        ("twelve", ["line-unreadable: twelve"]),
        ("1" * 65, ["line-unreadable: " + "1" * 65]),
        ({"line": 3}, ["line-unreadable: {'line': 3}"]),
        (["x", 3], ["line-unreadable: ['x', 3]"]),
    ],
)
def test_what_is_no_line_must_be_proved_by_the_quote(told: Told, line: object, notes: list[str]) -> None:
    found = claimed_lines(line, None)
    assert (found.line, found.end, found.must_prove) == (None, None, True)
    assert told(found.notes) == notes


@pytest.mark.parametrize("line", [None, []])
def test_no_line_is_the_whole_file_and_needs_no_proof(line: object) -> None:
    assert claimed_lines(line, 15) == LineClaim(None, None)


@pytest.mark.parametrize(
    ("claim", "count", "kept", "notes"),
    [
        ((3, None), 3, (3, None, False), []),
        ((4, None), 3, (3, None, True), ["line-beyond-file: 4 -> 3"]),
        ((4, 9), 3, (3, None, True), ["line-beyond-file: 4 -> 3"]),
        ((2, 9), 3, (2, 3, False), ["end-line-beyond-file: 9 -> 3"]),
        ((3, 9), 3, (3, None, False), ["end-line-beyond-file: 9 -> 3"]),
        ((4, None), 0, (None, None, True), ["line-beyond-file: 4 -> None"]),
        ((4, 9), None, (4, 9, False), []),
        ((None, None), 3, (None, None, False), []),
    ],
)
def test_a_claim_is_kept_within_its_file(
    told: Told,
    claim: tuple[int | None, int | None],
    count: int | None,
    kept: tuple[int | None, int | None, bool],
    notes: list[str],
) -> None:
    found = within_file(LineClaim(*claim), count)
    assert (found.line, found.end, found.must_prove) == kept
    assert told(found.notes) == notes
