"""The one table of severity words."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import pytest

from houndsman.intake.severity_words import claimed_severity
from houndsman.models.finding import Note

Told = Callable[[Iterable[Note]], list[str]]

TABLE = {
    "blocking": ["blocking", "blocker", "critical", "crítico", "fatal", "high", "alto", "error"],
    "attention": ["attention", "major", "medium", "médio", "warning"],
    "suggestion": ["suggestion", "minor", "low", "baixo", "note", "portability", "performance"],
    "nit": ["nit", "info", "style", "trivial"],
}


@pytest.mark.parametrize(("severity", "word"), [(s, w) for s, words in TABLE.items() for w in words])
def test_every_word_of_the_table(told: Told, severity: str, word: str) -> None:
    for spelling in (word, word.upper(), f" {word.title()} "):
        claimed, notes = claimed_severity(spelling)
        assert claimed == severity
        assert told(notes) == ([] if spelling == severity else [f"severity-word: {spelling} -> {severity}"])


@pytest.mark.parametrize("value", ["dreadful", 3, True, ["high"], {}])
def test_an_unknown_severity_is_attention_with_a_note(told: Told, value: object) -> None:
    claimed, notes = claimed_severity(value)
    assert (claimed, told(notes)) == ("attention", [f"severity-unknown: {value}"])


@pytest.mark.parametrize("value", [None, ""])
def test_no_severity_is_no_claim(value: object) -> None:
    assert claimed_severity(value) == (None, ())
