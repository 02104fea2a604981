"""Gemini: `POST /v1beta/models/MODEL:generateContent`, `:streamGenerateContent` and `:countTokens`, with tools.

Format: https://ai.google.dev/api/generate-content
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from tests.model_server.dialect import Answer, Asked, Failure, Stop, event, turns
from tests.model_server.json_fields import JsonObject, a_text, an_object, objects, texts

_FINISH: dict[Stop, str] = {"end": "STOP", "length": "MAX_TOKENS", "refusal": "SAFETY"}
_STATUS = {
    400: "INVALID_ARGUMENT",
    401: "UNAUTHENTICATED",
    403: "PERMISSION_DENIED",
    404: "NOT_FOUND",
    429: "RESOURCE_EXHAUSTED",
    500: "INTERNAL",
    503: "UNAVAILABLE",
}
_MODEL = re.compile(r"/models/([^/:]+):")


def read(path: str, body: JsonObject) -> Asked:
    """The question in a request. The model and whether to stream are in the path."""
    contents = objects(body.get("contents"))
    newest = contents[-1] if contents and contents[-1].get("role") != "model" else {}
    said = texts(an_object(body.get("systemInstruction")).get("parts"))
    said += [text for each in contents if each.get("role") != "model" for text in texts(each.get("parts"))]
    declared = [each for tool in objects(body.get("tools")) for each in objects(tool.get("functionDeclarations"))]
    model = _MODEL.search(path)
    return Asked(
        dialect="gemini",
        model=model[1] if model else "",
        stream=":streamGenerateContent" in path,
        said=tuple(said),
        turns=turns((each.get("role") == "model", texts(each.get("parts"))) for each in contents),
        results=tuple(_result(part) for part in objects(newest.get("parts")) if "functionResponse" in part),
        tools={
            a_text(each.get("name")): an_object(each.get("parametersJsonSchema") or each.get("parameters"))
            for each in declared
        },
        body=body,
    )


def whole(answer: Answer) -> JsonObject:
    """The answer in one."""
    parts: list[JsonObject] = [{"text": answer.text}] if answer.pieces else []
    return _chunk(answer, [*parts, *_calls(answer)], last=True)


def events(answer: Answer) -> Iterator[bytes]:
    """The answer as server-sent events."""
    for piece in answer.pieces:
        yield event(_chunk(answer, [{"text": piece}]))
    yield event(_chunk(answer, _calls(answer) or [{"text": ""}], last=True))


def failure(failure: Failure) -> JsonObject:
    """The body of an error."""
    status = failure.code or _STATUS.get(failure.status, "UNKNOWN")
    details: list[JsonObject] = []
    if failure.retry_after is not None:
        details = [{"@type": "type.googleapis.com/google.rpc.RetryInfo", "retryDelay": f"{failure.retry_after:g}s"}]
    return {"error": {"code": failure.status, "message": failure.message, "status": status, "details": details}}


def _result(part: JsonObject) -> str:
    response = an_object(an_object(part["functionResponse"]).get("response"))
    return a_text(response.get("output")) or a_text(response.get("error"))


def _calls(answer: Answer) -> list[JsonObject]:
    return [{"functionCall": {"id": c.id, "name": c.name, "args": c.arguments}} for c in answer.calls]


def _chunk(answer: Answer, parts: list[JsonObject], *, last: bool = False) -> JsonObject:
    candidate: JsonObject = {"content": {"role": "model", "parts": parts}, "index": 0}
    if last:
        candidate["finishReason"] = _FINISH[answer.stop]
    head: JsonObject = {"candidates": [candidate], "modelVersion": answer.model, "responseId": answer.id}
    return head | {"usageMetadata": _usage(answer)} if last else head


def _usage(answer: Answer) -> JsonObject:
    tokens = answer.tokens
    return {
        "promptTokenCount": tokens.read,
        "cachedContentTokenCount": tokens.cached,
        "candidatesTokenCount": tokens.written,
        "totalTokenCount": tokens.read + tokens.written,
    }
