"""The evaluator's A/B, from two hunts to a verdict, as a script sees it."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.conftest import CommandLine

MARKER = "<<<<<<< ours\n=======\n>>>>>>> theirs\n"
FILES = [f"src/part{at}.py" for at in range(8)]


@pytest.fixture
def parts(shop: CommandLine, tmp_path: Path) -> CommandLine:
    """The shop with eight files more, each with a conflict marker and a call of the debugger: two defects a case."""
    shop.blocked = ("python", "secrets")
    for name in FILES:
        shop.repository.write(name, f"{MARKER}breakpoint()\n")
    shop.repository.commit("Parts")
    lines = [
        {"case": name, "file": name, "line": line, "endLine": end, "severity": "blocking"}
        for name in FILES
        for line, end in ((1, 3), (4, 4))
    ]
    (tmp_path / "parts.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    return shop


def hunt_both(parts: CommandLine) -> None:
    """A sends out nobody, B the watchdog of debris."""
    assert parts("hunt", "--allow-missing", "-k", "general").code == 0
    assert parts("hunt", "--allow-missing", "-k", "debris", "--variant", "debris", "--repeat", "2").code == 0


def test_the_process_says_it_all(parts: CommandLine, tmp_path: Path) -> None:
    hunt_both(parts)
    words = ("compare", "--b", "debris", "--golden", str(tmp_path / "parts.jsonl"))
    command = [sys.executable, "-P", "-m", "houndsman", *words]
    done = subprocess.run(command, cwd=parts.repository.path, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.endswith("\n\nB is better\n")
    (page,) = parts.home.glob("reviews/*/runs/2/compare-unlabelled--debris.md")
    assert f"report {page}" in done.stdout
    assert page.read_text(encoding="utf-8").splitlines()[-1] == "B is better"


def test_who_was_hunted_where_changes_no_byte(
    parts: CommandLine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = []
    for name in ("one", "other"):
        monkeypatch.setenv("HOUNDSMAN_HOME", str(tmp_path / name))
        hunt_both(parts)
        assert parts("compare", "--b", "debris", "--golden", str(tmp_path / "parts.jsonl")).code == 0
        folder = tmp_path / name / "reviews"
        told.append({place.name: place.read_bytes() for place in folder.glob("*/runs/*/compare-*")})
    assert len(told[0]) == 2
    assert told[0] == told[1]


def test_a_set_in_another_commit_is_carried_to_what_was_reviewed(parts: CommandLine, tmp_path: Path) -> None:
    """The set counts its lines in a commit before; since then a line was put above every defect."""
    before = parts.repository.resolve("HEAD")
    place = tmp_path / "parts.jsonl"
    lines = [json.loads(line) | {"commit": before} for line in place.read_text(encoding="utf-8").splitlines()]
    place.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    for name in FILES:
        parts.repository.write(name, f"# A part.\n\n\n\n\n\n{MARKER}breakpoint()\n")
    parts.repository.commit("Explain")
    hunt_both(parts)
    compare = ("compare", "--b", "debris", "--golden", str(place))
    assert parts(*compare).out.splitlines()[-1] == "B is better"
    as_they_are = parts(*compare, "--no-relocate", "--metric", "recall")
    assert as_they_are.out.splitlines()[-1] == "no difference shown (no case differs)"
