"""A model server on loopback that follows a script and writes down what it was asked.

In: a `Script`. Out: `url`, and a record of every request. It runs in a thread of its own while it is entered. What a
program asks beyond the script is answered 400 and stands in `unscripted`: a test that expects none asserts so.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import socket
import threading
from pathlib import Path
from types import TracebackType

from tests.model_server.answering import Answering
from tests.model_server.log import Log, Record
from tests.model_server.script import Script
from tests.model_server.wire import read_request


class ModelServer:
    """A scripted model behind HTTP.

    Args:
        script: what it says.
        log: a file that gets a JSON line when a request has come and another when it is done with.
        listening: a socket to serve on, such as one of `LoopbackOnly`; None for a free port of this machine's loopback.
    """

    def __init__(self, script: Script, *, log: Path | None = None, listening: socket.socket | None = None) -> None:
        self._log = Log(log)
        self._answering = Answering(script, self._log)
        self._listening = listening or socket.create_server(("127.0.0.1", 0), backlog=256)
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._run, name="model-server", daemon=True)
        self._begun = threading.Event()
        self._open: set[asyncio.Task[None]] = set()

    def __enter__(self) -> ModelServer:
        self._thread.start()
        self._begun.wait()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._loop.call_soon_threadsafe(self._stop.set)
        self._thread.join()
        self._log.close()

    @property
    def url(self) -> str:
        """The address, without a path: `http://127.0.0.1:PORT`."""
        return f"http://127.0.0.1:{self._listening.getsockname()[1]}"

    @property
    def requests(self) -> list[Record]:
        """Every question to the model so far, in order; those on the side are left out."""
        return [record for record in self._log.records if not record.aside]

    @property
    def asides(self) -> list[Record]:
        """What programs asked for their own purposes: titles, counts, lists of models."""
        return [record for record in self._log.records if record.aside]

    @property
    def unscripted(self) -> list[Record]:
        """Questions that the script has no answer for."""
        return [record for record in self._log.records if record.unscripted]

    def settle(self, seconds: float = 10.0) -> None:
        """Wait until every question that has come is done with: a program may be gone before we know what it got.

        Raises:
            TimeoutError: one is still open.
        """
        if not self._log.settle(seconds):
            raise TimeoutError(f"a question was still open after {seconds:g} seconds")

    def asked(self, conversation: str) -> list[Record]:
        """The questions of one conversation."""
        return [record for record in self.requests if record.conversation == conversation]

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        try:
            self._loop.run_until_complete(self._serve())
        finally:
            self._loop.close()

    async def _serve(self) -> None:
        self._stop = asyncio.Event()
        server = await asyncio.start_server(self._connected, sock=self._listening, limit=2**20)
        self._begun.set()
        await self._stop.wait()
        server.close()
        if self._open:  # one that is as good as done is let end; the others hang
            await asyncio.wait(self._open, timeout=0.2)
        for task in self._open:
            task.cancel()
        await asyncio.gather(*self._open, return_exceptions=True)

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._open.add(task)
        try:
            # Cancelled only when the server ends; asyncio would print it as an error.
            with contextlib.suppress(
                ConnectionError, asyncio.IncompleteReadError, json.JSONDecodeError, asyncio.CancelledError
            ):
                await self._answering.answer(await read_request(reader), reader, writer)
        finally:
            writer.close()
            with contextlib.suppress(ConnectionError):
                await writer.wait_closed()
            self._open.discard(task)
