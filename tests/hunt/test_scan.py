"""Where objects stand in a text, in linear time, whatever the text."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from houndsman.hunt.grammar import LOOSE, PLAIN, Grammar
from houndsman.hunt.scan import Stretch, scan, stretches

REPLY = '{"findings": []}'


def _found(text: str) -> list[tuple[str, bool]]:
    return [(text[part.start : part.end], part.is_closed) for part in stretches(text)]


@pytest.mark.parametrize(
    ("text", "objects"),
    [
        (f"so {REPLY}.", [REPLY]),
        (f"{REPLY}{REPLY}", [REPLY, REPLY]),
        (f'{{"a": {REPLY}}}', [f'{{"a": {REPLY}}}']),
        (f'{{"a": {json.dumps(REPLY)}}} "findings"', [f'{{"a": {json.dumps(REPLY)}}}']),
        (f"{{{{{REPLY}}}}}", [REPLY]),
        (f'{{"a": 1, "b {REPLY}', [REPLY]),
        (f'{{ "a": 1 "b": {REPLY}', [REPLY]),
        (f'{{"a": {REPLY}, oops', [REPLY]),
        (f"{{x: don't {REPLY}", [REPLY]),
        (f"{{'a': '{REPLY}'}}", [f"{{'a': '{REPLY}'}}"]),
        (f"{{'a': '{REPLY}", [REPLY]),
        (f"[{REPLY}]", [REPLY]),
        (f"{{ # {REPLY}", [REPLY]),
        ("findings {} { } {x} {y, z}", []),
        ('{"finding": []}', []),
        ("", []),
    ],
)
def test_outermost_objects_are_found(text: str, objects: list[str]) -> None:
    assert _found(text) == [(each, True) for each in objects]


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ('so {"findings": [{"a": 1}, {"b', [('{"findings": [{"a": 1}, {"b', False)]),
        ('{"w": {"findings": [1', [('{"findings": [1', False)]),
        ('{"w": {"a": 1}, "x": {"findings": [1', [('{"a": 1}', True), ('{"findings": [1', False)]),
        ('{"findings": [1}\n{"findings": 1}', [('{"findings": [1', False), ('{"findings": 1}', True)]),
        ('{"findings": "a "{"findings": []} b"}', [('{"findings": "a "', False)]),
        ("{'findings': 'a {\"findings\": []} b", [("{'findings': 'a {\"findings\": []} b", False)]),
        (f"{{\"findings\": 'a' 'b\n{REPLY}", [("{\"findings\": 'a' ", False), (REPLY, True)]),
        ('{"a": [{"findings": [1]}, 2', [('{"findings": [1]}', True)]),
    ],
)
def test_replies_that_break_off_are_found_and_keep_what_is_theirs(text: str, parts: list[tuple[str, bool]]) -> None:
    assert _found(text) == parts


def test_no_reply_begins_behind_the_last_key_of_one() -> None:
    assert scan('"findings" {"a": 1}', PLAIN) == ((), 0)


def test_what_is_known_is_not_read_again() -> None:
    text = f"{REPLY} {{'findings': 1}}"
    known = scan(text, PLAIN)
    assert known.stretches == (Stretch(0, len(REPLY), is_closed=True),)
    again = scan(text, LOOSE, known.stretches)
    assert [part.start for part in again.stretches] == [len(REPLY) + 1]
    assert again.steps == len(text) - len(REPLY) - 1


_UNITS = [
    *"{}[]\"'“”\\/*#\n:,a1 ",
    '{"a":', "{a:", '{"', "{'", '{"{"', "//", "/*", "*/", '"a":1,', '"findings":', '{"findings":',
]  # fmt: skip


@settings(max_examples=250, deadline=None)
@given(
    st.lists(st.sampled_from(_UNITS), min_size=1, max_size=8).map("".join),
    st.sampled_from(["", '{"', '{"a":[']),
    st.sampled_from([PLAIN, LOOSE]),
)
def test_the_steps_are_linear_in_the_text(unit: str, before: str, grammar: Grammar) -> None:
    """Each character is read once, and once more for each kind of quote that may have been none."""
    text = before + unit * 150 + '"findings"'
    assert scan(text, grammar).steps <= 4 * len(text)


@pytest.mark.parametrize("unit", ["{", '{"a":', '{"', "{'", "[", "{}", "{/*", '{"{" // {" ', '{"a":"{//",\n', "{“"])
def test_many_brackets_are_read_once_or_twice(unit: str) -> None:
    text = unit * 30_000 + ' "findings"'
    for grammar in (PLAIN, LOOSE):
        assert scan(text, grammar).steps <= 2 * len(text)


_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=20,
)


@settings(max_examples=120, deadline=None)
@given(st.dictionaries(st.text(), _JSON, max_size=4), st.booleans(), st.sampled_from([None, 0, 2]))
def test_every_json_object_is_found_whole_in_both_grammars(
    value: dict[str, object], ascii_only: bool, indent: int | None
) -> None:
    text = json.dumps({"findings": value}, ensure_ascii=ascii_only, indent=indent)
    expected = (Stretch(0, len(text), is_closed=True),)
    assert scan(text, PLAIN).stretches == expected
    assert scan(text, LOOSE).stretches == expected


@settings(max_examples=120, deadline=None)
@given(st.dictionaries(st.text(), _JSON, max_size=4), st.sampled_from(["", " ", "\n\t"]), st.sampled_from(["", "\n"]))
def test_a_message_that_is_one_json_object_is_that_object(value: dict[str, object], before: str, after: str) -> None:
    said = json.dumps({"findings": value})
    expected = (Stretch(len(before), len(before + said), is_closed=True),)
    assert stretches(before + said + after) == expected
    assert stretches(f"{before}{said}{after}.") == expected  # read word by word


@pytest.mark.parametrize(
    "text",
    [
        '{"findings": [' + "[" * 100_000 + "]" * 100_000 + "]}",
        '{"findings": [], "line": ' + "1" * 5_000 + "}",
    ],
    ids=["too deep for the parser", "a number too long for it"],
)
def test_an_object_that_the_parser_refuses_is_found_all_the_same(text: str) -> None:
    assert stretches(text) == (Stretch(0, len(text), is_closed=True),)
