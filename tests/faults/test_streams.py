"""Nobody reads, nothing to write to, a full disk behind it: the exit code still says what the command came to."""

from __future__ import annotations

import subprocess
from typing import TYPE_CHECKING

import pytest

from tests.faults.conftest import HOUNDSMAN

if TYPE_CHECKING:
    from tests.faults.conftest import At

COMMANDS = {
    "hunt": 3,
    "prepare": 0,
    "finalize --allow-missing": 0,
    "findings list": 0,
    "findings list --json": 0,
    "findings lst": 2,
    "findings": 2,
    "plugins": 0,
    "clean": 0,
    "hutn": 2,
    "hunt --bse main": 2,
    "finalize --review nobody": 2,
    "--help": 0,
    "findings list --help": 0,
    "--version": 0,
}

#: What a wrong command line prints, and where.
SILENT = {command for command, code in COMMANDS.items() if code == 2}


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize(
    "streams",
    [{"out": "unread"}, {"out": "unread", "err": "unread"}, {"err": "closed"}, {"out": "closed", "err": "closed"}],
    ids=lambda streams: ", ".join(f"{name} {end}" for name, end in streams.items()),
)
def test_the_exit_code_is_the_same_whoever_listens(scene: At, command: str, streams: dict[str, str]) -> None:
    ended = scene("reviewed").run(*command.split(), **streams)
    assert ended.status == COMMANDS[command], ended
    assert "Traceback" not in ended.err
    if "out" not in streams and command in SILENT:
        assert not ended.out, "words for a person are no result"


@pytest.mark.parametrize("command", COMMANDS)
def test_a_result_that_cannot_be_written_is_an_error_and_words_are_not(scene: At, command: str) -> None:
    lost = scene("reviewed").run(*command.split(), out="full")
    assert lost.status == (2 if command in SILENT else 4)
    assert "Traceback" not in lost.err
    assert command in SILENT or "No space left on device" in lost.err
    assert scene("reviewed").run(*command.split(), err="full").status == COMMANDS[command]


def test_a_demo_that_nobody_reads(scene: At) -> None:
    assert scene("fresh").run("demo", out="unread", err="closed").status == 0


@pytest.mark.parametrize(
    ("line", "code"), [("findings list | head -1", 0), ("hutn 2>&-", 2), ("hutn >&- 2>&-", 2), ("findings list >&-", 0)]
)
def test_in_a_shell(scene: At, line: str, code: int) -> None:
    here = scene("reviewed")
    program, *rest = HOUNDSMAN
    script = f'set -o pipefail; "$0" {" ".join(rest)} {line}'
    done = subprocess.run(
        ["bash", "-c", script, program],
        cwd=here.repository.path,
        env=here.environ,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (code, "")
