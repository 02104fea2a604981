"""gcc's JSON (`-fdiagnostics-format=json`), of one run or of a whole build.

In: arrays of diagnostics, one a compiler run, or diagnostics one a line; lines between them that do not begin like JSON
are other programs' (`make`, the linker, `[3/20]` of ninja) and are passed over with a remark. Out: a finding for each
top-level diagnostic, notes included; its `children` explain it and are none. Without an option the kind is the rule.
What begins like JSON and is none, or is no diagnostic, raises `ForeignFormatError`; so does a text without any JSON.

The line is the caret's, as gcc prints it; the end is the range's, where that finishes further down in the same file.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from houndsman.exchange.cwe import cwe_numbered
from houndsman.exchange.json_text import as_list, as_object, as_text, load_at
from houndsman.exchange.reader import ForeignFormatError, Reader, ReadOptions, Text
from houndsman.exchange.severity import severity_named
from houndsman.intake.lines import claimed_lines
from houndsman.models.foreign import ForeignFinding
from houndsman.models.severity import Severity

#: Characters of a text's beginning that tell what it is.
_HEAD = 65_536
_KIND = re.compile(r'"kind"\s*+:\s*+"')
_CARET = re.compile(r'"(?:caret|column-origin|escape-source)"\s*+:')
#: A bracket alone is nobody's own: what follows tells whether it begins an array or an object.
_VALUE = r"""\[\s*+(?:[\[{\]"]|\Z|(?:-?\d[\d.eE+-]*+|true|false|null)\s*+[,\]])|\{\s*+(?:["}]|\Z)"""
_BEFORE_A_VALUE = re.compile(rf"(?>[ \t\r\n]++|(?!{_VALUE})[^ \t\r\n][^\n]*+)*+")

#: Words that gcc has and the one table has not.
_OWN_WORDS: Mapping[str, Severity | None] = {
    "fatal error": Severity.BLOCKING,
    "internal compiler error": Severity.BLOCKING,
    "sorry, unimplemented": Severity.BLOCKING,
    "permerror": Severity.BLOCKING,
    "pedwarn": Severity.ATTENTION,
    "anachronism": Severity.ATTENTION,
    "debug": Severity.NIT,
}
_READ = frozenset({"kind", "message", "locations", "option"})


class _Place(NamedTuple):
    file: str | None
    line: int | None
    end_line: int | None


def recognises(text: Text) -> bool:
    """Whether the beginning holds what only gcc's diagnostics have."""
    head = text.text[:_HEAD]
    return bool(_KIND.search(head) and _CARET.search(head))


def read(text: Text, options: ReadOptions) -> Iterator[ForeignFinding]:
    """The findings, in the order in which they were printed."""
    seen = False
    for value, line in _values(text, options):
        seen, where = True, f"{text.name}:{line}"
        if isinstance(value, list):
            yield from (_finding(diagnostic, f"{where}[{index}]") for index, diagnostic in enumerate(value))
        else:
            yield _finding(value, where)
    if not seen and text.text.strip():
        raise ForeignFormatError(
            "no JSON of gcc in it", where=text.name, hint="compile with -fdiagnostics-format=json and keep stderr"
        )


def _values(text: Text, options: ReadOptions) -> Iterator[tuple[object, int]]:
    """Every value that begins a line, or follows another, and its line."""
    at, line = 0, 1
    while True:
        passed = _BEFORE_A_VALUE.match(text.text, at)
        start = passed.end() if passed else at
        for number, words in enumerate(text.text[at:start].split("\n"), line):
            if words.strip():
                options.remark("other-lines", "lines of other programs, passed over", f"{text.name}:{number}")
        if start == len(text.text):
            return
        line += text.text.count("\n", at, start)
        value, at = load_at(text, start)
        yield value, line
        line += text.text.count("\n", start, at)


def _finding(value: object, source: str) -> ForeignFinding:
    said = as_object(value)
    kind = as_text(said.get("kind"))
    if kind is None or "message" not in said:
        raise ForeignFormatError(
            "not a diagnostic of gcc: it needs `kind` and `message`", where=source, hint="name its format with --format"
        )
    locations = as_list(said.get("locations"))
    at = _place(as_object(locations[0])) if locations else _Place(None, None, None)
    metadata = as_object(said.get("metadata"))
    extra = {key: item for key, item in said.items() if key not in _READ}
    if len(locations) > 1:
        extra["locations"] = locations[1:]
    return ForeignFinding(
        file=at.file,
        line=at.line,
        end_line=at.end_line,
        rule=as_text(said.get("option")) or _broken_rule(metadata) or kind,
        message=as_text(said.get("message")) or "",
        severity=severity_named(kind, _OWN_WORDS),
        category=cwe_numbered(metadata.get("cwe")),
        source=source,
        extra=extra,
    )


def _place(location: Mapping[str, object]) -> _Place:
    caret = as_object(location.get("caret"))
    file = as_text(caret.get("file"))
    finish = as_object(location.get("finish"))
    last = finish.get("line") if finish.get("file") == caret.get("file") else None
    first = claimed_lines(caret.get("line"), None).line
    if first is None:
        return _Place(file, None, None)
    end = claimed_lines(last, None).line
    return _Place(file, first, end if end is not None and end > first else None)


def _broken_rule(metadata: Mapping[str, object]) -> str | None:
    """The first coding-standard rule that the diagnostic says is broken, such as `STR30-C`; gcc 13 and later."""
    rules = as_list(metadata.get("rules"))
    return as_text(as_object(rules[0]).get("string")) if rules else None


READER = Reader("gcc", "gcc -fdiagnostics-format=json", recognises, read)
