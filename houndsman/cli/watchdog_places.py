"""Where in its file a watchdog says what is wrong with it, as `file:line`.

In: the file of a declaration, and the key or the text that is meant. Out: the place; the file alone where the line
cannot be known, such as for a rule that a plugin makes up as it runs. Nothing fails.
"""

from __future__ import annotations

import ast
import traceback
from collections.abc import Iterator, Sequence
from functools import cached_property
from pathlib import Path
from typing import Protocol

from houndsman.config.markdown import line_of

#: Between an author's mistake and our complaint about it.
_NOT_THEIRS = frozenset({"houndsman", "pluggy", "pydantic", "importlib", "_frozen_importlib"})


class Places(Protocol):
    """Where things stand in one declaration."""

    def of(self, key: Sequence[str | int], said: str = "") -> str:
        """The place of the key, or of the text `said` below it."""
        ...


class MarkdownPlaces:
    """Places in a Markdown file that declares a watchdog."""

    def __init__(self, name: str, raw: bytes) -> None:
        self._name, self._raw = name, raw

    def of(self, key: Sequence[str | int], said: str = "") -> str:
        """The line of the key; in the guidance that on which `said` begins."""
        line = line_of(self._raw, key)
        first = said.split()[:3]
        for at, text in enumerate(self._raw.decode("utf-8-sig").split("\n")[line - 1 :] if said else ()):
            if list(key) == ["guidance"] and " ".join(first) in " ".join(text.split()):
                return f"{self._name}:{line + at}"
        return f"{self._name}:{line}"


class PythonPlaces:
    """Places in the source of a plugin."""

    def __init__(self, file: str) -> None:
        self._file = file

    def of(self, key: Sequence[str | int], said: str = "") -> str:
        """The line of the first literal that is `said`, or that holds it."""
        holding = [node for node in self._literals if said and said in str(node.value)]
        exact = [node for node in holding if node.value == said]
        return next((f"{shown(self._file)}:{node.lineno}" for node in (*exact, *holding)), shown(self._file))

    @cached_property
    def _literals(self) -> list[ast.Constant]:
        nodes = (node for node in ast.walk(_tree(self._file)) if isinstance(node, ast.Constant))
        return sorted((node for node in nodes if isinstance(node.value, str)), key=lambda node: node.lineno)


def place_of_error(error: BaseException, argument: str = "") -> str | None:
    """Where a plugin's own code raised, or called what raised; None where there is no such line.

    Args:
        error: what was raised.
        argument: the keyword of the call that is wrong, if it is one: its own line is then the place.
    """
    if isinstance(error, SyntaxError) and error.filename:
        return f"{shown(error.filename)}:{error.lineno or 1}"
    frames = list(_own_frames(error))
    if not frames:
        return None
    file, line = frames[-1]
    return f"{shown(file)}:{_argument_line(file, line, argument) if argument else line}"


def shown(file: str) -> str:
    """The file relative to the current folder, where it is in it."""
    place = Path(file)
    return place.relative_to(Path.cwd()).as_posix() if place.is_relative_to(Path.cwd()) else file


def _own_frames(error: BaseException) -> Iterator[tuple[str, int]]:
    """File and line of each frame of the plugin's package, outermost first."""
    package = None
    for frame, line in traceback.walk_tb(error.__traceback__):
        top = str(frame.f_globals.get("__name__", "")).partition(".")[0]
        if top in _NOT_THEIRS or frame.f_code.co_filename.startswith("<"):
            continue
        package = package or top
        if top == package:
            yield frame.f_code.co_filename, line


def _argument_line(file: str, line: int, argument: str) -> int:
    """The line of `argument` in the innermost call around `line` that has it; `line` where there is none."""
    calls = [node for node in ast.walk(_tree(file)) if isinstance(node, ast.Call)]
    around = [call for call in calls if call.lineno <= line <= (call.end_lineno or call.lineno)]
    for call in sorted(around, key=lambda call: -call.lineno):
        for keyword in call.keywords:
            if keyword.arg == argument:
                return keyword.value.lineno
    return line


def _tree(file: str) -> ast.Module:
    """The file's syntax; an empty module where it cannot be read as Python."""
    try:
        return ast.parse(Path(file).read_bytes())
    except (OSError, SyntaxError, ValueError):
        return ast.Module([], [])
