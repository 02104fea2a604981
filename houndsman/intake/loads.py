"""Bytes of a reply to JSON values, as tolerant as can be done without guessing.

In: the bytes. Out: the value and notes on what was put right: a byte order mark, NaN and infinities, numbers too long
to be any, keys given twice, characters that no text may hold. What is not JSON raises `BadReply` with line and column:
half a reply is never taken for a whole one.
"""

from __future__ import annotations

import codecs
import json
import math
from dataclasses import dataclass, field
from typing import NamedTuple

from houndsman.errors import IncompleteError
from houndsman.intake.notes import Repair, note
from houndsman.models.finding import Note

_HINT = "run this watchdog again, or put its findings file right by hand and finalize once more"
DEEPEST = 64  # objects and lists inside each other; the contract needs three
_LONGEST_NUMBER = 400  # digits; Python refuses to convert much longer ones


class BadReply(IncompleteError):
    """A findings file that cannot be read as one. Its watchdog has failed: this is never "nothing found"."""

    def __init__(self, what: str, where: str) -> None:
        super().__init__(what, where=where, hint=_HINT)


class Loaded(NamedTuple):
    """A JSON value, with what was put right on the way."""

    value: object
    notes: tuple[Note, ...]


def load_json(raw: bytes, name: str) -> Loaded:
    """The value that `raw` holds. Raises `BadReply` for what is not JSON; `name` says which file it was."""
    notes = []
    if raw.startswith(codecs.BOM_UTF8):
        raw = raw.removeprefix(codecs.BOM_UTF8)
        notes.append(note(Repair.BOM))
    text = _decoded(raw, name)
    value, repairs = _parsed(text, name)
    if is_too_deep(value):
        raise _too_deep(name)
    if "\\u" in text:  # only an escape can smuggle bad characters into text that was decoded strictly
        value = _cleaned(value, repairs)
    return Loaded(value, (*notes, *(note(code) for code in dict.fromkeys(repairs.seen))))


def _decoded(raw: bytes, name: str) -> str:
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        column = error.start - (raw.rfind(b"\n", 0, error.start) + 1) + 1
        raise BadReply("not UTF-8 text", f"{name}:{line}:{column}") from None


@dataclass(slots=True)
class _Repairs:
    """What the parser met; its methods are the parser's hooks."""

    seen: list[Repair] = field(default_factory=list)

    def pairs(self, pairs: list[tuple[str, object]]) -> dict[str, object]:
        value = dict(pairs)
        if len(value) == len(pairs):
            return value
        self.seen.append(Repair.DUPLICATE_KEY)
        value = {}
        for key, item in pairs:
            before = value.get(key)
            # Two `findings` lists must not become one: neither may be lost.
            value[key] = [*before, *item] if isinstance(before, list) and isinstance(item, list) else item
        return value

    def constant(self, text: str) -> float:
        self.seen.append(Repair.BAD_CONSTANT)
        return math.nan

    def floating(self, text: str) -> float:
        value = float(text)
        return value if math.isfinite(value) else self.constant(text)

    def integer(self, text: str) -> int | float:
        if len(text) <= _LONGEST_NUMBER:
            return int(text)
        self.seen.append(Repair.HUGE_NUMBER)
        return math.nan


def _parsed(text: str, name: str) -> tuple[object, _Repairs]:
    # The hook for integers costs a call for each line number, and nobody sane needs it: it waits for the second try.
    for careful in (False, True):
        repairs = _Repairs()
        try:
            value: object = json.loads(
                text,
                object_pairs_hook=repairs.pairs,
                parse_constant=repairs.constant,
                parse_float=repairs.floating,
                parse_int=repairs.integer if careful else None,
            )
        except json.JSONDecodeError as error:
            raise BadReply(f"not JSON: {error.msg}", f"{name}:{error.lineno}:{error.colno}") from None
        except RecursionError:
            raise _too_deep(name) from None
        except ValueError:
            continue
        return value, repairs
    raise BadReply("not JSON: a number that cannot be read", name)


def _too_deep(name: str) -> BadReply:
    return BadReply("JSON nested too deeply to be a reply", name)


def is_too_deep(value: object) -> bool:
    """Whether what comes later could run out of stack on `value`; level by level, for the same reason."""
    level = [value]
    for _ in range(DEEPEST):
        level = [
            child
            for parent in level
            for child in (parent.values() if isinstance(parent, dict) else parent if isinstance(parent, list) else ())
            if isinstance(child, (dict, list))
        ]
        if not level:
            return False
    return True


def _cleaned(value: object, repairs: _Repairs) -> object:
    """`value` without lone surrogates and NULs, which no database takes. Odd numbers stay: `line` must tell NaN from
    null, and `plain` makes them null where they would be kept."""
    if isinstance(value, str):
        safe = value.encode("utf-8", "replace").decode("utf-8").replace("\0", "\N{REPLACEMENT CHARACTER}")
        if safe != value:
            repairs.seen.append(Repair.BAD_TEXT)
        return safe
    if isinstance(value, list):
        return [_cleaned(item, repairs) for item in value]
    if isinstance(value, dict):
        return {str(_cleaned(key, repairs)): _cleaned(item, repairs) for key, item in value.items()}
    return value


def plain(value: object) -> object:
    """`value` with NaN as null: what may be written as JSON again."""
    if isinstance(value, float) and math.isnan(value):
        return None
    if isinstance(value, list):
        return [plain(item) for item in value]
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items()}
    return value
