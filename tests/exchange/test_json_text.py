"""JSON of strangers: plain values out, or an error with its place."""

from __future__ import annotations

import pytest

from houndsman.exchange.json_text import as_list, as_number, as_object, as_text, load, load_at
from houndsman.exchange.reader import ForeignFormatError, Text


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ('{"line": 3}', {"line": 3}),
        (" \r\n [1, 2]\n", [1, 2]),
        ('{"rank": NaN, "most": -Infinity}', {"rank": None, "most": None}),
        (r'"\ud83d\ude00"', "😀"),
        (r'{"a\ud83d": ["b\ude00"]}', {"a?": ["b?"]}),
    ],
)
def test_values_are_plain(text: str, value: object) -> None:
    assert load(Text("report.json", text)) == value


@pytest.mark.parametrize(
    ("text", "where", "what"),
    [
        ("", "report.json:1:1", "not JSON"),
        ('{"a": 1,\n "b": }', "report.json:2:7", "not JSON"),
        ("[1]\n\n x", "report.json:3:2", "something follows its end"),
        ("[" * 100_000, "report.json", "nested too deeply"),
        ("[" + "9" * 5_000 + "]", "report.json", "a number that cannot be read"),
    ],
)
def test_what_is_not_json_is_said_with_its_place(text: str, where: str, what: str) -> None:
    with pytest.raises(ForeignFormatError) as caught:
        load(Text("report.json", text))
    assert caught.value.where == where
    assert what in caught.value.what
    assert caught.value.hint


def test_values_that_follow_each_other_are_read_one_by_one() -> None:
    text = Text("gcc.json", "[1]\n[2]")
    value, end = load_at(text, 0)
    assert (value, end) == ([1], 3)
    assert load_at(text, end) == ([2], 7)


@pytest.mark.parametrize("odd", [None, True, 1, 1.5, "", " ", "word", [], [1], {}, {"a": 1}])
def test_a_value_of_another_type_counts_as_absent(odd: object) -> None:
    assert as_object(odd) == (odd if isinstance(odd, dict) else {})
    assert list(as_list(odd)) == (odd if isinstance(odd, list) else [])
    assert as_text(odd) == ("word" if odd == "word" else None)
    assert as_number(odd) == (odd if type(odd) in (int, float) else None)
