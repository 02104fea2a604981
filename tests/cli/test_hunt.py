"""`houndsman hunt`: its output in both forms, for a whole and for a partial review."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.conftest import CommandLine


def test_the_table_says_who_answered_and_the_findings_follow_worst_first(hunted: CommandLine) -> None:
    hunted.answer(hunted.prepare(), "general")
    lines = hunted("hunt").out.splitlines()
    rows = {row.split()[0]: row.split()[1:] for row in lines[2:4]}
    assert rows == {"general": ["0", "3/3", "0/8", "0", "answered"], "debris": ["2", "3/3", "–", "0", "answered"]}
    severities = [line.split()[1] for line in lines if "debris/" in line]
    assert severities == ["blocking", "attention"]


def test_json_keeps_standard_output_for_the_findings(hunted: CommandLine) -> None:
    hunted.repository.write("README.md", "# B\n")
    hunted.repository.commit("Next")
    ran = hunted("hunt", "--json")
    assert ran.code == 3
    told = ran.json()
    assert isinstance(told, dict)
    assert (told["status"], told["incomplete"]) == ("incomplete", ["general: no findings file"])
    assert "missing general: no findings file" in ran.err


def test_more_findings_than_fit_are_counted(hunted: CommandLine) -> None:
    for at in range(30):
        hunted.repository.write(f"many/{at}.txt", "<<<<<<< ours\n=======\n>>>>>>> theirs\n")
    hunted.repository.commit("Many")
    ran = hunted("hunt")
    assert "… and 13 more: houndsman findings list --review " in ran.out


FLAKY = """
from pathlib import Path

import houndsman

CALLS = Path(__file__).with_suffix(".calls")


@houndsman.hookimpl
def houndsman_watchdogs(config):
    rule = houndsman.Rule(id="flaky/word", number=1, title="A word", severity="nit")
    return [houndsman.Watchdog(id="flaky", title="Flaky", paths=("*.txt",), rules=(rule,), agent="code")]


@houndsman.hookimpl
def houndsman_check(watchdog, change, reading_root):
    if watchdog.id != "flaky":
        return None
    calls = len(CALLS.read_text()) if CALLS.exists() else 0
    CALLS.write_text("x" * (calls + 1))
    if calls == FAILS_AT:
        raise RuntimeError("out of luck")
    return [houndsman.RawFinding(file="merge.txt", line=1, rule=1, message="A word.")] if calls % 2 else []
"""


@pytest.fixture
def flaky(hunted: CommandLine, tmp_path: Path) -> Callable[[int], str]:
    """A watchdog that finds something every other time, and fails at one call."""

    def write(fails_at: int = -1) -> str:
        place = tmp_path / "flaky.py"
        place.write_text(FLAKY.replace("FAILS_AT", str(fails_at)))
        return str(place)

    return write


def test_each_repeat_is_a_run_of_its_own(hunted: CommandLine, flaky: Callable[[int], str]) -> None:
    words = ("--variant", "x", "-k", "flaky", "--allow-missing", "-p", flaky(-1))
    ran = hunted("hunt", "--repeat", "3", *words)
    assert ran.code == 0
    assert [line for line in ran.out.splitlines() if line.startswith("run ")] == [f"run {at} of 3" for at in (1, 2, 3)]
    told = hunted("hunt", "--repeat", "2", "--json", *words).json()
    assert isinstance(told, list)
    assert [run["run"] for run in told] == [4, 5]
    listed = hunted("compare", "--list", "--json").json()
    assert isinstance(listed, list)
    found = [(row["run"], row["findings"], row["compared"]) for row in listed if row["variant"] == "x"]
    assert found == [(1, 0, True), (2, 1, True), (3, 0, True), (4, 1, True), (5, 0, True)]


def test_the_repeats_of_a_run_are_part_of_its_score(
    hunted: CommandLine, flaky: Callable[[int], str], tmp_path: Path
) -> None:
    golden = tmp_path / "set.json"
    golden.write_text('{"version": 1, "expected": [{"id": "word", "file": "merge.txt", "line": 1}]}')
    words = ("--variant", "x", "-k", "flaky", "--allow-missing", "-p", flaky(-1))
    assert hunted("hunt", *words).code == 0
    alone = hunted("golden", str(golden), "--variant", "x", "--json").json()
    assert isinstance(alone, dict)
    assert (alone["stability"], alone["missedEstimate"]) == (None, None)
    assert hunted("hunt", "--repeat", "3", *words).code == 0
    scored = hunted("golden", str(golden), "--variant", "x", "--json").json()
    assert isinstance(scored, dict)
    assert scored["stability"] == {
        "runs": 4,
        "foundIn": [0, 0, 1, 0, 0],
        "recallByRun": pytest.approx([0.5, 5 / 6, 1, 1]),
        "gainedByRun": pytest.approx([0.5, 1 / 3, 1 / 6, 0]),
        "recallEveryRun": pytest.approx([0.5, 1 / 6, 0, 0]),
    }
    assert (scored["missedEstimate"]["found"], scored["missedEstimate"]["total"]) == (1, 1)


def test_a_check_that_fails_in_one_repeat_leaves_the_next_whole(
    hunted: CommandLine, flaky: Callable[[int], str]
) -> None:
    words = ("--variant", "x", "-k", "flaky", "--allow-missing", "-p", flaky(1))
    ran = hunted("hunt", "--repeat", "3", *words)
    assert (ran.code, "out of luck" in ran.err) == (3, True)
    listed = hunted("compare", "--list", "--json").json()
    assert isinstance(listed, list)
    states = [row["state"] for row in listed if row["variant"] == "x"]
    assert states == ["complete", "incomplete", "complete"]


def test_a_repeat_that_was_cut_off_is_gone_on_with(hunted: CommandLine) -> None:
    """The first of the repeats is the run that is there and not complete; what was answered for it counts."""
    words = ("--variant", "x", "-k", "debris")
    hunted.answer(hunted.prepare(*words), "general")
    ran = hunted("hunt", "--repeat", "2", *words, "--json")
    told = ran.json()
    assert isinstance(told, list)
    assert [(run["run"], bool(run["incomplete"])) for run in told] == [(1, False), (2, True)]


def test_a_branch_that_moves_between_repeats_is_told(
    hunted: CommandLine, flaky: Callable[[int], str], tmp_path: Path
) -> None:
    place = Path(flaky(-1))
    moves = f"""
    import subprocess
    subprocess.run(["git", "commit", "-q", "--allow-empty", "-m", "x"], cwd={str(hunted.repository.path)!r}, check=True)
"""
    place.write_text(place.read_text().replace("    calls = len", moves + "    calls = len"))
    words = ("--variant", "x", "-k", "flaky", "--allow-missing", "-p", str(place))
    ran = hunted("hunt", "--repeat", "2", *words)
    assert (ran.code, "run 2 is no repeat of run 1: what is reviewed has changed" in ran.err) == (0, True)
