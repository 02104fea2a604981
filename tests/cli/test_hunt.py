"""`houndsman hunt`: its output in both forms, for a whole and for a partial review."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.conftest import CommandLine


def test_the_table_says_who_answered_and_the_findings_follow_worst_first(hunted: CommandLine) -> None:
    hunted.answer(hunted.prepare(), "general")
    lines = hunted("hunt").out.splitlines()
    rows = {row.split()[0]: row.split()[1:] for row in lines[2:4]}
    assert rows == {"general": ["0", "3/3", "0", "answered"], "debris": ["2", "3/3", "0", "answered"]}
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
