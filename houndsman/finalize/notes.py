"""The notes that finalize leaves, beside intake's: one code for each, and what it means."""

from __future__ import annotations

from enum import StrEnum

from houndsman.models.finding import Note


class Remark(StrEnum):
    """What finalize observed. The values are stable: reports and filters name them."""

    PATH_RENAMED = "path-renamed"
    QUOTE_ON_OTHER_SIDE = "quote-on-other-side"
    QUOTE_CLEANED = "quote-cleaned"
    LINE_RELOCATED = "line-relocated"
    LINE_AMBIGUOUS = "line-ambiguous"
    GROUPED = "grouped"


#: What each code means, for the reference and for `explain`.
MEANINGS: dict[Remark, str] = {
    Remark.PATH_RENAMED: "the file was named by its old path",
    Remark.QUOTE_ON_OTHER_SIDE: "the quote stands only on the other side of the diff",
    Remark.QUOTE_CLEANED: "diff signs, line numbers or a fence around the quote were taken off",
    Remark.LINE_RELOCATED: "the quote stands at another line than was claimed",
    Remark.LINE_AMBIGUOUS: "the quote stands at several places that are equally near to the claimed line",
    Remark.GROUPED: "it probably says the same as another finding",
}


def remark(code: Remark, detail: str = "") -> Note:
    """The note for `code`."""
    return Note(code=code.value, text=f"{MEANINGS[code]}: {detail}" if detail else MEANINGS[code])
