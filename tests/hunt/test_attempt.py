"""One try: room first, then the row, then the agent, then its reply on the disk."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, replace

import pytest

from houndsman.agents import process
from houndsman.agents.spent import UNSPENT
from houndsman.errors import IncompleteError, StoreError
from houndsman.hunt.attempt import attempt
from houndsman.hunt.ceilings import Ceiling, Ledger, NoRoom
from houndsman.hunt.grounds import Grounds, Question
from houndsman.models.agent import Agent, AgentReply, AgentTask, End, Limits, Meter
from houndsman.models.passes import Asked, Turn
from houndsman.models.reply import Usage
from tests.hunt.scripted import Run, Scripted, answer_text, failed, said

TOKEN = "ghp_" + "a1B2" * 9


def question(run: Run, agent: Agent, kind: Turn = Turn.BRIEF) -> Question:
    asked = Asked("general", "hunt", "", 1, "0" * 64, agent.name, agent.fingerprint)
    return Question(run.one(agent), agent, asked, kind, "# The brief", None)


def tried(run: Run, agent: Agent, grounds: Grounds | None = None) -> AgentReply:
    return asyncio.run(attempt(question(run, agent), grounds or run.grounds()))


def test_the_row_is_there_before_the_agent_is_and_the_file_before_the_reply_is_read(run: Run) -> None:
    async def looks(task: AgentTask, meter: Meter) -> AgentReply:
        assert [each.finished_at for each in run.passes()] == [None]
        return said("words")

    assert tried(run, Scripted([looks])) == said("words")
    assert [each.end for each in run.passes()] == [End.OK]
    assert len(list(run.replies.iterdir())) == 1


def test_what_comes_back_is_what_is_recorded_without_its_secrets(run: Run) -> None:
    reply = tried(run, Scripted([failed(End.CRASHED, f"bad {TOKEN}", f"my {TOKEN}")]))
    assert (reply.messages, reply.reason) == (("my [redacted:github-token]",), "bad [redacted:github-token]")
    assert run.journal().found(question(run, Scripted([])).asked, {End.CRASHED}) == reply


def test_an_agent_that_cannot_be_started_crashed(run: Run) -> None:
    async def missing(task: AgentTask, meter: Meter) -> AgentReply:
        raise IncompleteError("it is not installed", hint="Install it.")

    told = AgentReply(End.CRASHED, usage=UNSPENT, reason="it is not installed")
    assert tried(run, Scripted([missing])) == told


def test_without_room_nothing_begins(run: Run) -> None:
    agent = Scripted([said("words")])
    with pytest.raises(NoRoom):
        tried(run, agent, run.grounds(Ledger(Ceiling(tokens=1))))
    assert (agent.tasks, run.passes()) == ([], ())


@pytest.mark.parametrize("end", [End.CEILING, End.TIMEOUT])
def test_without_room_what_came_as_far_before_counts(run: Run, end: End) -> None:
    tried(run, Scripted([failed(end, "", "half")]))
    again = Scripted([said("words")])
    assert tried(run, again, run.grounds(Ledger(Ceiling(tokens=1)))).messages == ("half",)
    assert tried(run, again).messages == ("words",)


def test_what_it_used_is_settled(run: Run) -> None:
    grounds = run.grounds()
    tried(run, Scripted([said("words", usage=Usage(tokens_in=70, tokens_out=7, cost=0.5))]), grounds)
    assert (grounds.ledger.spent.tokens, grounds.ledger.spent.cost) == (77, 0.5)


def test_what_a_cancelled_session_used_is_counted_and_its_try_stays_open(run: Run) -> None:
    async def cancelled(task: AgentTask, meter: Meter) -> AgentReply:
        assert meter(Usage(tokens_in=70))
        raise asyncio.CancelledError

    grounds = run.grounds()
    with pytest.raises(asyncio.CancelledError):
        tried(run, Scripted([cancelled]), grounds)
    assert grounds.ledger.spent.tokens == 70
    assert [each.finished_at for each in run.passes()] == [None]


def test_a_reply_that_cannot_be_recorded_is_a_fault_and_leaves_no_room_taken(run: Run) -> None:
    run.replies.parent.mkdir(parents=True)
    run.replies.write_text("a file where the folder should be")
    grounds = run.grounds(Ledger(Ceiling(tokens=2_000)))
    with pytest.raises(StoreError):
        tried(run, Scripted([said("words", usage=Usage(tokens_in=1))]), grounds)
    asyncio.run(grounds.ledger.reserve("scripted", 900, Limits()))


def test_the_agent_is_told_where_to_work_and_within_which_limits(run: Run) -> None:
    agent, grounds = Scripted([said("words")]), replace(run.grounds(), limits=Limits(seconds=7.0))
    tried(run, agent, grounds)
    (task,) = agent.tasks
    assert task.prompt == "# The brief" and task.schema == grounds.schema
    assert task.folder.parent == grounds.sessions
    assert task.answer_file.name == "general.json"
    assert task.limits.seconds == 7.0
    assert task.session is None


@dataclass
class Adopts(Scripted):
    """An agent whose session may have outlived us."""

    outlived: AgentReply | None = None

    async def adopt(self, task: AgentTask, meter: Meter) -> AgentReply | None:
        meter(Usage(tokens_in=5))
        return self.outlived


def interrupted(run: Run) -> None:
    asyncio.run(run.journal().begin(question(run, Scripted([])).asked, Turn.BRIEF))


def test_a_session_that_outlived_us_is_taken_and_nothing_is_asked(run: Run) -> None:
    interrupted(run)
    agent = Adopts([said("new")], outlived=said(answer_text(1)))
    assert tried(run, agent) == said(answer_text(1))
    assert agent.tasks == []
    assert [(each.attempt, each.end) for each in run.passes()] == [(1, End.OK)]


UNTOLD = AgentReply(End.CRASHED, (answer_text(1),), reason="nobody knows how it ended", is_untold=True)


def test_a_whole_answer_of_a_session_that_nobody_saw_end_is_taken(run: Run) -> None:
    interrupted(run)
    agent = Adopts([said("new")], outlived=UNTOLD)
    whole = AgentReply(End.OK, (answer_text(1),))
    assert tried(run, agent) == run.journal().found(question(run, agent).asked) == whole
    assert agent.tasks == []


@pytest.mark.parametrize(
    "outlived",
    [
        replace(UNTOLD, messages=(answer_text(1)[:-2],)),
        replace(UNTOLD, messages=(answer_text(1) + answer_text(2)[:-2],)),
        replace(UNTOLD, messages=("I looked at it.",)),
        replace(UNTOLD, is_untold=False),
    ],
    ids=["breaks off", "a later one breaks off", "words", "it says that it crashed"],
)
def test_one_that_did_not_end_well_is_recorded_and_the_question_asked_anew(run: Run, outlived: AgentReply) -> None:
    interrupted(run)
    agent = Adopts([said("new")], outlived=outlived)
    assert tried(run, agent) == said("new")
    assert [(each.attempt, each.end) for each in run.passes()] == [(1, End.CRASHED), (2, End.OK)]


def test_what_an_earlier_try_left_is_gone_before_the_next_is_begun(run: Run) -> None:
    left = run.grounds().folder(question(run, Scripted([])).asked) / process.OUTPUT

    async def leaves(task: AgentTask, meter: Meter) -> AgentReply:
        assert not left.exists()
        left.parent.mkdir(parents=True, exist_ok=True)
        left.touch()
        return said("words")

    agent = Scripted([leaves, leaves])
    tried(run, agent)
    tried(run, agent)


@pytest.mark.parametrize("agent", [Adopts([said("new")]), Scripted([said("new")])], ids=["adopts", "cannot adopt"])
def test_where_nothing_outlived_us_the_try_is_given_up_and_another_begins(run: Run, agent: Scripted) -> None:
    interrupted(run)
    assert tried(run, agent) == said("new")
    assert [(each.attempt, each.end) for each in run.passes()] == [(1, End.CRASHED), (2, End.OK)]
    assert run.passes()[0].reason == "houndsman was ended before it answered"
