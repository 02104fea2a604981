"""`houndsman watchdogs`: what is listed and shown, for people and for machines, and how it ends."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from houndsman import __version__

if TYPE_CHECKING:
    from tests.conftest import CommandLine

OURS = ["debris", "general", "python", "secrets", "shell", "spelling", "structure", "workflows"]

PAY = """\
---
title: Payments are taken once
paths: ["/payments/", "*_webhook.py"]
exclude: ["/payments/fixtures/"]
rules:
  - id: pay/key
    title: A call that moves money carries an idempotency key
    severity: blocking
---
Look twice.
"""


@pytest.fixture
def guarded(houndsman: CommandLine) -> CommandLine:
    """A repository with a Markdown watchdog that is not committed."""
    houndsman.repository.write(".houndsman/watchdogs/pay.md", PAY)
    return houndsman


def test_each_watchdog_has_a_row(guarded: CommandLine) -> None:
    ran = guarded("watchdogs", "list")
    assert (ran.code, ran.err) == (0, "")
    rows = {line.split()[0]: " ".join(line.split()) for line in ran.out.splitlines()[2:]}
    assert list(rows) == sorted([*OURS, "pay"])
    assert rows["pay"] == (
        "pay Payments are taken once any agent 1 /payments/, *_webhook.py .houndsman/watchdogs/pay.md"
    )
    assert rows["debris"].endswith("code 6 ** built-in")


def test_the_list_for_machines(guarded: CommandLine) -> None:
    listed = guarded("watchdogs", "list", "--json").json()
    assert isinstance(listed, list)
    rows = {each["id"]: each for each in listed}
    assert rows["pay"] == {
        "id": "pay",
        "title": "Payments are taken once",
        "agent": None,
        "paths": ["/payments/", "*_webhook.py"],
        "exclude": ["/payments/fixtures/"],
        "rules": ["pay/key"],
        "origin": {
            "kind": "project",
            "plugin": None,
            "distribution": None,
            "version": None,
            "file": ".houndsman/watchdogs/pay.md",
        },
    }
    origin = rows["debris"]["origin"]
    assert (origin["kind"], origin["plugin"], origin["version"]) == ("built-in", "debris", __version__)


@pytest.mark.parametrize("words", [("list",), ("list", "--json"), ("show", "pay")])
def test_a_wrong_file_is_named_with_its_line_and_hides_no_other(guarded: CommandLine, words: tuple[str, ...]) -> None:
    guarded.repository.write(".houndsman/watchdogs/bad.md", "---\ntitel: Bad\n---\n")
    guarded.repository.write(".houndsman/watchdogs/worse.md", "---\ntitle: [\n---\n")
    ran = guarded("watchdogs", *words)
    assert ran.code == 2
    assert "Payments are taken once" in ran.out
    assert "broken .houndsman/watchdogs/bad.md:2: unknown key 'titel'" in ran.err
    assert "broken .houndsman/watchdogs/worse.md:" in ran.err


def test_a_wrong_file_that_is_asked_for_says_what_is_wrong(guarded: CommandLine) -> None:
    guarded.repository.write(".houndsman/watchdogs/bad.md", "---\ntitel: Bad\n---\n")
    ran = guarded("watchdogs", "show", "bad")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith("houndsman: .houndsman/watchdogs/bad.md:2: unknown key 'titel'")


def test_a_plugin_that_is_written_and_not_installed_is_told_how_to_be_found(guarded: CommandLine) -> None:
    guarded("watchdogs", "new", "owners", "--code")
    ran = guarded("watchdogs", "show", "owners")
    assert ran.code == 2
    assert "-p FILE.py" in ran.err and "pip install -e DIR" in ran.err
    assert guarded("watchdogs", "show", "owners", "-p", "owners/houndsman_owners/owners.py").code == 0


def test_a_broken_plugin_is_named_and_leaves_the_list_incomplete(
    guarded: CommandLine, install: Callable[..., None]
) -> None:
    install("acme", {"bad": "1 / 0\n"})
    for words in (("list",), ("show", "pay")):
        ran = guarded("watchdogs", *words)
        assert ran.code == 3
        assert "plugin 'bad' (acme) failed while loading" in ran.err
        assert "pay" in ran.out


def test_a_plugin_can_be_left_out(guarded: CommandLine) -> None:
    listed = guarded("watchdogs", "list", "--json", "-p", "no:debris").json()
    assert isinstance(listed, list)
    assert "debris" not in [each["id"] for each in listed]


def test_one_is_shown_whole(guarded: CommandLine) -> None:
    shown = guarded("watchdogs", "show", "pay").out
    assert shown.startswith("pay: Payments are taken once\n  from      .houndsman/watchdogs/pay.md\n")
    assert shown.endswith("\nGuidance\n\nLook twice.\n")


def test_one_for_machines_is_the_whole_declaration(guarded: CommandLine) -> None:
    shown = guarded("watchdogs", "show", "pay", "--json").json()
    assert isinstance(shown, dict)
    assert shown["rules"] == [
        {
            "id": "pay/key",
            "number": 1,
            "title": "A call that moves money carries an idempotency key",
            "severity": "blocking",
            "text": "",
            "match": [],
        }
    ]
    assert shown["guidance"] == "Look twice."
    assert shown["origin"]["kind"] == "project"


def test_one_that_is_not_there_is_told_with_the_nearest(guarded: CommandLine) -> None:
    ran = guarded("watchdogs", "show", "pya")
    assert (ran.code, ran.out) == (2, "")
    assert "there is no watchdog 'pya'\n  Did you mean 'pay'?" in ran.err
