"""The text of an object that an agent wrote to the value that it means.

In: text that `scan` found to be one object. Out: the value and how often each slip was put right. Only what stands
between the texts is put right, and the way in which a text is written: no value is made up and none is dropped. A
number that JSON does not have (NaN, `12-15`) is kept as the text it is, for intake to make something of, since null
would say something else. An object nested too deeply to be a reply raises `TooDeep`; text that is no object is a fault
of ours.
"""

from __future__ import annotations

import json
import math
import re
from collections import Counter
from collections.abc import Iterator
from itertools import chain, pairwise
from typing import NamedTuple

from houndsman.errors import IncompleteError
from houndsman.hunt.grammar import LOOSE, Token
from houndsman.hunt.slips import Slip
from houndsman.intake.loads import is_too_deep

_LONGEST_NUMBER = 400  # digits; Python refuses to convert much longer ones
_CONSTANTS = {"True": "true", "False": "false", "None": "null"}
_NO_NUMBERS = ("nan", "infinity", "inf")
_COMMENT = re.compile(r"#|/[/*]")
_JSON_SPACE = " \t\r\n"
_INSIDE = re.compile(r"\\(?:u[0-9a-fA-F]{4}|[\"\\/bfnrt'])|[\\\"\x00-\x1f]")
_SURROGATE = re.compile("[\ud800-\udfff]")


class TooDeep(IncompleteError):
    """More objects and lists inside each other than any reply has."""

    def __init__(self) -> None:
        super().__init__(
            "JSON nested too deeply to be a reply", hint="a reply has findings in a list in an object, and no more"
        )


class Repaired(NamedTuple):
    """A value, and what was put right to read it."""

    value: object
    slips: Counter[Slip]


def read_object(text: str) -> Repaired:
    """The value of the object that `text` is, from brace to brace."""
    try:
        return _parsed(text, Counter())
    except json.JSONDecodeError:
        slips: Counter[Slip] = Counter()
        return _parsed("".join(_as_json(text, slips)), slips)


def settled(value: object, slips: Counter[Slip]) -> object:
    """`value` without lone surrogates, which no file takes. Raises `TooDeep`."""
    if is_too_deep(value):
        raise TooDeep()
    return _cleaned(value, slips)


def _parsed(text: str, slips: Counter[Slip]) -> Repaired:
    parser = _Parser(slips)
    try:
        value: object = json.loads(
            text,
            object_pairs_hook=parser.pairs,
            parse_constant=parser.constant,
            parse_float=parser.floating,
            parse_int=parser.integer,
        )
    except RecursionError:
        raise TooDeep() from None
    return Repaired(settled(value, slips), slips)


class _Parser(NamedTuple):
    """The hooks of the standard library's parser."""

    slips: Counter[Slip]

    def pairs(self, pairs: list[tuple[str, object]]) -> dict[str, object]:
        value = dict(pairs)
        if len(value) == len(pairs):
            return value
        self.slips[Slip.DUPLICATE_KEY] += 1
        value = {}
        for key, item in pairs:
            before = value.get(key)
            # Two `findings` lists must not become one: neither may be lost.
            value[key] = [*before, *item] if isinstance(before, list) and isinstance(item, list) else item
        return value

    def constant(self, text: str) -> str:
        self.slips[Slip.BAD_CONSTANT] += 1
        return text

    def floating(self, text: str) -> float | str:
        value = float(text)
        return value if math.isfinite(value) else self.constant(text)

    def integer(self, text: str) -> int | str:
        if len(text) <= _LONGEST_NUMBER:
            return int(text)
        self.slips[Slip.HUGE_NUMBER] += 1
        return text


def _as_json(text: str, slips: Counter[Slip]) -> Iterator[str]:
    """The tokens of `text` as JSON writes them."""
    end = 0
    for token, following in pairwise(chain(LOOSE.tokens(text), (Token("none", len(text), len(text)),))):
        _count_space(text[end : token.start], slips)
        end = token.end
        said = text[token.start : end]
        if token.kind == "," and following.kind in ("}", "]"):
            slips[Slip.TRAILING_COMMA] += 1
        elif token.kind == "string":
            yield _string(said, slips)
        elif token.kind == "word":
            yield _word(said, following.kind == ":", slips)
        else:
            yield said


def _count_space(between: str, slips: Counter[Slip]) -> None:
    if between.strip(_JSON_SPACE):
        slips[Slip.COMMENT if _COMMENT.search(between) else Slip.ODD_SPACE] += 1


def _word(said: str, is_key: bool, slips: Counter[Slip]) -> str:
    if said in _CONSTANTS and not is_key:
        slips[Slip.PYTHON_CONSTANT] += 1
        return _CONSTANTS[said]
    if said.lstrip("+-").casefold() in _NO_NUMBERS:
        slips[Slip.BAD_CONSTANT] += 1
        return json.dumps(said)
    slips[Slip.BARE_KEY if is_key else Slip.BARE_VALUE] += 1
    return json.dumps(said)


def _string(said: str, slips: Counter[Slip]) -> str:
    if said[0] != '"':
        slips[Slip.SINGLE_QUOTES if said[0] == "'" else Slip.CURLY_QUOTES] += 1

    def one(found: re.Match[str]) -> str:
        sign = found[0]
        if sign == '"':
            return r"\""
        if sign == r"\'":
            if said[0] != "'":
                slips[Slip.BAD_ESCAPE] += 1
            return "'"
        if sign == "\\":
            slips[Slip.BAD_ESCAPE] += 1
            return r"\\"
        if sign < " ":
            slips[Slip.RAW_CONTROL] += 1
            return json.dumps(sign)[1:-1]
        return sign

    return f'"{_INSIDE.sub(one, said[1:-1])}"'


def _cleaned(value: object, slips: Counter[Slip]) -> object:
    if isinstance(value, str):
        if not _SURROGATE.search(value):
            return value
        slips[Slip.BAD_TEXT] += 1
        return value.encode("utf-8", "replace").decode("utf-8")
    if isinstance(value, list):
        return [_cleaned(item, slips) for item in value]
    if isinstance(value, dict):
        return {str(_cleaned(key, slips)): _cleaned(item, slips) for key, item in value.items()}
    return value
