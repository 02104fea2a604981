"""Ctrl-C at any moment: 130, one word, no child left, nothing lost, and the next call completes."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.faults.conftest import HOUNDSMAN, NO_SCANNER

if TYPE_CHECKING:
    from tests.faults.conftest import At, Undisturbed

INTERRUPTS = {("hunt", "reviewed"): 10, ("finalize", "answered"): 5, ("hunt", "fresh"): 5}

CASES = [(*case, share / count) for case, count in INTERRUPTS.items() for share in range(count)]


def _left_of(session: int) -> list[str]:
    """What still runs of a session, after a moment to come to its end."""
    for _ in range(50):
        left = []
        for place in Path("/proc").glob("[0-9]*/stat"):
            try:
                name, _, rest = place.read_text().rpartition(") ")
            except (FileNotFoundError, ProcessLookupError):
                continue
            state, _, _, its_session = rest.split()[:4]
            if int(its_session) == session and state != "Z":
                left.append(name)
        if not left:
            return []
        time.sleep(0.1)
    return left


@pytest.mark.parametrize(
    ("command", "state", "share"), CASES, ids=lambda value: f"{value:.0%}" if isinstance(value, float) else value
)
def test_an_interrupted_command_loses_nothing(
    scene: At, undisturbed: Undisturbed, command: str, state: str, share: float
) -> None:
    usual = undisturbed(command, state)
    here = scene(state)
    ended = here.run(command, at=usual.at(share), act="interrupt")
    assert ended.status == 130
    assert ended.err.splitlines()[-1] == "interrupted"
    assert "Traceback" not in ended.err
    assert not _left_of(ended.pid)
    assert here.triage() in (usual.before, usual.after)
    assert here.run(command).status == usual.status
    assert (here.files(), here.tables()) == (usual.files, usual.tables)


SLOW = """
import subprocess
import threading
from pathlib import Path

from houndsman import Rule, Severity, Watchdog, hookimpl


@hookimpl
def houndsman_watchdogs(config):
    rule = Rule(id="slow/rule", number=1, title="Slow", severity=Severity.NIT)
    return [Watchdog(id="slow", title="Slow", paths=("*.py",), rules=(rule,), agent="code")]


@hookimpl
def houndsman_check(watchdog, change, reading_root):
    if watchdog.id == "slow":
        Path("{mark}").touch()
        {waits}
"""

#: What a check waits for, and who is told: a terminal tells the whole process group.
WAITS = {
    "a program, at a terminal": ('subprocess.run(["sleep", "600"], check=True)', os.killpg),
    "itself": ("threading.Event().wait(600)", os.kill),
}


@pytest.mark.parametrize("waits", WAITS)
def test_ctrl_c_leaves_a_check_behind_and_ends_the_program_that_it_waits_for(
    scene: At, tmp_path: Path, waits: str
) -> None:
    source, send = WAITS[waits]
    here = scene("reviewed")
    mark = tmp_path / "started"
    (tmp_path / "slow.py").write_text(SLOW.replace("{mark}", str(mark)).replace("{waits}", source), encoding="utf-8")
    before = here.triage()
    with subprocess.Popen(
        [*HOUNDSMAN, "hunt", *NO_SCANNER, "-p", str(tmp_path / "slow.py")],
        cwd=here.repository.path,
        env=here.environ,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        # A shell that runs the tests in the background lets them, and so their children, ignore it.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    ) as process:
        while not mark.exists() and process.poll() is None:
            time.sleep(0.02)
        send(process.pid, signal.SIGINT)
        out, err = process.communicate(timeout=120)
    assert process.returncode == 130, err
    missing, last = err.splitlines()
    assert missing.startswith("without an answer: ")
    assert "slow" in missing
    assert last == "interrupted"
    assert not out
    assert not _left_of(process.pid)
    assert here.triage() == before
