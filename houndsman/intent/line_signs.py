"""What one side of a file declares, told from its lines alone: for languages other than Python, and Python that does
not parse.

In: a side of a file. Out: signs by a small table of patterns. A declaration reaches to the first line that stands no
deeper than it does and closes or continues nothing. What no pattern knows is no sign; nothing fails.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from houndsman.intent.sides import Side, Span
from houndsman.intent.signs import SHAPE_ONLY, Event, Kind, Sign

#: Characters of a line that are looked at: nobody declares anything beyond.
_LOOKED_AT = 300

_BODY = frozenset({Event.ADDED, Event.CHANGED, Event.REMOVED})
_GOES_ON = re.compile(r"[)\]}{]|end\b|else\b|catch\b|finally\b|rescue\b")


class Pattern(NamedTuple):
    """How a line of code tells that something is declared there; the groups `name` and `more` are shown."""

    kind: Kind
    noun: str
    matches: re.Pattern[str]
    has_body: bool = False


def _pattern(kind: Kind, noun: str, pattern: str, *, has_body: bool = False, any_case: bool = False) -> Pattern:
    return Pattern(kind, noun, re.compile(pattern, re.IGNORECASE if any_case else 0), has_body)


_QUOTED_PATH = r"""\(?\s*["'`](?P<name>/[^"'`]*)["'`]"""

_JAVASCRIPT = (
    _pattern(
        Kind.FLOW,
        "function",
        r"export\s+(?:default\s+)?(?:async\s+)?function\s*\*?\s*(?P<name>[A-Za-z$]\w*)",
        has_body=True,
    ),
    _pattern(
        Kind.FLOW,
        "function",
        r"export\s+(?:const|let|var)\s+(?P<name>[A-Za-z$]\w*)[^=]*=\s*(?:async\s*)?(?:function\b|\([^)]*\)[^=]*=>|\w+\s*=>)",
        has_body=True,
    ),
    _pattern(Kind.FLOW, "function", r"(?:module\.)?exports\.(?P<name>[A-Za-z$]\w*)\s*=", has_body=True),
    _pattern(
        Kind.CONTRACT,
        "type",
        r"export\s+(?:default\s+)?(?:declare\s+)?(?:abstract\s+)?(?:class|interface|type)\s+(?P<name>[A-Za-z$]\w*)",
        has_body=True,
    ),
    _pattern(Kind.STATE, "enumeration", r"(?:export\s+)?(?:const\s+)?enum\s+(?P<name>[A-Za-z$]\w*)", has_body=True),
    _pattern(
        Kind.FLOW,
        "route",
        rf"\w*(?:app|router|server|routes?|api|fastify)\.(?P<more>get|post|put|patch|delete|all)\b{_QUOTED_PATH}",
        has_body=True,
    ),
    _pattern(Kind.CONTRACT, "use of configuration", r".*\bprocess\.env\.(?P<name>[A-Z][A-Z0-9_]*)"),
)
_JAVASCRIPT_TESTS = (
    _pattern(Kind.INVARIANT, "test", r"""(?:it|test)(?:\.\w+)?\(\s*["'`](?P<name>[^"'`]+)["'`]""", has_body=True),
)
_GO = (
    _pattern(Kind.FLOW, "function", r"func\s+(?:\([^)]*\)\s*)?(?P<name>[A-Z]\w*)\s*[(\[]", has_body=True),
    _pattern(Kind.CONTRACT, "type", r"type\s+(?P<name>[A-Z]\w*)\s", has_body=True),
    _pattern(
        Kind.FLOW,
        "route",
        rf"\w+(?:\.\w+)*\.(?P<more>GET|POST|PUT|PATCH|DELETE|Get|Post|Put|Patch|Delete){_QUOTED_PATH}",
    ),
    _pattern(Kind.FLOW, "route", r"""\w+(?:\.\w+)*\.Handle(?:Func)?\(\s*"(?P<name>[^"]*/[^"]*)\""""),
    _pattern(Kind.CONTRACT, "use of configuration", r""".*\bos\.(?:Getenv|LookupEnv)\("(?P<name>[A-Z][A-Z0-9_]*)"\)"""),
)
_GO_TESTS = (_pattern(Kind.INVARIANT, "test", r"func\s+(?P<name>Test\w*)\(", has_body=True),)
_ANNOTATED = (
    _pattern(
        Kind.FLOW,
        "route",
        r"""[@\[](?P<more>Get|Post|Put|Patch|Delete|Request)Mapping\((?:\w+\s*=\s*)?\{?"(?P<name>[^"]*)\"""",
    ),
    _pattern(
        Kind.FLOW, "route", r"""[@\[](?P<more>Route|Path|HttpGet|HttpPost|HttpPut|HttpDelete)\("(?P<name>[^"]*)"\)"""
    ),
    _pattern(
        Kind.CONTRACT,
        "type",
        r"public\s+(?:(?:abstract|final|sealed|static|partial|data|open)\s+)*(?:class|interface|record|struct)\s+(?P<name>\w+)",
        has_body=True,
    ),
    _pattern(Kind.STATE, "enumeration", r"(?:public\s+)?enum\s+(?:class\s+)?(?P<name>\w+)", has_body=True),
    _pattern(
        Kind.FLOW,
        "method",
        r"public\s+(?:[\w<>\[\],.?]+\s+){1,6}(?P<name>\w+)\s*\(",
        has_body=True,
    ),
    _pattern(Kind.CONTRACT, "use of configuration", r""".*\bSystem\.getenv\("(?P<name>[A-Z][A-Z0-9_]*)"\)"""),
)
_RUBY = (
    _pattern(
        Kind.FLOW,
        "route",
        r"""(?P<more>get|post|put|patch|delete)\s*\(?\s*["'](?P<name>[^"']*)["'](?=\s*(?:,|=>|do\b))""",
    ),
    _pattern(Kind.FLOW, "route", r"resources?\s+:(?P<name>\w+)"),
    _pattern(Kind.INVARIANT, "validation", r"validates?(?:_\w+)?\s+:(?P<name>\w+)"),
    _pattern(
        Kind.CONTRACT,
        "migration",
        r"(?P<more>create_table|drop_table|add_column|remove_column|rename_column|change_column|add_index)\s*\(?\s*:(?P<name>\w+)",
    ),
    _pattern(Kind.FLOW, "method", r"def\s+(?:self\.)?(?P<name>[a-z]\w*[?!=]?)", has_body=True),
    _pattern(Kind.CONTRACT, "class", r"(?:class|module)\s+(?P<name>[A-Z][\w:]*)"),
    _pattern(Kind.CONTRACT, "use of configuration", r""".*\bENV(?:\.fetch\(|\[)["'](?P<name>[A-Z][A-Z0-9_]*)["']"""),
)
_PHP = (
    _pattern(Kind.FLOW, "route", r"""Route::(?P<more>get|post|put|patch|delete|any)\(\s*["'](?P<name>[^"']*)["']"""),
    _pattern(
        Kind.CONTRACT, "migration", r"""Schema::(?P<more>create|table|drop|dropIfExists)\(\s*["'](?P<name>\w+)["']"""
    ),
    _pattern(Kind.FLOW, "method", r"public\s+(?:static\s+)?function\s+(?P<name>[A-Za-z]\w*)", has_body=True),
    _pattern(Kind.FLOW, "function", r"function\s+(?P<name>[A-Za-z]\w*)\s*\(", has_body=True),
    _pattern(Kind.CONTRACT, "class", r"(?:(?:abstract|final)\s+)?(?:class|interface|trait)\s+(?P<name>\w+)"),
)
_RUST = (
    _pattern(Kind.FLOW, "route", r"""#\[(?P<more>get|post|put|patch|delete)\("(?P<name>[^"]*)\""""),
    _pattern(Kind.FLOW, "route", r"""\.route\("(?P<name>/[^"]*)\""""),
    _pattern(Kind.STATE, "enumeration", r"pub\s+enum\s+(?P<name>\w+)", has_body=True),
    _pattern(Kind.CONTRACT, "type", r"pub\s+(?:struct|trait|type)\s+(?P<name>\w+)", has_body=True),
    _pattern(Kind.FLOW, "function", r"pub\s+(?:(?:async|const|unsafe)\s+)*fn\s+(?P<name>\w+)", has_body=True),
)
_PYTHON = (
    _pattern(Kind.FLOW, "route", rf"@\w+(?:\.\w+)*\.(?P<more>route|get|post|put|patch|delete){_QUOTED_PATH}"),
    _pattern(Kind.FLOW, "function", r"(?:async\s+)?def\s+(?P<name>[A-Za-z]\w*)", has_body=True),
    _pattern(Kind.CONTRACT, "class", r"class\s+(?P<name>[A-Za-z]\w*)"),
)
_PYTHON_TESTS = (_pattern(Kind.INVARIANT, "test", r"(?:async\s+)?def\s+(?P<name>test\w*)", has_body=True),)
_SQL_NAME = r"""(?:IF\s+(?:NOT\s+)?EXISTS\s+)?(?P<name>["`\[]?\w+["`\]]?(?:\.["`\[]?\w+["`\]]?)?)"""
_SQL = (
    _pattern(
        Kind.CONTRACT,
        "schema",
        rf"(?P<more>(?:CREATE|ALTER|DROP)\s+(?:TEMP(?:ORARY)?\s+|OR\s+REPLACE\s+|UNIQUE\s+|MATERIALIZED\s+)*"
        rf"(?:TABLE|INDEX|VIEW|TYPE|SEQUENCE|FUNCTION|TRIGGER))\s+(?:CONCURRENTLY\s+)?(?:ONLY\s+)?{_SQL_NAME}",
        any_case=True,
    ),
    _pattern(
        Kind.CONTRACT,
        "schema",
        r"(?P<more>(?:ADD|DROP|RENAME|ALTER)\s+COLUMN)\s+(?:IF\s+(?:NOT\s+)?EXISTS\s+)?(?P<name>\w+)",
        any_case=True,
    ),
    _pattern(
        Kind.INVARIANT,
        "constraint",
        r"(?P<name>.*?\b(?:NOT\s+NULL|UNIQUE|PRIMARY\s+KEY|FOREIGN\s+KEY|REFERENCES|CHECK)\b.*?)[,;]?\Z",
        any_case=True,
    ),
)
_GRAPHQL = (
    _pattern(Kind.STATE, "enumeration", r"(?:extend\s+)?enum\s+(?P<name>\w+)", has_body=True),
    _pattern(
        Kind.CONTRACT,
        "schema",
        r"(?:extend\s+)?(?P<more>type|input|interface|union|scalar|directive)\s+@?(?P<name>\w+)",
        has_body=True,
    ),
)
_PROTO = (
    _pattern(Kind.FLOW, "call", r"(?P<more>rpc)\s+(?P<name>\w+)"),
    _pattern(Kind.STATE, "enumeration", r"enum\s+(?P<name>\w+)", has_body=True),
    _pattern(Kind.CONTRACT, "schema", r"(?P<more>message|service)\s+(?P<name>\w+)", has_body=True),
    _pattern(Kind.CONTRACT, "field", r"(?:[\w.<>,]+\s+){1,3}(?P<name>\w+)\s*=\s*\d+"),
)

_SCRIPTS = dict.fromkeys(
    (b".js", b".jsx", b".ts", b".tsx", b".mjs", b".cjs", b".mts", b".cts", b".vue", b".svelte"), _JAVASCRIPT
)
_PATTERNS: dict[bytes, tuple[Pattern, ...]] = {
    **_SCRIPTS,
    **dict.fromkeys((b".java", b".kt", b".cs", b".scala"), _ANNOTATED),
    **dict.fromkeys((b".graphql", b".gql"), _GRAPHQL),
    **dict.fromkeys((b".rb", b".rake"), _RUBY),
    b".go": _GO,
    b".php": _PHP,
    b".proto": _PROTO,
    b".py": _PYTHON,
    b".rs": _RUST,
    b".sql": _SQL,
}
_TESTS: dict[bytes, tuple[Pattern, ...]] = {
    **dict.fromkeys(_SCRIPTS, _JAVASCRIPT_TESTS),
    b".go": _GO_TESTS,
    b".py": _PYTHON_TESTS,
}


def line_signs(side: Side, *, is_test: bool) -> list[Sign]:
    """The signs of one side; of a test file only its tests."""
    patterns = (_TESTS if is_test else _PATTERNS).get(side.suffix, ())
    return list(_scanned(side, patterns)) if patterns else []


class _Line(NamedTuple):
    number: int
    depth: int
    """White space before it."""
    text: str


def _scanned(side: Side, patterns: Sequence[Pattern]) -> Iterator[Sign]:
    lines = [
        _Line(number, len(text) - len(bare), bare.rstrip()[:_LOOKED_AT])
        for number, raw in enumerate(side.lines, 1)
        if (bare := (text := raw[: 2 * _LOOKED_AT].decode("utf-8", "replace").expandtabs(4)).lstrip())
    ]
    ends = _ends(lines)
    for at, line in enumerate(lines):
        for pattern in patterns:
            found = pattern.matches.match(line.text)
            if found is not None and not found["name"].startswith("_"):
                yield _sign(pattern, found, line, Span(line.number, ends[at] if pattern.has_body else line.number))
                break


def _ends(lines: Sequence[_Line]) -> list[int]:
    """For each line the last one of what it opens."""
    ends = [line.number for line in lines]
    opened: list[int] = []
    for at, line in enumerate(lines):
        goes_on = False
        while opened and line.depth <= lines[opened[-1]].depth and not goes_on:
            goes_on = line.depth == lines[opened[-1]].depth and _GOES_ON.match(line.text) is not None
            if not goes_on:
                _close(opened, ends)
        if goes_on:
            ends[opened[-1]] = line.number
        else:
            opened.append(at)
    while opened:
        _close(opened, ends)
    return ends


def _close(opened: list[int], ends: list[int]) -> None:
    inner = opened.pop()
    if opened:
        ends[opened[-1]] = max(ends[opened[-1]], ends[inner])


def _sign(pattern: Pattern, found: re.Match[str], line: _Line, span: Span) -> Sign:
    groups = found.groupdict()
    more = " ".join((groups.get("more") or "").split())
    verb = more.upper() if pattern.noun == "route" else more
    name = f"{verb} {found['name']}".strip()
    return Sign(
        kind=pattern.kind,
        noun=pattern.noun,
        name=name,
        key=f"{pattern.noun} {name}",
        line=line.number,
        spans=(span,),
        shape="" if pattern.has_body else " ".join(line.text.split()),
        tells=_BODY if pattern.has_body else SHAPE_ONLY,
        rank=2
        if pattern.noun == "test"
        else 0
        if pattern.noun in ("route", "migration", "schema", "constraint")
        else 1,
    )
