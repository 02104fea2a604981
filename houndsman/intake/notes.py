"""The notes that intake leaves: one code for each thing that it puts right, and what the code means."""

from __future__ import annotations

from enum import StrEnum
from functools import lru_cache

from houndsman.models.finding import Note


class Repair(StrEnum):
    """What was put right. The values are stable: reports and filters name them."""

    # the file as a whole
    BOM = "bom"
    BAD_CONSTANT = "bad-constant"
    HUGE_NUMBER = "huge-number"
    DUPLICATE_KEY = "duplicate-key"
    BAD_TEXT = "bad-text"
    SNAKE_CASE = "snake-case"
    OTHER_WATCHDOG = "other-watchdog"
    REVIEWED_UNREADABLE = "reviewed-unreadable"
    REVIEWED_OUTSIDE_BRIEF = "reviewed-outside-brief"
    REVIEWED_AND_SKIPPED = "reviewed-and-skipped"
    SKIPPED_UNREADABLE = "skipped-unreadable"
    SKIPPED_OUTSIDE_BRIEF = "skipped-outside-brief"
    VERDICT_UNREADABLE = "verdict-unreadable"
    USAGE_UNREADABLE = "usage-unreadable"
    SUMMARY_NOT_TEXT = "summary-not-text"
    # one finding
    END_LINE_KEY = "end-line-key"
    PATH_ABSOLUTE = "path-absolute"
    PATH_BACKSLASH = "path-backslash"
    PATH_DOTS = "path-dots"
    PATH_DIFF_PREFIX = "path-diff-prefix"
    PATH_WRAPPED = "path-wrapped"
    PATH_LINE_SUFFIX = "path-line-suffix"
    PATH_UNICODE_FORM = "path-unicode-form"
    PATH_OTHER_SIDE = "path-other-side"
    UNKNOWN_FILE = "unknown-file"
    SIDE_WORD = "side-word"
    SIDE_UNKNOWN = "side-unknown"
    SIDE_FROM_PATH = "side-from-path"
    LINE_MISSING = "line-missing"
    LINE_TEXT = "line-text"
    LINE_RANGE = "line-range"
    LINE_REVERSED = "line-reversed"
    LINE_FLOAT = "line-float"
    LINE_NOT_POSITIVE = "line-not-positive"
    LINE_UNREADABLE = "line-unreadable"
    LINE_BEYOND_FILE = "line-beyond-file"
    END_LINE_UNREADABLE = "end-line-unreadable"
    END_LINE_BEYOND_FILE = "end-line-beyond-file"
    RULE_BY_NUMBER = "rule-by-number"
    RULE_UNKNOWN_NUMBER = "rule-unknown-number"
    RULE_SPELLING = "rule-spelling"
    RULE_NOT_TEXT = "rule-not-text"
    IMPACT_SPELLING = "impact-spelling"
    IMPACT_UNKNOWN = "impact-unknown"
    SEVERITY_WORD = "severity-word"
    SEVERITY_UNKNOWN = "severity-unknown"
    CONFIDENCE_SPELLING = "confidence-spelling"
    CONFIDENCE_UNREADABLE = "confidence-unreadable"
    MESSAGE_NOT_TEXT = "message-not-text"
    ACTION_NOT_TEXT = "action-not-text"
    QUOTE_NOT_TEXT = "quote-not-text"


#: What each code means, for the reference and for `explain`.
MEANINGS: dict[Repair, str] = {
    Repair.BOM: "the file began with a UTF-8 byte order mark",
    Repair.BAD_CONSTANT: "NaN or an infinity, which JSON does not have, was read as null",
    Repair.HUGE_NUMBER: "a number too long to be one was read as null",
    Repair.DUPLICATE_KEY: "an object had a key twice; lists were joined, of other values the last was kept",
    Repair.BAD_TEXT: "a character that no text may hold (a lone surrogate, NUL) was replaced",
    Repair.SNAKE_CASE: "keys were written in snake_case",
    Repair.OTHER_WATCHDOG: "the file names another watchdog; the file's own name decides",
    Repair.REVIEWED_UNREADABLE: "`reviewedFiles` is missing, or holds what is no path: it counts for nothing",
    Repair.REVIEWED_OUTSIDE_BRIEF: "`reviewedFiles` names files that are not in the brief: they count for nothing",
    Repair.REVIEWED_AND_SKIPPED: "files are named as reviewed and as skipped: they count as skipped",
    Repair.SKIPPED_UNREADABLE: "`skipped` holds what names no file",
    Repair.SKIPPED_OUTSIDE_BRIEF: "`skipped` names files that are not in the brief",
    Repair.VERDICT_UNREADABLE: "an entry of `checks` or `rules` is no verdict and was left out",
    Repair.USAGE_UNREADABLE: "`usage` holds what is no count and was left out",
    Repair.SUMMARY_NOT_TEXT: "`businessSummary` is not text and was left out",
    Repair.END_LINE_KEY: "`end_line` was read as `endLine`",
    Repair.PATH_ABSOLUTE: "an absolute path was read as one inside the repository",
    Repair.PATH_BACKSLASH: "backslashes in a path were read as `/`",
    Repair.PATH_DOTS: "`./`, `..` or doubled slashes in a path were resolved",
    Repair.PATH_DIFF_PREFIX: "the `a/` or `b/` of a diff was taken off a path",
    Repair.PATH_WRAPPED: "quotes, backticks or white space around a path were taken off",
    Repair.PATH_LINE_SUFFIX: "a `:line` at the end of a path was taken off",
    Repair.PATH_UNICODE_FORM: "a path was written in another Unicode form than the file's name",
    Repair.PATH_OTHER_SIDE: "the file is only on the other side of the diff",
    Repair.UNKNOWN_FILE: "the file is in neither commit",
    Repair.SIDE_WORD: "another word for the side was read as `new` or `old`",
    Repair.SIDE_UNKNOWN: "an unknown side was read as `new`",
    Repair.SIDE_FROM_PATH: "no side was given and the file is only in the old commit: the side is `old`",
    Repair.LINE_MISSING: "no line was given: only the quote can place the finding",
    Repair.LINE_TEXT: "a line was written as text",
    Repair.LINE_RANGE: "a range of lines was written in one value",
    Repair.LINE_REVERSED: "a range ended before it began",
    Repair.LINE_FLOAT: "a line was written with a decimal point",
    Repair.LINE_NOT_POSITIVE: "a line below 1 was read as null: only the quote can place the finding",
    Repair.LINE_UNREADABLE: "a line is no number and was read as null: only the quote can place the finding",
    Repair.LINE_BEYOND_FILE: "a line beyond the end became the last one: only the quote can place the finding",
    Repair.END_LINE_UNREADABLE: "an end of range is no line and was left out",
    Repair.END_LINE_BEYOND_FILE: "an end of range beyond the file became its last line",
    Repair.RULE_BY_NUMBER: "a rule was named by its number",
    Repair.RULE_UNKNOWN_NUMBER: "the watchdog has no rule of this number: the finding counts as one without a rule",
    Repair.RULE_SPELLING: "a rule was written in another way than it is declared",
    Repair.RULE_NOT_TEXT: "a rule is neither text nor number: the finding counts as one without a rule",
    Repair.IMPACT_SPELLING: "an impact class was written in another way",
    Repair.IMPACT_UNKNOWN: "an impact class is none of the known ones",
    Repair.SEVERITY_WORD: "another word for a severity was translated",
    Repair.SEVERITY_UNKNOWN: "an unknown severity was read as `attention`",
    Repair.CONFIDENCE_SPELLING: "a confidence was written as text or in per cent",
    Repair.CONFIDENCE_UNREADABLE: "a confidence is no number from 0 to 1 and was left out",
    Repair.MESSAGE_NOT_TEXT: "`message` is not text and was written out",
    Repair.ACTION_NOT_TEXT: "`action` is not text and was written out",
    Repair.QUOTE_NOT_TEXT: "`quote` is not text and was written out",
}

_SHOWN = 120


def note(code: Repair, was: object = None, became: object = None) -> Note:
    """The note for `code`, with the value as it came and, where it helps, what it became."""
    return _note(code, None if was is None else _shown(was), None if became is None else _shown(became))


@lru_cache(maxsize=4096)  # a reply of ten thousand findings has a handful of different notes
def _note(code: Repair, was: str | None, became: str | None) -> Note:
    text = MEANINGS[code]
    if was is not None:
        text += f": {was}"
    if became is not None:
        text += f" -> {became}"
    return Note(code=code.value, text=text)


def _shown(value: object) -> str:
    text = value if isinstance(value, str) else repr(value)
    return text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…"
