"""`houndsman hunt` with real agent programs: from the brief, through a scripted model, to the triage.

Each program is shut into a network of loopback alone. What it does with a brief of its own is tested in
`tests/agents/test_real_programs.py`; here it is sent out by the command that a user types.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.model_server.json_fields import JsonObject
from tests.model_server.loopback import LoopbackOnly, unavailable
from tests.model_server.programs import PROGRAMS, RealProgram, shut_in
from tests.model_server.script import Step, Used, says
from tests.model_server.server import ModelServer

if TYPE_CHECKING:
    from tests.conftest import CommandLine

_NO_NETWORK = unavailable()

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(_NO_NETWORK is not None and os.environ.get("CI") != "true", reason=_NO_NETWORK or ""),
]

ANSWER: JsonObject = {
    "watchdog": "general",
    "findings": [
        {
            "file": "orders.py",
            "line": 2,
            "rule": "logic:off-by-one",
            "message": "One too many is counted.",
            "action": "Take one off.",
            "quote": "    return len(items) + 1",
            "impactClass": "correctness",
        }
    ],
    "reviewedFiles": ["orders.py"],
}


@pytest.fixture
def network() -> Iterator[LoopbackOnly]:
    with LoopbackOnly() as made:
        yield made


@pytest.fixture
def shop(houndsman: CommandLine) -> CommandLine:
    """A change of one file."""
    houndsman.blocked = ("python", "secrets", "debris")
    repository = houndsman.repository
    repository.write("orders.py", "def count(items):\n    return len(items)\n")
    repository.commit("Before")
    repository.branch("feature")
    repository.write("orders.py", "def count(items):\n    return len(items) + 1\n")
    repository.commit("After")
    return houndsman


@pytest.mark.parametrize("program", PROGRAMS, ids=[each.name for each in PROGRAMS])
def test_what_a_real_agent_finds_is_triaged_and_counted(
    shop: CommandLine,
    network: LoopbackOnly,
    program: RealProgram,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The first answer is prose, so that the session is gone on with; the second is whole."""
    if program.installed() is None:
        pytest.skip(f"{program.name} is not on PATH (npm install {program.package})")
    script = says(
        Step(say="I looked at the change, and it is off by one.", usage=Used(read=1000, written=20)),
        Step(say=ANSWER, usage=Used(read=1100, written=80)),
        when=("general",),
    )
    with ModelServer(script, listening=network.listen()) as server:
        for name, value in program.point_at(server.url, tmp_path / "agent-home").items():
            monkeypatch.setenv(name, value)
        monkeypatch.setenv("PATH", shut_in(network, tmp_path / "bin"))
        ran = shop("hunt", "--agent", program.name)
        server.settle()
        asked = [record.asked.turns for record in server.requests if record.asked]
        unscripted = server.unscripted
    assert ran.code == 0, ran.err
    assert not unscripted
    assert asked == [0, 1], "one session, asked twice"
    (item,) = shop.findings()
    assert (str(item.file), item.line, item.rule, item.anchor) == ("orders.py", 2, "logic:off-by-one", "exact")
    assert "2,200 tokens" in ran.out
