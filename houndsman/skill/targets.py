"""For whom the procedure can be written, where each program looks for it, and which of them are here.

In: the top of the project, or the user's environment. Out: places; nothing is written, and nothing is run. The home
folder has no AGENTS.md for all: a `UsageError`. The places are those of the programs' own documentation, and each of
Codex 0.171, Gemini CLI 0.61 and opencode 1.18 was seen to find the file there. All three read the open place
`.agents/skills`: one file serves them, where a copy for each would have them complain of two skills of one name.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from houndsman.errors import UsageError
from houndsman.skill.wording import NAME, Section, SkillFile, Wording


class Target(StrEnum):
    """Who is to read the procedure."""

    CLAUDE = "claude"
    CODEX = "codex"
    GEMINI = "gemini"
    OPENCODE = "opencode"
    AGENTS_MD = "agents-md"  # whoever reads AGENTS.md


@dataclass(frozen=True)
class Place:
    """A file that a program looks for."""

    target: Target
    root: Path
    """The folder that nothing is written outside of."""
    relative: str
    """Of the file, below `root`."""
    wording: Wording

    @property
    def path(self) -> Path:
        """The file, as the program names it."""
        return self.root / self.relative


@dataclass(frozen=True)
class _Program:
    """By what we see that somebody uses it."""

    executable: str
    folders: tuple[str, ...]
    """In a project."""
    home: str
    """The folder of its settings, below the user's home."""
    home_variable: str | None = None
    """The environment variable that may name another."""


_PROGRAMS = {
    Target.CLAUDE: _Program("claude", (".claude",), ".claude", "CLAUDE_CONFIG_DIR"),
    Target.CODEX: _Program("codex", (".codex", ".agents"), ".codex", "CODEX_HOME"),
    Target.GEMINI: _Program("gemini", (".gemini",), ".gemini"),
    Target.OPENCODE: _Program("opencode", (".opencode",), ".config/opencode"),
}

_FILE = f"skills/{NAME}/SKILL.md"


def in_project(target: Target, top: Path) -> Place:
    """Where `target` looks in the project whose top folder is `top`."""
    if target is Target.AGENTS_MD:
        return Place(target, top, "AGENTS.md", Section())
    folder = ".claude" if target is Target.CLAUDE else ".agents"
    return Place(target, top, f"{folder}/{_FILE}", SkillFile())


def in_home(target: Target, environ: Mapping[str, str]) -> Place:
    """Where `target` looks for all projects of the user. Raises `UsageError` for AGENTS.md, which has no such place."""
    if target is Target.AGENTS_MD:
        hint = "Leave --user out, or name a program: each has a folder of its own for skills."
        raise UsageError("there is no AGENTS.md for all projects that all programs read", where="--user", hint=hint)
    if target is Target.CLAUDE:
        return Place(target, _settings(_PROGRAMS[target], environ), _FILE, SkillFile())
    return Place(target, _home(environ), f".agents/{_FILE}", SkillFile())


def detected(top: Path | None, environ: Mapping[str, str]) -> list[Target]:
    """The programs that are in use here: on the PATH, with settings in the home folder, or in the project at `top`.

    AGENTS.md is never among them: what stands there is read at every start, so it is for the user to ask for.
    """
    return [target for target, program in _PROGRAMS.items() if _is_used(program, top, environ)]


def _is_used(program: _Program, top: Path | None, environ: Mapping[str, str]) -> bool:
    folders = [_settings(program, environ), *([] if top is None else [top / name for name in program.folders])]
    return any(folder.is_dir() for folder in folders) or _is_on_path(program.executable, environ)


def _is_on_path(name: str, environ: Mapping[str, str]) -> bool:
    return shutil.which(name, path=environ.get("PATH", os.defpath)) is not None


def _settings(program: _Program, environ: Mapping[str, str]) -> Path:
    named = environ.get(program.home_variable) if program.home_variable else None
    return Path(named) if named else _home(environ) / program.home


def _home(environ: Mapping[str, str]) -> Path:
    return Path(environ.get("HOME") or Path.home())
