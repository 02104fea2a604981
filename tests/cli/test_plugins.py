"""`houndsman plugins`: what is loaded, from where, which version, what failed and why."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from houndsman import __version__

if TYPE_CHECKING:
    from tests.conftest import CommandLine

Install = Callable[..., None]

OURS = ["debris", "general", "python", "secrets", "shell", "spelling", "structure", "workflows"]
WATCH = """
from houndsman import Watchdog, hookimpl

@hookimpl
def houndsman_watchdogs(config):
    return [Watchdog(id="watch", title="Watches")]
"""


def test_ours_stand_first_with_their_version_and_hooks(houndsman: CommandLine, install: Install) -> None:
    install("acme", {"watch": WATCH}, version="2.5")
    ran = houndsman("plugins")
    assert (ran.code, ran.err) == (0, "")
    rows = [line.split() for line in ran.out.splitlines()[2:]]
    assert [row[0] for row in rows] == [*OURS, "watch"]
    assert rows[0][1:3] == ["houndsman", __version__]
    assert rows[-1][1:4] == ["acme", "2.5", "watchdogs"]
    assert rows[-1][-1].endswith("acme_watch.py")


def test_a_blocked_one_is_not_loaded(houndsman: CommandLine) -> None:
    listed = houndsman("plugins", "-p", "no:debris", "--json").json()
    assert isinstance(listed, dict)
    assert [each["name"] for each in listed["plugins"]] == OURS[1:]


def test_json_says_what_failed_and_why(houndsman: CommandLine, install: Install) -> None:
    install("acme", {"watch": "import nothing_of_this_name"})
    ran = houndsman("plugins", "--json")
    assert ran.code == 3
    listed = ran.json()
    assert isinstance(listed, dict)
    (failure,) = listed["failures"]
    assert failure == {
        "plugin": "watch",
        "distribution": "acme",
        "stage": "load",
        "error": "ModuleNotFoundError: No module named 'nothing_of_this_name'",
    }
    assert {"name", "distribution", "version", "location", "hooks"} == set(listed["plugins"][0])


def test_a_name_that_is_no_plugin_is_refused(houndsman: CommandLine) -> None:
    ran = houndsman("plugins", "-p", "nothing_of_this_name")
    assert ran.code == 2
    assert "no plugin and no module" in ran.err
