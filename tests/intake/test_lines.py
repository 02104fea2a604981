"""Which lines a finding claims, however an agent writes them, and what a file of so many lines makes of it."""

from __future__ import annotations

import math

import pytest

from houndsman.intake.lines import LineClaim, claimed_lines, within_file


@pytest.mark.parametrize(
    ("line", "end", "claim"),
    [
        (12, None, (12, None)),
        (12, 15, (12, 15)),
        (12, 12, (12, None)),
        ("12", None, (12, None)),
        ("L12", None, (12, None)),
        ("line 12", None, (12, None)),
        ("12:5", None, (12, None)),
        ("12-15", None, (12, 15)),
        ("L12-L15", None, (12, 15)),
        ("12–15", None, (12, 15)),
        ("12..15", None, (12, 15)),
        ([12, 15], None, (12, 15)),
        ([12], None, (12, None)),
        ([12, 13, 15], None, (12, 15)),
        (15, 12, (12, 15)),
        ("15-12", None, (12, 15)),
        ([15, 12], None, (12, 15)),
        (12.0, None, (12, None)),
        ("12", "15", (12, 15)),
        (12, "nonsense", (12, None)),
        (12, 0, (12, None)),
        (10**30, None, (2**31 - 1, None)),
    ],
)
def test_what_can_be_read(line: object, end: object, claim: tuple[int | None, int | None]) -> None:
    found = claimed_lines(line, end)
    assert (found.line, found.end, found.must_prove) == (*claim, False)
    plain = type(line) is int and (end is None or type(end) is int) and not found.notes
    assert plain or found.notes or (line, end) == (12, 12)


@pytest.mark.parametrize(
    "line", [0, -1, "0", "-5", [0, 3], 12.5, math.nan, math.inf, True, "twelve", "1" * 65, {"line": 3}, ["x", 3]]
)
def test_what_is_no_line_must_be_proved_by_the_quote(line: object) -> None:
    found = claimed_lines(line, None)
    assert (found.line, found.end, found.must_prove) == (None, None, True)
    assert found.notes


@pytest.mark.parametrize("line", [None, []])
def test_no_line_is_the_whole_file_and_needs_no_proof(line: object) -> None:
    assert claimed_lines(line, 15) == LineClaim(None, None)


@pytest.mark.parametrize(
    ("claim", "count", "kept"),
    [
        ((3, None), 3, (3, None, False)),
        ((4, None), 3, (3, None, True)),
        ((4, 9), 3, (3, None, True)),
        ((2, 9), 3, (2, 3, False)),
        ((3, 9), 3, (3, None, False)),
        ((4, None), 0, (None, None, True)),
        ((4, 9), None, (4, 9, False)),
        ((None, None), 3, (None, None, False)),
    ],
)
def test_a_claim_is_kept_within_its_file(
    claim: tuple[int | None, int | None], count: int | None, kept: tuple[int | None, int | None, bool]
) -> None:
    found = within_file(LineClaim(*claim), count)
    assert (found.line, found.end, found.must_prove) == kept
    assert bool(found.notes) is ((found.line, found.end) != claim)
