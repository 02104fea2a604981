"""`houndsman status`: how far a run has come; `ping`: somebody is still there."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.conftest import CommandLine


def _told(houndsman: CommandLine) -> dict[str, object]:
    told = houndsman("status", "--json").json()
    assert isinstance(told, dict)
    return told


def _states(houndsman: CommandLine) -> dict[str, str]:
    rows = _told(houndsman)["watchdogs"]
    assert isinstance(rows, list)
    return {row["watchdog"]: row["state"] for row in rows}


def test_who_waits_and_who_has_answered(hunted: CommandLine) -> None:
    assert _states(hunted) == {"general": "finished", "debris": "finished"}
    hunted.repository.write("README.md", "# B\n")
    hunted.repository.commit("Next")
    hunted.prepare()
    assert _states(hunted) == {"general": "waiting", "debris": "waiting"}
    hunted("hunt")
    assert _states(hunted) == {"general": "missing", "debris": "finished"}
    shown = hunted("status").out
    assert shown.startswith("run 2 of feature-")
    assert "no findings file" in shown


def test_a_ping_is_a_sign_of_life_and_ten_minutes_without_one_are_the_end(hunted: CommandLine) -> None:
    hunted.repository.write("README.md", "# B\n")
    hunted.repository.commit("Next")
    hunted.prepare()
    assert _told(hunted)["lastSign"] is None
    assert hunted("status", "ping").code == 0
    assert (_told(hunted)["status"], "last sign of life" in hunted("status").out) == ("prepared", True)
    (place,) = (hunted.home / "work").glob("*.alive")
    place.write_text((datetime.now(UTC) - timedelta(minutes=11)).isoformat(timespec="seconds"))
    assert _told(hunted)["status"] == "timed-out"
    hunted("status", "ping")
    assert _told(hunted)["status"] == "prepared"


def test_nothing_prepared_says_what_to_run(houndsman: CommandLine) -> None:
    houndsman.repository.write("a.py", "")
    houndsman.repository.commit("A file")
    for words in (["status"], ["status", "ping"]):
        ran = houndsman(*words)
        assert ran.code == 2
        assert "Run `houndsman hunt` or `houndsman prepare` first" in ran.err
