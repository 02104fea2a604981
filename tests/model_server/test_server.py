"""The scripted server in every protocol: what it says, how it fails, and what it writes down."""

from __future__ import annotations

import http.client
import json
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.model_server.asking import DIALECTS, Question, ask
from tests.model_server.dialect import Asked, Stop
from tests.model_server.json_fields import an_object
from tests.model_server.script import Step, ToolCall, Used, says
from tests.model_server.server import ModelServer

if TYPE_CHECKING:
    from tests.model_server.conftest import Serve as Serving

Serve = Callable[..., ModelServer]

EVERY_WAY = [
    pytest.param(Question(d, stream=s), id=f"{d}-{'stream' if s else 'whole'}") for d in DIALECTS for s in (False, True)
]


@pytest.fixture
def serve(model_server: Serving) -> Serve:
    """Serve a script of one conversation until the test is over."""
    return lambda *steps, log=None: model_server(says(*steps), log=log)


@pytest.mark.parametrize("question", EVERY_WAY)
def test_an_answer_is_said_whole_with_its_usage(serve: Serve, question: Question) -> None:
    server = serve(Step(say="Zwei Fehler: „ä“ und \n", piece=3, usage=Used(read=120, written=30, cached=20)))
    heard = ask(server.url, question)
    assert heard.text == "Zwei Fehler: „ä“ und \n"
    assert heard.tokens == ((100, 30, 20) if question.dialect == "messages" else (120, 30, 20))


@pytest.mark.parametrize("question", EVERY_WAY)
def test_a_tool_is_called_and_then_the_answer_given(serve: Serve, question: Question) -> None:
    server = serve(Step(say="I look.", call=(ToolCall(tool="read", path="/a.py"),)), Step(say={"findings": []}))
    first = ask(server.url, question)
    assert (first.text, first.calls) == ("I look.", (("read_file", {"file_path": "/a.py"}),))
    second = ask(server.url, Question(question.dialect, stream=question.stream, spoken=("I look.",)))
    assert (json.loads(second.text), second.calls) == ({"findings": []}, ())


@pytest.mark.parametrize("question", EVERY_WAY)
@pytest.mark.parametrize(
    ("stop", "said"),
    [
        ("length", {"chat": "length", "responses": "incomplete", "messages": "max_tokens", "gemini": "MAX_TOKENS"}),
        (
            "refusal",
            {"chat": "content_filter", "responses": "completed", "messages": "refusal", "gemini": "SAFETY"},
        ),
    ],
)
def test_an_answer_that_stops_says_why(serve: Serve, question: Question, stop: Stop, said: dict[str, str]) -> None:
    heard = ask(serve(Step(say="I", stop=stop)).url, question)
    assert (heard.text, heard.stop) == ("I", said[question.dialect])


@pytest.mark.parametrize("question", EVERY_WAY)
def test_an_error_has_its_status_and_a_time_to_come_back(serve: Serve, question: Question) -> None:
    server = serve(Step(status=429, retry_after=7, message="slowly"), Step(say="now"))
    refused = ask(server.url, question)
    assert (refused.status, refused.headers["retry-after"]) == (429, "7")
    assert an_object(json.loads(refused.raw)["error"])["message"] == "slowly"
    assert ask(server.url, question).text == "now"


@pytest.mark.parametrize(
    ("dialect", "status", "code", "where", "said"),
    [
        ("chat", 429, None, "code", "rate_limit_exceeded"),
        ("chat", 429, "insufficient_quota", "code", "insufficient_quota"),
        ("responses", 500, None, "type", "server_error"),
        ("messages", 429, None, "type", "rate_limit_error"),
        ("messages", 529, None, "type", "overloaded_error"),
        ("messages", 402, None, "type", "billing_error"),
        ("gemini", 429, None, "status", "RESOURCE_EXHAUSTED"),
    ],
)
def test_an_error_is_named_as_its_provider_names_it(
    serve: Serve, dialect: str, status: int, code: str | None, where: str, said: str
) -> None:
    heard = ask(serve(Step(status=status, code=code)).url, Question(dialect))
    assert (heard.status, json.loads(heard.raw)["error"][where]) == (status, said)
    assert "retry-after" not in heard.headers


@pytest.mark.parametrize("question", EVERY_WAY)
def test_an_answer_may_break_off(serve: Serve, question: Question) -> None:
    server = serve(Step(say="x" * 4000, cut=0.5), Step(say="whole"))
    with pytest.raises((http.client.IncompleteRead, ConnectionError)):
        ask(server.url, question)
    assert ask(server.url, question).text == "whole"
    server.settle()
    assert [record.end for record in server.requests] == ["cut", "whole"]


def test_a_server_may_hang(serve: Serve) -> None:
    server = serve(Step(hang=True), Step(say="late"))
    with pytest.raises(TimeoutError):
        ask(server.url, Question("chat"), seconds=0.2)
    assert ask(server.url, Question("chat")).text == "late"
    server.settle()
    assert server.requests[0].end == "hung"


def test_a_slow_answer_that_nobody_waits_for_is_noted(serve: Serve) -> None:
    server = serve(Step(say="word " * 400, piece=5, pace=0.05), Step(say="unheard"))
    with pytest.raises(TimeoutError):
        ask(server.url, Question("chat", stream=True), seconds=0.02)
    server.settle()
    assert server.requests[0].end == "left"


def test_nonsense_comes_with_a_good_status(serve: Serve) -> None:
    heard = ask(serve(Step(nonsense="<html>proxy</html>")).url, Question("messages", stream=True))
    assert (heard.status, heard.raw) == (200, b"<html>proxy</html>")


def test_a_huge_answer_has_its_length(serve: Serve) -> None:
    heard = ask(serve(Step(say="begin ", filler=5_000_000, piece=100_000)).url, Question("chat", stream=True))
    assert (len(heard.text), heard.text[:6]) == (5_000_006, "begin ")


def test_what_is_beyond_the_script_is_an_error_that_is_kept(serve: Serve) -> None:
    server = serve(Step(say="once"))
    heard = ask(server.url, Question("chat", spoken=("once",)))
    assert (heard.status, len(server.unscripted)) == (400, 1)
    assert "at its end" in json.loads(heard.raw)["error"]["message"]


def test_a_tool_that_nobody_offers_is_an_error_that_names_it(serve: Serve) -> None:
    server = serve(Step(call=(ToolCall(tool="read", path="a.py"),)))
    heard = ask(server.url, Question("chat", tools=("write",)))
    assert heard.status == 400
    assert "no tool to read with" in (server.unscripted[0].unscripted or "")


def test_a_question_on_the_side_takes_no_step(serve: Serve) -> None:
    server = serve(Step(say="the answer"))
    title = ask(server.url, Question("chat", system="You are a title generator. Be short."))
    assert (title.text, ask(server.url, Question("chat")).text) == ("Review", "the answer")
    assert (len(server.requests), len(server.asides)) == (1, 1)


def test_python_may_make_a_step_of_the_question(serve: Serve) -> None:
    def echo(asked: Asked) -> Step:
        return Step(say=f"{asked.dialect}: {asked.last}")

    assert ask(serve(echo).url, Question("messages", said="do it")).text == "messages: do it"


def test_models_and_counts_are_told(serve: Serve) -> None:
    server = serve(Step(say="x"))
    connection = http.client.HTTPConnection(server.url.removeprefix("http://"))
    connection.request("GET", "/v1/models")
    assert [each["id"] for each in json.loads(connection.getresponse().read())["data"]] == ["scripted"]
    connection = http.client.HTTPConnection(server.url.removeprefix("http://"))
    connection.request("POST", "/v1/messages/count_tokens", b'{"messages": []}')
    assert json.loads(connection.getresponse().read()) == {"input_tokens": 4}


def test_the_log_holds_each_question_before_it_is_answered(serve: Serve, tmp_path: Path) -> None:
    log = tmp_path / "log"
    server = serve(Step(status=500), Step(say="x", usage=Used(read=9, written=1)), log=log)
    for _ in range(2):
        ask(server.url, Question("chat", said="the brief"))
        server.settle()
    rows = [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines()]
    assert [(row["event"], row["number"]) for row in rows] == [("asked", 1), ("done", 1), ("asked", 2), ("done", 2)]
    assert [rows[0][key] for key in ("conversation", "step", "turns", "last")] == ["everyone", 0, 0, "the brief"]
    assert rows[0]["body"]["messages"][-1]["content"] == "the brief"
    assert [rows[1][key] for key in ("status", "end", "usage")] == [500, "failed", None]
    assert rows[3]["usage"] == {"in": 9, "out": 1, "cached": 0}


def test_many_are_answered_at_once(serve: Serve) -> None:
    server = serve(Step(say="x", after=0.05))
    with ThreadPoolExecutor(20) as pool:
        heard = list(pool.map(lambda _: ask(server.url, Question("chat")).text, range(60)))
    assert heard == ["x"] * 60
    assert len(server.asked("everyone")) == 60
