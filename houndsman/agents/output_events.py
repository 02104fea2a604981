"""The events in an agent's output, read while it is written.

In: the file that its standard output goes to, and its format. Out: events as plain JSON data, each once. A line that is
no JSON object (a warning, the rest of a line that was cut off) is passed over: what it said is missing, which the
transcript notices. Nothing fails, and no byte beyond the limit is read.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from io import BufferedReader
from pathlib import Path
from types import TracebackType
from typing import Literal, Self

_CHUNK = 2**20


class OutputEvents:
    """Reads one file to its end, as often as it is asked."""

    def __init__(self, place: Path, form: Literal["text", "json", "json-lines"], limit: int) -> None:
        self._place = place
        self._form = form
        self._left = limit
        self._file: BufferedReader | None = None
        self._line: list[bytes] = []
        """Pieces of a line that has not ended yet."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if self._file is not None:
            self._file.close()

    def so_far(self) -> Iterator[object]:
        """Events that were completed since the last call; none where the format has them only at its end."""
        if self._form == "json-lines":
            for chunk in self._chunks():
                yield from self._events_in(chunk)

    def rest(self) -> Iterator[object]:
        """What is left, when nothing more will be written."""
        yield from self.so_far()
        if self._form == "json-lines":
            yield from _event(b"".join(self._line))
        elif self._form == "json":
            yield from _whole(b"".join(self._chunks()))

    def words(self) -> str:
        """All that is left as words; bytes that are no UTF-8 are replaced."""
        return b"".join(self._chunks()).decode("utf-8", "replace")

    def _events_in(self, chunk: bytes) -> Iterator[object]:
        first, *others = chunk.split(b"\n")
        self._line.append(first)
        for line in others:
            yield from _event(b"".join(self._line))
            self._line = [line]

    def _chunks(self) -> Iterator[bytes]:
        if self._file is None:
            try:
                self._file = self._place.open("rb")
            except OSError:  # not there yet, or taken away by the agent
                return
        while self._left and (chunk := self._file.read(min(_CHUNK, self._left))):
            self._left -= len(chunk)
            yield chunk


def _event(line: bytes) -> Iterator[object]:
    if line.lstrip()[:1] == b"{":
        yield from _loaded(line)


def _whole(text: bytes) -> Iterator[object]:
    """One object or a list of events; lines before it, such as warnings, are passed over."""
    lines = text.splitlines(keepends=True)
    start = next((at for at, line in enumerate(lines) if line.lstrip()[:1] in (b"{", b"[")), len(lines))
    for value in _loaded(b"".join(lines[start:])):
        yield from value if isinstance(value, list) else (value,)


def _loaded(text: bytes) -> Iterator[object]:
    try:
        yield json.loads(text.decode("utf-8", "replace"))
    except (ValueError, RecursionError):
        return
