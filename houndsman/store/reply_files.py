"""The recorded replies of a run: on the disk for good before anybody reads them.

In: the run's folder of replies; names and bytes. Out: files that a killed process, or a machine that loses its power,
leaves whole or not at all. What the file system refuses is a `StoreError`.

The disk is waited for in a thread, so that others go on meanwhile. Everything else is done outside: at every call of
the system the thread and the event loop hand the interpreter to each other, which costs more than most calls take. A
disk that answers at once, such as one in memory, is not worth a thread at all.
"""

from __future__ import annotations

import asyncio
import os
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from houndsman.store.artifacts import cannot_be_written, new_file

#: To hand a reply to a thread takes as long.
_AT_ONCE_SECONDS = 0.000_1

#: So many replies go to threads before a disk that was slower is waited for here again: one may stall for seconds.
_IN_THREADS = 64


class ReplyFiles:
    """The folder of a run's replies; it is made when the first one comes."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._in_threads = 0
        """So many more go to threads."""

    def names(self) -> list[str]:
        """All that are there, in the order in which they were written."""
        try:
            places = sorted(self._folder.glob("*.json"))
            return [place.name for place in sorted(places, key=lambda place: place.stat().st_mtime_ns)]
        except OSError:
            return []

    def read(self, name: str) -> bytes | None:
        """The file `name`; None where there is none to read."""
        try:
            return (self._folder / name).read_bytes()
        except OSError:
            return None

    async def write(self, name: str, data: bytes) -> None:
        """Make the file `name` hold `data`. Cancelled, it is written all the same: it was paid for.

        Raises:
            StoreError: the file system refuses.
        """
        place = self._folder / name
        temporary = place.with_name(f".{name}.tmp")
        try:
            reply = _begun(place, temporary, data)
            if self._in_threads:
                self._in_threads -= 1
                await self._settled_in_a_thread(reply)
            else:
                self._settled_here(reply)
        except OSError as error:
            with suppress(OSError):
                temporary.unlink(missing_ok=True)
            raise cannot_be_written(place, error) from error

    async def _settled_in_a_thread(self, reply: _Begun) -> None:
        settled = asyncio.get_running_loop().run_in_executor(None, reply.settle)
        settled.add_done_callback(lambda _: reply.close())  # not sooner, though whoever waits may be cancelled
        await asyncio.shield(settled)

    def _settled_here(self, reply: _Begun) -> None:
        begun = time.perf_counter()
        try:
            reply.settle()
        finally:
            reply.close()
        if time.perf_counter() - begun > _AT_ONCE_SECONDS:
            self._in_threads = _IN_THREADS


@dataclass(frozen=True, slots=True)
class _Begun:
    """A reply that is written, and that the disk may not have yet. All that it needs is open."""

    temporary: Path
    place: Path
    file: BinaryIO
    folder: int | None
    """None where a folder cannot be opened: a new name is on the disk at once there."""

    def settle(self) -> None:
        """Wait until the disk has it, then its name."""
        os.fsync(self.file.fileno())
        self.temporary.replace(self.place)
        if self.folder is not None:
            os.fsync(self.folder)

    def close(self) -> None:
        """To be called once it is settled, or never will be."""
        self.file.close()
        if self.folder is not None:
            os.close(self.folder)


def _begun(place: Path, temporary: Path, data: bytes) -> _Begun:
    file = new_file(temporary)
    try:
        file.write(data)
        file.flush()
        folder = None if os.name == "nt" else os.open(place.parent, os.O_RDONLY)
    except OSError:
        with suppress(OSError):  # what could not be written is tried again
            file.close()
        raise
    return _Begun(temporary, place, file, folder)
