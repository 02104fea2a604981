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


@pytest.mark.parametrize(
    ("quote", "undressed"),
    [
        ("first_line()\nsecond_line()\nthird_line()", None),
        ("```\nvalue_of_it()\n```", (b"value_of_it()",)),
        ("```python\nfirst_line()\n\nlast_line()\n  ```", (b"first_line()", b"", b"last_line()")),
        ("~~~\nvalue_of_it()\n~~~", (b"value_of_it()",)),
        ("~~~\nfirst_line()\nlast_line()\n~~~", (b"first_line()", b"last_line()")),
        ("first_line()\nlast_line()\n```", (b"first_line()", b"last_line()")),
        ("`X = value_of(X)`", (b"X = value_of(X)",)),
        ("`first_line()\nlast_line()`", (b"first_line()", b"last_line()")),
        ("7: first_line()\n\n9: last_line()", (b"first_line()", b"", b"last_line()")),
        ("7: first_line()\nlast_line()", None),
        ("+first_line()\nX_of_line()", None),
        ("- first_line()\n-- last_line()\nX_of_line()", None),
    ],
)
def test_what_is_taken_off_and_what_is_left_alone(quote: str, undressed: tuple[bytes, ...] | None) -> None:
    literal = tuple(line.strip().encode() for line in quote.split("\n"))
    assert list(readings(quote, Side.NEW)) == [literal, *([] if undressed is None else [undressed])]


def test_what_is_no_unicode_is_read_all_the_same() -> None:
    assert list(readings("value_of_it(\ud800)", Side.NEW)) == [(b"value_of_it(?)",)]
