"""The notes that reading a reply leaves: one code for each thing that is put right in its text, and what it means.

What stands in the values of a finding is intake's to put right; here it is only about how the object was written and
what it was wrapped in. The codes that mean the same there have the same names.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from houndsman.models.finding import Note


class Slip(StrEnum):
    """What was put right. The values are stable: reports and filters name them."""

    # how it is written
    BOM = "bom"
    COMMENT = "comment"
    TRAILING_COMMA = "trailing-comma"
    SINGLE_QUOTES = "single-quotes"
    CURLY_QUOTES = "curly-quotes"
    BARE_KEY = "bare-key"
    BARE_VALUE = "bare-value"
    PYTHON_CONSTANT = "python-constant"
    RAW_CONTROL = "raw-control"
    BAD_ESCAPE = "bad-escape"
    ODD_SPACE = "odd-space"
    BAD_CONSTANT = "bad-constant"
    HUGE_NUMBER = "huge-number"
    DUPLICATE_KEY = "duplicate-key"
    BAD_TEXT = "bad-text"
    GUESSED = "guessed"
    # what is around it, and what it holds
    WRAPPED = "wrapped"
    EXAMPLE = "example"
    CUT_OFF = "cut-off"
    LATER_CUT_OFF = "later-cut-off"


#: What each code means, for the reference and for `explain`.
MEANINGS: dict[Slip, str] = {
    Slip.BOM: "the message began with a byte order mark",
    Slip.COMMENT: "comments between the values were left out",
    Slip.TRAILING_COMMA: "commas before a closing bracket were left out",
    Slip.SINGLE_QUOTES: "texts stood in single quotes",
    Slip.CURLY_QUOTES: "texts stood in curly quotes",
    Slip.BARE_KEY: "keys stood without quotes",
    Slip.BARE_VALUE: "words without quotes were read as text",
    Slip.PYTHON_CONSTANT: "`True`, `False` or `None` was read as JSON's `true`, `false` or `null`",
    Slip.RAW_CONTROL: "line ends or other control characters stood in a text as they are",
    Slip.BAD_ESCAPE: "backslashes that JSON does not know were kept as they stand; one before `'` was left out",
    Slip.ODD_SPACE: "spaces that JSON does not know stood between the values",
    Slip.BAD_CONSTANT: "NaN, an infinity or a number beyond all bounds was kept as text",
    Slip.HUGE_NUMBER: "a number too long to be one was kept as text",
    Slip.DUPLICATE_KEY: "an object had a key twice; lists were joined, of other values the last was kept",
    Slip.BAD_TEXT: "a character that no text may hold (a lone surrogate) was replaced",
    Slip.GUESSED: "it could not be read as it stands: where texts begin and end was guessed, and no letter was lost",
    Slip.WRAPPED: "the reply stood inside another object",
    Slip.EXAMPLE: "what was repeated from the brief's example was taken out",
    Slip.CUT_OFF: "the reply breaks off; only what is whole of it was kept",
    Slip.LATER_CUT_OFF: "a later reply breaks off; the last whole one was taken",
}


def notes_of(counts: Mapping[Slip, int]) -> tuple[Note, ...]:
    """One note for each slip that was met, in the order of `Slip`, with how often where that is more than once."""
    return tuple(_note(slip, counts[slip]) for slip in Slip if counts.get(slip))


def _note(slip: Slip, count: int) -> Note:
    often = f" ({count} times)" if count > 1 else ""
    return Note(code=slip.value, text=MEANINGS[slip] + often)
