"""A few values of a JSON text change, and not a byte beside them."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from houndsman.golden.json_places import edited, items, members, with_items, with_values, without_member

TEXT = '\ufeff{\r\n  "a" : 1 ,\r\n  "b":[1, {"c": "]}"} ,[ ]],\r\n  "d": "\\"}"\r\n}\r\n'


def test_where_members_and_items_stand() -> None:
    found = members(TEXT)
    assert [(each.key, TEXT[each.value : each.end]) for each in found] == [
        ("a", "1"),
        ("b", '[1, {"c": "]}"} ,[ ]]'),
        ("d", '"\\"}"'),
    ]
    assert [TEXT[each.start] for each in found] == ['"', '"', '"']
    assert [TEXT[start:end] for start, end in items(TEXT, found[1].value)] == ["1", '{"c": "]}"}', "[ ]"]
    assert not [*members("[]"), *members("{}"), *items("{}", 0), *items("[]", 0)]


def test_values_that_are_the_same_are_left_alone() -> None:
    assert edited(TEXT, with_values(TEXT, 0, {"a": 1, "d": '"}'})) == TEXT


def test_a_value_is_replaced_and_a_new_key_laid_out_as_its_neighbours() -> None:
    after = edited(TEXT, with_values(TEXT, 0, {"a": 2, "new": None}, after="a"))
    assert after == TEXT.replace('"a" : 1', '"a" : 2 ,\r\n  "new": null')
    last = edited('{"a": 1}', with_values('{"a": 1}', 0, {"b": "ü", "c": 3}))
    assert last == '{"a": 1, "b": "ü", "c": 3}'


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("[\n  {\n    1: 2\n  }\n]".replace("1:", '"x":'), None),
        ('[\n  {"x": 1}\n]', '[\n  {"x": 1},\n  {"n": 1}\n]'),
        ('[{"x": 1}]', '[{"x": 1}, {"n": 1}]'),
        ("[]", None),
        ("[ ]", None),
    ],
)
def test_an_item_is_added_at_the_end(before: str, after: str | None) -> None:
    text = edited(before, with_items(before, 0, [{"n": 1}]))
    assert json.loads(text) == [*json.loads(before), {"n": 1}]
    assert after is None or text == after
    assert edited(before, with_items(before, 0, [])) == before


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=8,
)


@settings(max_examples=200, deadline=None, derandomize=True)
@given(
    there=st.dictionaries(st.text(max_size=4), VALUES, min_size=1, max_size=4),
    wanted=st.dictionaries(st.text(max_size=4), VALUES, max_size=4),
    indent=st.sampled_from([None, 1, 4]),
)
def test_the_text_says_what_is_wanted_and_all_else_as_before(
    there: dict[str, object], wanted: dict[str, object], indent: int | None
) -> None:
    text = json.dumps(there, indent=indent, ensure_ascii=False)
    after = edited(text, with_values(text, 0, wanted))
    assert json.loads(after) == there | wanted
    assert list(json.loads(after)) == [*there, *(key for key in wanted if key not in there)]


@pytest.mark.parametrize(
    ("key", "after"),
    [("a", '{"b": 2,\n "c": 3}'), ("b", '{"a": 1,\n "c": 3}'), ("c", '{"a": 1, "b": 2}'), ("d", None)],
)
def test_a_member_goes_with_its_comma(key: str, after: str | None) -> None:
    text = '{"a": 1, "b": 2,\n "c": 3}'
    assert edited(text, without_member(text, 0, key)) == (after or text)
    assert edited('{"a": 1}', without_member('{"a": 1}', 0, "a")) == "{}"
