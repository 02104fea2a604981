"""Regular expressions that can take forever."""

from __future__ import annotations

import pytest

from houndsman.golden.probe import endless_on
from houndsman.models.golden import GoldenAnchor


def anchor(pattern: str) -> GoldenAnchor:
    return GoldenAnchor("float", "pay", "pay.py", 3, match=f"/{pattern}/")


@pytest.mark.parametrize("pattern", ["(a|a)*$", "(x|xx)+$", "(foo|foo)*$"])
def test_one_that_does_not_come_to_an_end(pattern: str) -> None:
    assert endless_on(anchor(pattern))


@pytest.mark.parametrize("pattern", ["money", r"float\s+money", r"\b(race|lock)\b.*held", r"^(\w+\s?)+$", "(a+)+$"])
def test_one_that_does(pattern: str) -> None:
    assert endless_on(anchor(pattern)) is None
