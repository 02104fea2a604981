"""Answers in the many spellings of "OpenAI-compatible" are read; what is no answer is never taken for one."""

from __future__ import annotations

import json

import pytest

from houndsman.agents.api_completion import Completion, ProviderError, ToolCall, completion_in
from houndsman.models.reply import Usage


def body(message: dict[str, object], **rest: object) -> str:
    return json.dumps({"choices": [{"message": message, "finish_reason": "stop"}], **rest})


def read(message: dict[str, object], **rest: object) -> Completion:
    said = completion_in(body(message, **rest))
    assert isinstance(said, Completion)
    return said


@pytest.mark.parametrize(
    ("content", "text"),
    [("hello", "hello"), (None, ""), ([{"type": "text", "text": "a"}, {"type": "x"}, {"text": "b"}], "ab")],
)
def test_the_text_is_read_from_a_string_or_from_parts(content: object, text: str) -> None:
    assert read({"content": content}).text == text


@pytest.mark.parametrize(
    ("arguments", "written"), [('{"path": "a"}', '{"path": "a"}'), ({"path": "a"}, '{"path": "a"}'), (None, "{}")]
)
def test_arguments_are_read_from_a_string_or_an_object(arguments: object, written: str) -> None:
    calls = [{"id": "1", "function": {"name": "read_file", "arguments": arguments}}]
    assert read({"tool_calls": calls}).calls == (ToolCall("1", "read_file", written),)


@pytest.mark.parametrize(
    ("told", "usage"),
    [
        ({"prompt_tokens": 5, "completion_tokens": 2}, Usage(tokens_in=5, tokens_out=2)),
        (
            {"prompt_tokens": 5, "completion_tokens": 2, "prompt_tokens_details": {"cached_tokens": 4}},
            Usage(tokens_in=5, tokens_out=2, tokens_cached=4),
        ),
        (
            {"prompt_tokens": 5, "completion_tokens": 2, "prompt_cache_hit_tokens": 3},
            Usage(tokens_in=5, tokens_out=2, tokens_cached=3),
        ),
        (None, Usage()),
    ],
)
def test_usage_is_what_is_told_and_unknown_is_not_zero(told: object, usage: Usage) -> None:
    assert read({"content": "x"}, usage=told).usage == usage


def test_half_a_character_does_not_lose_the_answer() -> None:
    assert read({"content": "a\ud83db"}).text == "a?b"


@pytest.mark.parametrize(
    ("error", "read"),
    [
        ({"code": 429, "message": "later"}, ProviderError(429, None, "later")),
        ({"code": "insufficient_quota"}, ProviderError(500, "insufficient_quota", "")),
        ({"code": 7, "type": "server_error"}, ProviderError(500, "server_error", "")),
    ],
)
def test_an_error_with_status_200_is_an_error(error: dict[str, object], read: ProviderError) -> None:
    assert completion_in(json.dumps({"error": error})) == read


@pytest.mark.parametrize(
    ("raw", "why"),
    [
        ("<html>busy</html>", "no JSON"),
        ("", "no JSON"),
        ("[" * 100_000, "no JSON"),
        ("[]", "no chat completion"),
        ("{}", "no choice"),
        ('{"choices": []}', "no choice"),
        ('{"choices": [{"message": {"content": 7}}]}', "at choices"),
        ('{"choices": [{"message": {"content": "x"}}], "usage": {"prompt_tokens": -1}}', "at usage"),
    ],
)
def test_what_is_no_completion_is_said(raw: str, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        completion_in(raw)
