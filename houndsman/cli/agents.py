"""`houndsman agents`."""

from __future__ import annotations

import asyncio
import os
import tempfile
from collections.abc import Sequence
from pathlib import Path

import click

from houndsman.agents.installed import InstalledAgent, check, look_up
from houndsman.cli.options import plugin_options
from houndsman.cli.output import as_json, say_failures, table
from houndsman.cli.streams import show
from houndsman.config.load import combine, load_user
from houndsman.config.project import ProjectFiles
from houndsman.errors import ConfigError, ExitCode
from houndsman.git.runner import Git
from houndsman.hook_relay import HookRelay
from houndsman.hunt.roster import Recruit, roster
from houndsman.models.agent import End
from houndsman.models.plugins import AgentPreset
from houndsman.plugin_manager import load_plugins
from houndsman.prompt.foreign import one_line
from houndsman.prompt.redact import redact

#: What is shown where nothing is known.
_UNKNOWN = {"agent": "-", "title": "-", "version": "-", "answers": "-", "program": "not installed"}

_NO_PROJECT = ProjectFiles(None, None, {})


@click.command("agents")
@plugin_options
@click.option("--check", "check_", is_flag=True, help="Ask each one that is installed a short question. It may cost.")
@click.option("--json", "json_", is_flag=True, help="Print it for machines.")
def command(plugins: tuple[str, ...], check_: bool, json_: bool) -> ExitCode:
    """List the agents that can be sent out: where each program is, which version, whether it answers.

    They are the built-in presets, those of plugins, and the user's own; a project adds none.
    """
    relay = load_plugins(plugins)
    recruits = _recruits(relay)
    found = asyncio.run(look_up([recruit.preset for recruit in recruits], os.environ))
    answers = asyncio.run(_answers(recruits, found)) if check_ else [None] * len(recruits)
    rows = [_row(*each) for each in zip(recruits, found, answers, strict=True)]
    if json_:
        show(as_json(rows))
    else:
        keys = [key for key in rows[0] if key not in (() if check_ else ("answers",))]
        show(table(keys, [[one_line(row[key] or _UNKNOWN[key], 200) for key in keys] for row in rows]))
    say_failures(relay.failures)
    silent = [answer for answer in answers if answer not in (None, "yes")]
    return ExitCode.INCOMPLETE if silent or relay.failures else ExitCode.CLEAN


def _recruits(relay: HookRelay) -> list[Recruit]:
    config = combine(load_user(os.environ, {}), _NO_PROJECT, "").config
    presets = [preset for _, preset in relay.collect_lists("houndsman_agents", AgentPreset, config=config)]
    return list(roster(config, presets).recruits.values())


async def _answers(recruits: Sequence[Recruit], found: Sequence[InstalledAgent]) -> Sequence[str | None]:
    """For each one `yes`, or why it does not answer; None for what is not installed. All are asked at once."""
    with tempfile.TemporaryDirectory(prefix="houndsman-") as made:
        asked = [
            _answer(recruit, Path(made) / recruit.name) if _place(recruit, each) else _not_asked()
            for recruit, each in zip(recruits, found, strict=True)
        ]
        return await asyncio.gather(*asked)


async def _not_asked() -> None:
    """What is not there cannot be asked."""


async def _answer(recruit: Recruit, folder: Path) -> str:
    reply = await check(recruit.agent(os.environ, folder / "desk", Git(folder), "HEAD"), folder)
    if reply.end is End.OK and reply.messages:
        return "yes"
    return one_line(redact(reply.reason or "it said nothing"), 200)


def _row(recruit: Recruit, found: InstalledAgent, answers: str | None) -> dict[str, str | None]:
    return {
        "agent": recruit.name,
        "title": recruit.preset.title,
        "version": found.version,
        "answers": answers,
        "program": _place(recruit, found),
    }


def _place(recruit: Recruit, found: InstalledAgent) -> str | None:
    """Where the program is, or the address of the model API; None where there is none."""
    if recruit.preset.program is not None:
        return None if found.path is None else str(found.path)
    try:
        return recruit.endpoint(os.environ).base
    except ConfigError:
        return None
