"""A run's recorded replies as agents: of each turn the reply that counted."""

from __future__ import annotations

from pathlib import Path

import pytest

from houndsman.agents.replay import Moment
from houndsman.errors import UsageError
from houndsman.hunt.recording import recorded_agents, write_recording
from houndsman.models.agent import AgentReply, End
from houndsman.models.artifact import artifact_bytes
from houndsman.models.passes import Asked, PassRecord, RecordedReply, Turn


def _record(run: Path, words: str, *, agent: str = "owl", attempt: int = 1, end: End = End.OK, turn: int = 1) -> None:
    asked = Asked("general", "hunt", "", turn, "0" * 64, agent, f"{agent}:1")
    record = PassRecord(asked, attempt, Turn.BRIEF, "2026-01-01T00:00:00Z")
    place = run / "replies" / record.reply_name
    place.parent.mkdir(exist_ok=True)
    place.write_bytes(artifact_bytes(RecordedReply.of(record, AgentReply(end, (words,)), 1.0).to_json()))


def test_the_last_reply_that_ended_well_counts(tmp_path: Path) -> None:
    _record(tmp_path, "limited", end=End.RATE_LIMITED)
    _record(tmp_path, "first", attempt=2)
    _record(tmp_path, "last", attempt=3)
    _record(tmp_path, "crashed", attempt=4, end=End.CRASHED)
    _record(tmp_path, "second turn", turn=2, end=End.TIMEOUT)
    (agent,) = recorded_agents(tmp_path)["general"]
    said = {moment.turn: reply.messages for moment, reply in agent.replies.items()}
    assert said == {1: ("last",), 2: ("second turn",)}


def test_whoever_answered_comes_first(tmp_path: Path) -> None:
    _record(tmp_path, "no", agent="ant", end=End.CRASHED)
    _record(tmp_path, "yes", agent="owl")
    agents = recorded_agents(tmp_path)["general"]
    assert [agent.name for agent in agents] == ["owl", "ant"]
    assert agents[0].replies[Moment("general", "hunt", 1)].messages == ("yes",)


def test_a_folder_without_replies_is_no_recording(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no reply was recorded here"):
        recorded_agents(tmp_path)


def test_a_damaged_reply_is_not_passed_over(tmp_path: Path) -> None:
    _record(tmp_path, "yes")
    next((tmp_path / "replies").iterdir()).write_text("{")
    with pytest.raises(UsageError, match="a recorded reply is damaged"):
        recorded_agents(tmp_path)


def _said(run: Path) -> dict[str, dict[str, tuple[str, ...]]]:
    """By watchdog and pass, what is recorded."""
    return {
        name: {moment.key: reply.messages for agent in agents for moment, reply in agent.replies.items()}
        for name, agents in recorded_agents(run).items()
    }


def test_a_recording_written_by_hand_is_one(tmp_path: Path) -> None:
    place = tmp_path / "run"
    assert write_recording(place, {"general": "yes", "money": "no"}) == f"replay:{place}"
    assert _said(place) == {"general": {"hunt": ("yes",)}, "money": {"hunt": ("no",)}}


def test_it_may_hold_several_sessions_of_a_watchdog(tmp_path: Path) -> None:
    write_recording(tmp_path, {"general": {"flow": "found", "adversarial": "more"}, "money": "no"})
    assert _said(tmp_path) == {
        "general": {"flow": ("found",), "adversarial": ("more",)},
        "money": {"hunt": ("no",)},
    }
    (agent,) = recorded_agents(tmp_path)["general"]
    assert agent.name == "recording"
