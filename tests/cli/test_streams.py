"""A reader that stops listening changes nothing about the exit code."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from houndsman.cli.streams import say, show

if TYPE_CHECKING:
    from tests.conftest import CommandLine

HOUNDSMAN = [sys.executable, "-P", "-m", "houndsman"]


@pytest.mark.parametrize("words", [["hunt", "-k", "debris"], ["finalize"]])
def test_an_incomplete_run_stays_incomplete_when_nobody_reads_it(hunted: CommandLine, words: list[str]) -> None:
    hunted.repository.write("src/call.py", "breakpoint()  # again\n")
    hunted.repository.commit("More")
    hunted.prepare("-k", "debris")
    with subprocess.Popen([*HOUNDSMAN, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None and process.stderr is not None
        process.stdout.close()
        told = process.stderr.read().decode()
    assert process.returncode == 3
    assert "missing general" in told
    assert "Traceback" not in told


def test_words_that_nobody_reads_are_no_failure(hunted: CommandLine) -> None:
    with subprocess.Popen([*HOUNDSMAN, "finalize"], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None and process.stderr is not None
        process.stderr.close()
        out = process.stdout.read().decode()
    assert process.returncode == 0
    assert "summary" in out


def test_help_that_nobody_reads_is_no_failure() -> None:
    with subprocess.Popen([*HOUNDSMAN, "--help"], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None and process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 0


def test_results_and_words_go_to_different_streams(capsys: pytest.CaptureFixture[str]) -> None:
    show("a result")
    show(b"bytes", newline=False)
    say("a word")
    assert capsys.readouterr() == ("a result\nbytes", "a word\n")
