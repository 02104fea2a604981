"""OpenAI responses: `POST /v1/responses`, in one or streamed, with function tools.

Format: https://platform.openai.com/docs/api-reference/responses
"""

from __future__ import annotations

from collections.abc import Iterator

from tests.model_server.dialect import Answer, Asked, Failure, event, turns
from tests.model_server.json_fields import JsonObject, a_text, an_object, objects, texts

_CREATED = 1_767_225_600
_CODES = {401: "invalid_api_key", 404: "model_not_found", 429: "rate_limit_exceeded", 500: "server_error"}
_SPOKEN = ("function_call", "custom_tool_call", "local_shell_call", "reasoning")
_RESULTS = ("function_call_output", "custom_tool_call_output", "local_shell_call_output")


def read(path: str, body: JsonObject) -> Asked:
    """The question in a request."""
    given = body.get("input")
    items: list[JsonObject] = [{"role": "user", "content": given}] if isinstance(given, str) else objects(given)
    spoken = [_is_spoken(item) for item in items]
    last_spoken = max((i for i, speaks in enumerate(spoken) if speaks), default=-1)
    said = [a_text(body.get("instructions"))]
    said += [text for item in items if _is_heard(item) for text in texts(item.get("content"))]
    return Asked(
        dialect="responses",
        model=a_text(body.get("model")),
        stream=body.get("stream") is True,
        said=tuple(text for text in said if text),
        turns=turns((speaks, ()) for speaks in spoken),
        results=tuple(_result(item) for item in items[last_spoken + 1 :] if item.get("type") in _RESULTS),
        tools={
            a_text(tool.get("name")): an_object(tool.get("parameters"))
            for tool in objects(body.get("tools"))
            if tool.get("type") == "function"
        },
        body=body,
    )


def whole(answer: Answer) -> JsonObject:
    """The answer in one."""
    cut_short = {"length": "max_output_tokens", "refusal": None, "end": None}[answer.stop]
    return {
        "id": f"resp_{answer.id}",
        "object": "response",
        "created_at": _CREATED,
        "status": "incomplete" if cut_short else "completed",
        "incomplete_details": {"reason": cut_short} if cut_short else None,
        "model": answer.model,
        "output": _items(answer),
        "usage": _usage(answer),
        "error": None,
    }


def events(answer: Answer) -> Iterator[bytes]:
    """The answer as server-sent events."""
    begun = whole(answer) | {"status": "in_progress", "output": [], "usage": None, "incomplete_details": None}
    yield _event("response.created", {"response": begun})
    for index, item in enumerate(_items(answer)):
        place: JsonObject = {"output_index": index, "item_id": item["id"]}
        bare: JsonObject = {"content": []} if item["type"] == "message" else {"arguments": ""}
        yield _event(
            "response.output_item.added", {"output_index": index, "item": item | bare | {"status": "in_progress"}}
        )
        if item["type"] == "message":
            yield from _text_events(answer, place)
        else:
            yield _event("response.function_call_arguments.done", place | {"arguments": item["arguments"]})
        yield _event("response.output_item.done", {"output_index": index, "item": item})
    last = whole(answer)
    yield _event(f"response.{last['status']}", {"response": last})


def failure(failure: Failure) -> JsonObject:
    """The body of an error."""
    code = failure.code or _CODES.get(failure.status, "invalid_request_error")
    return {"error": {"message": failure.message, "type": code, "param": None, "code": code}}


def _is_spoken(item: JsonObject) -> bool:
    return item.get("role") == "assistant" or item.get("type") in _SPOKEN


def _is_heard(item: JsonObject) -> bool:
    return item.get("role") in ("system", "developer", "user")


def _result(item: JsonObject) -> str:
    output = item.get("output")
    return "".join(texts(output if isinstance(output, (str, list)) else an_object(output).get("content")))


def _items(answer: Answer) -> list[JsonObject]:
    items: list[JsonObject] = []
    if answer.pieces:
        part = _part(answer, answer.text)
        message: JsonObject = {"type": "message", "id": f"msg_{answer.id}", "role": "assistant", "content": [part]}
        items.append(message | {"status": "completed"})
    for call in answer.calls:
        names: JsonObject = {"type": "function_call", "id": f"fc_{call.id}", "call_id": call.id, "name": call.name}
        items.append(names | {"arguments": call.arguments_json, "status": "completed"})
    return items


def _part(answer: Answer, text: str) -> JsonObject:
    if answer.stop == "refusal":
        return {"type": "refusal", "refusal": text}
    return {"type": "output_text", "text": text, "annotations": []}


def _text_events(answer: Answer, place: JsonObject) -> Iterator[bytes]:
    kind, key = ("refusal", "refusal") if answer.stop == "refusal" else ("output_text", "text")
    place = place | {"content_index": 0}
    yield _event("response.content_part.added", place | {"part": _part(answer, "")})
    for piece in answer.pieces:
        yield _event(f"response.{kind}.delta", place | {"delta": piece})
    yield _event(f"response.{kind}.done", place | {key: answer.text})
    yield _event("response.content_part.done", place | {"part": _part(answer, answer.text)})


def _event(kind: str, data: JsonObject) -> bytes:
    return event({"type": kind} | data, kind)


def _usage(answer: Answer) -> JsonObject:
    tokens = answer.tokens
    return {
        "input_tokens": tokens.read,
        "input_tokens_details": {"cached_tokens": tokens.cached},
        "output_tokens": tokens.written,
        "output_tokens_details": {"reasoning_tokens": 0},
        "total_tokens": tokens.read + tokens.written,
    }
