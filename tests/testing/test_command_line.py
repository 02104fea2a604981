"""The command line in this process: what it prints and returns, and whose home and configuration it knows."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from houndsman import __version__
from houndsman.config.load import ENVIRONMENT
from houndsman.errors import UsageError
from houndsman.git.samples import SampleRepository
from houndsman.testing.command_line import CommandLine, environment_of


@pytest.fixture
def line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> CommandLine:
    """In a repository whose branch adds a debugger call, with a home of its own."""
    for name, value in environment_of(tmp_path).items():
        if value is not None:
            monkeypatch.setenv(name, value)
    repository = SampleRepository.create(tmp_path / "shop")
    repository.write("a.py", "a = 1\n")
    repository.commit("Before")
    repository.branch("topic")
    repository.write("a.py", "a = 1\nbreakpoint()\n")
    repository.commit("After")
    line = CommandLine(repository, tmp_path / "home", repository.path)
    line.blocked = ("python", "secrets", "shell", "spelling", "structure", "workflows")
    return line


def test_it_gives_code_output_and_errors(line: CommandLine) -> None:
    assert line("--version") == (0, f"houndsman {__version__}\n", "")
    ran = line("plugin")
    assert (ran.code, ran.out) == (2, "")
    assert "Did you mean 'plugins'?" in ran.err


def test_it_runs_in_its_folder_and_leaves_the_process_where_it_was(line: CommandLine) -> None:
    before = Path.cwd()
    assert line("prepare", "--dry-run").code == 0
    assert Path.cwd() == before != line.repository.path


def test_what_it_prints_is_not_the_tests_output(line: CommandLine, capsys: pytest.CaptureFixture[str]) -> None:
    line("plugins")
    assert capsys.readouterr() == ("", "")


def test_an_agent_is_played_from_brief_to_finding(line: CommandLine) -> None:
    manifest = line.prepare()
    assert [each.id for each in manifest.watchdogs] == ["general", "debris"]
    assert "breakpoint()" in line.brief(manifest, "general")
    line.answer(manifest, "general", {"file": "a.py", "line": 1, "message": "One?", "impactClass": "correctness"})
    assert line("hunt").code == 0
    assert {(each.rule, each.line) for each in line.findings()} == {
        ("debris/debugger-call", 2),
        ("emergent/correctness", 1),
    }
    assert line.home in line.staging(manifest).parents


def test_whoever_owes_nothing_cannot_answer(line: CommandLine) -> None:
    with pytest.raises(UsageError, match=r"'payments' has nothing to review\n  These have: general, debris\."):
        line.answer(line.prepare(), "payments")


def test_a_command_that_prints_nothing_is_told_with_its_errors(line: CommandLine) -> None:
    with pytest.raises(AssertionError, match=r"prepare --json --base nowhere exits with 2:\s+houndsman: .*nowhere"):
        line.prepare("--base", "nowhere")


def test_no_variable_of_the_users_is_left(tmp_path: Path) -> None:
    told = environment_of(tmp_path)
    assert {name: value for name, value in told.items() if value is None} == dict.fromkeys(ENVIRONMENT)
    assert Path(str(told["HOUNDSMAN_CONFIG"])).read_text() == ""
    assert os.path.commonpath([tmp_path, str(told["HOUNDSMAN_HOME"])]) == str(tmp_path)
