"""Which agents are installed: where a preset's program lies, which version it is, whether it answers.

In: presets and our environment. Out: one row a preset. A program that is not there or does not tell its version is a
row that says so; nothing fails. Only `check` spends money, and only when it is asked to.
"""

from __future__ import annotations

import asyncio
import os
import shutil
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from houndsman.agents.environment import allowed
from houndsman.agents.process import ERRORS, OUTPUT, Command, ProgramError, run
from houndsman.git.runner import visible
from houndsman.models.agent import Agent, AgentReply, AgentTask, Limits
from houndsman.models.plugins import AgentPreset

_VERSION_LIMITS = Limits(seconds=20, grace_seconds=1, output_bytes=10_000)
_CHECK_LIMITS = Limits(seconds=120)
_CHECK_PROMPT = 'Answer with exactly this and nothing else: {"answers": true}\n'
_CHECK_SCHEMA = '{"type": "object", "properties": {"answers": {"type": "boolean"}}, "required": ["answers"]}'


@dataclass(frozen=True, slots=True)
class InstalledAgent:
    """A preset on this machine."""

    preset: AgentPreset
    path: Path | None
    """Where its program is; None where it is not installed."""
    version: str | None
    """What it says when it is asked; None where it does not."""


def find_program(name: str, environment: Mapping[str, str]) -> Path:
    """Where the program `name` is. One that is not there is a `ProgramError`."""
    found = _found(name, environment)
    if found is None:
        hint = "Install it, or choose one that `houndsman agents` shows as installed."
        raise ProgramError("the program is not installed", where=name, hint=hint)
    return found


async def look_up(presets: Iterable[AgentPreset], ours: Mapping[str, str]) -> tuple[InstalledAgent, ...]:
    """What is installed of `presets`, in their order; programs are asked at the same time."""
    return tuple(await asyncio.gather(*(_looked_up(preset, ours) for preset in presets)))


async def check(agent: Agent, folder: Path) -> AgentReply:
    """Let `agent` answer a question of one line, which costs what that costs. `folder` is an empty one of ours."""
    root = folder / "root"
    root.mkdir(parents=True)
    task = AgentTask(
        prompt=_CHECK_PROMPT,
        reading_root=root,
        folder=folder / "session",
        answer_file=folder / "answer.json",
        schema=_CHECK_SCHEMA,
        limits=_CHECK_LIMITS,
    )
    return await agent.answer(task, lambda usage: True)


async def _looked_up(preset: AgentPreset, ours: Mapping[str, str]) -> InstalledAgent:
    if preset.program is None:
        return InstalledAgent(preset, None, None)
    environment = allowed(ours, preset.program.passes)
    path = _found(preset.program.argv[0], environment)
    if path is None or not preset.program.version:
        return InstalledAgent(preset, path, None)
    environment |= preset.program.sets
    return InstalledAgent(preset, path, await _version((str(path), *preset.program.version), environment))


async def _version(argv: tuple[str, ...], environment: dict[str, str]) -> str | None:
    with TemporaryDirectory(prefix="houndsman-") as made:
        folder = Path(made)
        try:
            ran = await run(Command(argv, folder, folder, environment), _VERSION_LIMITS, lambda: True)
        except ProgramError:
            return None
        if ran.status != 0:
            return None
        said = ((folder / name).read_text("utf-8", "replace").strip() for name in (OUTPUT, ERRORS))
        line = next((words.splitlines()[0] for words in said if words), "")
    return visible(line)[:100] or None


def _found(name: str, environment: Mapping[str, str]) -> Path | None:
    """Looked up on PATH as a shell would, but no relative path is taken: that could be a file of the change."""
    if len(Path(name).parts) != 1 and not Path(name).is_absolute():
        return None
    found = shutil.which(name, path=environment.get("PATH", os.defpath))
    return None if found is None else Path(found)
