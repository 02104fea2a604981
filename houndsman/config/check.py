"""One TOML file, checked.

Comes in: the text and whose it is. Goes out: its data, right in every key. Only numeric tuning that is wrong falls back
to its default, with a warning; anything else is a `ConfigError` with file, line and the nearest right key.
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from enum import StrEnum

from pydantic import ValidationError

from houndsman.config.complaints import complaint
from houndsman.config.places import KeyPath, toml_line
from houndsman.errors import ConfigError
from houndsman.models.config import Config
from houndsman.models.manifest import RunWarning

#: Keys that a project's own file may not set, and where they belong.
_USERS_ONLY = {
    "base": "use --base, HOUNDSMAN_BASE, or your user configuration file",
    "agents": "a project may only name an agent (`agent`); what it runs belongs into your user configuration file",
}

#: Numbers that tune and decide nothing: a wrong one is not worth a failed review.
TUNING = frozenset({"maxFilesPerBrief", "maxExcerptChars", "bonus", "maxRiskFromChurn"})


class Owner(StrEnum):
    """Whose file it is, and so what it may decide."""

    USER = "user"
    PROJECT = "project"


@dataclass(frozen=True)
class Document:
    """A TOML file and the table in it that is ours."""

    name: str
    """How messages call the file."""
    text: str
    owner: Owner
    table: tuple[str, ...] = ()
    """`("tool", "houndsman")` in a pyproject.toml."""

    def place(self, path: KeyPath) -> str:
        """`file:line` of the key at `path` below our table."""
        line = toml_line(self.text, [*self.table, *path])
        return f"{self.name}:{line}" if line else self.name


@dataclass(frozen=True)
class Layer:
    """What one file sets, as JSON data with camelCase keys."""

    data: dict[str, object]
    warnings: tuple[RunWarning, ...] = ()


def parse(document: Document) -> dict[str, object] | None:
    """Our table of the file, or None where it has none. Raises `ConfigError` where the file is not TOML."""
    try:
        data: object = tomllib.loads(document.text)
    except tomllib.TOMLDecodeError as error:
        told = re.search(r"at line (\d+)", str(error))  # else it is the end of the document
        line = told[1] if told else document.text.rstrip().count("\n") + 1
        raise ConfigError(f"this is not TOML: {error}", where=f"{document.name}:{line}", hint="mend the file") from None
    for key in document.table:
        if not isinstance(data, dict) or key not in data:
            return None
        data = data[key]
    if not isinstance(data, dict):
        raise ConfigError(f"{'.'.join(document.table)} must be a table", where=document.place([]))
    return data


def check(document: Document, data: dict[str, object]) -> Layer:
    """The layer that `data`, our table of `document`, makes. `data` is used up."""
    if document.owner is Owner.PROJECT:
        _refuse_what_is_the_users(document, data)
    warnings: list[RunWarning] = []
    while True:
        try:
            Config.model_validate(data, by_alias=True, by_name=False)
        except ValidationError as errors:
            for error in errors.errors():
                fault = complaint(error, Config)
                if fault.path and fault.path[-1] in TUNING and error["type"] != "extra_forbidden":
                    warnings.append(_default_used(document, fault.path, error["input"]))
                    _remove(data, fault.path)
                else:
                    raise ConfigError(fault.what, where=document.place(fault.path), hint=fault.hint) from None
        else:
            return Layer(data, tuple(warnings))


def _refuse_what_is_the_users(document: Document, data: dict[str, object]) -> None:
    for key, hint in _USERS_ONLY.items():
        if key in data:
            told = f"{key!r} is never taken from a project's own file, which the change under review could set"
            raise ConfigError(told, where=document.place([key]), hint=hint)


def _default_used(document: Document, path: list[str | int], value: object) -> RunWarning:
    name = ".".join(str(step) for step in path)
    text = f"{document.place(path)}: {name} cannot be {value!r}; its default is used"
    return RunWarning(code="config-default", message=text)


def _remove(data: dict[str, object], path: list[str | int]) -> None:
    node: object = data
    for step in path[:-1]:
        if isinstance(node, dict):
            node = node[step]
        elif isinstance(node, list):
            node = node[int(step)]
    if isinstance(node, dict):
        node.pop(path[-1], None)
