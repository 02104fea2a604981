"""Whether a file is a golden set, asked of every JSON file that pytest comes across.

In: a path, and the ini option's globs. Out: a `Claim`. Nothing raises: what cannot be read, parsed or understood is
somebody else's file. Most are known as such by their first bytes, so that a folder of large ones costs little.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from enum import Enum
from functools import lru_cache
from pathlib import Path

#: Bytes in which `"expected"` begins in any set of ours: what may stand before it is short.
HEAD = 65_536

#: Bytes of a file that nobody named which are still parsed; 100,000 anchors have a third of it.
MOST = 64 * 2**20

#: Of these an anchor has at least one, and so has a case without defects.
_ANCHORS_OWN = frozenset({"id", "file", "note", "expected"})


class Claim(Enum):
    """What a file says that it is. The values are words for whoever wonders why a file was passed over."""

    GOLDEN = "a golden set"
    UNREADABLE = 'it has the words "version" and "expected", and is no JSON (if it is a golden set, name it to see why)'
    TOO_LARGE = "it may be a golden set, and is too large to look into (list it in houndsman_golden if it is one)"
    NONE = "no golden set"


def is_listed(path: Path, root: Path, globs: Sequence[str]) -> bool:
    """Whether one of `globs`, which are relative to `root`, names `path`. `**` stands for any number of folders."""
    if not globs or not path.is_relative_to(root):
        return False
    return _pattern(tuple(globs)).fullmatch(path.relative_to(root).as_posix()) is not None


def claim_of(path: Path, *, to_the_end: bool) -> Claim:
    """What `path` claims to be: one object, or an anchor a line where it ends so.

    Args:
        path: a file that pytest came across.
        to_the_end: look at all of it, however large: a person has named it.
    """
    try:
        with path.open("rb") as file:
            data = file.read(HEAD)
            if path.suffix.lower() != ".json":
                return _claim_of_lines(data)
            if b'"expected"' not in data and not to_the_end:
                return Claim.NONE
            rest = file.read() if to_the_end else file.read(MOST)
    except OSError:
        return Claim.NONE
    data += rest
    if b'"version"' not in data or b'"expected"' not in data:
        return Claim.NONE
    if len(data) > MOST and not to_the_end:
        return Claim.TOO_LARGE
    return _claim_of_object(data)


def _claim_of_object(data: bytes) -> Claim:
    try:
        value = json.loads(data)
    except (ValueError, RecursionError):
        return Claim.UNREADABLE
    if not isinstance(value, dict) or type(value.get("version")) is not int:
        return Claim.NONE
    expected = value.get("expected")
    return Claim.GOLDEN if isinstance(expected, list) and all(map(_is_anchor, expected)) else Claim.NONE


def _claim_of_lines(head: bytes) -> Claim:
    line = next((line for line in head.split(b"\n") if line.strip()), b"")
    try:
        value = json.loads(line)
    except (ValueError, RecursionError):
        return Claim.NONE
    is_header = isinstance(value, dict) and type(value.get("version")) is int
    return Claim.GOLDEN if is_header or (_is_anchor(value) and "message" not in value) else Claim.NONE


def _is_anchor(value: object) -> bool:
    return isinstance(value, dict) and not value.keys().isdisjoint(_ANCHORS_OWN)


@lru_cache(maxsize=1)
def _pattern(globs: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile("|".join(map(_glob, globs)), re.DOTALL)


def _glob(glob: str) -> str:
    *folders, name = glob.removeprefix("./").split("/")
    above = "".join("(?:[^/]+/)*" if each == "**" else f"{_level(each)}/" for each in folders)
    return above + (".+" if name == "**" else _level(name))


def _level(glob: str) -> str:
    return "".join({"*": "[^/]*", "?": "[^/]"}.get(sign) or re.escape(sign) for sign in glob)
