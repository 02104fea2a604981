"""One document, one value a line, pages: the values of a text and where each begins."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from houndsman.exchange.json_stream import first_object, forget, holds_empty_lists, read_items, read_stream
from houndsman.exchange.reader import ForeignFormatError, Text

_JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**9), 10**9) | st.text(st.characters(exclude_categories=["Cs"])),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text("ab\n,]}", max_size=3), inner, max_size=3),
    max_leaves=8,
)


@pytest.mark.parametrize(
    ("text", "values", "lines"),
    [
        ("", [], []),
        (" \r\n", [], []),
        ('{"a": 1}', [{"a": 1}], [1]),
        ("\n\n[1,\n2]\n", [[1, 2]], [3]),
        ('{"a": 1}\n{"a": 2}\n', [{"a": 1}, {"a": 2}], [1, 2]),
        ('\n{"a": 1}\r\n{"a": 2}', [{"a": 1}, {"a": 2}], [2, 3]),
        ('{"a": 1}\n\n{"a": 2}', [{"a": 1}, {"a": 2}], [1, 3]),
        ('{"a": 1}\nnull\n7\n', [{"a": 1}, None, 7], [1, 2, 3]),
        ('{\n"a": 1\n}\n{\n"a": 2\n}\n', [{"a": 1}, {"a": 2}], [1, 4]),
        ('{"a": 1}{"a": 2}\n{"a": 3}', [{"a": 1}, {"a": 2}, {"a": 3}], [1, 1, 2]),
        ("[1][2]\n[3]", [[1], [2], [3]], [1, 1, 2]),
        ('{"a": "\u2028"}\n{"a": NaN}', [{"a": "\u2028"}, {"a": None}], [1, 2]),
    ],
)
def test_values_stand_with_their_lines(text: str, values: list[object], lines: list[int]) -> None:
    stream = read_stream(Text("x", text))
    assert (list(stream.values), list(stream.lines)) == (values, lines)


@given(st.lists(_JSON, min_size=1, max_size=6), st.sampled_from(["\n", "\r\n", "\n\n"]))
def test_one_value_a_line_is_read_as_it_was_written(values: list[object], end: str) -> None:
    text = end.join(json.dumps(value) for value in values)
    assert list(read_stream(Text("x", text)).values) == values


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ('{"a": 1}\n{"a": \n', "x:3:1"),  # a writer that was killed
        ('{"a": 1}\n{"a": 1},\n{"a": 1}', "x:2:9"),
        ('{"a": 1}\n{"b": }\n{"a": 1}', "x:2:7"),
        ('{"a": 1}\n]', "x:2:1"),
        ('{"a": 1}\n{"b": [2\n3]}', "x:3:1"),
        ("nothing", "x:1:1"),
    ],
)
def test_a_broken_value_is_said_with_its_place(text: str, where: str) -> None:
    with pytest.raises(ForeignFormatError) as caught:
        read_stream(Text("x", text))
    assert caught.value.where == where


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ('{"a": 1}', {"a": 1}),
        ('{"a": 1}\n{"b": 2}', {"a": 1}),
        ('[{"a": 1}, {"b": 2}]', {"a": 1}),
        ('[[], [{"a": 1}]]', {"a": 1}),
        ('[][{"a": 1}]', {"a": 1}),
        ('[null, "x", 7, {"a": 1}]', {"a": 1}),
        ('[{"a": 1}, {"half', {"a": 1}),
        ("[]", None),
        ("", None),
        ("file,line\n", None),
        ("<xml/>", None),
        ('{"half', None),
        ("[" * 100_000, None),
        ("[1," * 20 + '{"a": 1}', None),
    ],
)
def test_the_first_object_is_found_inside_lists_or_not(text: str, found: object) -> None:
    assert first_object(Text("x", text)) == found


@pytest.mark.parametrize(
    ("text", "empty"), [("[]", True), (" [ ]\n[]\n", True), ("", False), ("[1]", False), ("{}", False)]
)
def test_a_list_without_anything_is_told_from_no_list(text: str, empty: bool) -> None:
    assert holds_empty_lists(Text("x", text)) is empty


@pytest.mark.parametrize(
    ("text", "items"),
    [
        ("[1, 2]", [(1, "x: [0]"), (2, "x: [1]")]),
        ("[1]\n[2]", [(1, "x:1: [0]"), (2, "x:2: [0]")]),
        ("[[1, 2], [3]]", [(1, "x: [0][0]"), (2, "x: [0][1]"), (3, "x: [1][0]")]),
        ('{"a": 1}\n{"a": 2}', [({"a": 1}, "x:1"), ({"a": 2}, "x:2")]),
        ("[]", []),
    ],
)
def test_items_of_pages_are_one_list(text: str, items: list[tuple[object, str]]) -> None:
    assert [tuple(item) for item in read_items(Text("x", text))] == items


def test_a_document_that_was_looked_at_is_read_once_and_then_let_go() -> None:
    text = Text("x", '{"a": {"b": 1}}')
    seen = first_object(text)
    assert read_stream(text).values[0] is seen
    forget()
    again = read_stream(text).values[0]
    assert again == seen
    assert again is not seen
