"""A replay says what was recorded, turn by turn, and nothing else."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from houndsman.agents.replay import Moment, ReplayAgent
from houndsman.models.agent import Agent, AgentReply, AgentTask, End, Priced
from houndsman.models.passes import Asked, PassRecord, RecordedReply, Turn
from houndsman.models.reply import Usage


def _recorded(turn: int, words: str, session: str | None = "s-1") -> RecordedReply:
    asked = Asked("general", "hunt", "", turn, "0" * 64, "owl", "owl:1")
    reply = AgentReply(End.OK, (words,), session, Usage(tokens_in=3, tokens_out=4, cost=0.1), Priced.REPORTED)
    return RecordedReply.of(PassRecord(asked, 1, Turn.BRIEF, "2026-01-01T00:00:00Z"), reply, 1.0)


def _agent(*replies: RecordedReply) -> ReplayAgent:
    return ReplayAgent("owl", {Moment(each.watchdog, each.name, each.turn): each for each in replies})


def _answer(agent: Agent, folder: str) -> AgentReply:
    place = Path("sessions") / folder
    task = AgentTask("another prompt", Path("root"), place, Path("answer.json"), "{}")
    return asyncio.run(agent.answer(task, lambda usage: True))


def test_each_turn_gets_its_own_reply_whatever_is_asked() -> None:
    agent = _agent(_recorded(1, "one"), _recorded(2, "two"))
    assert _answer(agent, "general.hunt-2-0123456789ab") == _recorded(2, "two").reply
    assert _answer(agent, "general.hunt-1-ffffffffffff") == _recorded(1, "one").reply


@pytest.mark.parametrize(
    "folder", ["general.hunt-3-0123456789ab", "money.hunt-1-0123456789ab", "general.flow-1-0123456789ab", "elsewhere"]
)
def test_what_was_not_recorded_is_no_answer(folder: str) -> None:
    reply = _answer(_agent(_recorded(1, "one")), folder)
    assert (reply.end, reply.messages) == (End.CRASHED, ())
    assert reply.reason == "the recording has no reply to this turn"


def test_a_pass_may_have_a_dash_in_its_name() -> None:
    task = AgentTask("p", Path("r"), Path("s/general.second-opinion-1-0123456789ab"), Path("a"), "{}")
    assert Moment.of(task) == Moment("general", "second-opinion", 1)


def test_a_watchdog_may_have_a_dot_in_its_name() -> None:
    task = AgentTask("p", Path("r"), Path("s/my.own.hunt@0123456789ab-2-0123456789ab"), Path("a"), "{}")
    assert Moment.of(task) == Moment("my.own", "hunt@0123456789ab", 2)


def test_it_goes_on_with_a_session_only_where_there_was_one() -> None:
    assert _agent(_recorded(1, "one")).can_resume
    assert not _agent(_recorded(1, "one", session=None)).can_resume


def test_another_recording_is_another_agent() -> None:
    same, other = _agent(_recorded(1, "one")), _agent(_recorded(1, "two"))
    assert same.fingerprint == _agent(_recorded(1, "one")).fingerprint
    assert same.fingerprint != other.fingerprint
