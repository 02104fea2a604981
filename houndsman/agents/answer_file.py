"""The file in which an agent may write its answer instead of saying it.

In: where it would lie. Out: its words, if this session wrote it: what lay there before, a link, and what is no regular
file are no answer. Nothing fails.
"""

from __future__ import annotations

import os
import stat
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Self

_Signature = tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class AnswerFile:
    """One file, and how to tell whether it is new."""

    place: Path
    limit: int
    """Bytes that are read of it at most."""
    known: _Signature | None
    after: int = 0
    """Nanoseconds since 1970 from which on a change of it is this session's."""

    @classmethod
    def before(cls, place: Path, limit: int) -> Self:
        """As it is now, before the session begins."""
        try:
            return cls(place, limit, _signature(place.lstat()))
        except OSError:
            with suppress(OSError):
                place.parent.mkdir(parents=True, exist_ok=True)
            return cls(place, limit, None)

    @classmethod
    def since(cls, place: Path, begun_at: int, limit: int) -> Self:
        """For a session that began then."""
        return cls(place, limit, None, begun_at)

    def words(self) -> str | None:
        """What this session wrote; None where it wrote nothing."""
        try:
            file = os.open(self.place, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
        except OSError:
            return None
        try:
            state = os.fstat(file)
            if not stat.S_ISREG(state.st_mode) or _signature(state) == self.known or state.st_ctime_ns < self.after:
                return None
            with os.fdopen(file, "rb", closefd=False) as opened:
                return opened.read(self.limit).decode("utf-8", "replace")
        finally:
            os.close(file)


def _signature(state: os.stat_result) -> _Signature:
    """What differs after every writing: the kernel sets the time of a file's last change, no program can."""
    return state.st_ino, state.st_size, state.st_ctime_ns
