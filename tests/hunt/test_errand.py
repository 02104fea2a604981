"""What the size of an errand is taken to be."""

from __future__ import annotations

from pathlib import Path

from houndsman.hunt.errand import Errand


def test_an_errand_is_as_large_as_its_brief() -> None:
    assert Errand("money", "é" * 4, (), Path("money.json")).estimated_tokens == 2
