"""Progress is for somebody who is looking."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from houndsman.cli.progress import progress, watching
from houndsman.hunt.grounds import Doing

ROWS = """
import time
from houndsman.cli import progress
from houndsman.cli.progress import watching
from houndsman.hunt.grounds import Doing
monotonic, later = time.monotonic, 0
time.monotonic = lambda: monotonic() + later
with watching() as (tell, sign):
    tell("asking 2 agents")
    sign("general", Doing.ASKING, "claude")
    sign("money", Doing.PAUSED, "claude: rate limited; again in [9] s")
    sign("ember", Doing.DONE, "")
    later = 65
    sign("general", Doing.ASKING, "claude")
    time.sleep(0.5)
"""

PROGRAM = """
import sys
from houndsman.cli.progress import progress
with progress("run 2 of 5: ") as tell:
    tell("reading [bold] the change")
    import time
    time.sleep(0.3)
print("rich" in sys.modules)
"""


def test_nobody_is_told_where_standard_error_is_no_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    with progress() as tell:
        tell("reading the change")
    assert capsys.readouterr() == ("", "")


def test_where_it_is_no_terminal_each_new_step_of_a_watchdog_is_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    with watching() as (tell, sign):
        tell("asking 1 agent")
        sign("general", Doing.WAITING, "")
        sign("general", Doing.ASKING, "claude")
        sign("general", Doing.ASKING, "claude")
        sign("general", Doing.DONE, "claude: it\x1b[31m crashed")
    out, err = capsys.readouterr()
    assert out == ""
    assert err.splitlines()[0] == "general: asking (claude)"
    assert err.splitlines()[1].startswith("general: done (claude: it") and "\x1b" not in err
    assert len(err.splitlines()) == 2


@pytest.mark.skipif(not hasattr(os, "openpty"), reason="needs a pseudo-terminal")
def test_a_terminal_shows_a_row_for_each_watchdog() -> None:
    shown, _ = _on_a_terminal(ROWS)
    assert "asking 2 agents" in shown
    rows = {line.split()[0]: line.split()[1:] for line in shown.replace("\r", "").split("\n") if line.split()}
    assert rows["general"] == ["asking", "1:05", "claude"]
    assert rows["money"][:3] == ["paused", "1:05", "claude:"]
    assert rows["ember"] == ["done"]
    assert "claude: rate limited; again in [9] s" in shown


@pytest.mark.skipif(not hasattr(os, "openpty"), reason="needs a pseudo-terminal")
def test_a_terminal_shows_what_is_done_and_results_stay_apart() -> None:
    shown, printed = _on_a_terminal(PROGRAM)
    assert "run 2 of 5: reading [bold] the change" in shown
    assert printed == "True\n"


def _on_a_terminal(program: str) -> tuple[str, str]:
    """What `program` shows on a terminal that is its standard error, and what it prints."""
    ours, theirs = os.openpty()
    environ = {**os.environ, "TERM": "xterm", "COLUMNS": "80"}
    done = subprocess.run(
        [sys.executable, "-P", "-c", program], env=environ, stdout=subprocess.PIPE, stderr=theirs, text=True, check=True
    )
    os.close(theirs)
    shown = os.read(ours, 65536).decode("utf-8", "replace")
    os.close(ours)
    return shown, done.stdout
