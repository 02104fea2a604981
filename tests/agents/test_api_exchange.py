"""One question over real HTTP: what is sent, and what each way of failing comes to."""

from __future__ import annotations

import asyncio
import json
import socket

import pytest

from houndsman.agents.api_completion import Completion
from houndsman.agents.api_endpoint import Endpoint
from houndsman.agents.api_exchange import Exchange, Question
from houndsman.agents.api_failure import Outcome
from houndsman.models.agent import End
from tests.model_server.script import Conversation, Script, Step, says
from tests.model_server.server import ModelServer

KEY = "the-key-that-nobody-may-see"
HELLO = Question([{"role": "user", "content": "hello"}])
HELD = Question(HELLO.messages, schema={"type": "object"})


def ask(url: str, *questions: Question) -> list[Completion | Outcome]:
    async def every() -> list[Completion | Outcome]:
        async with Exchange(Endpoint(f"{url}/v1", "scripted", KEY)) as exchange:
            return [await exchange.ask(question) for question in questions]

    return asyncio.run(every())


def by_requests(*steps: Step) -> Script:
    """Each request takes the next step."""
    return Script(conversations=(Conversation(name="all", steps=steps, count="requests", repeat=True),))


def sent(server: ModelServer) -> list[dict[str, object]]:
    return [json.loads(record.request.body) for record in server.requests]


def test_the_question_is_sent_with_the_key_and_nothing_of_another_provider(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("OPENAI_API_KEY", "OPENAI_ADMIN_KEY", "OPENAI_ORG_ID", "OPENAI_PROJECT_ID"):
        monkeypatch.setenv(name, "somebody-elses")
    monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:9/nowhere")
    with ModelServer(says(Step(say="hi"))) as server:
        (said,) = ask(server.url, HELLO)
        (record,) = server.requests
    assert isinstance(said, Completion) and said.text == "hi"
    assert record.request.headers["authorization"] == f"Bearer {KEY}"
    assert "somebody-elses" not in str(record.request.headers)
    assert json.loads(record.request.body) == {"model": "scripted", "messages": HELLO.messages}


@pytest.mark.parametrize(
    ("step", "end", "resets_in"),
    [
        (Step(status=429, retry_after=7), End.RATE_LIMITED, 7),
        (Step(status=429), End.RATE_LIMITED, None),
        (Step(status=429, headers={"x-ratelimit-reset-tokens": "6m0s"}), End.RATE_LIMITED, 360),
        (Step(status=429, code="insufficient_quota"), End.QUOTA, None),
        (Step(status=402), End.QUOTA, None),
        (Step(status=400, code="content_filter"), End.REFUSED, None),
        (Step(status=401), End.CRASHED, None),
        (Step(status=500, message="rate limit insufficient_quota"), End.CRASHED, None),
        (Step(nonsense="<html>try later</html>"), End.CRASHED, None),
        (Step(nonsense='{"choices": []}'), End.CRASHED, None),
        (Step(nonsense='{"error": {"code": 429, "message": "busy"}}'), End.RATE_LIMITED, None),
        (Step(say="a long answer", cut=0.5), End.CRASHED, None),
    ],
)
def test_every_failure_is_told_apart_and_asked_only_once(step: Step, end: End, resets_in: float | None) -> None:
    with ModelServer(by_requests(step)) as server:
        (failed,) = ask(server.url, HELLO)
        assert len(server.requests) == 1
    assert isinstance(failed, Outcome)
    assert (failed.end, failed.resets_in) == (end, resets_in)
    assert failed.reason


def test_a_key_that_the_provider_repeats_is_not_told() -> None:
    with ModelServer(by_requests(Step(status=401, message=f"wrong key {KEY}"))) as server:
        (failed,) = ask(server.url, HELLO)
    assert isinstance(failed, Outcome)
    assert KEY not in failed.reason and "HOUNDSMAN_API_KEY" in failed.reason


def test_a_server_that_is_not_there_is_named() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        url = f"http://127.0.0.1:{listening.getsockname()[1]}"
    (failed,) = ask(url, HELLO)
    assert isinstance(failed, Outcome)
    assert failed.end is End.CRASHED and url in failed.reason


def test_a_server_that_takes_the_schema_is_held_to_it() -> None:
    with ModelServer(by_requests(Step(say="{}"))) as server:
        ask(server.url, HELD)
        (body,) = sent(server)
    assert body["response_format"] == {
        "type": "json_schema",
        "json_schema": {"name": "findings", "strict": True, "schema": {"type": "object"}},
    }


@pytest.mark.parametrize("status", [400, 422])
def test_a_server_that_refuses_the_schema_is_asked_without_it_from_then_on(status: int) -> None:
    with ModelServer(by_requests(Step(status=status), Step(say="{}"))) as server:
        answers = ask(server.url, HELD, HELD)
        assert ["response_format" in body for body in sent(server)] == [True, False, False]
    assert all(isinstance(each, Completion) for each in answers)


@pytest.mark.parametrize(
    ("steps", "end", "requests"),
    [
        ((Step(status=400), Step(status=400, message="still")), End.CRASHED, 2),  # the schema was not what is wrong
        ((Step(status=400, code="content_filter"),), End.REFUSED, 1),
        ((Step(status=429),), End.RATE_LIMITED, 1),
    ],
)
def test_other_refusals_are_not_blamed_on_the_schema(steps: tuple[Step, ...], end: End, requests: int) -> None:
    with ModelServer(by_requests(*steps)) as server:
        (failed,) = ask(server.url, HELD)
        assert len(server.requests) == requests
    assert isinstance(failed, Outcome) and failed.end is end


def test_tools_are_only_named_where_no_more_may_be_called() -> None:
    tool: dict[str, object] = {"type": "function", "function": {"name": "search", "parameters": {}}}
    with ModelServer(by_requests(Step(say="x"))) as server:
        ask(server.url, Question(HELLO.messages, [tool]), Question(HELLO.messages, [tool], may_call=False))
        assert [body.get("tool_choice") for body in sent(server)] == [None, "none"]
        assert [body["tools"] for body in sent(server)] == [[tool], [tool]]
