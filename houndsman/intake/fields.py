"""The plain values of a finding: texts, side, confidence.

In: any JSON value. Out: what the contract wants there, and the notes. Nothing fails and nothing is thrown away: what is
not text is written out as text.
"""

from __future__ import annotations

import json
import math
import re

from houndsman.intake.loads import plain
from houndsman.intake.notes import Repair, note
from houndsman.models.finding import Note, Side

_SIDES = {"new": Side.NEW, "right": Side.NEW, "old": Side.OLD, "left": Side.OLD}
_NUMBER = re.compile(r"(\d{1,3}(?:\.\d{1,17})?)\s*(%?)\Z")


def words(value: object, code: Repair) -> tuple[str, tuple[Note, ...]]:
    """`value` as text without white space around it; with a note of `code` where it was no text."""
    if isinstance(value, str):
        return value.strip(), ()
    if value is None:
        return "", ()
    if isinstance(value, list) and all(isinstance(item, str) for item in value):
        return "\n".join(value).strip(), (note(code, value),)
    return json.dumps(plain(value), ensure_ascii=False, sort_keys=True), (note(code, value),)


def quoted(value: object) -> tuple[str, tuple[Note, ...]]:
    """`value` as a quote: its indentation stays, only empty lines around it go."""
    text, notes = words(value, Repair.QUOTE_NOT_TEXT)
    return (value.strip("\r\n").rstrip() if isinstance(value, str) else text), notes


def claimed_side(value: object) -> tuple[Side | None, tuple[Note, ...]]:
    """The side that `value` names; None where it names none."""
    if value is None or value == "":
        return None, ()
    if isinstance(value, str):
        side = _SIDES.get(value.strip().casefold())
        if side is not None:
            return side, () if side.value == value else (note(Repair.SIDE_WORD, value, side.value),)
    return Side.NEW, (note(Repair.SIDE_UNKNOWN, value),)


def claimed_confidence(value: object) -> tuple[float | None, tuple[Note, ...]]:
    """The confidence from 0 to 1 that `value` gives; None where it gives none."""
    if value is None or value == "":
        return None, ()
    if isinstance(value, (int, float)) and not isinstance(value, bool) and math.isfinite(value) and 0 <= value <= 1:
        return float(value), ()
    number = _NUMBER.match(str(value).strip()) if isinstance(value, (int, float, str)) else None
    if number is None or isinstance(value, bool):
        return None, (note(Repair.CONFIDENCE_UNREADABLE, value),)
    amount = float(number[1])
    share = amount / 100 if number[2] or amount > 1 else amount
    if share > 1:
        return None, (note(Repair.CONFIDENCE_UNREADABLE, value),)
    return share, (note(Repair.CONFIDENCE_SPELLING, value, str(share)),)
