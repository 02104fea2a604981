"""A symbolic link leads nowhere: not in the change, and not where an agent may put one."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.conftest import CommandLine, Tree
    from tests.trust.conftest import Attack, Search

CONFIG = ".houndsman/config.toml"
#: What stands in files of the host; none of it may turn up anywhere.
HOST = "of the host alone"


@pytest.fixture
def host(tmp_path: Path) -> Path:
    """A folder of the host, outside of the repository and of the home folder."""
    folder = tmp_path / "host"
    folder.mkdir()
    reply = {
        "watchdog": "general",
        "findings": [{"file": "a.md", "line": 1, "message": HOST}],
        "reviewedFiles": ["a.md"],
    }
    files = {
        "passwd": f"{HOST}\n",
        "code.py": f"import os  # {HOST}\n",
        "general.json": json.dumps(reply),
        "notes.md": f"{HOST}\n",
        "general.md": f"{HOST}\n",
        "config.toml": f'projectName = "{HOST}"\n',
        "watchdogs/host.md": f"---\ntitle: {HOST}\n---\n",
        "pyproject.toml": f'[tool.houndsman]\nprojectName = "{HOST}"\n',
    }
    for name, text in files.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def _contents(folder: Path) -> dict[str, bytes]:
    return {str(place.relative_to(folder)): place.read_bytes() for place in folder.rglob("*") if place.is_file()}


@pytest.mark.parametrize("target", [(), ("--staged",), ("--working-tree",)], ids=["branch", "staged", "working tree"])
def test_a_link_of_the_change_shows_its_target_and_not_what_is_there(
    attack: Attack, kept_in: Search, reading_root: Callable[[], Path], host: Path, target: tuple[str, ...]
) -> None:
    base: Tree = {"was.py": "a = 1\n", "folder/b.md": "b\n"}
    links: Tree = {"new.py": host / "code.py", "was.py": host / "code.py", "up.md": host, "dangling": host / "none"}
    command_line = attack(base, {"a.md": "a\n", **({} if target else links)})
    if target:
        for name, place in links.items():
            command_line.repository.symlink(name, str(place))
        command_line.repository.stage()
    command_line.blocked = ("secrets",)
    command_line.answer(command_line.prepare(*target), "general", {"file": "new.py", "line": 1, "message": "A link."})
    ran = [command_line("hunt", *target), command_line("findings", "list", "--json", *target)]
    assert HOST not in "".join(each.out + each.err for each in ran)
    assert kept_in(HOST) == []
    assert kept_in("import os") == []
    command_line("prepare", "--variant", "again", *target)
    checkouts = list(command_line.home.glob("work/*/worktree"))
    assert checkouts
    assert not [place for root in checkouts for place in root.rglob("*") if place.is_symlink()]
    assert (checkouts[0] / "new.py").read_text(encoding="utf-8") == str(host / "code.py")


def test_a_linked_findings_file_is_no_answer(attack: Attack, kept_in: Search, host: Path) -> None:
    command_line = attack({}, {"a.md": "a\n"})
    place = command_line.answer(command_line.prepare(), "general")
    place.unlink()
    place.symlink_to(host / "general.json")
    ran = command_line("hunt")
    assert ran.code == 3
    assert "missing general: " in ran.err
    assert command_line.findings() == []
    assert kept_in(HOST) == []


def test_a_linked_findings_folder_holds_no_answer(attack: Attack, host: Path) -> None:
    command_line = attack({}, {"a.md": "a\n"})
    folder = command_line.answer(command_line.prepare(), "general").parent
    before = _contents(host)
    (folder / "general.json").unlink()
    folder.rmdir()
    folder.symlink_to(host)
    assert command_line("finalize").code == 3
    assert command_line.findings() == []
    assert command_line("hunt").code == 3
    assert command_line.findings() == []
    assert _contents(host) == before


@pytest.mark.parametrize("what", ["briefs", "briefs/general.md", "findings", "worktree"])
def test_a_link_in_staging_is_replaced_and_not_written_through(attack: Attack, host: Path, what: str) -> None:
    command_line = attack({}, {"a.md": "a\n"})
    staging = command_line.staging(command_line.prepare())
    before = _contents(host)
    place = staging / what
    aside = staging / "aside"
    place.rename(aside)
    place.symlink_to(host / "general.md" if what.endswith(".md") else host)
    command_line("prepare")
    command_line("hunt")
    assert _contents(host) == before
    assert not place.is_symlink()
    assert "a.md" in (staging / "briefs" / "general.md").read_text(encoding="utf-8")
    assert (staging / "worktree" / "a.md").read_text(encoding="utf-8") == "a\n"


@pytest.mark.parametrize(
    ("link", "to"), [("AGENTS.md", "notes.md"), (".agents", "."), (".agents/skills/houndsman/SKILL.md", "notes.md")]
)
def test_no_skill_is_written_through_a_link_of_the_repository(attack: Attack, host: Path, link: str, to: str) -> None:
    command_line = attack({link: host / to}, {"a.md": "a\n"})
    before = _contents(host)
    ran = command_line("skill", "install", "--for", "codex", "--for", "agents-md")
    assert ran.code == 2
    assert "nothing is written through a symbolic link" in ran.err
    assert _contents(host) == before
    assert not [place for place in command_line.repository.path.rglob("SKILL.md") if not place.is_symlink()]


@pytest.mark.parametrize(
    ("at", "proves"),
    [
        ("a.md:1", True),
        ("a.md:2", False),  # beyond the end
        ("link.md:1", False),
        ("folder/../a.md:1", True),
        ("up/../a.md:1", False),  # on a disk this is beside the host's folder
        ("../a.md:1", False),
        ("{host}/notes.md:1", False),
    ],
)
def test_a_verdict_is_proved_by_a_line_inside_alone(attack: Attack, host: Path, at: str, proves: bool) -> None:
    links: Tree = {"link.md": host / "notes.md", "up": host}
    command_line = attack({"folder/b.md": "b\n"}, {"a.md": "a\n", **links})
    checks = [{"id": "C1", "verdict": "ok", "at": at.format(host=host), "note": ""}]
    command_line.answer(command_line.prepare(), "general", checks=checks)
    command_line("finalize")
    (place,) = command_line.home.glob("reviews/*/runs/1/hunt-report.json")
    reports = json.loads(place.read_text(encoding="utf-8"))["watchdogs"]
    assert [each["checks"]["verified"] for each in reports if each["watchdog"] == "general"] == [proves]


def test_clean_removes_a_link_and_nothing_behind_it(attack: Attack, host: Path) -> None:
    command_line = attack({}, {"a.md": "a\n"})
    place = command_line.staging(command_line.prepare()) / "worktree"
    before = _contents(host)
    place.rename(place.with_name("aside"))
    place.symlink_to(host)
    assert command_line("clean").code == 0
    assert not place.is_symlink()
    assert _contents(host) == before


def test_a_link_at_a_name_that_can_be_guessed_is_not_written_through(attack: Attack, host: Path) -> None:
    """Files are written beside their place first."""
    command_line = attack({}, {"a.md": "a\n"})
    brief = command_line.staging(command_line.prepare()) / "briefs" / "general.md"
    brief.unlink()
    brief.with_name(f".{brief.name}.tmp").symlink_to(host / "passwd")
    before = _contents(host)
    command_line("prepare")
    assert brief.is_file()
    assert _contents(host) == before


@pytest.mark.parametrize(
    ("name", "to"),
    [
        (CONFIG, "config.toml"),
        (".houndsman", "."),
        (".houndsman/watchdogs", "watchdogs"),
        (".houndsman/watchdogs/host.md", "watchdogs/host.md"),
    ],
)
@pytest.mark.parametrize("read_from", ["base", "worktree"])
def test_a_link_in_place_of_our_configuration_is_refused_where_it_would_be_read(
    attack: Attack, host: Path, name: str, to: str, read_from: str
) -> None:
    link: Tree = {name: host / to}
    change: Tree = {"a.md": "a\n"}
    command_line = attack(*((link, change) if read_from == "base" else ({}, {**link, **change})))
    ran = command_line("prepare", "--config-from", read_from)
    assert ran.code == 2
    assert f"{name}: this is a symbolic link" in ran.err
    assert HOST not in ran.out + ran.err


@pytest.mark.parametrize("name", [CONFIG, ".houndsman", ".houndsman/watchdogs/host.md", "pyproject.toml"])
def test_a_link_that_the_change_brings_is_not_read(attack: Attack, kept_in: Search, host: Path, name: str) -> None:
    place = {CONFIG: "config.toml", ".houndsman": "."}.get(name, name.removeprefix(".houndsman/"))
    command_line = attack({}, {name: host / place, "a.md": "a\n"})
    assert command_line("hunt").code == 3
    assert kept_in(HOST) == []


def test_a_linked_pyproject_is_said_and_not_read(attack: Attack, kept_in: Search, host: Path) -> None:
    command_line: CommandLine = attack({"pyproject.toml": host / "pyproject.toml"}, {"a.md": "a\n"})
    ran = command_line("prepare")
    assert ran.code == 0
    assert "pyproject.toml is a symbolic link, which is never followed" in ran.err
    assert kept_in(HOST) == []
