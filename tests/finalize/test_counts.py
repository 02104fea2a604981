"""How many of what, on one line."""

from __future__ import annotations

import pytest

from houndsman.finalize.counts import counted, plural


@pytest.mark.parametrize(
    ("values", "line"),
    [
        ([], "Files: 0"),
        (["b", "a", "b"], "Files: 3 (2 b, 1 a)"),
        (["b", "a"], "Files: 2 (1 a, 1 b)"),
        (["x" * 61], f"Files: 1 (1 {'x' * 59}…)"),
        (["a|b\n# c"], "Files: 1 (1 a\\|b # c)"),
    ],
)
def test_the_most_frequent_comes_first_and_no_word_breaks_the_line(values: list[str], line: str) -> None:
    assert counted("Files", values) == line


@pytest.mark.parametrize(("kinds", "more"), [(20, ""), (21, ", 1 other kind"), (22, ", 2 other kinds")])
def test_no_more_kinds_are_named_than_can_be_read(kinds: int, more: str) -> None:
    assert counted("Files", [f"{number:02}" for number in range(kinds)]).endswith(f"1 19{more})")


def test_one_is_not_many() -> None:
    assert [plural(number, "file") for number in (0, 1, 2)] == ["0 files", "1 file", "2 files"]
