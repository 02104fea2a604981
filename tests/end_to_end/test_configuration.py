"""Configuration that is wrong is refused with file, line and the nearest right key; what the change touches waits."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from houndsman.models.repo_path import RepoPath

if TYPE_CHECKING:
    from tests.conftest import CommandLine

CONFIG = ".houndsman/config.toml"
FRONT = """\
---
title: A
rules:
- {id: a, number: 1, title: A, severity: nit}
- {id: b, number: 1, title: B, severity: nit}
---
"""


@pytest.fixture
def configured(houndsman: CommandLine) -> CommandLine:
    """An empty repository whose branch `feature` adds a file; what a test writes first goes to `main`."""
    houndsman.blocked = ("python", "secrets")
    return houndsman


def _change(command_line: CommandLine, path: str, text: str) -> None:
    repository = command_line.repository
    repository.write(path, text)
    repository.commit("Configure")
    repository.branch("feature")
    repository.write("a.txt", "a\n")
    repository.write("vendor.txt", "b\n")
    repository.commit("Work")


@pytest.mark.parametrize(
    ("path", "text", "place", "told"),
    [
        (CONFIG, "projectName = 'A'\nexclusion = []\n", f"{CONFIG}:2", "exclusions"),
        (CONFIG, "failOn = 'terrible'\n", f"{CONFIG}:1", "blocking"),
        (CONFIG, "\nbase = 'main'\n", f"{CONFIG}:2", "never taken from a project's own file"),
        (CONFIG, "exclusions = ['[']\n", f"{CONFIG}:1", "does not compile"),
        (CONFIG, "x = \n", f"{CONFIG}:1", "not TOML"),
        ("pyproject.toml", "[tool.houndsman]\nfailon = 'nit'\n", "pyproject.toml:2", "failOn"),
        (".houndsman/watchdogs/a.md", "---\ntitle: A\npath: ['*']\n---\n", ".houndsman/watchdogs/a.md:3", "paths"),
        (".houndsman/watchdogs/a.md", FRONT, ".houndsman/watchdogs/a.md:5", "number 1 is given twice"),
        (".houndsman/watchdogs/a.md", "---\ntitle: A\npaths: ['[']\n---\n", ".houndsman/watchdogs/a.md:3", "compile"),
        (".houndsman/watchdogs/general.md", "---\ntitle: A\n---\n", ".houndsman/watchdogs/general.md:1", "reserved"),
        (".houndsman/watchdogs/debris.md", "---\ntitle: A\n---\n", ".houndsman/watchdogs/debris.md", "declared twice"),
    ],
)
def test_a_fault_is_exit_2_with_its_place_and_the_way_out(
    configured: CommandLine, path: str, text: str, place: str, told: str
) -> None:
    _change(configured, path, text)
    ran = configured("prepare")
    assert ran.code == 2
    assert f"houndsman: {place}: " in ran.err
    assert told in ran.err
    assert not list(configured.home.glob("reviews/*"))


def test_wrong_tuning_falls_back_with_a_warning(configured: CommandLine) -> None:
    _change(configured, CONFIG, "[budgets]\nmaxFilesPerBrief = 'many'\n")
    ran = configured("prepare")
    assert ran.code == 0
    assert f"{CONFIG}:2" in ran.err
    assert configured.prepare().budgets.max_files_per_brief == 40


def test_what_the_change_does_to_our_configuration_waits_for_its_merge(configured: CommandLine) -> None:
    _change(configured, CONFIG, "exclusions = ['vendor.txt']\n")
    configured.repository.write(CONFIG, "exclusions = ['a.txt', 'vendor.txt']\n")
    configured.repository.commit("Hide a.txt")
    manifest = configured.prepare()
    excluded = {str(file.path): file.excluded for file in manifest.files}
    assert excluded["a.txt"] is None
    assert excluded["vendor.txt"] is not None
    assert manifest.config_touched == (RepoPath.parse(CONFIG),)
    configured("hunt")
    (place,) = (configured.home / "reviews").glob("*/runs/*/review-resume.md")
    assert "touches configuration of ours" in place.read_text(encoding="utf-8")
    from_worktree = configured.prepare("--config-from", "worktree")
    assert {str(file.path): file.excluded for file in from_worktree.files}["a.txt"] is not None


def test_the_threshold_comes_from_the_command_line_then_the_environment_then_the_files(
    configured: CommandLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    _change(configured, CONFIG, "failOn = 'nit'\n")
    configured.repository.write("a.txt", "<<<<<<< ours\n=======\n>>>>>>> theirs\n")
    configured.repository.commit("A conflict")
    nit = {"file": "vendor.txt", "line": 1, "message": "A word.", "impactClass": "wording"}
    configured.answer(configured.prepare(), "general", nit)
    assert configured("hunt").code == 1
    for item in configured.findings("--rule", "debris"):
        configured("findings", "decide", item.id, "ignore")
    assert configured("finalize").code == 1
    monkeypatch.setenv("HOUNDSMAN_FAIL_ON", "attention")
    assert configured("finalize").code == 0
    assert configured("finalize", "--fail-on", "nit").code == 1


def test_a_named_user_file_that_is_not_there_is_refused(
    configured: CommandLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOUNDSMAN_CONFIG", "/nowhere/config.toml")
    ran = configured("prepare")
    assert ran.code == 2
    assert "/nowhere/config.toml" in ran.err
