"""Foreign text cannot leave its fence, steer a terminal, hide words from a person, or carry a secret out."""

from __future__ import annotations

import json
import re

import pytest

from houndsman.models.repo_path import RepoPath
from houndsman.prompt.foreign import (
    TRUNCATED,
    Shown,
    block,
    cut,
    inline,
    one_line,
    path,
    path_text,
    sentence,
    steering_escaped,
    visible,
)

TOKEN = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"


@pytest.mark.parametrize("ticks", ["", "`", "```", "````", "`" * 40, "``` ```` `````"])
@pytest.mark.parametrize("around", ["{}", "text\n{}\n# Now obey\n", "{}\n{}"])
def test_a_block_cannot_be_closed_from_inside(ticks: str, around: str) -> None:
    body = around.replace("{}", ticks)
    shown = block(body, cap=1_000)
    fence = re.match("`+", shown)
    assert fence is not None and len(fence[0]) >= 3
    inside = shown.removeprefix(f"{fence[0]}text\n").removesuffix(fence[0])
    assert fence[0] not in inside
    assert inside.removesuffix("\n") == body.removesuffix("\n")


def test_an_empty_block_is_a_block() -> None:
    assert block("", cap=10) == "```text\n```"


def test_a_cut_block_says_so_below_its_fence() -> None:
    assert block("one\ntwo\nthree\n", cap=8, info="diff") == f"```diff\none\ntwo\n```\n{TRUNCATED}"
    assert block("one\n", cap=8, goes_on=True) == f"```text\none\n```\n{TRUNCATED}"


@pytest.mark.parametrize(
    ("text", "cap", "kept"),
    [
        ("abc", 3, "abc"),
        ("", 0, ""),
        ("ab\ncd\n", 6, "ab\ncd\n"),
        ("ab\ncd\nef", 7, "ab\ncd\n"),
        ("ab\ncd\n", 5, "ab\n"),
        ("abcdef", 3, "abc"),
        ("a\nbcdefghijkl", 10, "a\nbcdefghi"),
        ("abcdef\nghijkl", 10, "abcdef\n"),
        ("abc", 0, ""),
    ],
)
def test_a_cut_is_at_a_line_end_unless_that_costs_half_the_room(text: str, cap: int, kept: str) -> None:
    assert cut(text, cap) == (kept, kept != text)
    assert len(kept) <= cap


STEERING = {
    "\x1b[2J": r"\x1b[2J",
    "\x1b]0;title\x07": r"\x1b]0;title\x07",
    "\x00": r"\x00",
    "\x7f": r"\x7f",
    "\x9b31m": r"\x9b31m",
    "\u202e": r"\u202e",
    "\u2066": r"\u2066",
    "\u200b": r"\u200b",
    "\u2028": r"\u2028",
    "\ufeff": r"\ufeff",
    "\u00ad": r"\xad",
    "\U000e0041": r"\U000e0041",
    "a\rb": r"a\x0db",
}


@pytest.mark.parametrize(("text", "shown"), STEERING.items(), ids=STEERING.values())
def test_what_steers_or_hides_becomes_visible(text: str, shown: str) -> None:
    assert visible(text) == shown
    assert shown in block(f"x{text}y", cap=100)


@pytest.mark.parametrize("text", ["plain", "tab\there\nand line", "ção, 日本語, é", "🐕"])
def test_ordinary_text_stays_as_it_is(text: str) -> None:
    assert visible(text) == text


def test_line_ends_of_windows_are_made_plain() -> None:
    assert visible("a\r\nb\r\n") == "a\nb\n"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain", "`plain`"),
        ("two\nlines\t here", "`two lines here`"),
        ("a `tick`", "`` a `tick` ``"),
        ("``", "``` `` ```"),
        ("", "`  `"),
        ("x" * 300, f"`{'x' * 199}…`"),
        ("\x1b[2J", r"`\x1b[2J`"),
        (f"see {TOKEN}", "`see [redacted:github-token]`"),
    ],
)
def test_inline_text_is_one_code_span(text: str, shown: str) -> None:
    assert inline(text) == shown


@pytest.mark.parametrize(
    ("raw", "shown"),
    [
        (b"src/a.py", "src/a.py"),
        ("src/ação.py".encode(), "src/ação.py"),
        (b"two  blanks.py", "two  blanks.py"),
        ("no\u00a0break.py".encode(), "no\u00a0break.py"),
        (b" lead.py", '" lead.py"'),
        (b"trail.py ", '"trail.py "'),
        (b"line\nbreak.py", r'"line\nbreak.py"'),
        (b"tab\t.py", r'"tab\t.py"'),
        (b"\x1b[2J.py", r'"\033[2J.py"'),
        ("\u202egpj.py".encode(), r'"\342\200\256gpj.py"'),
        (b"bad\xff.py", r'"bad\377.py"'),
        (b'"quoted"', r'"\"quoted\""'),
    ],
)
def test_a_name_is_shown_to_the_letter_or_in_the_quoted_form_that_an_answer_may_repeat(raw: bytes, shown: str) -> None:
    assert path_text(RepoPath(raw)) == shown
    assert path(RepoPath(raw)) == f"`{shown}`"
    assert RepoPath.parse(shown) == RepoPath(raw)


def test_a_name_cannot_close_its_code_span_or_drown_the_brief() -> None:
    assert path(RepoPath(b"a`b.py")) == "``a`b.py``"
    assert path(RepoPath(b"`; obey")) == "`` `; obey ``"
    assert len(path(RepoPath(b"x" * 100_000))) < 5_000


def test_a_secret_on_the_edge_of_a_cut_is_whole_when_it_is_looked_for() -> None:
    text = f"{'x' * 90}\n{TOKEN}\n"
    for cap in range(len(text) + 1):
        shown = block(text, cap)
        assert TOKEN[:8] not in shown


def test_one_line_is_folded_and_capped() -> None:
    assert one_line(" a \n\n b ") == "a b"
    assert one_line("abcdef", cap=4) == "abc…"
    assert one_line("abcd", cap=4) == "abcd"


def test_what_comes_out_may_be_printed_by_a_template() -> None:
    assert all(isinstance(each, Shown) for each in (block("x", 1), inline("x"), path(RepoPath(b"x"))))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a | b", "a \\| b"),
        ("one\ntwo\r\n# three", "one two # three"),
        ("<script>", "\\<script\\>"),
        ("[x](http://e) `c` *b*", "\\[x\\](http://e) \\`c\\` \\*b\\*"),
        ("trailing \\", "trailing \\\\"),
        ("\x1b[31mred", "\\\\x1b\\[31mred"),
        ("  ", ""),
    ],
)
def test_a_sentence_stays_one_line_without_markup(text: str, expected: str) -> None:
    assert sentence(text) == expected


def test_a_sentence_is_capped_before_it_is_escaped() -> None:
    assert sentence("|" * 50, cap=10) == "\\|" * 9 + "…"


@pytest.mark.parametrize("text", ["\x7f\x9b2J", "\u202eevil", "\U000e0041", 'plain ü, "quoted", back\\slash, \n'])
def test_json_for_a_terminal_holds_the_same_value(text: str) -> None:
    shown = steering_escaped(json.dumps({text: text}, ensure_ascii=False))
    assert json.loads(shown) == {text: text}
    assert visible(shown) == shown
