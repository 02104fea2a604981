"""`houndsman demo`: real, the same everywhere, and finished by pasting what it prints."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from houndsman.cli.demo import build

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


def test_it_shows_the_planted_defects_and_what_is_unanswered(demo: str) -> None:
    for told in (
        "debris/conflict-marker",
        "aws-access-key",
        "debris/debugger-call",
        "F401",
        "`general` hunts logic and domain faults, and is unanswered",
        "- Status: **incomplete**",
        "## Conclusion",
    ):
        assert told in demo


def test_what_it_tells_to_paste_completes_the_review(demo: str) -> None:
    pasted = demo.partition("paste this:\n")[2]
    assert pasted
    environ = {name: value for name, value in os.environ.items() if not name.startswith("HOUNDSMAN_")}
    environ["PATH"] = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(["bash", "-euc", pasted], env=environ, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "logic:rounds-each-line" in done.stdout
    assert "changes needed" in done.stdout


def test_its_answer_is_a_whole_one(demo: str) -> None:
    found = re.search(r"<<'EOF'\n(.*?)\nEOF", demo, re.DOTALL)
    assert found
    answer = json.loads(found[1])
    assert answer["watchdog"] == "general"
    assert answer["findings"][0]["quote"].startswith("result += round(")


def test_the_commits_are_the_same_on_every_machine(tmp_path: Path) -> None:
    heads = set()
    for name in ("one", "two"):
        build(tmp_path / name)
        said = subprocess.run(
            ["git", "-C", str(tmp_path / name), "rev-parse", "HEAD", "main"], capture_output=True, check=True
        )
        heads.add(said.stdout)
    assert len(heads) == 1
