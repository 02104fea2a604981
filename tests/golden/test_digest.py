"""The hash by which a golden set is known."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from houndsman.golden.digest import digest
from houndsman.models.golden import GoldenAnchor, GoldenCase

ANCHOR = GoldenAnchor("float", "pay", "pay.py", 3)
OTHER = GoldenAnchor("", "pay", "pay.py", 9, extra={"cwe": 1, "by": "me"})
CASE = GoldenCase("pay", (ANCHOR, OTHER), frozenset({"pay.py", "cart.py"}))


def one(**changed: object) -> str:
    anchor = ANCHOR._replace(**changed)  # type: ignore[arg-type]
    return digest([GoldenCase("pay", (anchor, OTHER), CASE.files)], 1, None)


@pytest.mark.parametrize(
    "changed",
    [
        {"id": "int"}, {"file": "cart.py"}, {"line": 4}, {"end_line": 4}, {"tolerance": 1}, {"match": "x"},
        {"side": "new"}, {"severity": "nit"}, {"category": "x"}, {"rule": "x"}, {"note": "x"}, {"code": "x"},
        {"ignored": True}, {"extra": {"cwe": 2}},
    ],
)  # fmt: skip
def test_it_changes_with_what_an_anchor_says(changed: dict[str, object]) -> None:
    assert one(**changed) != one()


def test_where_an_anchor_stands_is_not_what_it_says() -> None:
    assert one(source="elsewhere.jsonl:7") == one()


@pytest.mark.parametrize(
    "case",
    [
        GoldenCase("buy", CASE.anchors, CASE.files),
        GoldenCase("pay", CASE.anchors, CASE.files, commit="abc"),
        GoldenCase("pay", CASE.anchors, CASE.files, changed_lines=4),
        GoldenCase("pay", CASE.anchors, frozenset({"pay.py"})),
        GoldenCase("pay", (ANCHOR,), CASE.files),
    ],
)
def test_it_changes_with_what_a_case_says(case: GoldenCase) -> None:
    assert digest([case], 1, None) != digest([CASE], 1, None)


def test_a_clean_case_more_changes_it() -> None:
    assert digest([CASE, GoldenCase("clean")], 1, None) != digest([CASE], 1, None)


def test_the_name_of_the_file_does_not_change_it() -> None:
    anchors = tuple(anchor._replace(case="renamed") for anchor in CASE.anchors)
    assert digest([GoldenCase("renamed", anchors, CASE.files)], 1, "renamed") == digest([CASE], 1, "pay")


@given(st.permutations([ANCHOR, OTHER, OTHER._replace(note="again"), ANCHOR._replace(extra={"a": 1})]))
def test_the_order_of_anchors_does_not_change_it(anchors: list[GoldenAnchor]) -> None:
    ordered = (ANCHOR, OTHER, OTHER._replace(note="again"), ANCHOR._replace(extra={"a": 1}))
    assert digest([GoldenCase("pay", tuple(anchors))], 1, None) == digest([GoldenCase("pay", ordered)], 1, None)


def test_the_order_of_an_anchor_s_own_keys_does_not_change_it() -> None:
    assert one(extra={"a": {"x": 1, "y": 2}, "b": 2}) == one(extra={"b": 2, "a": {"y": 2, "x": 1}})
