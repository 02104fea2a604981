"""Anthropic messages: `POST /v1/messages`, in one or streamed, with tools, and `/v1/messages/count_tokens`.

Format: https://docs.anthropic.com/en/api/messages
"""

from __future__ import annotations

from collections.abc import Iterator

from tests.model_server.dialect import Answer, Asked, Failure, Stop, event, turns
from tests.model_server.json_fields import JsonObject, a_text, an_object, objects, texts

_STOP: dict[Stop, str] = {"end": "end_turn", "length": "max_tokens", "refusal": "refusal"}
_TYPES = {
    400: "invalid_request_error",
    401: "authentication_error",
    402: "billing_error",
    403: "permission_error",
    404: "not_found_error",
    413: "request_too_large",
    429: "rate_limit_error",
    529: "overloaded_error",
}


def read(path: str, body: JsonObject) -> Asked:
    """The question in a request."""
    given = objects(body.get("messages"))
    newest = given[-1] if given and given[-1].get("role") == "user" else {}
    said = texts(body.get("system"))
    said += [text for message in given if message.get("role") == "user" for text in texts(message.get("content"))]
    return Asked(
        dialect="messages",
        model=a_text(body.get("model")),
        stream=body.get("stream") is True,
        said=tuple(said),
        turns=turns((m.get("role") == "assistant", texts(m.get("content"))) for m in given),
        results=tuple(
            "".join(texts(part.get("content")))
            for part in objects(newest.get("content"))
            if part.get("type") == "tool_result"
        ),
        tools={
            a_text(tool.get("name")): an_object(tool.get("input_schema"))
            for tool in objects(body.get("tools"))
            if "input_schema" in tool
        },
        body=body,
    )


def whole(answer: Answer) -> JsonObject:
    """The answer in one."""
    blocks: list[JsonObject] = [{"type": "text", "text": answer.text}] if answer.pieces else []
    blocks += [_block(answer, index) | {"input": call.arguments} for index, call in enumerate(answer.calls)]
    return _message(answer) | {"content": blocks, "stop_reason": _stop(answer), "usage": _usage(answer)}


def events(answer: Answer) -> Iterator[bytes]:
    """The answer as server-sent events."""
    begun = _message(answer) | {"content": [], "stop_reason": None, "usage": _usage(answer) | {"output_tokens": 1}}
    yield _event("message_start", {"message": begun})
    yield _event("ping", {})
    place = 0
    if answer.pieces:
        yield _event("content_block_start", {"index": place, "content_block": {"type": "text", "text": ""}})
        for piece in answer.pieces:
            yield _delta(place, {"type": "text_delta", "text": piece})
        yield _event("content_block_stop", {"index": place})
        place += 1
    for index, call in enumerate(answer.calls):
        yield _event("content_block_start", {"index": place, "content_block": _block(answer, index)})
        yield _delta(place, {"type": "input_json_delta", "partial_json": call.arguments_json})
        yield _event("content_block_stop", {"index": place})
        place += 1
    ending: JsonObject = {"stop_reason": _stop(answer), "stop_sequence": None}
    yield _event("message_delta", {"delta": ending, "usage": {"output_tokens": answer.tokens.written}})
    yield _event("message_stop", {})


def failure(failure: Failure) -> JsonObject:
    """The body of an error."""
    kind = failure.code or _TYPES.get(failure.status, "api_error")
    return {"type": "error", "error": {"type": kind, "message": failure.message}, "request_id": "req_scripted"}


def _stop(answer: Answer) -> str:
    return "tool_use" if answer.calls and answer.stop == "end" else _STOP[answer.stop]


def _message(answer: Answer) -> JsonObject:
    head: JsonObject = {"id": f"msg_{answer.id}", "type": "message", "role": "assistant", "model": answer.model}
    return head | {"stop_sequence": None}


def _block(answer: Answer, index: int) -> JsonObject:
    call = answer.calls[index]
    return {"type": "tool_use", "id": f"toolu_{call.id}", "name": call.name, "input": {}}


def _delta(index: int, delta: JsonObject) -> bytes:
    return _event("content_block_delta", {"index": index, "delta": delta})


def _event(kind: str, data: JsonObject) -> bytes:
    return event({"type": kind} | data, kind)


def _usage(answer: Answer) -> JsonObject:
    tokens = answer.tokens
    return {
        "input_tokens": tokens.read - tokens.cached,  # this protocol counts cached ones apart
        "cache_read_input_tokens": tokens.cached,
        "cache_creation_input_tokens": 0,
        "output_tokens": tokens.written,
    }
