"""The way in: command line > environment > user file > project file, checked and merged into one `Config`.

It goes in two steps, because the project's files are trusted from the merge base, which is known only when the target
is resolved, which needs `base`: `load_user` first, then `combine`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

import platformdirs

from houndsman.config.check import Document, Layer, Owner, check, parse
from houndsman.config.markdown import read_watchdog
from houndsman.config.project import ProjectFiles
from houndsman.errors import ConfigError
from houndsman.models.config import Config
from houndsman.models.manifest import RunWarning
from houndsman.models.severity import Severity
from houndsman.models.watchdog import Watchdog

#: Environment variables and the key that each sets.
ENVIRONMENT = {
    "HOUNDSMAN_AGENT": "agent",
    "HOUNDSMAN_BASE": "base",
    "HOUNDSMAN_FAIL_ON": "failOn",
    "HOUNDSMAN_LANGUAGE": "language",
}

#: Lists that a higher file adds to instead of replacing: a user's own exclusions must not undo the project's.
_ADDING = ("priorities", "exclusions")


@dataclass(frozen=True)
class Declaration:
    """A watchdog and where it is declared."""

    watchdog: Watchdog
    origin: str


@dataclass(frozen=True)
class UserConfig:
    """What the user's own file, the environment and the command line set, in ascending precedence."""

    layers: tuple[Layer, ...]

    @property
    def base(self) -> str | None:
        """What a branch is compared with, where the user says so."""
        return self._last("base")

    @property
    def fail_on(self) -> Severity | None:
        """The least severity that fails, where the user says so."""
        told = self._last("failOn")
        return None if told is None else Severity(told)

    def _last(self, key: str) -> str | None:
        found = [layer.data[key] for layer in self.layers if layer.data.get(key)]
        return str(found[-1]) if found else None


@dataclass(frozen=True)
class Configured:
    """The result."""

    config: Config
    watchdogs: tuple[Declaration, ...] = ()
    """Those of the project's Markdown files, by id."""
    warnings: tuple[RunWarning, ...] = field(default=())


def user_file(environ: Mapping[str, str]) -> Path:
    """`HOUNDSMAN_CONFIG`, else `config.toml` in the platform's user configuration folder."""
    named = environ.get("HOUNDSMAN_CONFIG")
    return Path(named) if named else Path(platformdirs.user_config_dir("houndsman", appauthor=False)) / "config.toml"


def load_user(environ: Mapping[str, str], overrides: Mapping[str, object]) -> UserConfig:
    """The user's side of the configuration.

    Args:
        environ: the process environment.
        overrides: keys set on the command line; None means not set.
    """
    layers = []
    file = user_file(environ)
    if file.exists():
        document = Document(str(file), _read(file), Owner.USER)
        layers.append(check(document, parse(document) or {}))
    elif environ.get("HOUNDSMAN_CONFIG"):
        raise ConfigError("HOUNDSMAN_CONFIG names a file that does not exist", where=str(file))
    for name, key in ENVIRONMENT.items():
        if environ.get(name):
            layers.append(check(Document(name, "", Owner.USER), {key: environ[name]}))
    given = {key: value for key, value in overrides.items() if value is not None}
    layers.append(check(Document("command line", "", Owner.USER), given))
    return UserConfig(tuple(layers))


def combine(user: UserConfig, project: ProjectFiles, project_name: str) -> Configured:
    """Everything merged, and the project's watchdogs.

    Args:
        user: what `load_user` gave.
        project: the project's files, from where they are trusted.
        project_name: what `projectName` is where nobody sets it.
    """
    document = project.document()
    lowest = check(document, parse(document) or {}) if document else Layer({})
    layers = (lowest, *user.layers)
    merged: dict[str, object] = {"projectName": project_name or "this project"}
    for layer in layers:
        for key, value in layer.data.items():
            before = merged.get(key)
            if key in _ADDING and isinstance(value, list) and isinstance(before, list):
                merged[key] = [*value, *before]
            elif isinstance(value, dict) and isinstance(before, dict):
                merged[key] = {**before, **value}
            else:
                merged[key] = value
    watchdogs = tuple(Declaration(read_watchdog(raw, name), name) for name, raw in project.watchdogs.items())
    warnings = tuple(warning for layer in layers for warning in layer.warnings)
    return Configured(Config.model_validate(merged), watchdogs, warnings)


def _read(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(f"the user's configuration cannot be read: {error}", where=str(file)) from None
