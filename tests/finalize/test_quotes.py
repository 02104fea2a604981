"""How a quote may be read."""

from __future__ import annotations

import pytest

from houndsman.finalize.quotes import readings
from houndsman.models.finding import Side


@pytest.mark.parametrize("quote", ["", "  \n ", "x = 1", "{}();", "…………………………"])
def test_a_quote_that_could_stand_anywhere_has_no_reading(quote: str) -> None:
    assert list(readings(quote, Side.NEW)) == []


def test_the_literal_reading_comes_first() -> None:
    found = list(readings("- name: value_of_it", Side.NEW))
    assert found[0] == (b"- name: value_of_it",)


@pytest.mark.parametrize(
    ("side", "expected"), [(Side.NEW, (b"kept_line()", b"new_line()")), (Side.OLD, (b"kept_line()", b"old_line()"))]
)
def test_a_piece_of_a_diff_is_read_for_its_side(side: Side, expected: tuple[bytes, ...]) -> None:
    assert expected in list(readings(" kept_line()\n-old_line()\n+new_line()", side))


def test_letters_of_every_script_count() -> None:
    assert list(readings("значение()", Side.NEW)) == [("значение()".encode(),)]
