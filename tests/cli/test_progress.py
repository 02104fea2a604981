"""Progress is for somebody who is looking."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from houndsman.cli.progress import progress

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


@pytest.mark.skipif(not hasattr(os, "openpty"), reason="needs a pseudo-terminal")
def test_a_terminal_shows_what_is_done_and_results_stay_apart() -> None:
    ours, theirs = os.openpty()
    environ = {**os.environ, "TERM": "xterm", "COLUMNS": "80"}
    done = subprocess.run(
        [sys.executable, "-P", "-c", PROGRAM], env=environ, stdout=subprocess.PIPE, stderr=theirs, text=True, check=True
    )
    os.close(theirs)
    shown = os.read(ours, 65536).decode("utf-8", "replace")
    os.close(ours)
    assert "run 2 of 5: reading [bold] the change" in shown
    assert done.stdout == "True\n"
