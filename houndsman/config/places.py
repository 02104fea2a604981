"""Where in a file a key stands, so that an error can name the line. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence

import yaml

KeyPath = Sequence[str | int]

_TABLE = re.compile(r"\s*(\[\[?)\s*([^\]]+?)\s*\]\]?\s*(?:#.*)?$")
_KEY = re.compile(r"""\s*((?:"[^"]*"|'[^']*'|[A-Za-z0-9_-]+)(?:\s*\.\s*(?:"[^"]*"|'[^']*'|[A-Za-z0-9_-]+))*)\s*=""")


def toml_line(text: str, path: KeyPath) -> int | None:
    """The line, counted from 1, on which the last key of `path` is set in the TOML `text`; None where it is not found.

    A table that has no header of its own begins where its first part does, such as `[agents.mine]` for `agents`.

    `tomllib` keeps no places, so this reads table headers and keys itself. A key inside an inline table or a
    multi-line array is reported at the line of the outermost key that is written on a line of its own.
    """
    best: tuple[int, int] | None = None
    first_below: int | None = None
    table: list[str | int] = []
    seen: dict[str, int] = {}
    for number, line in enumerate(text.split("\n"), 1):
        header = _TABLE.match(line)
        if header:
            table = list(_parts(header[2]))
            if header[1] == "[[":
                seen[header[2]] = seen.get(header[2], -1) + 1
                table.append(seen[header[2]])
            here = table
        else:
            key = _KEY.match(line)
            if not key:
                continue
            here = [*table, *_parts(key[1])]
        common = _common(here, path)
        if common == len(here) and (best is None or common > best[0]):
            best = common, number
        elif path and common == len(path) and first_below is None:
            first_below = number
    if first_below is not None and (best is None or best[0] < len(path)):
        return first_below
    return best[1] if best else None


def yaml_line(root: yaml.Node | None, path: KeyPath) -> int | None:
    """The line, counted from 1, of the node at `path` below `root`; the nearest node above it where there is none."""
    node, line = root, None
    for step in path:
        if isinstance(node, yaml.MappingNode):
            pair = next((p for p in node.value if p[0].value == str(step)), None)
            if pair is None:
                break
            line, node = pair[0].start_mark.line + 1, pair[1]
        elif isinstance(node, yaml.SequenceNode) and isinstance(step, int) and step < len(node.value):
            node = node.value[step]
            line = node.start_mark.line + 1
        else:
            break
    return line


def _parts(dotted: str) -> list[str]:
    return [part.strip().strip("\"'") for part in dotted.split(".")]


def _common(here: Sequence[str | int], path: KeyPath) -> int:
    count = 0
    for mine, wanted in zip(here, path, strict=False):
        if mine != wanted:
            break
        count += 1
    return count
