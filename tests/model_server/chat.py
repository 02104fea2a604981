"""OpenAI chat completions: `POST /v1/chat/completions`, in one or streamed, with tools.

Format: https://platform.openai.com/docs/api-reference/chat
"""

from __future__ import annotations

from collections.abc import Iterator

from tests.model_server.dialect import Answer, Asked, Failure, Stop, event, turns
from tests.model_server.json_fields import JsonObject, a_text, an_object, objects, texts

_CREATED = 1_767_225_600  # any date does, the same gives the same bytes
_FINISH: dict[Stop, str] = {"end": "stop", "length": "length", "refusal": "content_filter"}
_CODES = {401: "invalid_api_key", 404: "model_not_found", 429: "rate_limit_exceeded", 500: "server_error"}


def read(path: str, body: JsonObject) -> Asked:
    """The question in a request."""
    messages = objects(body.get("messages"))
    last_spoken = max((i for i, m in enumerate(messages) if m.get("role") == "assistant"), default=-1)
    functions = [an_object(tool.get("function")) for tool in objects(body.get("tools"))]
    return Asked(
        dialect="chat",
        model=a_text(body.get("model")),
        stream=body.get("stream") is True,
        said=tuple(
            text
            for message in messages
            if message.get("role") in ("system", "developer", "user")
            for text in texts(message.get("content"))
        ),
        turns=turns((m.get("role") == "assistant", texts(m.get("content"))) for m in messages),
        results=tuple("".join(texts(m.get("content"))) for m in messages[last_spoken + 1 :] if m.get("role") == "tool"),
        tools={a_text(each.get("name")): an_object(each.get("parameters")) for each in functions},
        body=body,
    )


def whole(answer: Answer) -> JsonObject:
    """The answer in one."""
    message: JsonObject = {"role": "assistant", "content": answer.text or None}
    if answer.calls:
        message["tool_calls"] = _calls(answer)
    if answer.stop == "refusal":
        message |= {"content": None, "refusal": answer.text}
    choice: JsonObject = {"index": 0, "message": message, "finish_reason": _finish(answer)}
    return _head(answer, "chat.completion") | {"choices": [choice], "usage": _usage(answer)}


def events(answer: Answer) -> Iterator[bytes]:
    """The answer as server-sent events."""
    key = "refusal" if answer.stop == "refusal" else "content"
    yield _chunk(answer, {"role": "assistant", key: ""})
    for piece in answer.pieces:
        yield _chunk(answer, {key: piece})
    for index, call in enumerate(_calls(answer)):
        yield _chunk(answer, {"tool_calls": [{"index": index, **call}]})
    yield _chunk(answer, {}, _finish(answer))
    yield event(_head(answer, "chat.completion.chunk") | {"choices": [], "usage": _usage(answer)})
    yield event("[DONE]")


def failure(failure: Failure) -> JsonObject:
    """The body of an error."""
    code = failure.code or _CODES.get(failure.status, "invalid_request_error")
    return {"error": {"message": failure.message, "type": code, "param": None, "code": code}}


def _finish(answer: Answer) -> str:
    return "tool_calls" if answer.calls and answer.stop == "end" else _FINISH[answer.stop]


def _calls(answer: Answer) -> list[JsonObject]:
    return [
        {"id": call.id, "type": "function", "function": {"name": call.name, "arguments": call.arguments_json}}
        for call in answer.calls
    ]


def _head(answer: Answer, kind: str) -> JsonObject:
    return {"id": f"chatcmpl-{answer.id}", "object": kind, "created": _CREATED, "model": answer.model}


def _chunk(answer: Answer, delta: JsonObject, finish: str | None = None) -> bytes:
    choice = {"index": 0, "delta": delta, "finish_reason": finish}
    return event(_head(answer, "chat.completion.chunk") | {"choices": [choice]})


def _usage(answer: Answer) -> JsonObject:
    tokens = answer.tokens
    return {
        "prompt_tokens": tokens.read,
        "completion_tokens": tokens.written,
        "total_tokens": tokens.read + tokens.written,
        "prompt_tokens_details": {"cached_tokens": tokens.cached},
    }
