"""Where each program looks, and which of them somebody uses here."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from houndsman.errors import UsageError
from houndsman.skill.targets import Target, detected, in_home, in_project

SKILL = "skills/houndsman/SKILL.md"


@pytest.mark.parametrize(
    ("target", "project", "home"),
    [
        ("claude", f".claude/{SKILL}", f".claude/{SKILL}"),
        ("codex", f".agents/{SKILL}", f".agents/{SKILL}"),
        ("gemini", f".agents/{SKILL}", f".agents/{SKILL}"),
        ("opencode", f".agents/{SKILL}", f".agents/{SKILL}"),
    ],
)
def test_where_each_program_looks(target: str, project: str, home: str, tmp_path: Path) -> None:
    assert in_project(Target(target), tmp_path).path == tmp_path / project
    assert in_home(Target(target), {"HOME": str(tmp_path / "me")}).path == tmp_path / "me" / home


def test_claude_may_keep_its_settings_elsewhere(tmp_path: Path) -> None:
    place = in_home(Target.CLAUDE, {"HOME": str(tmp_path), "CLAUDE_CONFIG_DIR": str(tmp_path / "other")})
    assert (place.root, place.path) == (tmp_path / "other", tmp_path / "other" / SKILL)


def test_agents_md_is_the_projects_alone(tmp_path: Path) -> None:
    assert in_project(Target.AGENTS_MD, tmp_path).path == tmp_path / "AGENTS.md"
    with pytest.raises(UsageError, match="for all projects that all programs read"):
        in_home(Target.AGENTS_MD, {"HOME": str(tmp_path)})


@pytest.mark.parametrize(
    ("seen", "found"),
    [
        ("bin/claude", ["claude"]),
        ("bin/codex", ["codex"]),
        ("bin/gemini", ["gemini"]),
        ("bin/opencode", ["opencode"]),
        ("home/.claude/", ["claude"]),
        ("home/.codex/", ["codex"]),
        ("home/.gemini/", ["gemini"]),
        ("home/.config/opencode/", ["opencode"]),
        ("other/", ["codex"]),
        ("project/.claude/", ["claude"]),
        ("project/.codex/", ["codex"]),
        ("project/.agents/", ["codex"]),
        ("project/.gemini/", ["gemini"]),
        ("project/.opencode/", ["opencode"]),
        ("project/AGENTS.md", []),
        ("project/.claude", []),
        ("project/sub/.claude/", []),
    ],
)
def test_a_program_is_known_by_its_executable_or_its_folder(seen: str, found: list[str], tmp_path: Path) -> None:
    place = tmp_path / seen
    if seen.endswith("/"):
        place.mkdir(parents=True)
    else:
        place.parent.mkdir(parents=True)
        place.touch(mode=0o755)
    environ = {
        "HOME": str(tmp_path / "home"),
        "PATH": str(tmp_path / "bin"),
        "CODEX_HOME": str(tmp_path / "other"),
    }
    if seen == "home/.codex/":
        del environ["CODEX_HOME"]
    assert detected(tmp_path / "project", environ) == found


def test_a_file_that_cannot_be_run_is_no_executable(tmp_path: Path) -> None:
    (tmp_path / "claude").touch(mode=0o644)
    assert not detected(None, {"HOME": str(tmp_path / "home"), "PATH": os.fspath(tmp_path)})
