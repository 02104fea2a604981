"""Houndsman: a declarative, pytest-style harness for code-review agents.

This is the public face: what a plugin, a test or a user's script imports. Inside the project every module imports what
it needs from the room where it lives. Names are resolved on first use, so that importing the package costs nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

__version__ = "0.1.0"

if TYPE_CHECKING:
    from houndsman.errors import CheckUnavailable, ExitCode, HoundsmanError
    from houndsman.hookspecs import hookimpl
    from houndsman.models.agent import End
    from houndsman.models.change import Change, ChangedFile, FileKind, FileStatus, Hunk
    from houndsman.models.classification import FileVerdict
    from houndsman.models.config import Config
    from houndsman.models.finding import Note, RawFinding, Side
    from houndsman.models.plugins import AgentPreset, Exporter, ReadingRoot, Section
    from houndsman.models.preset import Output, Program, Reading, Tally
    from houndsman.models.repo_path import RepoPath
    from houndsman.models.severity import Severity
    from houndsman.models.triage import TriageItem
    from houndsman.models.watchdog import Rule, Watchdog

_HOMES = {
    "CheckUnavailable": "houndsman.errors",
    "ExitCode": "houndsman.errors",
    "HoundsmanError": "houndsman.errors",
    "hookimpl": "houndsman.hookspecs",
    "End": "houndsman.models.agent",
    "Change": "houndsman.models.change",
    "ChangedFile": "houndsman.models.change",
    "FileKind": "houndsman.models.change",
    "FileStatus": "houndsman.models.change",
    "Hunk": "houndsman.models.change",
    "FileVerdict": "houndsman.models.classification",
    "Config": "houndsman.models.config",
    "Note": "houndsman.models.finding",
    "RawFinding": "houndsman.models.finding",
    "Side": "houndsman.models.finding",
    "AgentPreset": "houndsman.models.plugins",
    "Exporter": "houndsman.models.plugins",
    "ReadingRoot": "houndsman.models.plugins",
    "Section": "houndsman.models.plugins",
    "Output": "houndsman.models.preset",
    "Program": "houndsman.models.preset",
    "Reading": "houndsman.models.preset",
    "Tally": "houndsman.models.preset",
    "RepoPath": "houndsman.models.repo_path",
    "Severity": "houndsman.models.severity",
    "TriageItem": "houndsman.models.triage",
    "Rule": "houndsman.models.watchdog",
    "Watchdog": "houndsman.models.watchdog",
}

__all__ = [
    # declaring
    "hookimpl",
    "Watchdog",
    "Rule",
    "Severity",
    "Section",
    "AgentPreset",
    "Program",
    "Output",
    "Reading",
    "Tally",
    "End",
    "Exporter",
    "FileVerdict",
    # checking
    "Change",
    "ChangedFile",
    "FileKind",
    "FileStatus",
    "Hunk",
    "ReadingRoot",
    "RepoPath",
    "RawFinding",
    "Side",
    "Note",
    "TriageItem",
    "Config",
    # failing
    "HoundsmanError",
    "CheckUnavailable",
    "ExitCode",
    "__version__",
]


def __getattr__(name: str) -> object:
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module 'houndsman' has no attribute {name!r}")
    value: object = getattr(import_module(home), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
