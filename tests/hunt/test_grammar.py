"""Tokens and steps of the two grammars."""

from __future__ import annotations

import pytest

from houndsman.hunt.grammar import LOOSE, PLAIN, Expect, Grammar


def _kinds(grammar: Grammar, text: str) -> list[tuple[str, str]]:
    return [(token.kind, text[token.start : token.end]) for token in grammar.tokens(text)]


@pytest.mark.parametrize("grammar", [PLAIN, LOOSE])
def test_json_has_the_same_tokens_in_both(grammar: Grammar) -> None:
    assert _kinds(grammar, r' {"a\"b": [-1.5e+3, true ,null]}') == [
        ("{", "{"),
        ("string", r'"a\"b"'),
        (":", ":"),
        ("[", "["),
        ("scalar", "-1.5e+3"),
        (",", ","),
        ("scalar", "true"),
        (",", ","),
        ("scalar", "null"),
        ("]", "]"),
        ("}", "}"),
    ]


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("'it\\'s'", ["string"]),
        ('“a "b"”', ["string"]),
        ('"two\nlines"', ["string"]),
        ('"a\\\nb"', ["string"]),
        ("12-15", ["word"]),
        ("012", ["word"]),
        ("0x1f", ["word"]),
        ("1.", ["word"]),
        ("-Infinity", ["word"]),
        ("truely", ["word"]),
        ("n/a", ["word"]),
        ("src/a.py", ["word"]),
        ("a // b ' \n: 1", ["word", ":", "scalar"]),
        ("a /* ' * / */ # ' \n : 1", ["word", ":", "scalar"]),
        ("a /* /* */ : 1", ["word"]),
        ("a\u00a0\ufeff\u200b: 1", ["word", ":", "scalar"]),
        ("a ...", ["word"]),
        ("a <b>", ["word"]),
        ("a 'b", ["word"]),
    ],
)
def test_what_models_write_is_read_by_the_loose_one_only(text: str, kinds: list[str]) -> None:
    assert [kind for kind, _ in _kinds(LOOSE, text)] == kinds
    assert [kind for kind, _ in _kinds(PLAIN, text)] != kinds or kinds == ["word"]


def test_a_string_that_never_ends_is_told_from_no_token() -> None:
    assert LOOSE.next_token(" 'a", 0) == ("open", 1, 2)
    assert LOOSE.next_token(' "a\\"', 0) == ("open", 1, 2)
    assert LOOSE.next_token(" ...", 0) == ("none", 1, 1)
    assert PLAIN.next_token('  "a', 0) == ("none", 2, 2)
    assert PLAIN.next_token('"a\nb"', 0) == ("none", 0, 0)


@pytest.mark.parametrize(
    ("text", "in_plain", "in_loose"),
    [
        ('{"a":', True, True),
        ('{ \n"a\\"" :', True, True),
        ("{'a':", False, True),
        ("{a:", False, True),
        ("{“a”:", False, True),
        ("{// why", False, True),
        ("{a # why", False, True),
        ('{"a"', False, False),
        ('{"a",', False, False),
        ("{a b:", False, False),
        ("{}", False, False),
        ("{{", False, False),
    ],
)
def test_an_object_begins_before_a_key(text: str, in_plain: bool, in_loose: bool) -> None:
    assert (PLAIN.start.match(text) is not None, LOOSE.start.match(text) is not None) == (in_plain, in_loose)


def test_only_the_loose_one_takes_a_comma_before_the_end() -> None:
    for expect, closing in ((Expect.KEY, "}"), (Expect.ITEM, "]")):
        assert closing not in PLAIN.steps[expect]
        assert LOOSE.steps[expect][closing] is Expect.CLOSED
