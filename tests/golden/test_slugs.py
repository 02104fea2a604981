"""Ids that a person can read and that are given once."""

from __future__ import annotations

import pytest

from houndsman.golden.slugs import free, slug


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Round the cart total once, not per item", "round-the-cart-total-once-not-per-item"),
        ("fix(pay): Überweisung §3", "fix-pay-uberweisung-3"),
        ("漢字", "defect"),
        ("", "defect"),
        ("word " * 30, "word-word-word-word-word-word-word-word-word"),
        ("x" * 90, "x" * 48),
    ],
)
def test_an_id_of_words(text: str, expected: str) -> None:
    assert slug(text) == expected


def test_an_id_that_is_taken_gets_a_number() -> None:
    assert free("a", set()) == "a"
    assert free("a", {"a", "a-2"}) == "a-3"
