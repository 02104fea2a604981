"""Which keys of configuration one side of a file has, told from its lines.

In: a side of a TOML, YAML, JSON, INI or environment file. Out: signs of its keys, with the sections that they stand in;
never a value, which may be a secret. A script in `[project.scripts]` is a command, a path of an OpenAPI document a
route. Nothing fails: what does not look like a key is none.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from houndsman.intent.sides import Side, Span
from houndsman.intent.signs import Event, Kind, Sign

#: Sections inside each other that are told; what stands deeper belongs to the key above it.
_DEEPEST = 3

_LOOKED_AT = 300
_SECTION = re.compile(r"\[{1,2}\s*([^\[\]]{1,120}?)\s*\]{1,2}\s*(?:[#;].*)?\Z")
_ASSIGNED = re.compile(r"""(?:export\s+)?(["']?)([A-Za-z_][\w.\-]*)\1\s*[=:]""")
_YAML_KEY = re.compile(r"""(["']?)([A-Za-z_/$.][\w./{}$-]{0,119})\1\s*:(?:\s|\Z)""")
_YAML_TEXT = re.compile(r".*:\s*[|>][+-]?\d?[+-]?\s*(?:#.*)?\Z")
_JSON_KEY = re.compile(r'"([^"\\]{1,120})"\s*:')
_SCRIPTS = re.compile(r"(?:project|tool\.poetry)\.scripts\.|options\.entry_points\.console_scripts\.")
_TOOLING = re.compile(r"(?:tool|build-system|dependency-groups|flake8|mypy|isort|coverage|pytest|pylint|tox|testenv)\b")
_OPEN_API = re.compile(rb"""\s*["']?(?:openapi|swagger)["']?\s*:""")

_ASSIGNING = frozenset({b".toml", b".ini", b".cfg", b".env", b".properties", b".conf"})
_INDENTING = frozenset({b".yaml", b".yml", b".json"})
_TELLS = frozenset({Event.ADDED, Event.CHANGED, Event.REMOVED})


class _Key(NamedTuple):
    """A key, and where it stands."""

    path: str
    name: str
    line: int


def is_configuration(side: Side) -> bool:
    """Whether the file is of a kind that holds keys."""
    return side.suffix in _ASSIGNING | _INDENTING


def settings_signs(side: Side) -> list[Sign]:
    """The signs of one side."""
    keys = list(_assigned(side) if side.suffix in _ASSIGNING else _indented(side))
    is_api = any(_OPEN_API.match(line) for line in side.lines[:20])
    signs = []
    for at, key in enumerate(keys):
        last = keys[at + 1].line - 1 if at + 1 < len(keys) else len(side.lines)
        signs.append(_sign(key, Span(key.line, max(last, key.line)), is_api=is_api))
    return signs


def _sign(key: _Key, span: Span, *, is_api: bool) -> Sign:
    kind, noun = Kind.CONTRACT, "configuration"
    if _SCRIPTS.match(key.path):
        kind, noun = Kind.FLOW, "command"
    elif is_api and key.name.startswith("/"):
        kind, noun = Kind.FLOW, "route"
    where = key.path.removesuffix(key.name).rstrip(".")
    return Sign(
        kind=kind,
        noun=noun,
        name=key.name,
        key=f"key {key.path}",
        line=key.line,
        spans=(span,),
        tail=f" in {where}" if where else "",
        tells=_TELLS,
        rank=0 if kind is Kind.FLOW else 3 if _TOOLING.match(key.path) else 2,
    )


def _assigned(side: Side) -> Iterator[_Key]:
    section, in_text = "", False
    for line in range(1, len(side.lines) + 1):
        raw = side.lines[line - 1][:_LOOKED_AT].decode("utf-8", "replace").rstrip()
        was_in_text = in_text
        if side.suffix == b".toml" and (raw.count('"""') + raw.count("'''")) % 2:
            in_text = not in_text
        section_found, key = _SECTION.match(raw), _ASSIGNED.match(raw)
        if was_in_text:
            continue
        if section_found is not None:
            section = section_found[1]
        elif key is not None:
            yield _Key(f"{section}.{key[2]}" if section else key[2], key[2], line)


def _indented(side: Side) -> Iterator[_Key]:
    """Keys of YAML, and of JSON as tools write it: what stands deeper is inside."""
    is_json = side.suffix == b".json"
    inside: list[tuple[int, str]] = []
    text_of: int | None = None  # how deep the key stands whose value is a text of several lines
    for line in range(1, len(side.lines) + 1):
        text = side.lines[line - 1][:_LOOKED_AT].decode("utf-8", "replace").rstrip().expandtabs(4)
        bare = text.lstrip() if is_json else text.lstrip(" -")
        depth = len(text) - len(bare)
        if not bare or (text_of is not None and depth > text_of):
            continue
        text_of = depth if not is_json and _YAML_TEXT.match(text) else None
        found = (_JSON_KEY if is_json else _YAML_KEY).match(bare)
        if found is None:
            continue
        name = found[found.re.groups]
        while inside and inside[-1][0] >= depth:
            inside.pop()
        inside.append((depth, name))
        if len(inside) <= _DEEPEST:
            yield _Key(".".join(each for _, each in inside), name, line)
