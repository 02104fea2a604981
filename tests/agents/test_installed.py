"""Which agents are installed is found out without money, and whether one answers only when it is asked for."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from houndsman.agents.command_line import CommandLineAgent
from houndsman.agents.installed import InstalledAgent, check, find_program, look_up
from houndsman.agents.presets import PRESETS, command
from houndsman.agents.process import ProgramError
from houndsman.models.agent import End
from houndsman.models.plugins import AgentPreset
from houndsman.models.preset import Program


@pytest.fixture
def bin_folder(tmp_path: Path) -> Path:
    """A folder of programs."""
    (tmp_path / "bin").mkdir()
    return tmp_path / "bin"


def install(folder: Path, name: str, script: str) -> Path:
    """A shell script as a program."""
    place = folder / name
    place.write_text(f"#!/bin/sh\n{script}\n")
    place.chmod(0o755)
    return place


def preset(name: str, *version: str) -> AgentPreset:
    """A preset of the program `name`."""
    return AgentPreset(id=name, title=name, program=Program(argv=(name, "--run"), version=version or ("--version",)))


@pytest.mark.parametrize(
    ("script", "version"),
    [
        ('echo "owl 1.2 $1"; echo more', "owl 1.2 --version"),
        ("echo owl 1.2 >&2", "owl 1.2"),
        ("echo owl 1.2; exit 1", None),
        ("", None),
        ("printf '\\033[1m1.2'", "\\x1b[1m1.2"),
        ("yes | head -c 100000000", "y"),
        ("read line; echo \"1.2 $line\"", "1.2"),
    ],
)  # fmt: skip
def test_a_program_is_asked_for_its_version(bin_folder: Path, script: str, version: str | None) -> None:
    owl, place = preset("owl"), install(bin_folder, "owl", script)
    ours = {"PATH": f"{bin_folder}:/usr/bin:/bin"}
    assert asyncio.run(look_up([owl], ours)) == (InstalledAgent(owl, place, version),)


def test_what_is_not_there_is_a_row_too(bin_folder: Path) -> None:
    there, gone, name = preset("owl"), preset("no-owl"), AgentPreset(id="team", title="Team")
    place = install(bin_folder, "owl", "echo 1")
    rows = asyncio.run(look_up([gone, there, name], {"PATH": str(bin_folder)}))
    assert rows == (
        InstalledAgent(gone, None, None),
        InstalledAgent(there, place, "1"),
        InstalledAgent(name, None, None),
    )


def test_of_none_of_ours_the_version_costs_anything(bin_folder: Path) -> None:
    for each in PRESETS:
        install(bin_folder, each, 'test "$*" = --version && echo 7')
    rows = asyncio.run(look_up(PRESETS.values(), {"PATH": str(bin_folder)}))
    assert [row.version for row in rows] == ["7"] * len(PRESETS)


def test_the_users_own_command_is_not_run_for_its_version(bin_folder: Path) -> None:
    place = install(bin_folder, "mine", "echo money spent")
    (row,) = asyncio.run(look_up([command(("mine",))], {"PATH": str(bin_folder)}))
    assert (row.path, row.version) == (place, None)


@pytest.mark.parametrize("name", ["owl", "./owl", "bin/owl", "/no/such/owl"])
def test_a_program_that_is_not_on_path_is_not_installed(name: str) -> None:
    with pytest.raises(ProgramError, match="the program is not installed"):
        find_program(name, {"PATH": "/nowhere"})


def test_a_program_may_be_named_by_its_place(bin_folder: Path) -> None:
    place = install(bin_folder, "owl", "")
    assert find_program(str(place), {"PATH": "/nowhere"}) == place


@pytest.mark.parametrize(("script", "end"), [("cat", End.OK), ("exit 1", End.CRASHED)])
def test_an_agent_is_asked_whether_it_answers(tmp_path: Path, bin_folder: Path, script: str, end: End) -> None:
    own = command((str(install(bin_folder, "owl", script)),))
    reply = asyncio.run(check(CommandLineAgent(own, tmp_path / "desk"), tmp_path / "check"))
    assert reply.end is end
    assert [message for message in reply.messages if '{"answers": true}' in message] == list(reply.messages)
