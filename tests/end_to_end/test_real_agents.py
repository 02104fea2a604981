"""`houndsman hunt` with real agent programs: from the brief, through a scripted model, to the triage.

Each program is shut into a network of loopback alone. What it does with a brief of its own is tested in
`tests/agents/test_real_programs.py`; here it is sent out by the command that a user types.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.model_server.json_fields import JsonObject
from tests.model_server.loopback import LoopbackOnly, unavailable
from tests.model_server.programs import PROGRAMS, RealProgram, shut_in
from tests.model_server.script import Conversation, Script, Step, Used
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


def verdicts(*ids: str) -> JsonObject:
    """An answer that proves these questions and finds nothing."""
    checks = [{"id": each, "verdict": "ok", "at": "orders.py:2", "note": ""} for each in ids]
    return {"watchdog": "general", "findings": [], "reviewedFiles": [], "checks": checks}


def conversation(name: str, marker: str, *steps: Step) -> Conversation:
    return Conversation(name=name, when=("general", marker), steps=steps)


SCRIPT = Script(
    conversations=(
        conversation(
            "adversarial",
            "# Attack it",
            Step(say={**ANSWER, "findings": []}, usage=Used(read=1000, written=10)),
        ),
        conversation(
            "bookkeeping",
            "You are asked for **verdicts alone**",
            Step(say=verdicts("C1", "C2", "C3"), usage=Used(read=500, written=10)),
            Step(say=verdicts("C4", "C5", "C6", "C7", "C8", "F1", "I1"), usage=Used(read=600, written=10)),
        ),
        conversation(
            "flow",
            "general",
            Step(say="I looked at the change, and it is off by one.", usage=Used(read=1000, written=20)),
            Step(say=ANSWER, usage=Used(read=1100, written=80)),
        ),
    )
)


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
    """Three sessions, of which two are gone on with: one said prose first, one left verdicts open."""
    if program.installed() is None:
        pytest.skip(f"{program.name} is not on PATH (npm install {program.package})")
    with ModelServer(SCRIPT, listening=network.listen()) as server:
        for name, value in program.point_at(server.url, tmp_path / "agent-home").items():
            monkeypatch.setenv(name, value)
        monkeypatch.setenv("PATH", shut_in(network, tmp_path / "bin"))
        program.settle_in(os.environ)
        ran = shop("hunt", "--agent", program.name)
        server.settle()
        asked = [(each.conversation, each.asked.turns) for each in server.requests if each.asked and not each.aside]
        unscripted = server.unscripted
    assert ran.code == 0, ran.err
    assert not unscripted
    assert sorted(asked) == [("adversarial", 0), ("bookkeeping", 0), ("bookkeeping", 1), ("flow", 0), ("flow", 1)]
    (item,) = shop.findings()
    assert (str(item.file), item.line, item.rule, item.anchor) == ("orders.py", 2, "logic:off-by-one", "exact")
    assert "4,330 tokens" in ran.out
    (report,) = [json.loads(place.read_text("utf-8")) for place in shop.home.glob("reviews/*/runs/1/hunt-report.json")]
    (general,) = [each for each in report["watchdogs"] if each["watchdog"] == "general"]
    assert general["checks"]["missing"] == 0, general["checks"]
    assert {each["name"] for each in general["passes"]} == {
        "flow",
        "bookkeeping",
        "adversarial",
        "checklist",
        "repair",
    }
