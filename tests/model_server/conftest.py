"""The scripted server as a fixture."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Protocol

import pytest

from tests.model_server.script import Script
from tests.model_server.server import ModelServer


class Serve(Protocol):
    """Begins to serve; all servers end with the test."""

    def __call__(self, script: Script, *, log: Path | None = None) -> ModelServer:
        """A server that follows `script`."""
        ...


@pytest.fixture
def model_server() -> Iterator[Serve]:
    """`model_server(script)`: a running server, with `url`, `requests` and `asked(conversation)`."""
    with ExitStack() as stack:

        def serve(script: Script, *, log: Path | None = None) -> ModelServer:
            return stack.enter_context(ModelServer(script, log=log))

        yield serve
