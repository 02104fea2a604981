"""A tool's word for severity, mapped once."""

from __future__ import annotations

import pytest

from houndsman.exchange.severity import severity_named
from houndsman.models.severity import Severity


@pytest.mark.parametrize(
    ("word", "severity"),
    [
        ("error", Severity.BLOCKING),
        (" Warning ", Severity.ATTENTION),
        ("NOTE", Severity.SUGGESTION),
        ("style", Severity.NIT),
        ("dreadful", None),
        ("", None),
        (None, None),
        (4, None),
    ],
)
def test_the_table_of_all_tools(word: object, severity: Severity | None) -> None:
    assert severity_named(word) is severity


def test_a_tools_own_words_come_first() -> None:
    own = {"none": None, "error": Severity.NIT}
    assert severity_named("None", own) is None
    assert severity_named("error", own) is Severity.NIT
    assert severity_named("warning", own) is Severity.ATTENTION
