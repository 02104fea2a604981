"""A findings file that is none: its watchdog is missing and says why, the others are filed, nothing becomes done."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.faults.conftest import At, Undisturbed


def _folder(place: Path) -> None:
    place.mkdir()
    (place / "general.json").write_text("{}")


def _unreadable(place: Path) -> None:
    place.write_text("{}")
    place.chmod(0)


FAULTS: dict[str, tuple[Callable[[Path], object], str]] = {
    "absent": (lambda place: None, "no findings file"),
    "folder": (_folder, "is a folder"),
    "pipe": (os.mkfifo, "no regular file"),
    "link": (lambda place: place.symlink_to("/etc/hostname"), "is a symbolic link"),
    "dangling": (lambda place: place.symlink_to("nowhere"), "is a symbolic link"),
    "unreadable": (_unreadable, "cannot be read (Permission denied)"),
    "empty": (Path.touch, "missing general: "),
    "spaces": (lambda place: place.write_text(" \n" * 100), "missing general: "),
    "nulls": (lambda place: place.write_bytes(bytes(10_000)), "missing general: "),
    "not UTF-8": (lambda place: place.write_bytes(b'{"findings": ["\xff\xfe"]}'), "missing general: "),
    "deep": (lambda place: place.write_bytes(b'{"findings": ' + b"[" * 200_000), "missing general: "),
    "number": (lambda place: place.write_text("1e999"), "missing general: "),
    "huge and nothing": (lambda place: place.write_bytes(b"{" * 8_000_000), "missing general: "),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_its_watchdog_is_missing_and_nothing_else_suffers(scene: At, undisturbed: Undisturbed, fault: str) -> None:
    usual = undisturbed("finalize", "answered")
    here = scene("answered")
    place = here.staging / "findings" / "general.json"
    answer = place.read_bytes()
    place.unlink()
    put, told = FAULTS[fault]
    put(place)
    ended = here.run("finalize", bound=True)
    assert ended.status == 3, ended.err
    assert "missing general: " in ended.err
    assert told in ended.err
    assert "Traceback" not in ended.err
    listed = json.loads(here.run("findings", "list", "--json").out)
    standing = {item["rule"]: item["status"] for item in listed}
    assert standing == {
        "debris/debugger-call": "open",
        "logic:no-docstring": "dismissed",
        "logic:unchecked-percent": "open",
    }
    if place.is_dir() and not place.is_symlink():
        (place / "general.json").unlink()
        place.rmdir()
    place.unlink(missing_ok=True)
    place.write_bytes(answer)
    assert here.run("finalize").status == 0
    assert here.tables()["findings"] == usual.tables["findings"]


def test_an_answer_of_many_megabytes_is_an_answer(scene: At) -> None:
    here = scene("answered")
    long = {"file": "orders.py", "line": 11, "rule": "logic:long", "message": "word " * 2_000_000, "action": "Do."}
    here.answer(long)
    ended = here.run("finalize")
    assert ended.status == 0, ended.err
    assert "logic:long" in ended.out


def test_answers_that_nobody_can_read_do_not_keep_the_next_run_from_beginning(scene: At) -> None:
    """They move to their run all the same: their names may say more than their contents."""
    here = scene("answered")
    place = here.staging / "findings" / "general.json"
    answer = place.read_bytes()
    place.chmod(0)
    here.repository.write("orders.py", "# all gone\n")
    here.repository.commit("Later")
    ended = here.run("prepare", bound=True)
    assert ended.status == 0, ended.err
    assert not place.exists()
    kept = here.runs(2) / "findings" / "general.json"
    kept.chmod(0o600)
    assert kept.read_bytes() == answer
