"""What an anchor's `match` asks of a finding."""

from __future__ import annotations

import sys

import pytest

from houndsman.golden.load import GoldenError
from houndsman.golden.match_text import Matcher, criterion
from houndsman.models.foreign import ForeignFinding
from houndsman.models.golden import GoldenAnchor


def anchor(match: str | None) -> GoldenAnchor:
    return GoldenAnchor("float-money", "pay", "pay.py", 3, match=match, source="pay.json: expected[0]")


def finding(message: str = "", rule: str | None = None, action: str = "", quote: str = "") -> ForeignFinding:
    return ForeignFinding("pay.py", 3, message=message, rule=rule, action=action, quote=quote, source="mine.jsonl:7")


@pytest.mark.parametrize(
    ("match", "message", "occurs"),
    [
        (None, "", True),
        ("", "anything", True),
        ("rounding", "a Rounding error", True),
        ("rounding", "a round error", False),
        ("  Money is\n\ta FLOAT ", "here money  is a float.", True),
        ("money is", "money", False),
        ("STRASSE", "die Straße", True),
        ("não", "na\N{COMBINING TILDE}o confere", True),
        ("a.c", "abc", False),
        ("/a.c/", "abc", True),
        ("/a.c/", "ABC", True),
        ("/(?-i:a.c)/", "ABC", False),
        ("/money is a/", "money\n  is a float", True),
        (r"/^\w+$/", "two words", False),
        (r"/^\w+$/", "one", True),
        ("/", "this / that", True),
        ("/usr", "in /usr/bin", True),
        ("/usr", "in usr", False),
    ],
)
def test_text_is_folded_and_slashes_make_a_regular_expression(match: str | None, message: str, occurs: bool) -> None:
    assert Matcher(anchor(match)).occurs_in(finding(message)) is occurs


@pytest.mark.parametrize("match", ["float money", "/float\\s+money/"])
def test_it_is_looked_for_in_all_four_texts(match: str) -> None:
    matcher, words = Matcher(anchor(match)), "Float Money"
    assert matcher.occurs_in(finding(rule=words))
    assert matcher.occurs_in(finding(message=words))
    assert matcher.occurs_in(finding(action=words))
    assert matcher.occurs_in(finding(quote=words))
    assert not matcher.occurs_in(ForeignFinding("pay.py", 3, category=words))


@pytest.mark.parametrize("match", ["float money", "/float\\s+money/"])
def test_it_is_not_put_together_from_two_texts(match: str) -> None:
    assert not Matcher(anchor(match)).occurs_in(finding(rule="float", message="money"))


@pytest.mark.parametrize(
    "pattern", ["(", "a**", r"\p{nothing}", "(?u)(?L)a", "a{1000000000000}", "(" * 5000 + ")" * 5000]
)
def test_a_pattern_that_is_none_names_its_anchor(pattern: str) -> None:
    with pytest.raises(GoldenError, match="'float-money' cannot be compiled") as caught:
        Matcher(anchor(f"/{pattern}/"))
    assert caught.value.where == "pay.json: expected[0]"
    assert caught.value.exit_code == 2


def test_a_pattern_that_runs_out_of_time_is_an_error_and_no_no() -> None:
    matcher = Matcher(anchor("/(a|a)*$/"), limit=0.05)
    assert matcher.occurs_in(finding("aaa"))
    with pytest.raises(GoldenError, match=r"'float-money' is not done with the finding mine\.jsonl:7") as caught:
        matcher.occurs_in(finding("a" * 100 + "!"))
    assert caught.value.where == "pay.json: expected[0]"


def test_findings_that_only_differ_elsewhere_are_told_apart() -> None:
    matcher = Matcher(anchor("money"))
    answers = [matcher.occurs_in(finding(message)) for message in ("money", "time", "money", "time")]
    assert answers == [True, False, True, False]


def test_regex_is_imported_only_for_a_pattern(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "regex", None)  # an import of it fails now
    assert Matcher(anchor("money")).occurs_in(finding("money"))
    with pytest.raises(ImportError):
        Matcher(anchor("/never asked for before/"))


@pytest.mark.parametrize(
    ("one", "other", "equal"),
    [
        (None, " ", True),
        ("Money  is", "money is", True),
        ("money", "time", False),
        ("/a/", "/A/", False),
        ("/a/", "a", False),
    ],
)
def test_what_comes_to_the_same(one: str | None, other: str | None, equal: bool) -> None:
    assert (criterion(one) == criterion(other)) is equal
