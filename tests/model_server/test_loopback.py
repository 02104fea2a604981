"""A network that holds loopback and nothing else."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from tests.model_server.loopback import LoopbackOnly, unavailable
from tests.model_server.script import Step, says
from tests.model_server.server import ModelServer

_NO_NETWORK = unavailable()
pytestmark = pytest.mark.skipif(_NO_NETWORK is not None and os.environ.get("CI") != "true", reason=_NO_NETWORK or "")

#: Prints what became of a connection to each address given.
_CONNECT = """
import socket, sys
for place in sys.argv[1:]:
    host, port = place.split(":")
    try:
        socket.create_connection((host, int(port)), timeout=5).close()
        print("reached")
    except OSError as error:
        print(type(error).__name__)
"""


def connect(*command: str, to: str) -> str:
    ran = subprocess.run([*command, to], stdin=subprocess.DEVNULL, capture_output=True, check=True)
    return ran.stdout.decode().strip()


def test_a_server_of_this_process_is_reached_from_inside_alone() -> None:
    python = [sys.executable, "-c", _CONNECT]
    with LoopbackOnly() as network, ModelServer(says(Step(say="x")), listening=network.listen()) as server:
        place = server.url.removeprefix("http://")
        assert connect(*network.command(python), to=place) == "reached"
        assert connect(*python, to=place) == "ConnectionRefusedError"


def test_nothing_else_is_reached_from_inside() -> None:
    """Told by the kernel at once, whatever network this machine has: 192.0.2.1 is an address of documentation."""
    with LoopbackOnly() as network:
        assert connect(*network.command([sys.executable, "-c", _CONNECT]), to="192.0.2.1:80") == "OSError"


def test_a_server_outside_is_not_reached() -> None:
    with LoopbackOnly() as network, ModelServer(says(Step(say="x"))) as server:
        inside = network.command([sys.executable, "-c", _CONNECT])
        assert connect(*inside, to=server.url.removeprefix("http://")) == "ConnectionRefusedError"


def test_a_command_keeps_its_process_id_and_exit_status() -> None:
    with LoopbackOnly() as network:
        child = subprocess.Popen(
            network.command([sys.executable, "-c", "import os; print(os.getpid()); raise SystemExit(7)"]),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
        )
        told, _ = child.communicate()
    assert (int(told), child.returncode) == (child.pid, 7)
