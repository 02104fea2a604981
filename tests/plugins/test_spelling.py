"""Which words `spelling` reports, and which it passes over."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from houndsman import CheckUnavailable, RawFinding
from houndsman_plugins import spelling

if TYPE_CHECKING:
    from tests.plugins.conftest import Bench, FakeScanner, Written


def _check(bench: Bench, files: dict[str | bytes, str | Written]) -> list[RawFinding]:
    return bench.check(spelling.houndsman_check, spelling.WATCHDOG, files)


def _said(bench: Bench, files: dict[str | bytes, str | Written]) -> list[tuple[int | None, str]]:
    return [(finding.line, finding.message) for finding in _check(bench, files)]


def test_one_finding_stands_for_all_new_words_of_a_line(bench: Bench) -> None:
    text = "teh recieve teh\nfine\nlangauge\n"
    assert _said(bench, {"a.md": bench.file(text, changed=[1, 2])}) == [
        (1, "`teh` should be `the`; `recieve` should be `receive`")
    ]


def test_all_corrections_are_said(bench: Bench, fake_scanner: FakeScanner) -> None:
    row = '"type": "typo", "path": "./000000.md", "line_num": 2, "byte_offset": 0, "typo": "thier"'
    fake_scanner("typos", prints=f'{{{row}, "corrections": ["their", "tier"]}}')
    assert _said(bench, {"a.md": "thier\n"}) == [(1, "`thier` should be `their` or `tier`")]


@pytest.mark.parametrize(
    ("text", "changed", "removed"),
    [
        ("recieve(1)\nrecieve(2)\n", [2], ()),
        ("onRecieve()\nRecieve()\n", [2], ()),
        ("x = recieve_all\n    recieve()\n", [2], ()),
        ("recieve()\n", [1], ("  recieve()",)),
    ],
    ids=["untouched", "inside a name", "before an underscore", "moved"],
)
def test_a_word_that_the_file_held_before_is_not_this_change_s(
    bench: Bench, text: str, changed: list[int], removed: tuple[str, ...]
) -> None:
    assert _said(bench, {"a.py": bench.file(text, changed=changed, removed=removed)}) == []


def test_a_word_that_only_ends_like_one_before_is_new(bench: Bench) -> None:
    assert [line for line, _ in _said(bench, {"a.md": bench.file("steh tehm\nteh\n", changed=[2])})] == [2]


@pytest.mark.parametrize(
    "text",
    [
        "ser nd ba fo",
        "AKS TEH",
        "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b",
        "https://example.com/teh",
        "naïve café",
        "colour and color",
        f"{'x ' * 600}teh",
    ],
    ids=["short names", "acronyms", "hash", "address", "accents", "both spellings", "a line nobody wrote"],
)
def test_what_is_hardly_a_slip_is_passed_over(bench: Bench, text: str) -> None:
    assert _said(bench, {"a.md": text}) == []


@pytest.mark.parametrize("path", ["a.lock", "a.pem", "a.key", "Makefile", "a", "a.ünï", "a.TXT", "a.py"])
def test_no_suffix_hides_a_file_that_we_are_given(bench: Bench, path: str) -> None:
    assert _said(bench, {path: "recieve\n"}) == [(1, "`recieve` should be `receive`")]


def test_a_language_s_own_words_are_known_by_the_suffix(bench: Bench) -> None:
    assert _said(bench, {"a.py": "x = numpy.arange(3)\n"}) == []
    assert _said(bench, {"a.md": "arange\n"}) == [(1, "`arange` should be `arrange`")]


@pytest.mark.parametrize("first", [b"%PDF-1.4", b"caf\xe9", b"\xef\xbb\xbf", b"a\rb", b"a\x00b"])
def test_no_beginning_makes_a_file_unreadable(bench: Bench, first: bytes) -> None:
    assert _said(bench, {"a.txt": bench.file(first + b"\nteh\n")}) == [(2, "`teh` should be `the`")]


def test_a_letter_in_another_encoding_does_not_cut_a_word(bench: Bench) -> None:
    assert _said(bench, {"a.txt": bench.file(b"caf\xe9 r\xe9sum\xe9\n")}) == []


def test_what_typos_could_not_read_is_an_error(bench: Bench, fake_scanner: FakeScanner) -> None:
    fake_scanner("typos", prints='{"type":"binary_file","path":"./000000.txt"}')
    with pytest.raises(CheckUnavailable, match="binary_file"):
        _check(bench, {"a.txt": "teh\n"})


def test_translations_and_data_are_not_guarded() -> None:
    assert {"*.po", "locales/", "*.svg", "*.lock", "*.min.*"} <= set(spelling.WATCHDOG.exclude)
