"""`houndsman demo`: real, the same everywhere, and finished by pasting what it prints."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from houndsman.cli.demo import ANSWERS, build
from houndsman.hunt.answer import read_answer

if TYPE_CHECKING:
    from tests.conftest import CommandLine


@pytest.fixture
def demo(houndsman: CommandLine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """What it prints, with its temporary folder inside the test's."""
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    monkeypatch.setenv("HOUNDSMAN_FAIL_ON", "nit")  # the user's own settings have no say
    monkeypatch.setenv("HOUNDSMAN_BASE", "nowhere")
    ran = houndsman("demo")
    assert ran.code == 0, ran.err
    assert not houndsman.home.exists()
    return ran.out


def test_it_shows_the_planted_defects_and_says_what_is_a_recording(demo: str) -> None:
    for told in (
        "debris/conflict-marker",
        "aws-access-key",
        "debris/debugger-call",
        "F401",
        "logic:rounds-each-line",
        "logic:percent-unbounded",
        "Its answers here are a recording: no model was asked",
        "- Status: **changes needed**",
        "## Conclusion",
    ):
        assert told in demo


def test_every_question_that_general_owes_an_answer_to_has_one(demo: str) -> None:
    (row,) = re.findall(r"^\| general \|.*$", demo, re.MULTILINE)
    assert "8/9 (5 gaps, 1 n/a)" in row


def test_what_it_tells_to_paste_hunts_once_more_with_the_same_findings(demo: str) -> None:
    pasted = demo.partition("paste this:\n")[2]
    assert pasted
    environ = {name: value for name, value in os.environ.items() if not name.startswith("HOUNDSMAN_")}
    environ["PATH"] = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(["bash", "-euc", pasted], env=environ, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("logic:rounds-each-line") == 2
    assert (
        "changes needed, with 8 of 9 questions proved (1 n/a): 3 blocking, 2 attention, 1 suggestion, 0 nit"
        in done.stdout
    )


@pytest.mark.parametrize("name", ANSWERS)
def test_each_of_its_recordings_is_a_whole_answer(name: str) -> None:
    answer = read_answer([ANSWERS[name]], "general")
    assert not answer.errors and not answer.truncated and not answer.repairs
    assert answer.reply is not None


def test_the_commits_are_the_same_on_every_machine(tmp_path: Path) -> None:
    heads = set()
    for name in ("one", "two"):
        build(tmp_path / name)
        said = subprocess.run(
            ["git", "-C", str(tmp_path / name), "rev-parse", "HEAD", "main"], capture_output=True, check=True
        )
        heads.add(said.stdout)
    assert len(heads) == 1
