"""The way in: which command a line means, and which exit code it ends with."""

from __future__ import annotations

import errno
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

import click
import pytest

from houndsman import __version__
from houndsman.cli.main import COMMANDS, cli, run

if TYPE_CHECKING:
    from tests.conftest import CommandLine

HOUNDSMAN = [sys.executable, "-P", "-m", "houndsman"]


@pytest.mark.parametrize("option", ["-V", "--version"])
def test_the_version(capsys: pytest.CaptureFixture[str], option: str) -> None:
    assert run([option]) == 0
    assert capsys.readouterr().out == f"houndsman {__version__}\n"


@pytest.mark.parametrize("option", ["-h", "--help"])
def test_help_names_every_command_with_its_line(capsys: pytest.CaptureFixture[str], option: str) -> None:
    assert run([option]) == 0
    told = " ".join(capsys.readouterr().out.split())
    assert all(f"{command} {line}" in told for command, line in COMMANDS.items())


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_of_its_own(capsys: pytest.CaptureFixture[str], command: str) -> None:
    assert run([command, "--help"]) == 0
    assert f"Usage: houndsman {command}" in capsys.readouterr().out


def test_every_module_with_a_command_is_a_command() -> None:
    folder = Path(__file__).parents[2] / "houndsman" / "cli"
    modules = {each.stem for each in folder.glob("*.py") if '\n@click.command("' in each.read_text(encoding="utf-8")}
    groups = {each.stem for each in folder.glob("*.py") if '\n@click.group("' in each.read_text(encoding="utf-8")}
    of_a_group = {each for each in modules if each.partition("_")[0] in groups}  # the group knows them
    assert (modules - of_a_group) | groups == set(COMMANDS)
    context = click.Context(cli)
    assert {name for name in COMMANDS if isinstance(cli.get_command(context, name), click.Group)} == groups


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["hutn"], "No such command 'hutn'. Did you mean 'hunt'?"),
        (["finding", "list"], "No such command 'finding'. Did you mean 'findings'?"),
        (["zzz"], "No such command 'zzz'. `houndsman --help` lists the commands."),
        (["hunt", "--bse", "main"], "No such option"),
        (["hunt", "--fail-on", "bad"], "is not one of"),
        (["--dry"], "No such option"),
        (["findings", "lst"], "No such command 'lst'"),
    ],
)
def test_wrong_usage_is_2_and_says_what_is_right(
    capsys: pytest.CaptureFixture[str], words: list[str], told: str
) -> None:
    assert run(words) == 2
    out, err = capsys.readouterr()
    assert told in err
    assert not out


@pytest.mark.parametrize("words", [[], ["prepare"], ["--json"]])
def test_outside_a_repository_it_helps(
    houndsman: CommandLine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: list[str]
) -> None:
    (tmp_path / "outside").mkdir()
    monkeypatch.chdir(tmp_path / "outside")
    ran = houndsman(*words)
    assert ran.code == 2
    assert "not a git repository" in ran.err
    assert "houndsman demo" in ran.err
    assert "Usage: houndsman" in ran.err
    assert not ran.out
    assert not houndsman.home.exists()


@pytest.mark.parametrize("words", [["hunt"], ["finalize"], ["findings", "list"], ["clean"], ["--finalize"]])
def test_other_commands_outside_a_repository_say_what_is_missing(
    houndsman: CommandLine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: list[str]
) -> None:
    (tmp_path / "outside").mkdir()
    monkeypatch.chdir(tmp_path / "outside")
    ran = houndsman(*words)
    assert (ran.code, ran.out) == (2, "")
    assert "not a git repository" in ran.err


@pytest.mark.parametrize("words", [["finalize"], ["--finalize"], ["findings", "list"], ["finalize", "--review", "x"]])
def test_before_anything_is_prepared_there_is_nothing_to_read(houndsman: CommandLine, words: list[str]) -> None:
    houndsman.repository.commit("One")
    ran = houndsman(*words)
    assert ran.code == 2
    assert "nothing was prepared" in ran.err
    assert "houndsman hunt" in ran.err
    assert not list(houndsman.home.glob("houndsman.db"))


@pytest.mark.parametrize(
    ("error", "code", "told"),
    [
        (ZeroDivisionError("a fault"), 4, "fault of ours"),
        (KeyboardInterrupt(), 130, "interrupted"),
        (click.Abort(), 130, "interrupted"),
        (SystemExit(0), 4, "fault of ours"),
        (BrokenPipeError(), 4, "fault of ours"),  # to git, say: not everybody's pipe is our output
        (
            OSError(errno.ENOSPC, "No space left on device", "/h/a"),
            4,
            "houndsman: /h/a: No space left on device\n  Free",
        ),
    ],
)
def test_what_no_command_should_raise(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], error: BaseException, code: int, told: str
) -> None:
    @click.command("clean")
    def command() -> None:
        raise error

    module = ModuleType("houndsman.cli.clean")
    module.__dict__["command"] = command
    monkeypatch.setitem(sys.modules, "houndsman.cli.clean", module)
    assert run(["clean"]) == code
    assert told in capsys.readouterr().err


def test_a_shell_is_told_how_to_complete(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("_HOUNDSMAN_COMPLETE", "bash_source")
    assert run([]) == 0
    assert "complete" in capsys.readouterr().out


def test_a_database_of_a_newer_houndsman_is_no_finding(hunted: CommandLine) -> None:
    (hunted.home / "houndsman.db").write_bytes(b"SQLite format 3\0" + bytes(range(256)) * 40)
    ran = hunted("findings", "list")
    assert ran.code == 4
    assert "houndsman.db" in ran.err
    assert "Traceback" not in ran.err


def test_the_process_ends_with_the_code(houndsman: CommandLine) -> None:
    done = subprocess.run([*HOUNDSMAN, "hutn"], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "Did you mean 'hunt'?" in done.stderr
    program = Path(sys.executable).with_name("houndsman")
    done = subprocess.run([program, "-V"], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["houndsman", __version__]
