"""What passes between the hunt and an agent."""

from __future__ import annotations

from pathlib import Path

import pytest

from houndsman.models.agent import AgentReply, AgentTask, End, Limits, Meter, Priced


def test_a_reply_that_says_nothing_of_its_cost_is_not_taken_for_free() -> None:
    reply = AgentReply(End.CRASHED)
    assert (reply.usage.cost, reply.priced) == (None, Priced.UNKNOWN)


def test_a_task_has_a_limit_of_time_and_output_and_none_of_money() -> None:
    task = AgentTask("Review", Path("tree"), Path("session"), Path("answer.json"), "{}")
    assert task.limits == Limits() and task.limits.seconds > 0 and task.limits.output_bytes > 0
    assert (task.limits.tokens, task.limits.cost) == (None, None)


def test_what_passes_is_frozen() -> None:
    reply = AgentReply(End.OK)
    with pytest.raises(AttributeError):
        reply.reason = "changed"  # type: ignore[misc]


def test_a_meter_says_whether_to_go_on() -> None:
    def meter(used: object) -> bool:
        return False

    said: Meter = meter
    assert said(AgentReply(End.OK).usage) is False
