"""What to say when a file's data does not fit a model: the fault in words, and the nearest right key. Pure."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from pydantic import BaseModel
from pydantic_core import ErrorDetails

from houndsman.models.config import AgentSettings, Budgets, Config, Priority
from houndsman.models.severity import Severity
from houndsman.models.watchdog import Rule, Watchdog

#: The model of what stands below a key, for the tables that have one.
_BELOW: Mapping[str, type[BaseModel]] = {
    "agents": AgentSettings,
    "budgets": Budgets,
    "priorities": Priority,
    "rules": Rule,
}


class Complaint(NamedTuple):
    """One fault."""

    path: list[str | int]
    what: str
    hint: str


def complaint(error: ErrorDetails, model: type[Config] | type[Watchdog]) -> Complaint:
    """One of pydantic's errors about data for `model`, in a user's words."""
    path: list[str | int] = list(error["loc"])
    name = ".".join(str(step) for step in path)
    known = known_keys(_BELOW.get(str(path[0]), model) if len(path) > 1 else model)
    if error["type"] == "extra_forbidden":
        return Complaint(path, *unknown_key(str(path[-1]), known))
    if error["type"] == "missing":
        return Complaint(path[:-1], f"the key {str(path[-1])!r} is missing", f"keys: {', '.join(known)}")
    text = error["msg"].removeprefix("Value error, ")
    if error["type"] == "tuple_type":
        return Complaint(path, f"{name} is {error['input']!r}, which is no list", f"write [{error['input']!r}]")
    if error["type"] == "enum":
        hint = f"use one of {', '.join(Severity)}"
        return Complaint(path, f"{name} is {error['input']!r}, which is no severity", hint)
    shown = repr(error["input"])
    shown = shown if len(shown) <= 60 else f"{shown[:59]}…"
    what = f"{name}: {_lower(text)} (it is {shown})" if name and error["type"] != "value_error" else text
    return Complaint(path, what, "Houndsman's docs/reference/configuration.md says what each key may hold")


def first_error(errors: Sequence[ErrorDetails]) -> ErrorDetails:
    """The error to begin with: a key that is there and wrong says more than the one that is missing for it."""
    return min(errors, key=lambda error: error["type"] == "missing")


def known_keys(model: type[BaseModel]) -> list[str]:
    """The keys of a model as they are written in a file, sorted."""
    return sorted(field.alias or name for name, field in model.model_fields.items())


def unknown_key(key: str, known: Iterable[str]) -> tuple[str, str]:
    """What to say of an unknown key, and the next step."""
    names = sorted(known)
    close = nearest(key, names)
    return f"unknown key {key!r}", f"did you mean {close!r}?" if close else f"known keys: {', '.join(names)}"


def nearest(key: str, known: Iterable[str]) -> str | None:
    """The known key that `key` was probably meant to be (another case, `-` or `_` do not matter), or None."""
    folded = {_folded(name): name for name in known}
    close = difflib.get_close_matches(_folded(key), folded, n=1, cutoff=0.6)
    return folded[close[0]] if close else None


def _folded(name: str) -> str:
    return re.sub(r"[-_ ]", "", name).lower()


def _lower(text: str) -> str:
    return text[:1].lower() + text[1:]
