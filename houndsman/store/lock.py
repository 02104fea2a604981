"""One command at a time works on a review.

In: the review's lock file. Out: a context in which nobody else holds it. Fails with `BusyError` that names the holder.
The lock is the operating system's, so that a killed holder's falls with it; who holds it is written in a file beside.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path

from filelock import FileLock, Timeout

from houndsman.errors import BusyError, StoreError
from houndsman.store.artifacts import read_artifact, write_artifact


@contextmanager
def held(lock: Path, command: str) -> Iterator[None]:
    """Hold the lock of a review while the block runs; wait for nobody.

    Args:
        lock: `Home.lock` of the review.
        command: what we are doing, for whoever finds the lock taken.

    Raises:
        BusyError: another process, or another part of this one, holds it.
        StoreError: the lock file cannot be made.
    """
    holder = lock.with_name(f"{lock.name}.json")
    guard = FileLock(lock)
    try:
        lock.parent.mkdir(parents=True, exist_ok=True)
        guard.acquire(timeout=0)
    except Timeout:
        raise BusyError(
            f"the review is in use{_words(holder)}",
            where=str(lock),
            hint="Wait until it is done, or end it; another --variant is another review and does not wait.",
        ) from None
    except OSError as error:
        raise StoreError(
            f"the lock cannot be taken ({error.strerror})",
            where=str(lock),
            hint="Set HOUNDSMAN_HOME to a folder you can write.",
        ) from error
    try:
        started = datetime.now(UTC).isoformat(timespec="seconds")
        write_artifact(holder, {"pid": os.getpid(), "command": command, "startedAt": started})
        yield
    finally:
        with suppress(OSError):
            holder.unlink(missing_ok=True)
        guard.release()


def is_held(lock: Path) -> bool:
    """Whether somebody holds the lock of a review at the moment."""
    if not lock.exists():
        return False
    guard = FileLock(lock)
    try:
        guard.acquire(timeout=0)
    except Timeout:
        return True
    except OSError:  # whoever cannot take it does not know
        return False
    guard.release()
    return False


def _words(holder: Path) -> str:
    """Who holds the lock, as far as it can be said: the holder may not have written its name yet."""
    try:
        said = read_artifact(holder)
    except StoreError:
        return ""
    match said:
        case {"command": str(command), "pid": int(pid), "startedAt": str(started)}:
            return f" by `{command}` (process {pid}, since {started})"
        case _:
            return ""
