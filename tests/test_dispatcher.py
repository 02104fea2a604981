"""Agents sent out with the briefs of a prepared run: who is asked, and who is not asked again."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from houndsman.desk import Request
from houndsman.errors import ExitCode
from houndsman.git.samples import SampleRepository
from houndsman.hunt.orders import Orders
from houndsman.models.hunt_notes import Depth
from houndsman.session import Session

#: Counts that it was asked, and finds nothing in the one file of the change.
AGENT = """
import json, sys
sys.stdin.read()
with open({calls!r}, "a") as file:
    file.write("asked\\n")
print(json.dumps({{"watchdog": "general", "findings": [], "reviewedFiles": ["a.txt"]}}))
"""


@pytest.fixture
def calls(tmp_path: Path) -> Path:
    """A file with a line for each time that the agent was asked."""
    place = tmp_path / "calls"
    place.touch()
    return place


@pytest.fixture
def request_for(sample: SampleRepository, tmp_path: Path, calls: Path) -> Callable[..., Request]:
    """A request for a change of one file, with the agent `mine` in the user's configuration."""
    script = tmp_path / "mine.py"
    script.write_text(AGENT.format(calls=str(calls)), encoding="utf-8")
    command = json.dumps([sys.executable, str(script)])
    (tmp_path / "config.toml").write_text(f"[agents.mine]\ncommand = {command}\n", encoding="utf-8")
    sample.write("a.txt", "a\n")
    sample.commit("Before")
    sample.branch("feature")
    sample.write("a.txt", "b\n")
    sample.commit("After")
    environ = {"HOUNDSMAN_HOME": str(tmp_path / "home"), "HOUNDSMAN_CONFIG": str(tmp_path / "config.toml")}
    left_out = ("python", "secrets", "shell", "spelling", "structure", "workflows", "debris")
    usual = Request(cwd=sample.path, environ=environ, plugins=tuple(f"no:{name}" for name in left_out))
    once = Depth(adversarial=False, checklist=False, second_opinion=False)
    return lambda **orders: replace(usual, orders=Orders(**{"depth": once, **orders}))


def test_nobody_is_sent_where_nobody_is_named(request_for: Callable[..., Request], calls: Path) -> None:
    with Session(request_for()) as session:
        done = session.hunt()
    assert (done.exit_code, done.spent, done.passes) == (ExitCode.INCOMPLETE, None, ())
    assert calls.read_text() == ""


def test_who_answered_is_not_asked_again_before_the_run_is_over(
    request_for: Callable[..., Request], calls: Path, tmp_path: Path
) -> None:
    with Session(request_for(agent="mine")) as session:
        prepared = session.prepare()
        done = session.hunt()
    assert done.exit_code is ExitCode.CLEAN
    assert done.manifest.run == prepared.manifest.run
    assert [record.asked.watchdog for record in done.passes] == ["general"]
    assert session.unanswered == ()
    assert calls.read_text() == "asked\n"


def test_an_answer_that_lies_there_is_not_paid_for(request_for: Callable[..., Request], calls: Path) -> None:
    with Session(request_for(agent="mine")) as session:
        prepared = session.prepare()
        answer = prepared.staging / "findings" / "general.json"
        reply = {"watchdog": "general", "findings": [], "reviewedFiles": ["a.txt"]}
        answer.write_text(json.dumps(reply), encoding="utf-8")
        done = session.hunt()
    assert done.exit_code is ExitCode.CLEAN
    assert calls.read_text() == ""


@pytest.mark.parametrize("by_path", [False, True], ids=["by its number", "by its folder"])
def test_a_run_that_is_replayed_asks_nobody(
    request_for: Callable[..., Request], calls: Path, tmp_path: Path, by_path: bool
) -> None:
    with Session(request_for(agent="mine")) as session:
        first = session.hunt()
    run = str(session.home.run(first.manifest.review_id, 1)) if by_path else "1"
    with Session(request_for(agent=f"replay:{run}")) as session:
        again = session.hunt()
    assert (again.manifest.run, again.exit_code, again.spent) == (2, ExitCode.CLEAN, None)
    assert again.manifest.created_at == first.manifest.created_at
    assert calls.read_text() == "asked\n"
