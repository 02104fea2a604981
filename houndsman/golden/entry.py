"""What one entry of a golden set says.

In: a JSON object, the case that it belongs to unless it says another, and where it stands. Out: an anchor. Ranges
written backwards are put right, words of severity and side that nobody knows are left out, each with a warning. What
would change the score by a guess (a line that is no number, a tolerance below zero) raises `BadEntry`, which names the
key; whoever knows the file turns it into an error.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import cast

from houndsman.intake.fields import claimed_side
from houndsman.intake.notes import Repair
from houndsman.intake.severity_words import SEVERITY_WORDS
from houndsman.models.finding import Side
from houndsman.models.golden import GoldenAnchor
from houndsman.models.manifest import RunWarning
from houndsman.models.severity import Severity

_TEXTS = ("id", "case", "pr", "match", "category", "rule", "note", "code")
_OTHERS = ("file", "line", "endLine", "end_line", "tolerance", "side", "severity", "ignored")

#: Keys of an entry that mean something, those of its case among them; all others are kept as `extra`.
KEYS = frozenset([*_TEXTS, *_OTHERS, "commit", "changedLines", "expected"])

_TEXT_OR_NULL = frozenset([str, type(None)])
_NOTHING: Mapping[str, object] = MappingProxyType({})
_NAMED = 3  # places that one warning names
_SHOWN = 60  # characters of a value in a message


class BadEntry(ValueError):
    """A value that means nothing.

    Args:
        key: whose value.
        what: what is wrong, one sentence that names the key.
        hint: the next step.
    """

    def __init__(self, key: str, what: str, hint: str) -> None:
        self.key = key
        self.what = what
        self.hint = hint
        super().__init__(what)


@dataclass(slots=True)
class Warnings:
    """What was put up with. The same at many places is one warning that names the first of them."""

    _places: dict[tuple[str, str], list[str]] = field(default_factory=dict)

    def add(self, code: str, what: str, place: str) -> None:
        """`what` happened at `place`."""
        self._places.setdefault((code, what), []).append(place)

    def told(self) -> tuple[RunWarning, ...]:
        """All of them, in the order in which they first came."""
        return tuple(RunWarning(code=code, message=_told(what, at)) for (code, what), at in self._places.items())


def read_entry(raw: Mapping[str, object], fallback: str, source: str, warnings: Warnings) -> GoldenAnchor:
    """The anchor that `raw` describes; its `id` is empty where it has none.

    Args:
        raw: the entry.
        fallback: its case where it names none.
        source: where it stands.
        warnings: takes what is put right.
    """
    own, case, pull_request, match, category, rule, note, code = _texts(raw)
    file = file_of(raw)
    if not (file or own or note):
        raise BadEntry("file", "it has neither `file` nor `id` nor `note`", "Say where the defect is, or what it is.")
    line, end = _range(raw, source, warnings)
    return GoldenAnchor(
        id=own or "",
        case=case or pull_request or fallback,
        file=file,
        line=line,
        end_line=end,
        tolerance=count_at(raw, "tolerance", least=0) or 0,
        match=match,
        side=_side(raw.get("side"), source, warnings),
        severity=_severity(raw.get("severity"), source, warnings),
        category=category,
        rule=rule,
        note=note or "",
        code=code,
        ignored=_flag(raw, "ignored"),
        source=source,
        extra=_NOTHING if raw.keys() <= KEYS else {key: value for key, value in raw.items() if key not in KEYS},
    )


def case_of(raw: Mapping[str, object]) -> str | None:
    """The case that an entry names: `case`, else `pr`; None for neither."""
    return text_at(raw, "case") or text_at(raw, "pr")


def file_of(raw: Mapping[str, object]) -> str | None:
    """The path that an entry names, without a `./` in front; None for none."""
    value = raw.get("file")
    if value is None:
        return None
    if type(value) is not str:
        raise BadEntry("file", f"`file` is {shown(value)}, which is no path", 'Write a path, as in "src/pay.py".')
    while value.startswith("./"):
        value = value[2:].lstrip("/")
    return value or None


def text_at(raw: Mapping[str, object], key: str) -> str | None:
    """A text, or a whole number as text (CWE ids and numbers of pull requests); None where the key is missing or null.

    Raises `BadEntry` for anything else.
    """
    value = raw.get(key)
    if value is None or type(value) is str:
        return value
    if type(value) is int:
        return str(value)
    raise BadEntry(key, f"`{key}` is {shown(value)}, which is no text", f"Write `{key}` as a text in quotes.")


def count_at(raw: Mapping[str, object], key: str, least: int) -> int | None:
    """A whole number from `least` on; None where the key is missing or null. Raises `BadEntry` for anything else."""
    value = raw.get(key)
    if value is None or (type(value) is int and value >= least):
        return value
    what = f"`{key}` is {shown(value)}, which is no whole number from {least} on"
    raise BadEntry(key, what, f"Write a number such as {least + 12}, or null.")


def shown(value: object) -> str:
    """A value from a file, for a message: short, and without signs that a terminal obeys."""
    text = repr(value) if isinstance(value, str) else json.dumps(value)
    return text if len(text) <= _SHOWN else f"{text[: _SHOWN - 1]}…"


def _texts(raw: Mapping[str, object]) -> list[str | None]:
    """The values of `_TEXTS`. Nearly always they are what they should be, which is quickly seen of all at once."""
    values = [*map(raw.get, _TEXTS)]
    if _TEXT_OR_NULL.issuperset(map(type, values)):
        return cast("list[str | None]", values)
    return [text_at(raw, key) for key in _TEXTS]


def _range(raw: Mapping[str, object], source: str, warnings: Warnings) -> tuple[int | None, int | None]:
    """First line and last line; None as last line for one line alone."""
    first = count_at(raw, "line", least=1)
    end, other = count_at(raw, "endLine", least=1), count_at(raw, "end_line", least=1)
    if end is None:
        end = other
    elif other is not None and other != end:
        raise BadEntry("endLine", f"`endLine` is {end} and `end_line` is {other}", "Keep one of the two.")
    if first is None:
        if end is not None:
            warnings.add("golden-line-missing", "a last line without a first one says no place", source)
        return None, None
    if end is None or end == first:
        return first, None
    if end < first:
        warnings.add("golden-range-reversed", "a range was written backwards and was turned around", source)
        return end, first
    return first, end


def _severity(value: object, source: str, warnings: Warnings) -> Severity | None:
    if value is None or value == "":
        return None
    severity = SEVERITY_WORDS.get(value.strip().casefold()) if type(value) is str else None
    if severity is None:
        warnings.add("golden-severity-unknown", f"the severity {shown(value)} is not known and was left out", source)
    return severity


def _side(value: object, source: str, warnings: Warnings) -> Side | None:
    if value is None:
        return None
    side, notes = claimed_side(value)
    if any(note.code == Repair.SIDE_UNKNOWN for note in notes):
        warnings.add("golden-side-unknown", f"the side {shown(value)} is not known and was left out", source)
        return None
    return side


def _flag(raw: Mapping[str, object], key: str) -> bool:
    value = raw.get(key)
    if value is None or type(value) is bool:
        return bool(value)
    raise BadEntry(key, f"`{key}` is {shown(value)}, which is neither true nor false", "Write true or false.")


def _told(what: str, places: list[str]) -> str:
    named = ", ".join(places[:_NAMED])
    return f"{what}: {named}" + (f" and {len(places) - _NAMED} more" if len(places) > _NAMED else "")
