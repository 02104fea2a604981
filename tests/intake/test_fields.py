"""Texts, side and confidence of a finding, however an agent writes them."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable

import pytest

from houndsman.intake.fields import claimed_confidence, claimed_side, quoted, words
from houndsman.intake.notes import Repair
from houndsman.models.finding import Note, Side

Told = Callable[[Iterable[Note]], list[str]]


@pytest.mark.parametrize(
    ("value", "text", "notes"),
    [
        ("  as it is\n", "as it is", []),
        (None, "", []),
        (["one", "two"], "one\ntwo", ["quote-not-text: ['one', 'two']"]),
        (7, "7", ["quote-not-text: 7"]),
        ({"b": 1, "a": "ü"}, '{"a": "ü", "b": 1}', ["quote-not-text: {'b': 1, 'a': 'ü'}"]),
    ],
)
def test_what_is_no_text_is_written_out_with_a_note(told: Told, value: object, text: str, notes: list[str]) -> None:
    found, made = words(value, Repair.QUOTE_NOT_TEXT)
    assert (found, told(made)) == (text, notes)


@pytest.mark.parametrize(
    ("value", "text"),
    [("\n\n    indented\n", "    indented"), ("\tx  \n", "\tx"), ("\r\nX = MAX\r\n", "X = MAX"), (None, "")],
)
def test_a_quote_keeps_its_indentation(value: object, text: str) -> None:
    assert quoted(value) == (text, ())


@pytest.mark.parametrize(
    ("value", "side", "notes"),
    [
        (None, None, []),
        ("", None, []),
        ("new", Side.NEW, []),
        ("old", Side.OLD, []),
        ("LEFT", Side.OLD, ["side-word: LEFT -> old"]),
        ("Right", Side.NEW, ["side-word: Right -> new"]),
        ("both", Side.NEW, ["side-unknown: both"]),
        (3, Side.NEW, ["side-unknown: 3"]),
    ],
)
def test_sides(told: Told, value: object, side: Side | None, notes: list[str]) -> None:
    found, made = claimed_side(value)
    assert (found, told(made)) == (side, notes)


@pytest.mark.parametrize(
    ("value", "confidence", "notes"),
    [
        (0.8, 0.8, []),
        (0, 0.0, []),
        (1, 1.0, []),
        (None, None, []),
        ("", None, []),
        ("0.5", 0.5, ["confidence-spelling: 0.5 -> 0.5"]),
        ("1", 1.0, ["confidence-spelling: 1 -> 1.0"]),
        ("80%", 0.8, ["confidence-spelling: 80% -> 0.8"]),
        ("100 %", 1.0, ["confidence-spelling: 100 % -> 1.0"]),
        (80, 0.8, ["confidence-spelling: 80 -> 0.8"]),
        (2, 0.02, ["confidence-spelling: 2 -> 0.02"]),
        ("1%", 0.01, ["confidence-spelling: 1% -> 0.01"]),
        (101, None, ["confidence-unreadable: 101"]),
        (-0.1, None, ["confidence-unreadable: -0.1"]),
        (True, None, ["confidence-unreadable: True"]),
        (math.nan, None, ["confidence-unreadable: nan"]),
        ("high", None, ["confidence-unreadable: high"]),
        ([0.5], None, ["confidence-unreadable: [0.5]"]),
    ],
)
def test_confidence(told: Told, value: object, confidence: float | None, notes: list[str]) -> None:
    found, made = claimed_confidence(value)
    assert (found, told(made)) == (confidence, notes)
