"""The API agent, against a scripted model over real HTTP and a real commit."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from houndsman.agents.api import ApiAgent
from houndsman.agents.api_endpoint import Endpoint
from houndsman.agents.api_exchange import ApiMissing
from houndsman.git.runner import Git
from houndsman.git.samples import SampleRepository
from houndsman.models.agent import Agent, AgentReply, AgentTask, End, Limits, Priced
from houndsman.models.reply import Usage
from houndsman.prompt.reply import reply_schema
from houndsman.testing.trees import commit_tree
from tests.model_server.dialect import Asked
from tests.model_server.script import Conversation, Script, Step, ToolCall, Used, says
from tests.model_server.server import ModelServer

ANSWER = {"watchdog": "python", "findings": [], "reviewedFiles": ["cart.py"]}
TOKEN = f"ghp_{'a' * 36}"
READ = ToolCall(tool="read", path="cart.py")
SEARCH = ToolCall(tool="search", pattern="total")
KEY = "the-key-that-nobody-may-see"


@pytest.fixture
def task(tmp_path: Path) -> AgentTask:
    """A task with some budget."""
    return AgentTask(
        prompt="Review cart.py.",
        reading_root=tmp_path / "root",
        folder=tmp_path / "sessions" / "one",
        answer_file=tmp_path / "answer.json",
        schema=reply_schema(),
        limits=Limits(seconds=60),
        reads=2,
        searches=2,
    )


@pytest.fixture
def agent(sample: SampleRepository, git: Git) -> Callable[[ModelServer], ApiAgent]:
    """An agent that asks a server."""
    head = commit_tree(sample, {"cart.py": f"total = 0\ntoken = '{TOKEN}'\n"})

    def asking(server: ModelServer, model: str = "scripted") -> ApiAgent:
        return ApiAgent(Endpoint(f"{server.url}/v1", model, KEY), git, head)

    return asking


def ask(agent: Agent, task: AgentTask, ceiling: int | None = None) -> AgentReply:
    """The reply; `ceiling`: tokens after which the meter says stop."""
    used: list[Usage] = []

    def meter(usage: Usage) -> bool:
        used.append(usage)
        return ceiling is None or (usage.tokens_in or 0) + (usage.tokens_out or 0) < ceiling

    reply = asyncio.run(agent.answer(task, meter))
    assert not used or used[-1] == reply.usage  # told after every turn
    return reply


def results(server: ModelServer) -> list[str]:
    """What tools told the model."""
    return [text for record in server.requests if record.asked for text in record.asked.results]


def test_an_answer_comes_back_with_session_usage_and_model(agent: Callable[..., ApiAgent], task: AgentTask) -> None:
    with ModelServer(says(Step(say=ANSWER, usage=Used.model_validate({"in": 100, "out": 20, "cached": 60})))) as server:
        reply = ask(agent(server), task)
        assert server.requests[0].asked is not None and server.requests[0].asked.last == "Review cart.py."
    assert json.loads(reply.messages[-1]) == ANSWER
    assert reply == AgentReply(
        End.OK,
        reply.messages,
        reply.session,
        Usage(tokens_in=100, tokens_out=20, tokens_cached=60),
        Priced.UNKNOWN,
        model="scripted",
    )
    assert reply.session


def test_a_known_model_has_an_estimated_cost(agent: Callable[..., ApiAgent], task: AgentTask) -> None:
    pytest.importorskip("genai_prices")
    script = says(Step(say=ANSWER, usage=Used.model_validate({"in": 1000, "out": 200}))).model_copy(
        update={"models": ("gpt-4o",)}
    )
    with ModelServer(script) as server:
        reply = ask(agent(server, "gpt-4o"), task)
    assert reply.priced is Priced.ESTIMATED
    assert reply.usage.cost == pytest.approx(0.0045)


def test_tools_are_answered_from_the_commit_and_usage_is_added_up(
    agent: Callable[..., ApiAgent], task: AgentTask
) -> None:
    used = Used.model_validate({"in": 100, "out": 10})
    script = says(Step(say="Let me look.", call=(READ, SEARCH), usage=used), Step(say=ANSWER, usage=used))
    with ModelServer(script) as server:
        reply = ask(agent(server), task)
        read, found = results(server)
        assert not server.unscripted
    assert "    1  total = 0" in read and "cart.py:1: total = 0" in found
    assert TOKEN not in read and "[redacted:github-token]" in read
    assert reply.end is End.OK
    assert [text if text == "Let me look." else json.loads(text) for text in reply.messages] == ["Let me look.", ANSWER]
    assert (reply.usage.tokens_in, reply.usage.tokens_out) == (200, 20)


@pytest.mark.parametrize("path", ["../secret", "/etc/passwd", "link"])
def test_a_model_that_reads_outside_is_told_no(sample: SampleRepository, git: Git, task: AgentTask, path: str) -> None:
    head = commit_tree(sample, {"link": Path("/etc/passwd")})
    script = says(Step(call=(ToolCall(tool="read_file", arguments={"path": path}),)), Step(say=ANSWER))
    with ModelServer(script) as server:
        reply = ask(ApiAgent(Endpoint(f"{server.url}/v1", "m", KEY), git, head), task)
        (told,) = results(server)
    assert told.startswith("Not read: ") and "root:" not in told
    assert reply.end is End.OK


def test_a_call_beyond_the_budget_is_refused_and_the_session_goes_on(
    agent: Callable[..., ApiAgent], task: AgentTask
) -> None:
    script = says(Step(call=(READ, READ, READ)), Step(say=ANSWER))
    with ModelServer(script) as server:
        reply = ask(agent(server), task)
        told = results(server)
    assert [text.startswith("Refused") for text in told] == [False, False, True]
    assert reply.end is End.OK and json.loads(reply.messages[-1]) == ANSWER


def test_a_model_that_never_stops_calling_is_asked_once_more_without_tools(
    agent: Callable[..., ApiAgent], task: AgentTask
) -> None:
    def stubborn(asked: Asked) -> Step:
        return Step(say=ANSWER) if "Hand in" in asked.last else Step(call=(SEARCH,))

    script = Script(conversations=(Conversation(name="stubborn", steps=(stubborn,), repeat=True),))
    with ModelServer(script) as server:
        reply = ask(agent(server), task)
        assert len(server.requests) == 2 + 2 + 4 + 1
        assert json.loads(server.requests[-1].request.body)["tool_choice"] == "none"
    assert reply.end is End.OK and json.loads(reply.messages[-1]) == ANSWER


def test_at_a_ceiling_there_is_one_turn_to_hand_in(agent: Callable[..., ApiAgent], task: AgentTask) -> None:
    used = Used.model_validate({"in": 1000, "out": 10})
    script = says(Step(call=(READ, SEARCH), usage=used), Step(say=ANSWER, usage=used), Step(say="never"))
    with ModelServer(script) as server:
        reply = ask(agent(server), task, ceiling=500)
        told = results(server)
        assert len(server.requests) == 2
    assert reply.end is End.CEILING and reply.reason
    assert json.loads(reply.messages[-1]) == ANSWER
    assert all(text.startswith("Not run") for text in told)
    assert reply.usage.tokens_in == 2000


def test_the_tasks_own_ceiling_of_tokens_is_held(agent: Callable[..., ApiAgent], task: AgentTask) -> None:
    script = says(Step(call=(READ,), usage=Used.model_validate({"in": 90, "out": 10})), Step(say=ANSWER))
    with ModelServer(script) as server:
        reply = ask(agent(server), replace(task, limits=Limits(seconds=60, tokens=100)))
    assert reply.end is End.CEILING


def test_an_answer_that_came_by_itself_is_whole_although_it_reached_a_ceiling(
    agent: Callable[..., ApiAgent], task: AgentTask
) -> None:
    with ModelServer(says(Step(say=ANSWER))) as server:
        assert ask(agent(server), task, ceiling=1).end is End.OK


@pytest.mark.parametrize(
    ("step", "end", "reason"),
    [
        (Step(status=429, retry_after=3), End.RATE_LIMITED, "HTTP 429"),
        (Step(status=500), End.CRASHED, "HTTP 500"),
        (Step(say="x", stop="length", usage=None), End.OK, "cut off"),
        (Step(say="I cannot help with that.", stop="refusal"), End.REFUSED, "declines"),
        (Step(say=""), End.CRASHED, "without a word"),
        (Step(nonsense="busy"), End.CRASHED, "no JSON"),
        (Step(say=ANSWER, cut=0.6), End.CRASHED, "no whole answer"),
    ],
)
def test_how_it_ended_is_said(
    agent: Callable[..., ApiAgent], task: AgentTask, step: Step, end: End, reason: str
) -> None:
    script = Script(conversations=(Conversation(name="all", steps=(step,), count="requests", repeat=True),))
    with ModelServer(script) as server:
        reply = ask(agent(server), task)
        assert len(server.requests) == 1
    assert reply.end is end
    assert reason in reply.reason


def test_what_was_said_before_a_failure_is_kept_and_can_be_gone_on_with(
    agent: Callable[..., ApiAgent], task: AgentTask
) -> None:
    script = says(Step(say="One thing is wrong.", call=(READ,)), Step(status=429, retry_after=3), Step(say=ANSWER))
    with ModelServer(script) as server:
        broken = ask(agent(server), task)
        again = ask(agent(server), replace(task, prompt="Go on.", session=broken.session))
        assert not server.unscripted
    assert (broken.end, broken.resets_in, broken.messages) == (End.RATE_LIMITED, 3, ("One thing is wrong.",))
    assert again.end is End.OK and json.loads(again.messages[-1]) == ANSWER


def test_a_first_call_that_fails_leaves_no_session(agent: Callable[..., ApiAgent], task: AgentTask) -> None:
    with ModelServer(says(Step(status=500))) as server:
        assert ask(agent(server), task).session is None


def test_a_server_that_hangs_ends_at_the_limit_of_time(agent: Callable[..., ApiAgent], task: AgentTask) -> None:
    with ModelServer(says(Step(say="Wait.", call=(READ,)), Step(hang=True))) as server:
        reply = ask(agent(server), replace(task, limits=Limits(seconds=1)))
        server.settle()
    assert (reply.end, reply.messages) == (End.TIMEOUT, ("Wait.",))
    assert reply.session


def test_cancelling_ends_the_call(agent: Callable[..., ApiAgent], task: AgentTask) -> None:
    async def begin_and_cancel(asker: ApiAgent, server: ModelServer) -> None:
        running = asyncio.create_task(asker.answer(task, lambda usage: True))
        while not server.requests:
            await asyncio.sleep(0.01)
        running.cancel()
        with pytest.raises(asyncio.CancelledError):
            await running

    with ModelServer(says(Step(hang=True))) as server:
        asyncio.run(begin_and_cancel(agent(server), server))
        server.settle()  # the connection is closed


def test_a_session_goes_on_in_another_folder(agent: Callable[..., ApiAgent], task: AgentTask) -> None:
    with ModelServer(says(Step(call=(READ,)), Step(say="first"), Step(say=ANSWER))) as server:
        first = ask(agent(server), task)
        second = replace(task, prompt="That is no JSON.", session=first.session, folder=task.folder.with_name("two"))
        reply = ask(agent(server), replace(second, reads=0, searches=0))
        asked = server.requests[-1].asked
        assert not server.unscripted
    assert asked is not None and asked.said[1:] == ("Review cart.py.", "That is no JSON.")
    assert "tools" in asked.body and asked.body["tool_choice"] == "none"
    assert reply.messages == (json.dumps(ANSWER),)  # only what was said now
    assert reply.session != first.session


def test_what_holds_for_every_task_is_said_once_where_a_session_begins(
    agent: Callable[..., ApiAgent], task: AgentTask
) -> None:
    with ModelServer(says(Step(say="first"), Step(say=ANSWER))) as server:
        first = ask(agent(server), replace(task, system="Prove it."))
        ask(agent(server), replace(task, system="Prove it.", prompt="Go on.", session=first.session))
        asked = server.requests[-1].asked
    assert asked is not None
    system, *said = asked.said
    assert system.startswith("Prove it.\n\n") and system.count("Prove it.") == 1
    assert said == ["Review cart.py.", "Go on."]


def test_a_session_that_is_gone_is_said_without_a_call(agent: Callable[..., ApiAgent], task: AgentTask) -> None:
    with ModelServer(says(Step(say=ANSWER))) as server:
        reply = ask(agent(server), replace(task, session="0" * 32))
        assert not server.requests
    assert reply.end is End.CRASHED and "session" in reply.reason


def test_a_refused_schema_is_learnt_for_every_later_session(agent: Callable[..., ApiAgent], task: AgentTask) -> None:
    steps = (Step(status=400), Step(say=ANSWER))
    script = Script(conversations=(Conversation(name="all", steps=steps, count="requests", repeat=True),))
    with ModelServer(script) as server:
        asker = agent(server)
        assert [ask(asker, replace(task, strict=True)).end for _ in range(2)] == [End.OK, End.OK]
        formats = ["response_format" in json.loads(record.request.body) for record in server.requests]
    assert formats == [True, False, False]


def test_without_a_budget_no_tool_is_offered(agent: Callable[..., ApiAgent], task: AgentTask) -> None:
    with ModelServer(says(Step(say=ANSWER))) as server:
        ask(agent(server), replace(task, reads=0, searches=0))
        assert "tools" not in json.loads(server.requests[0].request.body)


def test_one_agent_answers_many_tasks_at_once(agent: Callable[..., ApiAgent], task: AgentTask) -> None:
    async def every(asker: ApiAgent) -> list[AgentReply]:
        tasks = [replace(task, folder=task.folder.with_name(str(number))) for number in range(8)]
        return list(await asyncio.gather(*(asker.answer(each, lambda usage: True) for each in tasks)))

    with ModelServer(says(Step(call=(READ, SEARCH)), Step(say=ANSWER))) as server:
        replies = asyncio.run(every(agent(server)))
    assert [json.loads(reply.messages[-1]) for reply in replies] == [ANSWER] * 8
    assert len({reply.session for reply in replies}) == 8


def test_nothing_on_disk_or_in_the_reply_holds_the_key(agent: Callable[..., ApiAgent], task: AgentTask) -> None:
    with ModelServer(says(Step(call=(READ,)), Step(status=401, message=f"no: {KEY}"))) as server:
        asker = agent(server)
        reply = ask(asker, task)
    assert KEY not in f"{reply} {asker.fingerprint} {asker.name}"
    assert all(KEY not in file.read_text() and TOKEN not in file.read_text() for file in task.folder.iterdir())


def test_the_fingerprint_tells_addresses_and_models_apart(git: Git) -> None:
    def fingerprint(base: str, model: str) -> str:
        return ApiAgent(Endpoint(base, model, KEY), git, "0" * 40).fingerprint

    assert len({fingerprint("http://a", "m"), fingerprint("http://b", "m"), fingerprint("http://a", "n")}) == 3
    assert fingerprint("http://a", "m") == fingerprint("http://a", "m")


def test_a_missing_sdk_is_said_with_the_line_that_installs_it(
    git: Git, task: AgentTask, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "openai", None)
    with pytest.raises(ApiMissing, match=r"houndsman\[api\]"):
        ask(ApiAgent(Endpoint("http://127.0.0.1:9", "m", KEY), git, "0" * 40), task)
