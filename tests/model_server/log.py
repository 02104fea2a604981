"""What the server was asked, and what became of each question.

In: questions as they come. Out: `records` in memory and, where a file is named, JSON lines: one `{"event": "asked"}`
when a question has come, which is there even if the asker is killed, and one `{"event": "done"}` afterwards.
"""

from __future__ import annotations

import json
import threading
from dataclasses import dataclass
from pathlib import Path
from typing import TextIO

from tests.model_server.dialect import Asked, Tokens
from tests.model_server.json_fields import JsonObject
from tests.model_server.wire import Request


@dataclass(slots=True)
class Record:
    """One request."""

    number: int
    """From 1, in the order in which they came."""
    request: Request
    asked: Asked | None
    """None for what is no question to the model."""
    aside: bool = False
    """Asked for the program's own purposes."""
    conversation: str | None = None
    step: int | None = None
    unscripted: str | None = None
    """Why the script had no answer."""
    status: int | None = None
    tokens: Tokens | None = None
    """What the answer was said to have used."""
    hangs: bool = False
    """It gets no answer at all."""
    end: str = "open"
    """`whole`, `failed` (an error was answered), `cut`, `hung`, `nonsense`, or `left`: the program did not wait."""


class Log:
    """All records of one server."""

    def __init__(self, path: Path | None) -> None:
        self.records: list[Record] = []
        self._settled = threading.Condition()
        self._file: TextIO | None = path.open("a", encoding="utf-8") if path else None

    def begin(self, request: Request, asked: Asked | None) -> Record:
        """A question has come."""
        record = Record(len(self.records) + 1, request, asked)
        self.records.append(record)
        return record

    def asked(self, record: Record) -> None:
        """It is known what it is."""
        question = record.asked
        self._write(
            {
                "event": "asked",
                "number": record.number,
                "method": record.request.method,
                "path": record.request.path,
                "aside": record.aside,
                "conversation": record.conversation,
                "step": record.step,
                "unscripted": record.unscripted,
                "dialect": question.dialect if question else None,
                "model": question.model if question else None,
                "stream": question.stream if question else None,
                "turns": question.turns if question else None,
                "tools": sorted(question.tools) if question else None,
                "last": question.last if question else None,
                "headers": dict(record.request.headers),
                "body": question.body if question else None,
            }
        )

    def done(self, record: Record, end: str) -> None:
        """It is done with."""
        used = record.tokens
        tokens: JsonObject | None = {"in": used.read, "out": used.written, "cached": used.cached} if used else None
        status = record.status
        self._write({"event": "done", "number": record.number, "status": status, "end": end, "usage": tokens})
        with self._settled:
            record.end = end
            self._settled.notify_all()

    def settle(self, seconds: float) -> bool:
        """Wait until every question that has come is done with; whether it was so in time."""
        with self._settled:
            return self._settled.wait_for(lambda: all(record.end != "open" for record in self.records), seconds)

    def close(self) -> None:
        """Nothing more comes."""
        if self._file is not None:
            self._file.close()

    def _write(self, row: JsonObject) -> None:
        if self._file is not None:
            self._file.write(json.dumps(row, ensure_ascii=False) + "\n")
            self._file.flush()
