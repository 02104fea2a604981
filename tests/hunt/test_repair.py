"""One object as it was written to the value that it means, with each slip counted."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from houndsman.hunt.repair import TooDeep, read_object
from houndsman.hunt.slips import Slip
from houndsman.intake.loads import DEEPEST


@pytest.mark.parametrize(
    ("text", "value", "slips"),
    [
        ('{"a": 1}', {"a": 1}, {}),
        ('{"a": [1,], }', {"a": [1]}, {Slip.TRAILING_COMMA: 2}),
        ('{"a": "x,]", }', {"a": "x,]"}, {Slip.TRAILING_COMMA: 1}),
        ('{"a": 1 // b\n, /* c */ "d": "// e" # f\n}', {"a": 1, "d": "// e"}, {Slip.COMMENT: 3}),
        ("{'a': 'it\\'s \"x\"'}", {"a": 'it\'s "x"'}, {Slip.SINGLE_QUOTES: 2}),
        ("{'a': '\\\"'}", {"a": '"'}, {Slip.SINGLE_QUOTES: 2}),
        ('{“a”: “b "c"”}', {"a": 'b "c"'}, {Slip.CURLY_QUOTES: 2}),
        ("{a: 1, True: 2}", {"a": 1, "True": 2}, {Slip.BARE_KEY: 2}),
        ('{"a": 12-15, "b": data-loss}', {"a": "12-15", "b": "data-loss"}, {Slip.BARE_VALUE: 2}),
        ('{"a": [True, False, None]}', {"a": [True, False, None]}, {Slip.PYTHON_CONSTANT: 3}),
        ('{"a": NaN, "b": -Infinity}', {"a": "NaN", "b": "-Infinity"}, {Slip.BAD_CONSTANT: 2}),
        ("{a: nan, b: -inf}", {"a": "nan", "b": "-inf"}, {Slip.BAD_CONSTANT: 2, Slip.BARE_KEY: 2}),
        ('{"a": 1e999}', {"a": "1e999"}, {Slip.BAD_CONSTANT: 1}),
        ('{"a": ' + "9" * 401 + "}", {"a": "9" * 401}, {Slip.HUGE_NUMBER: 1}),
        ('{"a": ' + "9" * 400 + "}", {"a": int("9" * 400)}, {}),
        ('{"a": "b\n\tc"}', {"a": "b\n\tc"}, {Slip.RAW_CONTROL: 2}),
        (r'{"a": "\d \u12 \\d \""}', {"a": r"\d \u12 \d " + '"'}, {Slip.BAD_ESCAPE: 2}),
        (r'{"a": "it\'s"}', {"a": "it's"}, {Slip.BAD_ESCAPE: 1}),
        ('{"a":\u00a01}', {"a": 1}, {Slip.ODD_SPACE: 1}),
        ('{"a": [1], "a": [2]}', {"a": [1, 2]}, {Slip.DUPLICATE_KEY: 1}),
        ('{"a": [1], "a": 2}', {"a": 2}, {Slip.DUPLICATE_KEY: 1}),
        (r'{"a": "\ud83d\ude00", "b\ud83d": "\ude00"}', {"a": "😀", "b?": "?"}, {Slip.BAD_TEXT: 2}),
        ('{"a": "\\ud83d",}', {"a": "?"}, {Slip.BAD_TEXT: 1, Slip.TRAILING_COMMA: 1}),
    ],
)
def test_slips_are_put_right_and_counted(text: str, value: object, slips: dict[Slip, int]) -> None:
    assert read_object(text) == (value, slips)


@pytest.mark.parametrize("closing", ["", ","])
@pytest.mark.parametrize(("depth", "too_deep"), [(DEEPEST - 1, False), (DEEPEST, True), (100_000, True)])
def test_what_no_reply_is_so_deep_as_is_refused(depth: int, too_deep: bool, closing: str) -> None:
    text = '{"a": ' + "[" * depth + "]" * depth + closing + "}"
    if not too_deep:
        assert isinstance(read_object(text).value, dict)
        return
    with pytest.raises(TooDeep) as caught:
        read_object(text)
    assert caught.value.hint


_TEXT = st.text(alphabet="ab'\"\\/{}[],:#\n“”é \u2028")


@settings(max_examples=150, deadline=None)
@given(st.dictionaries(_TEXT, st.lists(_TEXT | st.booleans() | st.none() | st.integers()) | _TEXT))
def test_what_python_prints_is_read_as_it_was(value: dict[str, object]) -> None:
    text = repr(value)
    if "\\x" not in text and "\\u2028" not in text:  # escapes of Python that are none of JSON
        assert read_object(text).value == value


@settings(max_examples=100, deadline=None)
@given(st.dictionaries(_TEXT, st.lists(_TEXT | st.integers())))
def test_no_text_is_touched_by_what_is_put_right_around_it(value: dict[str, object]) -> None:
    text = json.dumps(value, ensure_ascii=False).replace("{", "{ // \" '\n", 1)
    assert read_object(text).value == value
