"""What a long command is doing, on standard error, where that is a terminal; elsewhere nothing."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def progress(before: str = "") -> Iterator[Callable[[str], None]]:
    """A function that shows what is being done, after the words `before`; the line is gone when the block ends."""
    if not sys.stderr.isatty():
        yield _silent
        return
    from rich.console import Console  # start-up: a pipe or a CI log never shows it
    from rich.text import Text

    with Console(stderr=True).status("") as status:
        yield lambda doing: status.update(Text(before + doing))


def _silent(doing: str) -> None:
    """Nobody is looking."""
