"""The one table of severity words."""

from __future__ import annotations

import pytest

from houndsman.intake.severity_words import claimed_severity

TABLE = {
    "blocking": ["blocking", "blocker", "critical", "crítico", "fatal", "high", "alto", "error"],
    "attention": ["attention", "major", "medium", "médio", "warning"],
    "suggestion": ["suggestion", "minor", "low", "baixo", "note", "portability", "performance"],
    "nit": ["nit", "info", "style", "trivial"],
}


@pytest.mark.parametrize(("severity", "word"), [(s, w) for s, words in TABLE.items() for w in words])
def test_every_word_of_the_table(severity: str, word: str) -> None:
    for spelling in (word, word.upper(), f" {word.title()} "):
        claimed, notes = claimed_severity(spelling)
        assert claimed == severity
        assert [note.code for note in notes] == ([] if spelling == severity else ["severity-word"])


@pytest.mark.parametrize("value", ["dreadful", 3, True, ["high"], {}])
def test_an_unknown_severity_is_attention_with_a_note(value: object) -> None:
    claimed, notes = claimed_severity(value)
    assert (claimed, [note.code for note in notes]) == ("attention", ["severity-unknown"])


@pytest.mark.parametrize("value", [None, ""])
def test_no_severity_is_no_claim(value: object) -> None:
    assert claimed_severity(value) == (None, ())
