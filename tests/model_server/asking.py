"""A small client of every protocol, for tests of the server itself.

In: what the user says, and what was said before. Out: what came back, read from one object or from events. An answer
that breaks off raises what `http.client` raises.
"""

from __future__ import annotations

import http.client
import json
from dataclasses import dataclass, field
from typing import NamedTuple
from urllib.parse import urlsplit

from tests.model_server.json_fields import JsonObject, a_list, a_text, an_object, objects

DIALECTS = ("chat", "responses", "messages", "gemini")

_PATHS = {"chat": "/v1/chat/completions", "responses": "/v1/responses", "messages": "/v1/messages"}
_READ: JsonObject = {"type": "object", "properties": {"file_path": {"type": "string"}}, "required": ["file_path"]}


@dataclass(frozen=True)
class Question:
    """One request to be made."""

    dialect: str
    said: str = "hello"
    stream: bool = False
    system: str = "You review."
    spoken: tuple[str, ...] = ()
    """What the model said before; each was followed by "go on"."""
    tools: tuple[str, ...] = ("read_file",)

    @property
    def path(self) -> str:
        """Where it is asked."""
        if self.dialect != "gemini":
            return _PATHS[self.dialect]
        return f"/v1beta/models/scripted:{'streamGenerateContent?alt=sse' if self.stream else 'generateContent'}"

    @property
    def body(self) -> JsonObject:
        """What is sent."""
        own = "model" if self.dialect == "gemini" else "assistant"
        history = [("user", self.said)]
        for words in self.spoken:
            history += [(own, words), ("user", "go on")]
        if self.dialect == "gemini":
            declared = [{"name": name, "parametersJsonSchema": _READ} for name in self.tools]
            return {
                "systemInstruction": {"parts": [{"text": self.system}]},
                "contents": [{"role": role, "parts": [{"text": words}]} for role, words in history],
                "tools": [{"functionDeclarations": declared}],
            }
        messages = [{"role": role, "content": words} for role, words in history]
        head: JsonObject = {"model": "scripted", "stream": self.stream}
        if self.dialect == "chat":
            tools = [{"type": "function", "function": {"name": name, "parameters": _READ}} for name in self.tools]
            return head | {"messages": [{"role": "system", "content": self.system}, *messages], "tools": tools}
        if self.dialect == "responses":
            flat = [{"type": "function", "name": name, "parameters": _READ} for name in self.tools]
            return head | {"instructions": self.system, "input": messages, "tools": flat}
        typed = [{"name": name, "input_schema": _READ} for name in self.tools]
        return head | {"system": self.system, "messages": messages, "tools": typed, "max_tokens": 1000}


class Heard(NamedTuple):
    """What came back."""

    status: int
    headers: dict[str, str]
    raw: bytes
    text: str
    calls: tuple[tuple[str, JsonObject], ...]
    tokens: tuple[int, int, int]
    """In, out, cached, in this protocol's own way of counting."""
    stop: str


def ask(url: str, question: Question, *, seconds: float = 20.0) -> Heard:
    """Put `question` to the server at `url`."""
    connection = http.client.HTTPConnection(urlsplit(url).netloc, timeout=seconds)
    try:
        connection.request("POST", question.path, json.dumps(question.body), {"content-type": "application/json"})
        response = connection.getresponse()
        raw = response.read()
    finally:
        connection.close()
    headers = {name.lower(): value for name, value in response.getheaders()}
    if response.status != 200 or headers["content-type"] == "text/html":
        return Heard(response.status, headers, raw, "", (), (0, 0, 0), "")
    events = _events(raw) if question.stream else [an_object(json.loads(raw))]
    told = _READERS[question.dialect](events)
    return Heard(200, headers, raw, told.text, tuple(told.calls), told.tokens, told.stop)


@dataclass
class _Told:
    text: str = ""
    calls: list[tuple[str, JsonObject]] = field(default_factory=list)
    tokens: tuple[int, int, int] = (0, 0, 0)
    stop: str = ""


def _events(raw: bytes) -> list[JsonObject]:
    lines = [line.removeprefix("data: ") for line in raw.decode().split("\n") if line.startswith("data: ")]
    return [an_object(json.loads(line)) for line in lines if line != "[DONE]"]


def _chat(events: list[JsonObject]) -> _Told:
    told = _Told()
    for event in events:
        for choice in objects(event.get("choices")):
            message = an_object(choice.get("delta") or choice.get("message"))
            told.text += a_text(message.get("content")) + a_text(message.get("refusal"))
            for call in objects(message.get("tool_calls")):
                function = an_object(call["function"])
                told.calls.append((a_text(function["name"]), json.loads(a_text(function["arguments"]))))
            told.stop = a_text(choice.get("finish_reason")) or told.stop
        if event.get("usage"):
            usage = an_object(event["usage"])
            cached = an_object(usage["prompt_tokens_details"])["cached_tokens"]
            told.tokens = _numbers(usage["prompt_tokens"], usage["completion_tokens"], cached)
    return told


def _responses(events: list[JsonObject]) -> _Told:
    response = an_object(events[-1].get("response") or events[-1])
    usage = an_object(response["usage"])
    cached = an_object(usage["input_tokens_details"])["cached_tokens"]
    told = _Told(
        tokens=_numbers(usage["input_tokens"], usage["output_tokens"], cached), stop=a_text(response["status"])
    )
    for item in objects(response["output"]):
        if item["type"] == "function_call":
            told.calls.append((a_text(item["name"]), json.loads(a_text(item["arguments"]))))
        told.text += "".join(a_text(p.get("text")) + a_text(p.get("refusal")) for p in objects(item.get("content")))
    deltas = [a_text(each.get("delta")) for each in events if a_text(each.get("type")).endswith(".delta")]
    assert not deltas or "".join(deltas) == told.text
    return told


def _messages(events: list[JsonObject]) -> _Told:
    told, name = _Told(), ""
    whole = events[0] if events[0].get("type") == "message" else an_object(events[0]["message"])
    usage = an_object(whole["usage"])
    for block in objects(whole["content"]):
        told.text += a_text(block.get("text"))
        if block["type"] == "tool_use":
            told.calls.append((a_text(block["name"]), an_object(block["input"])))
    for event in events[1:]:
        delta = an_object(event.get("delta"))
        name = a_text(an_object(event.get("content_block")).get("name")) or name
        told.text += a_text(delta.get("text"))
        if "partial_json" in delta:
            told.calls.append((name, json.loads(a_text(delta["partial_json"]))))
        usage |= an_object(event.get("usage"))
        told.stop = a_text(delta.get("stop_reason")) or told.stop
    told.stop = told.stop or a_text(whole["stop_reason"])
    told.tokens = _numbers(usage["input_tokens"], usage["output_tokens"], usage["cache_read_input_tokens"])
    return told


def _gemini(events: list[JsonObject]) -> _Told:
    told = _Told()
    for event in events:
        candidate = an_object(a_list(event["candidates"])[0])
        for part in objects(an_object(candidate["content"])["parts"]):
            told.text += a_text(part.get("text"))
            if "functionCall" in part:
                call = an_object(part["functionCall"])
                told.calls.append((a_text(call["name"]), an_object(call["args"])))
        told.stop = a_text(candidate.get("finishReason"))
    usage = an_object(events[-1]["usageMetadata"])
    counts = (usage["promptTokenCount"], usage["candidatesTokenCount"], usage["cachedContentTokenCount"])
    told.tokens = _numbers(*counts)
    return told


_READERS = {"chat": _chat, "responses": _responses, "messages": _messages, "gemini": _gemini}


def _numbers(*values: object) -> tuple[int, int, int]:
    read, written, cached = (value for value in values if isinstance(value, int))
    return read, written, cached
