"""JSON that strangers wrote.

In: a text, or a place in it. Out: plain values: NaN and the infinities as null, characters that no text may hold
replaced. What is not JSON, is nested too deeply or holds a number too long to be one raises `ForeignFormatError` with
line and column. The `as_…` functions read a value of any type: what is of another type counts as absent, because one
odd field must not cost the finding that it stands in.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from houndsman.exchange.reader import ForeignFormatError, Text

_HINT = "check that the file is whole, or name its format with --format"
_SPACE = re.compile(r"[ \t\r\n]*")
_SURROGATE = re.compile(r"\\u[dD][89a-fA-F]")
_DECODER = json.JSONDecoder(parse_constant=lambda _: None)


class Decoded(NamedTuple):
    """One value of a text, and the offset behind it."""

    value: object
    end: int


def load(text: Text) -> object:
    """The one value that `text` is."""
    value, end = load_at(text, 0)
    behind = _after_space(text, end)
    if behind < len(text.text):
        raise ForeignFormatError("not JSON: something follows its end", where=place(text, behind), hint=_HINT)
    return value


def load_at(text: Text, at: int) -> Decoded:
    """The value that begins at offset `at`, or behind the white space there."""
    try:
        value, end = _DECODER.raw_decode(text.text, _after_space(text, at))
        if _SURROGATE.search(text.text, at, end):  # only an escape can smuggle half a character into decoded text
            value = _cleaned(value)
    except json.JSONDecodeError as error:
        raise ForeignFormatError(f"not JSON: {error.msg}", where=place(text, error.pos), hint=_HINT) from None
    except RecursionError:
        raise ForeignFormatError("JSON nested too deeply to hold findings", where=text.name, hint=_HINT) from None
    except ValueError:  # Python refuses to convert numbers of thousands of digits
        raise ForeignFormatError("not JSON: a number that cannot be read", where=text.name, hint=_HINT) from None
    return Decoded(value, end)


def place(text: Text, offset: int) -> str:
    """`offset` as `name:line:column`, both counted from 1."""
    line = text.text.count("\n", 0, offset) + 1
    return f"{text.name}:{line}:{offset - text.text.rfind(chr(10), 0, offset)}"


def as_object(value: object) -> Mapping[str, object]:
    """`value` where it is an object, else an empty one."""
    return value if isinstance(value, dict) else {}


def as_list(value: object) -> Sequence[object]:
    """`value` where it is a list, else an empty one."""
    return value if isinstance(value, list) else ()


def as_text(value: object) -> str | None:
    """`value` where it is a text with something in it."""
    return value if isinstance(value, str) and value.strip() else None


def as_number(value: object) -> float | None:
    """`value` where it is a number; a truth value is none."""
    return value if isinstance(value, int | float) and not isinstance(value, bool) else None


def _after_space(text: Text, at: int) -> int:
    space = _SPACE.match(text.text, at)
    return space.end() if space else at


def _cleaned(value: object) -> object:
    """`value` without lone surrogates, which no file and no database takes."""
    if isinstance(value, str):
        return value.encode("utf-8", "replace").decode("utf-8")
    if isinstance(value, list):
        return [_cleaned(item) for item in value]
    if isinstance(value, dict):
        return {str(_cleaned(key)): _cleaned(item) for key, item in value.items()}
    return value
