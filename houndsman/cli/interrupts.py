"""Whoever ends the program from outside interrupts it: SIGTERM and SIGHUP do what Ctrl-C does.

A CI job that is cancelled, `timeout`, `docker stop` and a terminal that is closed send them. Unheard they would end us
at once, and leave agents at work that nobody waits for and no ceiling holds. A signal that somebody has set to be
ignored, as `nohup` does, stays ignored.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from houndsman.errors import ExitCode

#: The names; not every system has them all.
_SIGNALS = ("SIGTERM", "SIGHUP")


class Interrupts:
    """What interrupted the program."""

    def __init__(self) -> None:
        self.by: signal.Signals | None = None
        """The signal; None for Ctrl-C, or as long as none came."""

    @property
    def exit_code(self) -> int:
        """What a shell expects: 128 and the number of the signal, which for Ctrl-C is 130."""
        return int(ExitCode.INTERRUPTED) if self.by is None else 128 + self.by

    def __str__(self) -> str:
        return "interrupted" if self.by is None else f"interrupted by {self.by.name}"

    def hear(self, number: int, _: FrameType | None) -> None:
        """Do as Ctrl-C does, by whatever handles that now: a running event loop has a way of its own.

        Once: `timeout` tells a process and then its whole group, and a second one would cut short how agents are ended.
        """
        if self.by is not None:
            return
        self.by = signal.Signals(number)
        if callable(signal.getsignal(signal.SIGINT)):
            signal.raise_signal(signal.SIGINT)
        else:  # ignored, as in the background of a script
            raise KeyboardInterrupt


@contextmanager
def interrupts() -> Iterator[Interrupts]:
    """Hear the signals while the block runs. They reach the main thread alone; elsewhere nothing is changed."""
    heard = Interrupts()
    before = {}
    if threading.current_thread() is threading.main_thread():
        numbers = [getattr(signal, name) for name in _SIGNALS if hasattr(signal, name)]
        before = {number: signal.signal(number, heard.hear) for number in numbers if _is_free(number)}
    try:
        yield heard
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _is_free(number: int) -> bool:
    return signal.getsignal(number) is signal.SIG_DFL
