"""reviewdog's diagnostics: `rdjson`, one object with all of them, and `rdjsonl`, one a line.

In: the text. Out: a finding for each diagnostic. Its end is exclusive where it has a column, so that one at the first
column of a line does not cover that line; without columns both lines are meant. What is not JSON raises
`ForeignFormatError`, and so does a value that is neither a diagnostic nor an object with `diagnostics`.

The format is declared in `proto/rdf/reviewdog.proto` of reviewdog.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from houndsman.exchange.entry import lines_of, name_of, severity_of, text_of
from houndsman.exchange.json_stream import first_object, read_stream
from houndsman.exchange.json_text import as_list, as_object, as_text
from houndsman.exchange.reader import ForeignFormatError, Reader, ReadOptions, Text
from houndsman.intake.lines import LineClaim
from houndsman.models.foreign import ForeignFinding
from houndsman.models.severity import Severity

_READ = frozenset({"message", "location", "severity", "code"})
_UNKNOWN = "UNKNOWN_SEVERITY"

#: protobuf's JSON may write an enumeration by number.
_NUMBERED = {0: _UNKNOWN, 1: "ERROR", 2: "WARNING", 3: "INFO"}


class _Defaults(NamedTuple):
    """What the object around the diagnostics says for those that say nothing."""

    severity: object = None
    source: object = None


def recognises(text: Text) -> bool:
    """Whether the first object is a diagnostic, or has some whose place is written as reviewdog does."""
    first = first_object(text)
    if first is None:
        return False
    return _is_diagnostic(first) or _has_diagnostics(first)


def read(text: Text, options: ReadOptions) -> Iterator[ForeignFinding]:
    """The findings, in the order of the text."""
    values, lines = read_stream(text)
    for value, line in zip(values, lines, strict=True):
        place = f"{text.name}:{line}"
        said = as_object(value)
        if _is_diagnostic(said):
            yield _finding(said, place, _Defaults(), options)
        elif _has_diagnostics(said):
            defaults = _Defaults(said.get("severity"), said.get("source"))
            for index, diagnostic in enumerate(as_list(said["diagnostics"])):
                yield _finding(as_object(diagnostic), f"{text.name}: diagnostics[{index}]", defaults, options)
        else:
            raise ForeignFormatError(
                "neither a diagnostic of reviewdog nor an object with `diagnostics`",
                where=place,
                hint="a diagnostic has `message` and `location.path`; name another format with --format",
            )


def _is_diagnostic(value: Mapping[str, object]) -> bool:
    return "message" in value and isinstance(as_object(value.get("location")).get("path"), str)


def _has_diagnostics(value: Mapping[str, object]) -> bool:
    listed = value.get("diagnostics")
    if not isinstance(listed, list):
        return False
    return _is_diagnostic(as_object(listed[0])) if listed else value.keys() <= {"diagnostics", "source", "severity"}


def _finding(said: Mapping[str, object], source: str, defaults: _Defaults, options: ReadOptions) -> ForeignFinding:
    location = as_object(said.get("location"))
    lines = _lines(as_object(location.get("range")))
    extra = {key: value for key, value in said.items() if key not in _READ}
    if defaults.source is not None:
        extra.setdefault("source", defaults.source)
    return ForeignFinding(
        file=name_of(location.get("path")),
        line=lines.line,
        end_line=lines.end,
        rule=name_of(as_object(said.get("code")).get("value")),
        message=text_of(said.get("message")),
        action="\n".join(text for text in map(_suggested, as_list(said.get("suggestions"))) if text),
        severity=_severity(said.get("severity"), defaults, source, options),
        source=source,
        extra=extra,
    )


def _suggested(suggestion: object) -> str | None:
    return as_text(as_object(suggestion).get("text"))


def _severity(word: object, defaults: _Defaults, source: str, options: ReadOptions) -> Severity | None:
    for said in (word, defaults.severity):
        named = _NUMBERED.get(said, said) if isinstance(said, int) else said
        if named in (None, "", _UNKNOWN):
            continue
        severity = severity_of(named)
        if severity is None:
            options.remark("unread-severity", "severity: not understood, and counted as not given", source)
        return severity
    return None


def _lines(range_: Mapping[str, object]) -> LineClaim:
    start, end = as_object(range_.get("start")), as_object(range_.get("end"))
    lines = lines_of(None, start.get("line"), end.get("line"))
    if lines.line is None or lines.end is None or end.get("column") != 1:
        return lines
    return lines._replace(end=lines.end - 1 if lines.end - 1 > lines.line else None)


READER = Reader("rdjson", "reviewdog's diagnostics, rdjson or rdjsonl", recognises, read)
