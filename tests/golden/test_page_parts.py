"""What pages for people are made of."""

from __future__ import annotations

import pytest

from houndsman.golden import page_parts
from houndsman.models.manifest import RunWarning


def test_a_warning_in_one_line() -> None:
    assert list(page_parts.warned([RunWarning(code="odd", message="a\n# b")])) == [r"> **Warning, odd:** a # b"]


def test_columns_of_numbers_stand_to_the_right() -> None:
    head, rule, row = page_parts.table(["", "value"], [["recall", "50"]], right=[1]).splitlines()
    assert [cell.strip() for cell in head.strip("|").split("|")] == ["", "value"]
    assert [cell[0] + cell[-1] for cell in rule.strip("|").split("|")] == [":-", "-:"]
    assert [cell.strip() for cell in row.strip("|").split("|")] == ["recall", "50"]


@pytest.mark.parametrize(("count", "rest"), [(1, []), (200, []), (203, ["… and 3 more"])])
def test_a_list_ends_and_says_what_is_left_out(count: int, rest: list[str]) -> None:
    heading, rows, *more = page_parts.section("## Odd", ["n"], range(count), lambda n: [str(n)])
    assert heading == f"## Odd ({count})"
    assert len(rows.splitlines()) == 2 + min(count, 200)
    assert [told.partition(",")[0] for told in more] == rest


def test_no_section_and_no_bullets_for_nothing() -> None:
    assert list(page_parts.section("## Odd", ["n"], (), str.split)) == []
    assert list(page_parts.bullets([])) == []
    assert list(page_parts.bullets(["one", "two"])) == ["- One\n- Two"]


@pytest.mark.parametrize(
    ("place", "told"),
    [
        (("a.py", 3, 5), "a.py:3-5"),
        (("a.py", 3, 3), "a.py:3"),
        (("a.py", 3, None), "a.py:3"),
        (("a.py", None, None), "a.py"),
        ((None, None, None), ""),
        (("a|b.py", 1, None), r"a\|b.py:1"),
    ],
)
def test_a_place_as_far_as_it_is_known(place: tuple[str | None, int | None, int | None], told: str) -> None:
    assert page_parts.where(*place) == told


def test_foreign_words_are_capped() -> None:
    long = "y" * 1000
    lengths = [len(page_parts.named(long)), len(page_parts.said(long)), len(page_parts.at_length(long))]
    assert lengths == sorted(lengths) and lengths[-1] <= 601
    assert lengths[0] < lengths[1] < lengths[2]
    assert page_parts.named(None) == ""
