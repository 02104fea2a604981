"""Texts, side and confidence of a finding, however an agent writes them."""

from __future__ import annotations

import math

import pytest

from houndsman.intake.fields import claimed_confidence, claimed_side, quoted, words
from houndsman.intake.notes import Repair
from houndsman.models.finding import Side


@pytest.mark.parametrize(
    ("value", "text", "noted"),
    [
        ("  as it is\n", "as it is", False),
        (None, "", False),
        (["one", "two"], "one\ntwo", True),
        (7, "7", True),
        ({"b": 1, "a": "ü"}, '{"a": "ü", "b": 1}', True),
    ],
)
def test_what_is_no_text_is_written_out_with_a_note(value: object, text: str, noted: bool) -> None:
    found, notes = words(value, Repair.QUOTE_NOT_TEXT)
    assert (found, bool(notes)) == (text, noted)


@pytest.mark.parametrize(("value", "text"), [("\n\n    indented\n", "    indented"), ("\tx  \n", "\tx"), (None, "")])
def test_a_quote_keeps_its_indentation(value: object, text: str) -> None:
    assert quoted(value) == (text, ())


@pytest.mark.parametrize(
    ("value", "side", "noted"),
    [
        (None, None, False),
        ("", None, False),
        ("new", Side.NEW, False),
        ("old", Side.OLD, False),
        ("LEFT", Side.OLD, True),
        ("Right", Side.NEW, True),
        ("both", Side.NEW, True),
        (3, Side.NEW, True),
    ],
)
def test_sides(value: object, side: Side | None, noted: bool) -> None:
    found, notes = claimed_side(value)
    assert (found, bool(notes)) == (side, noted)


@pytest.mark.parametrize(
    ("value", "confidence", "noted"),
    [
        (0.8, 0.8, False),
        (1, 1.0, False),
        (None, None, False),
        ("0.5", 0.5, True),
        ("80%", 0.8, True),
        (80, 0.8, True),
        ("1%", 0.01, True),
        (101, None, True),
        (-0.1, None, True),
        (True, None, True),
        (math.nan, None, True),
        ("high", None, True),
        ([0.5], None, True),
    ],
)
def test_confidence(value: object, confidence: float | None, noted: bool) -> None:
    found, notes = claimed_confidence(value)
    assert (found, bool(notes)) == (confidence, noted)
