"""A note says what was and what it became, and stays short whatever it is told."""

from __future__ import annotations

import pytest

from houndsman.intake.notes import MEANINGS, Repair, note


@pytest.mark.parametrize(
    ("was", "became", "told"),
    [
        (None, None, ""),
        ("L12", None, ": L12"),
        (" L12 ", "12", ":  L12  -> 12"),
        (["7", 12], None, ": ['7', 12]"),
        (1.5, 2, ": 1.5 -> 2"),
        (None, "12", " -> 12"),
        ("x" * 120, None, ": " + "x" * 120),
        ("x" * 121, None, ": " + "x" * 119 + "…"),
    ],
)
def test_what_was_and_what_it_became(was: object, became: object, told: str) -> None:
    made = note(Repair.LINE_TEXT, was, became)
    assert (made.code, made.text) == ("line-text", MEANINGS[Repair.LINE_TEXT] + told)


def test_every_code_is_explained() -> None:
    assert set(MEANINGS) == set(Repair)
