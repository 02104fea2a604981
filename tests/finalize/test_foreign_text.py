"""Foreign text cannot break out of its place."""

from __future__ import annotations

import pytest

from houndsman.finalize.foreign_text import block, line, plain


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a | b", "a \\| b"),
        ("one\ntwo\r\n# three", "one two # three"),
        ("<script>", "\\<script\\>"),
        ("[x](http://e) `c` *b*", "\\[x\\](http://e) \\`c\\` \\*b\\*"),
        ("trailing \\", "trailing \\\\"),
        ("\x1b[31mred\x00", "�\\[31mred�"),
        ("a\u202eb\u2028c", "a�b�c"),
        ("  ", ""),
    ],
)
def test_a_line_stays_one_line_without_markup(text: str, expected: str) -> None:
    assert line(text) == expected


def test_a_line_is_capped_before_it_is_escaped() -> None:
    assert line("|" * 50, limit=10) == "\\|" * 9 + "…"
    assert plain("x" * 50, 10) == "x" * 9 + "…"


@pytest.mark.parametrize("text", ["plain", "```\nescape\n```", "`````", "~~~\n# no heading"])
def test_a_block_is_closed_only_by_its_own_fence(text: str) -> None:
    lines = block(text, 1000).split("\n")
    fence = lines[-1]
    assert set(fence) == {"`"}
    assert lines[0] == fence + "text"
    assert not any(fence in inner for inner in lines[1:-1])


def test_a_block_is_cut_and_says_so() -> None:
    text = block("x" * 5000, 100)
    assert "x" * 100 + "…" in text
    assert "4900 characters more" in text
    assert len(text) < 200
