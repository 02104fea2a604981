"""Which weakness a tool's word names."""

from __future__ import annotations

import pytest

from houndsman.exchange.cwe import cwe_named, cwe_numbered


@pytest.mark.parametrize(
    ("word", "cwe"),
    [
        ("CWE-89", "CWE-89"),
        ("cwe-089", "CWE-89"),
        ("external/cwe/cwe-089", "CWE-89"),
        ("CWE-79: Cross-site Scripting", "CWE-79"),
        ("possible overflow (CWE-120, CWE-20).", "CWE-120"),
        ("CWE:401", "CWE-401"),
        ("CWE", None),
        ("CWE-0", None),
        ("CWE-1234567", None),
        ("XCWE-89", None),
        ("89", None),
        (89, None),
        (None, None),
    ],
)
def test_a_text_that_names_one(word: object, cwe: str | None) -> None:
    assert cwe_named(word) == cwe


@pytest.mark.parametrize(
    ("value", "cwe"),
    [
        (89, "CWE-89"),
        ("89", "CWE-89"),
        (" 089 ", "CWE-89"),
        ("CWE-89", "CWE-89"),
        (0, None),
        (-1, None),
        (True, None),
        (89.5, None),
        ("", None),
        (["89"], None),
    ],
)
def test_a_field_for_one(value: object, cwe: str | None) -> None:
    assert cwe_numbered(value) == cwe
