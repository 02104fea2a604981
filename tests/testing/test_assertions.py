"""What passes, and what a failure shows: both sides, the nearest beside each other."""

from __future__ import annotations

import json
import textwrap
from collections.abc import Sequence
from pathlib import Path

import pytest

from houndsman import RawFinding
from houndsman.testing import assert_findings, assert_golden
from houndsman.testing.assertions import Expected


def _found(*spots: tuple[str, int | None, str]) -> list[RawFinding]:
    return [RawFinding(file=file, line=line, rule=rule, message=f"About {rule}") for file, line, rule in spots]


def test_order_and_kind_of_sequence_do_not_matter() -> None:
    found = _found(("b.py", None, "y"), ("a.py", 1, "x"))
    assert_findings(found, [("a.py", 1, "x"), ("b.py", None, "y")])
    assert_findings(iter(found), iter([("a.py", 1, "x"), ("b.py", None, "y")]))
    assert_findings([], [])


@pytest.mark.parametrize(
    ("found", "expected", "counts"),
    [
        ([("a.py", 1, "x")], [], "0 missing, 1 unexpected, 0 as expected"),
        ([], [("a.py", 1, "x")], "1 missing, 0 unexpected, 0 as expected"),
        ([("a.py", 1, "x")] * 2, [("a.py", 1, "x")], "0 missing, 1 unexpected, 1 as expected"),
        ([("a.py", 1, "x")], [("a.py", 1, "x")] * 3, "2 missing, 0 unexpected, 1 as expected"),
    ],
)
def test_each_counts_as_often_as_it_is_there(found: list[Expected], expected: list[Expected], counts: str) -> None:
    with pytest.raises(AssertionError) as failed:
        assert_findings(_found(*found), expected)
    assert str(failed.value).startswith(f"{counts}\n")


def _failure(found: Sequence[Expected], expected: Sequence[Expected]) -> str:
    with pytest.raises(AssertionError) as failed:
        assert_findings(_found(*found), expected)
    return "\n".join(line.rstrip() for line in str(failed.value).split("\n"))


def test_missing_and_unexpected_stand_side_by_side_with_the_nearest_beside_each_other() -> None:
    shown = _failure(
        [("shop.py", 4, "x"), ("shop.py", 30, "z"), ("new.py", 1, "q"), ("moved.py", 9, "y")],
        [("shop.py", 3, "x"), ("shop.py", 30, "x"), ("old.py", 9, "y"), ("gone.py", None, "p")],
    )
    assert shown == textwrap.dedent("""\
        4 missing, 4 unexpected, 0 as expected

        missing        unexpected     difference
        -------------  -------------  -----------------------
        gone.py  p     -              nothing near it
        -              new.py:1  q    'About q'
        old.py:9  y    moved.py:9  y  another file: 'About y'
        shop.py:3  x   shop.py:4  x   1 line below: 'About x'
        shop.py:30  x  shop.py:30  z  another rule: 'About z'""")


def test_a_whole_file_is_no_line() -> None:
    assert "the whole file for a line: 'About x'" in _failure([("a.py", None, "x")], [("a.py", 1, "x")])
    assert "a line for the whole file: 'About x'" in _failure([("a.py", 1, "x")], [("a.py", None, "x")])


def test_a_long_message_is_cut() -> None:
    found = [RawFinding(file="a.py", line=1, rule="x", message=f"Long\n{'word ' * 40}")]
    with pytest.raises(AssertionError, match=r"'Long word .*…'"):
        assert_findings(found, [])


@pytest.fixture
def golden(tmp_path: Path) -> Path:
    """Two defects, the second with a tolerance of a line and a `match`."""
    anchors: list[dict[str, object]] = [
        {"id": "one", "file": "a.py", "line": 3, "note": "The first"},
        {"id": "two", "file": "b.py", "line": 8, "tolerance": 1, "match": "money"},
    ]
    place = tmp_path / "set.jsonl"
    place.write_text("".join(json.dumps({"case": "set", **each}) + "\n" for each in anchors), encoding="utf-8")
    return place


def test_a_golden_set_is_matched_as_golden_does_it(golden: Path) -> None:
    assert_golden(_found(("b.py", 9, "money/float"), ("a.py", 3, "x")), golden)


def test_what_a_golden_set_misses_and_what_is_too_much_is_shown(golden: Path) -> None:
    found = _found(("a.py", 4, "x"), ("b.py", 9, "money/float"), ("b.py", 8, "money/int"))
    with pytest.raises(AssertionError) as failed:
        assert_golden(found, golden)
    assert str(failed.value).split("\n") == [
        f"{golden}: 1 of 2 defects found",
        "",
        "missing    a.py:3  one  'The first'",
        "duplicate  b.py:9  money/float  'About money/float'  of two",
        "outside    a.py:4  x  'About x'",
    ]


def test_a_defect_without_a_place_is_missing_and_a_finding_without_one_is_outside(tmp_path: Path) -> None:
    place = tmp_path / "set.json"
    place.write_text('{"version": 1, "expected": [{"id": "vague", "note": "Somewhere"}]}', encoding="utf-8")
    with pytest.raises(AssertionError) as failed:
        assert_golden(_found(("a.py", None, "x")), place)
    assert "missing    (no place)  vague" in str(failed.value)
    assert "outside    a.py  x  'About x'" in str(failed.value)
