"""`houndsman agents`: what is installed, which version, and whether it answers."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.conftest import CommandLine

PROGRAM = """#!/bin/sh
if [ "$1" = --version ]; then echo 'owl 1.2'; exit; fi
cat >/dev/null
echo '{answer}'
"""

PLUGIN = """
import houndsman


@houndsman.hookimpl
def houndsman_agents(config):
    return [houndsman.AgentPreset(id="team", title="Whoever is on duty")]
"""


@pytest.fixture
def programs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that is all of PATH besides the system's own."""
    folder = tmp_path / "programs"
    folder.mkdir()
    monkeypatch.setenv("PATH", f"{folder}:/usr/bin:/bin")
    return folder


def _install(programs: Path, name: str, answer: str) -> Path:
    place = programs / name
    place.write_text(PROGRAM.format(answer=answer), encoding="utf-8")
    place.chmod(0o755)
    return place


def _configure(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    file = tmp_path / "own.toml"
    file.write_text(text, encoding="utf-8")
    monkeypatch.setenv("HOUNDSMAN_CONFIG", str(file))


def _rows(houndsman: CommandLine, *words: str) -> dict[str, dict[str, str | None]]:
    rows = houndsman("agents", "--json", *words).json()
    assert isinstance(rows, list)
    return {row["agent"]: row for row in rows}


def test_each_agent_is_listed_with_its_program_and_version(houndsman: CommandLine, programs: Path) -> None:
    place = _install(programs, "claude", "")
    rows = _rows(houndsman)
    assert list(rows)[:3] == ["claude", "codex", "gemini"]
    assert rows["claude"] == {
        "agent": "claude",
        "title": "Claude Code",
        "version": "owl 1.2",
        "answers": None,
        "program": str(place),
    }
    assert rows["codex"]["program"] is None
    lines = houndsman("agents").out.splitlines()
    assert lines[0].split() == ["agent", "title", "version", "program"]
    assert any(line.startswith("codex ") and line.endswith("not installed") for line in lines)


def test_the_users_own_agents_are_there_and_a_plugins_name_is_none(
    houndsman: CommandLine, programs: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    owl = _install(programs, "owl", "")
    _configure(tmp_path, monkeypatch, "[agents.mine]\ncommand = ['owl', 'hunt']\n")
    plugin = tmp_path / "team.py"
    plugin.write_text(PLUGIN, encoding="utf-8")
    rows = _rows(houndsman, "-p", str(plugin))
    assert rows["mine"]["program"] == str(owl)
    assert "team" not in rows


@pytest.mark.parametrize(("answer", "told", "code"), [("I am here.", "yes", 0), ("", "it ended without a word", 3)])
def test_check_asks_what_is_installed_and_says_who_does_not_answer(
    houndsman: CommandLine,
    programs: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    answer: str,
    told: str,
    code: int,
) -> None:
    _install(programs, "owl", answer)
    _configure(tmp_path, monkeypatch, "[agents.mine]\ncommand = ['owl']\n")
    rows = _rows(houndsman, "--check")
    assert {name: row["answers"] for name, row in rows.items() if row["answers"]} == {"mine": told}
    assert houndsman("agents", "--check").code == code


def test_it_needs_no_repository(houndsman: CommandLine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    monkeypatch.chdir(outside)
    assert houndsman("agents").code == 0


def test_what_is_set_up_wrong_is_refused(
    houndsman: CommandLine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _configure(tmp_path, monkeypatch, f"[agents.mine]\nmodel = '{sys.platform}'\n")
    ran = houndsman("agents")
    assert ran.code == 2
    assert "the agent 'mine' has no command" in ran.err
