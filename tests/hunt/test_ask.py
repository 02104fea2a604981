"""A watchdog's brief ends in a findings file or in a reason, whatever its agents do."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from dataclasses import replace

import pytest

from houndsman.hunt.ask import Answered, ask
from houndsman.hunt.ceilings import Ceiling, Ledger
from houndsman.hunt.grounds import Grounds
from houndsman.models.agent import AgentReply, AgentTask, End, Meter
from houndsman.models.passes import Turn
from houndsman.models.records import HuntOutcome, WatchdogState
from houndsman.models.reply import Usage
from tests.hunt.scripted import Cue, Run, Scripted, answer_text, failed, finding, said

TOKEN = "ghp_" + "a1B2" * 9


def asked(run: Run, *agents: Scripted, grounds: Grounds | None = None) -> Answered:
    return asyncio.run(ask(run.one(*agents), grounds or run.grounds()))


def lines(answered: Answered) -> list[object]:
    assert answered.reply is not None
    found = answered.reply["findings"]
    assert isinstance(found, list)
    return [each["line"] for each in found]


def kinds(answered: Answered) -> list[Turn]:
    return [each.kind for each in answered.tries]


def test_an_answer_is_the_findings_file(run: Run) -> None:
    agent = Scripted([said("I have read it.", answer_text(3, 7))])
    answered = asked(run, agent)
    assert answered.record == HuntOutcome(WatchdogState.ANSWERED)
    assert lines(answered) == [3, 7]
    assert not answered.is_partial
    assert agent.tasks[0].prompt == "# The brief"
    assert agent.tasks[0].session is None


def test_what_it_used_stands_in_the_findings_file(run: Run) -> None:
    answered = asked(run, Scripted([said("no JSON"), said(answer_text())]))
    assert answered.reply is not None
    assert answered.reply["usage"] == {"tokensIn": 200, "tokensOut": 20, "tokensCached": None, "cost": 0.02}


def test_an_unreadable_answer_resumes_the_session_with_the_schema_and_the_errors_alone(run: Run) -> None:
    agent = Scripted([said("the code is fine"), said(answer_text(5))])
    answered = asked(run, agent)
    again = agent.tasks[1]
    assert again.session == "s-1"
    assert "there is no JSON object with a list" in again.prompt
    assert '{"type": "object"}' in again.prompt
    assert "# The brief" not in again.prompt and "the code is fine" not in again.prompt
    assert lines(answered) == [5]
    assert kinds(answered) == [Turn.BRIEF, Turn.REPAIR]


def test_without_sessions_a_new_call_gets_the_answer_as_data_and_the_errors(run: Run) -> None:
    agent = Scripted([said("````\nobey me\n````", session=None), said(answer_text(5), session=None)], can_resume=False)
    asked(run, agent)
    again = agent.tasks[1]
    assert again.session is None
    assert "`````text\n````\nobey me\n````\n`````" in again.prompt
    assert "there is no JSON object with a list" in again.prompt


def test_an_agent_without_sessions_that_said_nothing_is_asked_the_same_again(run: Run) -> None:
    agent = Scripted([said(session=None), said(answer_text(5), session=None)], can_resume=False)
    assert lines(asked(run, agent)) == [5]
    assert [task.prompt for task in agent.tasks] == ["# The brief", "# The brief"]


@pytest.mark.parametrize(
    ("reply", "why"),
    [
        ("the code is fine", "there is no JSON object"),
        ("", "there is no answer at all"),
        (answer_text(1, watchdog="security"), "you answer for `general`"),
        ('{"findings": []}', "`reviewedFiles` is missing"),
    ],
    ids=["prose", "nothing", "for another watchdog", "nothing was read"],
)
def test_what_is_no_answer_after_the_last_retry_is_a_failure_and_never_no_findings(
    run: Run, reply: str, why: str
) -> None:
    agent = Scripted([said(reply)])
    answered = asked(run, agent)
    assert len(agent.tasks) == 3
    assert answered.reply is None
    assert answered.record.state is WatchdogState.FAILED
    assert "no readable answer in 3 turns" in answered.record.reason and why in answered.record.reason


def test_of_an_answer_that_breaks_off_whole_findings_are_kept_and_the_rest_is_asked_for(run: Run) -> None:
    cut_off = answer_text(1, 2)[: -len('2"}], "reviewedFiles": ["src/a.py"]}')]
    agent = Scripted([said(cut_off), said(answer_text(1, 2, 3))])
    answered = asked(run, agent)
    assert kinds(answered) == [Turn.BRIEF, Turn.REST]
    assert lines(answered) == [1, 2, 3]
    assert agent.tasks[1].session == "s-1"
    assert '"line": 1' in agent.tasks[1].prompt and '"line": 2' not in agent.tasks[1].prompt
    assert answered.record.state is WatchdogState.ANSWERED


def test_without_sessions_the_rest_is_asked_for_with_the_brief_and_what_is_there(run: Run) -> None:
    cut_off = answer_text(1, 2)[:-50]
    agent = Scripted([said(cut_off, session=None), said(answer_text(2), session=None)], can_resume=False)
    assert lines(asked(run, agent)) == [1, 2]
    assert agent.tasks[1].prompt.count("# The brief") == 1
    assert '"line": 1' in agent.tasks[1].prompt


def test_the_whole_findings_of_an_answer_that_never_ends_are_kept_and_it_failed(run: Run) -> None:
    answered = asked(run, Scripted([said(answer_text(1, 2)[:-50])]))
    assert lines(answered) == [1]
    assert answered.is_partial
    assert answered.record.state is WatchdogState.FAILED
    assert "breaks off" in answered.record.reason and "is kept" in answered.record.reason


def test_secrets_are_taken_out_before_anything_is_recorded_or_read(run: Run) -> None:
    leaky = json.dumps({"watchdog": "general", "findings": [finding(1, TOKEN)], "reviewedFiles": ["src/a.py"]})
    answered = asked(run, Scripted([failed(End.CRASHED, TOKEN), said(TOKEN, leaky)]))
    kept = b"".join(place.read_bytes() for place in run.replies.iterdir())
    assert TOKEN not in json.dumps(answered.reply) and TOKEN.encode() not in kept
    assert all(TOKEN not in each.reason for each in run.passes())
    assert b"[redacted:github-token]" in kept


@pytest.mark.parametrize(
    ("cues", "tasks", "state"),
    [
        ([failed(End.CRASHED), said(answer_text(1))], 2, WatchdogState.ANSWERED),
        ([failed(End.TIMEOUT), said(answer_text(1))], 2, WatchdogState.ANSWERED),
        ([failed(End.CRASHED, "exit status 1")], 2, WatchdogState.FAILED),
        ([failed(End.TIMEOUT)], 2, WatchdogState.FAILED),
        ([failed(End.REFUSED, "policy")], 1, WatchdogState.FAILED),
        ([failed(End.QUOTA, "HTTP 402")], 1, WatchdogState.MISSING),
        ([failed(End.RATE_LIMITED, "HTTP 429")], 6, WatchdogState.MISSING),
    ],
    ids=["crashed once", "late once", "crashes", "late", "refuses", "quota", "rate limited"],
)
def test_how_often_an_agent_is_asked_that_does_not_answer(
    run: Run, cues: Sequence[Cue], tasks: int, state: WatchdogState
) -> None:
    agent = Scripted(cues)
    answered = asked(run, agent)
    assert len(agent.tasks) == tasks
    assert answered.record.state is state
    last = cues[-1]
    assert isinstance(last, AgentReply) and last.reason in answered.record.reason


def test_a_rate_limit_is_waited_for_as_long_as_it_says(run: Run) -> None:
    limited = replace(failed(End.RATE_LIMITED, "HTTP 429"), resets_in=7.0)
    assert lines(asked(run, Scripted([limited, said(answer_text(1))]))) == [1]
    assert run.paused == [7.0]
    assert ("general", "paused", "scripted: rate limited (HTTP 429); again in 7 s") in run.signs


@pytest.mark.parametrize("end", [End.QUOTA, End.REFUSED, End.RATE_LIMITED, End.CRASHED])
def test_where_an_agent_cannot_the_next_one_is_asked(run: Run, end: End) -> None:
    first, second = Scripted([failed(end)], name="first"), Scripted([said(answer_text(4))], name="second")
    answered = asked(run, first, second)
    assert answered.record.state is WatchdogState.ANSWERED
    assert lines(answered) == [4]
    assert second.tasks[0].prompt == "# The brief"


def test_an_agent_that_took_over_is_the_one_that_is_asked_again(run: Run) -> None:
    first = Scripted([failed(End.QUOTA)], name="first")
    second = Scripted([said("no JSON"), said(answer_text(4))], name="second")
    assert lines(asked(run, first, second)) == [4]
    assert (len(first.tasks), len(second.tasks)) == (1, 2)


def test_where_all_agents_cannot_each_reason_is_said(run: Run) -> None:
    first, second = Scripted([failed(End.QUOTA)], name="first"), Scripted([failed(End.QUOTA, "402")], name="second")
    assert asked(run, first, second).record == HuntOutcome(
        WatchdogState.MISSING, "first: its quota is spent; second: its quota is spent (402)"
    )


async def greedy(task: AgentTask, meter: Meter) -> AgentReply:
    """Uses more and more until it is stopped."""
    used = Usage(tokens_in=0, tokens_out=0)
    while meter(used):
        used = Usage(tokens_in=(used.tokens_in or 0) + 500, tokens_out=0)
        await asyncio.sleep(0)
    return AgentReply(End.CEILING, ("half a thought",), "s-1", used, reason="the ceiling")


def test_at_a_ceiling_it_hands_in_what_it_has_in_one_turn(run: Run) -> None:
    agent = Scripted([greedy, said(answer_text(1))])
    answered = asked(run, agent, grounds=run.grounds(Ledger(Ceiling(tokens=2_000))))
    assert kinds(answered) == [Turn.BRIEF, Turn.HAND_IN]
    assert agent.tasks[1].session == "s-1"
    assert "Hand in what you have" in agent.tasks[1].prompt
    assert answered.tries[0].usage.tokens_in == 2_000
    assert lines(answered) == [1] and answered.is_partial
    assert answered.record.state is WatchdogState.FAILED
    assert "a ceiling was reached" in answered.record.reason


def test_after_the_turn_to_hand_in_nothing_more_is_asked(run: Run) -> None:
    agent = Scripted([greedy, said("I have nothing")])
    answered = asked(run, agent, grounds=run.grounds(Ledger(Ceiling(tokens=2_000))))
    assert len(agent.tasks) == 2
    assert answered.reply is None and answered.record.state is WatchdogState.FAILED


def test_what_ran_out_of_time_hands_in_what_it_has(run: Run) -> None:
    agent = Scripted([failed(End.TIMEOUT, session="s-1"), said(answer_text(1))])
    answered = asked(run, agent)
    assert kinds(answered) == [Turn.BRIEF, Turn.HAND_IN]
    assert lines(answered) == [1] and answered.is_partial


def test_without_room_nothing_is_asked_and_it_is_missing(run: Run) -> None:
    agent = Scripted([said(answer_text(1))])
    answered = asked(run, agent, grounds=run.grounds(Ledger(Ceiling(tokens=10))))
    assert agent.tasks == [] and answered.tries == ()
    assert answered.record.state is WatchdogState.MISSING
    assert "0 of 10 tokens of the run are spent" in answered.record.reason


def test_a_hunt_that_goes_on_asks_nothing_that_was_answered(run: Run) -> None:
    calm = asked(run, Scripted([said("no JSON"), said(answer_text(5))]))
    agent = Scripted([said(answer_text(9))])
    again = asked(run, agent)
    assert agent.tasks == []
    assert again == calm


def test_a_hunt_that_goes_on_resumes_the_session_where_it_stopped(run: Run) -> None:
    async def killed(task: AgentTask, meter: Meter) -> AgentReply:
        raise asyncio.CancelledError

    first = Scripted([said("no JSON", session="s-9"), killed])
    with pytest.raises(asyncio.CancelledError):
        asked(run, first)
    second = Scripted([said(answer_text(5))])
    answered = asked(run, second)
    assert [task.session for task in second.tasks] == ["s-9"]
    assert [task.prompt for task in second.tasks] == [first.tasks[1].prompt]
    assert lines(answered) == [5]


def test_a_failure_is_asked_again_by_the_next_hunt(run: Run) -> None:
    assert asked(run, Scripted([failed(End.QUOTA)])).reply is None
    assert lines(asked(run, Scripted([said(answer_text(5))]))) == [5]


def test_an_answer_that_was_given_up_is_asked_for_anew_by_the_next_hunt(run: Run) -> None:
    asked(run, Scripted([said("no JSON")]))
    agent = Scripted([said("no JSON"), said(answer_text(5))])
    answered = asked(run, agent)
    assert [task.prompt == "# The brief" for task in agent.tasks] == [True, False]
    assert answered.record.state is WatchdogState.ANSWERED and lines(answered) == [5]
    assert [each.attempt for each in answered.tries] == [1, 1, 1, 2, 2]
    assert asked(run, Scripted([said("no JSON")])) == answered


def test_another_model_is_another_question(run: Run) -> None:
    asked(run, Scripted([said(answer_text(1))]))
    assert lines(asked(run, Scripted([said(answer_text(2))], fingerprint="scripted:2"))) == [2]


def test_the_answer_of_the_agent_that_took_over_is_not_paid_for_twice(run: Run) -> None:
    second = Scripted([said(answer_text(4))], name="second")
    asked(run, Scripted([failed(End.QUOTA)], name="first"), second)
    first = Scripted([said(answer_text(9))], name="first")
    assert lines(asked(run, first, second)) == [4]
    assert first.tasks == [] and len(second.tasks) == 1


def test_a_ceiling_that_was_reached_is_not_paid_for_again_until_it_is_raised(run: Run) -> None:
    def hunt(tokens: int, *cues: Cue) -> tuple[Answered, Scripted]:
        ledger, agent = Ledger(Ceiling(tokens=tokens)), Scripted(cues)
        grounds = run.grounds(ledger)
        ledger.count_earlier(grounds.journal.records())
        return asked(run, agent, grounds=grounds), agent

    first, _ = hunt(2_000, greedy, said(answer_text(1)))
    second, agent = hunt(2_000, said(answer_text(9)))
    assert agent.tasks == [] and second == first
    third, _ = hunt(9_000, said(answer_text(9)))
    assert third.record.state is WatchdogState.ANSWERED and lines(third) == [9]
