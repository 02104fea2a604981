"""A small language for places in JSON, so that where an agent says something is data and not code.

A path is names between dots. After a name, `[*]` goes into every item of a list and `[key=value]` into those objects of
a list whose `key` is that value; `$keys` stands for the names of an object. It always gives a list, empty where the
document has no such place. Absent and null are the same.

A condition is a path, then `=` and a value (`true`, `false`, `null`, a whole number, else text) or `~` and a regular
expression that a text must begin with. `path=null` holds where there is nothing.

    message.content[type=text].text      stats.models.$keys      is_error=true      error.message~unexpected status 429

Neither fails on any document. A text that is no path or condition is a `ValueError`, raised when a preset is declared.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Annotated, NamedTuple

from pydantic import AfterValidator

_STEP = re.compile(r"(?P<name>\$keys|[A-Za-z_][\w-]*)(?P<item>\[(?:\*|[A-Za-z_][\w-]*=[^\[\]]+)\])?(?:\.|\Z)")
_WHOLE_NUMBER = re.compile(r"-?\d{1,18}\Z")
_WORDS: dict[str, object] = {"true": True, "false": False, "null": None}


class _Step(NamedTuple):
    name: str
    each: bool = False
    key: str | None = None
    value: object = None


class _Condition(NamedTuple):
    path: str
    value: object = None
    begins: re.Pattern[str] | None = None


def values(path: str, document: object) -> list[object]:
    """Everything that stands at `path` in `document`, in order; nulls are left out."""
    found = [document]
    for step in _steps(path):
        found = [value for each in found for value in _taken(step, each) if value is not None]
    return found


def texts(path: str, document: object) -> list[str]:
    """The texts at `path`; what is no text is left out."""
    return [value for value in values(path, document) if isinstance(value, str)]


def numbers(paths: Iterable[str], document: object) -> list[float]:
    """The finite numbers at all of `paths`; what is no number is left out."""
    found = (value for path in paths for value in values(path, document))
    return [value for value in found if type(value) in (int, float) and abs(value) < 1e15]  # type: ignore[arg-type,misc]


def holds(condition: str, document: object) -> bool:
    """Whether `document` is as `condition` says."""
    wanted = _condition(condition)
    found = values(wanted.path, document)
    if wanted.begins is not None:
        return any(isinstance(value, str) and wanted.begins.match(value) for value in found)
    if wanted.value is None:
        return not found
    return any(type(value) is type(wanted.value) and value == wanted.value for value in found)


def _taken(step: _Step, document: object) -> Iterable[object]:
    if not isinstance(document, dict):
        return ()
    if step.name == "$keys":
        return list(document)
    value = document.get(step.name)
    if not step.each:
        return (value,)
    if not isinstance(value, list):
        return ()
    if step.key is None:
        return value
    return (item for item in value if isinstance(item, dict) and item.get(step.key) == step.value)


@lru_cache(maxsize=512)
def _steps(path: str) -> tuple[_Step, ...]:
    steps, at = [], 0
    while at < len(path):
        match = _STEP.match(path, at)
        if match is None or (match.end() == len(path) and path.endswith(".")):
            raise ValueError(f"no path into JSON: {path!r}")
        key, _, value = (match["item"] or "")[1:-1].partition("=")
        steps.append(_Step(match["name"], bool(match["item"]), None if key in ("", "*") else key, _value(value)))
        at = match.end()
    if not steps:
        raise ValueError("an empty path into JSON")
    return tuple(steps)


@lru_cache(maxsize=512)
def _condition(text: str) -> _Condition:
    sign = re.search(r"[=~](?![^\[]*\])", text)  # not the one inside of brackets
    if sign is None:
        raise ValueError(f"a condition needs '=' or '~': {text!r}")
    path, wanted = text[: sign.start()], text[sign.end() :]
    _steps(path)
    if sign[0] == "=":
        return _Condition(path, _value(wanted))
    try:
        return _Condition(path, begins=re.compile(wanted))
    except re.error as error:
        raise ValueError(f"the pattern of the condition {text!r} does not compile: {error}") from None


def _value(text: str) -> object:
    if text in _WORDS:
        return _WORDS[text]
    return int(text) if _WHOLE_NUMBER.match(text) else text


def _checked_path(text: str) -> str:
    _steps(text)
    return text


def _checked_condition(text: str) -> str:
    _condition(text)
    return text


Path = Annotated[str, AfterValidator(_checked_path)]
Condition = Annotated[str, AfterValidator(_checked_condition)]
