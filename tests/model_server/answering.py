"""One request, from the path to the last byte of its answer.

In: a request and the connection. Out: bytes, and a record in the log. A program that goes away in the middle is noted
as `left`.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import re
from collections.abc import AsyncIterator, Coroutine, Iterator
from typing import NamedTuple

from tests.model_server import chat, gemini, messages, responses
from tests.model_server.cue import Prompter, Unscripted
from tests.model_server.dialect import Answer, Asked, Call, Dialect, Failure, Tokens
from tests.model_server.json_fields import JsonObject, an_object
from tests.model_server.log import Log, Record
from tests.model_server.offered import offered
from tests.model_server.script import Script, Step
from tests.model_server.wire import Request, chunk, head

#: Which protocol a path is of.
DIALECTS: tuple[tuple[re.Pattern[str], Dialect], ...] = (
    (re.compile(r"/chat/completions\Z"), chat),
    (re.compile(r"/responses\Z"), responses),
    (re.compile(r"/messages\Z"), messages),
    (re.compile(r"/models/[^/]+:(?:stream)?[gG]enerateContent\Z"), gemini),
)
_COUNTS = re.compile(r"(?P<anthropic>/messages/count_tokens\Z)|:countTokens\Z")
_WORDS = "Nothing here means anything. "


class _Connection(NamedTuple):
    """Where an answer goes, and the record of it."""

    writer: asyncio.StreamWriter
    record: Record


class Answering:
    """Answers requests by a script."""

    def __init__(self, script: Script, log: Log) -> None:
        self._script = script
        self._prompter = Prompter(script)
        self._log = log

    async def answer(self, request: Request, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Answer one request, whatever it is."""
        path = request.path.split("?", 1)[0]
        dialect = next((each for pattern, each in DIALECTS if pattern.search(path)), None)
        asked = dialect.read(path, an_object(json.loads(request.body or b"{}"))) if dialect else None
        record = self._log.begin(request, asked)
        end = None
        try:
            at = _Connection(writer, record)
            answer = self._speak(at, dialect, asked) if dialect and asked else self._on_the_side(at, path)
            end = await _unless_left(answer, reader)
        finally:
            self._log.done(record, end or ("hung" if record.hangs else "left"))

    async def _on_the_side(self, at: _Connection, path: str) -> str:
        at.record.aside = True
        self._log.asked(at.record)
        counts = _COUNTS.search(path)
        tokens = _estimated(at.record.request.body)
        if counts:
            return await _send(at, 200, {"input_tokens": tokens} if counts["anthropic"] else {"totalTokens": tokens})
        if path.endswith("/models") and at.record.request.method == "GET":
            return await _send(at, 200, self._models())
        return await _send(at, 404, {"error": {"type": "not_found", "message": f"nothing is at {path}"}})

    async def _speak(self, at: _Connection, dialect: Dialect, asked: Asked) -> str:
        record = at.record
        if self._prompter.is_aside(asked):
            record.aside = True
            self._log.asked(record)
            return await _say(at, dialect, asked, Step(say=self._script.aside))
        cue = self._prompter.cue(asked)
        if isinstance(cue, Unscripted):
            return await self._complain(at, dialect, cue.why)
        record.conversation, record.step = cue.conversation, cue.place
        missing = [call.tool for call in cue.step.call if offered(call, asked) is None]
        if missing:
            return await self._complain(at, dialect, f"no tool to {missing[0]} with is on offer: {sorted(asked.tools)}")
        self._log.asked(record)
        return await _perform(at, dialect, asked, cue.step)

    async def _complain(self, at: _Connection, dialect: Dialect, why: str) -> str:
        at.record.unscripted = why
        self._log.asked(at.record)
        return await _send(at, 400, dialect.failure(Failure(400, None, why)))

    def _models(self) -> JsonObject:
        data = [{"id": model, "object": "model", "type": "model", "owned_by": "tests"} for model in self._script.models]
        return {"object": "list", "data": data, "has_more": False}


async def _unless_left(answer: Coroutine[None, None, str], reader: asyncio.StreamReader) -> str | None:
    """How the answer ended; None where the program hung up before."""
    speaking, leaving = asyncio.ensure_future(answer), asyncio.ensure_future(reader.read())
    try:
        await asyncio.wait({speaking, leaving}, return_when=asyncio.FIRST_COMPLETED)
        return speaking.result() if speaking.done() else None
    finally:
        for task in (speaking, leaving):
            task.cancel()
        await asyncio.gather(speaking, leaving, return_exceptions=True)


async def _perform(at: _Connection, dialect: Dialect, asked: Asked, step: Step) -> str:
    await asyncio.sleep(step.after)
    if step.hang:
        at.record.hangs = True
        await asyncio.Event().wait()  # until the program gives up
    if step.nonsense is not None:
        await _write(at, 200, {"content-type": "text/html"}, step.nonsense.encode())
        return "nonsense"
    if step.status is not None:
        return await _fail(at, dialect, step, step.status)
    return await _say(at, dialect, asked, step)


async def _fail(at: _Connection, dialect: Dialect, step: Step, status: int) -> str:
    seconds = step.retry_after if isinstance(step.retry_after, (int, float)) else None
    headers = dict(step.headers)
    if step.retry_after is not None:
        headers["retry-after"] = f"{seconds:g}" if seconds is not None else str(step.retry_after)
    return await _send(at, status, dialect.failure(Failure(status, step.code, step.message, seconds)), headers)


async def _say(at: _Connection, dialect: Dialect, asked: Asked, step: Step) -> str:
    answer = _made(at.record, asked, step)
    at.record.tokens = answer.tokens
    if asked.stream:
        return await _stream(at, list(dialect.events(answer)), step)
    body = _encoded(dialect.whole(answer))
    cut = None if step.cut is None else int(len(body) * step.cut)
    await _write(at, 200, {"content-type": "application/json"}, body, cut)
    return "whole" if cut is None else _broken(at)


async def _stream(at: _Connection, events: list[bytes], step: Step) -> str:
    at.record.status = 200
    at.writer.write(head(200, {"content-type": "text/event-stream", "transfer-encoding": "chunked"}))
    async for each in _paced(_kept(events, step.cut), step.pace):
        at.writer.write(chunk(each))
        await at.writer.drain()
    if step.cut is not None:
        return _broken(at)
    at.writer.write(chunk(b""))
    await at.writer.drain()
    return "whole"


def _kept(events: list[bytes], cut: float | None) -> Iterator[bytes]:
    """So many of the events' bytes as come through; the last event may be a part of one."""
    left = sum(map(len, events)) if cut is None else int(sum(map(len, events)) * cut)
    for each in events:
        if left > 0:
            yield each[:left]
        left -= len(each)


async def _paced(events: Iterator[bytes], seconds: float) -> AsyncIterator[bytes]:
    for each in events:
        yield each
        if seconds:
            await asyncio.sleep(seconds)


def _broken(at: _Connection) -> str:
    at.writer.close()  # before the end that was announced
    return "cut"


def _made(record: Record, asked: Asked, step: Step) -> Answer:
    said = step.say if isinstance(step.say, str) else json.dumps(step.say, ensure_ascii=False)
    said += (_WORDS * (step.filler // len(_WORDS) + 1))[: step.filler]
    calls = [found for call in step.call if (found := offered(call, asked))]
    used = step.usage
    return Answer(
        id=f"{record.number:06d}",
        model=asked.model,
        tokens=Tokens(used.read, used.written, used.cached)
        if used
        else Tokens(_estimated(record.request.body), _estimated(said.encode())),
        pieces=tuple(said[i : i + step.piece] for i in range(0, len(said), step.piece)),
        calls=tuple(Call(f"{record.number:06d}_{i}", call.name, call.arguments) for i, call in enumerate(calls)),
        stop=step.stop,
    )


def _estimated(raw: bytes) -> int:
    return -(-len(raw) // 4)


async def _send(at: _Connection, status: int, body: JsonObject, headers: dict[str, str] | None = None) -> str:
    await _write(at, status, {"content-type": "application/json"} | (headers or {}), _encoded(body))
    return "whole" if status < 400 else "failed"


async def _write(at: _Connection, status: int, headers: dict[str, str], body: bytes, cut: int | None = None) -> None:
    at.record.status = status
    at.writer.write(head(status, headers | {"content-length": str(len(body))}))
    at.writer.write(body[:cut])
    with contextlib.suppress(ConnectionError):
        await at.writer.drain()


def _encoded(body: JsonObject) -> bytes:
    return json.dumps(body, ensure_ascii=False).encode()
