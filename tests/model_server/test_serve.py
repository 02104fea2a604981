"""The server as a program."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.model_server.asking import Question, ask
from tests.model_server.loopback import unavailable
from tests.model_server.script import Step, says

PROGRAM = Path(__file__).with_name("serve.py")
_NO_NETWORK = unavailable()

#: Asks the program's server from inside its own network.
_ASK = """
import http.client, sys
connection = http.client.HTTPConnection(sys.argv[1].removeprefix("http://"))
connection.request("POST", "/v1/messages", b'{"messages": [{"role": "user", "content": "hi"}]}')
print(connection.getresponse().read().decode())
"""


@contextmanager
def serving(*prefix: str, folder: Path, options: tuple[str, ...] = ()) -> Iterator[tuple[str, subprocess.Popen[bytes]]]:
    script = folder / "script.json"
    script.write_text(says(Step(say="from a file")).model_dump_json(by_alias=True), encoding="utf-8")
    argv = [*prefix, sys.executable, str(PROGRAM), str(script), "--log", str(folder / "log"), *options]
    child = subprocess.Popen(argv, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, cwd=folder)
    assert child.stdout is not None
    try:
        yield child.stdout.readline().decode().strip(), child
    finally:
        child.send_signal(signal.SIGTERM)
        child.wait()
        child.stdout.close()


def test_it_serves_a_file_says_where_and_ends_when_told(tmp_path: Path) -> None:
    with serving(folder=tmp_path, options=("--port-file", str(tmp_path / "port"))) as (url, child):
        assert (tmp_path / "port").read_text(encoding="ascii").strip() == url.rpartition(":")[2]
        assert ask(url, Question("responses", stream=True)).text == "from a file"
    assert child.returncode == 0
    rows = [json.loads(line) for line in (tmp_path / "log").read_text(encoding="utf-8").splitlines()]
    assert [(row["event"], row.get("end")) for row in rows] == [("asked", None), ("done", "whole")]


@pytest.mark.skipif(_NO_NETWORK is not None and os.environ.get("CI") != "true", reason=_NO_NETWORK or "")
def test_it_raises_loopback_in_a_network_of_its_own(tmp_path: Path) -> None:
    with serving("unshare", "--net", folder=tmp_path, options=("--loopback",)) as (url, child):
        inside = ["nsenter", f"--net=/proc/{child.pid}/ns/net", "--", sys.executable, "-c", _ASK, url]
        heard = subprocess.run(inside, stdin=subprocess.DEVNULL, capture_output=True, check=True).stdout
    assert json.loads(heard)["content"] == [{"type": "text", "text": "from a file"}]
