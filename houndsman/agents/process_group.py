"""Which processes belong to one session of an agent, and how all of them are ended.

In: the id of the process that was started as the leader of a group of its own, and the mark that it was given in its
environment. Out: who of them is alive. A process that left the group (`setsid`, a daemon) is found by the mark where
there is /proc; elsewhere only the group is seen. Ending never fails: who is gone, or is not ours, is passed over.
"""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

#: The environment variable that marks every process of a session.
MARK = "HOUNDSMAN_SESSION"

_PROC = Path("/proc")
_BOOT = Path("/proc/sys/kernel/random/boot_id")
_LOOK_SECONDS = 0.02
_KILLED_SECONDS = 2.0  # a process that was sent KILL is gone as soon as the kernel can


@dataclass(frozen=True, slots=True)
class ProcessGroup:
    """The processes of one session."""

    mark: str
    leader: int | None
    """Its id is that of the group, too; None where that number is nobody's, or by now somebody else's."""

    def alive(self, *, newer: bool = False) -> set[int]:
        """Ids of those that run; one that has ended and was not yet waited for is not among them.

        `newer` looks only among processes that were started after the leader: much faster, and right as long as the
        system has not begun again with low numbers.
        """
        if not _has_proc():
            return {self.leader} if self.leader is not None and _group_exists(self.leader) else set()
        marked = f"{MARK}={self.mark}".encode()
        first = self.leader if newer and self.leader is not None else 0
        return {pid for pid in _pids() if pid >= first and self._owns(pid, marked)}

    def send(self, sign: signal.Signals, *, newer: bool = False) -> bool:
        """Send `sign` to all of them; False where there is nobody left."""
        alive = self.alive(newer=newer)
        if alive and self.leader is not None:
            _send(os.killpg, self.leader, sign)
        for pid in alive:
            if _group_of(pid) != self.leader:
                _send(os.kill, pid, sign)
        return bool(alive)

    async def end(self, grace_seconds: float, *, newer: bool = False) -> None:
        """Ask all of them to end, and end them when `grace_seconds` are over. Cancelled: end them at once."""
        if not self.send(signal.SIGTERM, newer=newer):
            return
        until = time.monotonic() + grace_seconds
        try:
            while self.alive() and time.monotonic() < until:
                await asyncio.sleep(_LOOK_SECONDS)
        finally:
            self.kill()

    def end_now(self, grace_seconds: float) -> None:
        """The same, without an event loop."""
        self.send(signal.SIGTERM)
        until = time.monotonic() + grace_seconds
        while self.alive() and time.monotonic() < until:
            time.sleep(_LOOK_SECONDS)
        self.kill()

    def kill(self) -> None:
        """End all of them now, those that they start meanwhile as well."""
        until = time.monotonic() + _KILLED_SECONDS
        while self.send(signal.SIGKILL) and time.monotonic() < until:
            time.sleep(_LOOK_SECONDS / 4)

    def _owns(self, pid: int, marked: bytes) -> bool:
        state = _state(pid)
        if state is None or state.is_over:
            return False
        return state.group == self.leader or marked in _environment(pid).split(b"\0")


def started_at(pid: int) -> str | None:
    """When the process `pid` began, in a form to be compared only: with its id it names one process for good. None
    where it does not run."""
    if _has_proc():
        state = _state(pid)
        return None if state is None or state.is_over else f"{_boot()} {state.started}"
    asked = subprocess.run(
        ["ps", "-o", "lstart=", "-p", str(pid)], capture_output=True, text=True, env={"LC_ALL": "C", "PATH": os.defpath}
    )
    return asked.stdout.strip() or None


@dataclass(frozen=True, slots=True)
class _State:
    is_over: bool
    group: int
    started: str


def _state(pid: int) -> _State | None:
    """What `/proc/PID/stat` says; its second field is a name that may hold anything, the last `)` ends it."""
    fields = _told(pid, "stat").rpartition(b")")[2].split()
    return _State(fields[0] in (b"Z", b"X"), int(fields[2]), fields[19].decode("ascii")) if len(fields) > 19 else None


def _environment(pid: int) -> bytes:
    return _told(pid, "environ")


def _told(pid: int, what: str) -> bytes:
    """A file of a process; empty for one that is gone, or another user's."""
    try:
        file = os.open(f"{_PROC}/{pid}/{what}", os.O_RDONLY | os.O_CLOEXEC)
    except OSError:
        return b""
    pieces = []
    try:
        while piece := os.read(file, 2**16):
            pieces.append(piece)
    except OSError:  # it ended meanwhile
        return b""
    finally:
        os.close(file)
    return b"".join(pieces)


def _pids() -> list[int]:
    return [int(name) for name in os.listdir(_PROC) if name.isdigit()]  # noqa: PTH208 - names alone, many of them


def _has_proc() -> bool:
    return (_PROC / "self" / "stat").exists()


def _boot() -> str:
    try:
        return _BOOT.read_text("ascii").strip()
    except OSError:
        return ""


def _group_of(pid: int) -> int | None:
    try:
        return os.getpgid(pid)
    except OSError:
        return None


def _group_exists(leader: int) -> bool:
    try:
        os.killpg(leader, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True


def _send(how: Callable[[int, int], None], whom: int, sign: signal.Signals) -> None:
    try:
        how(whom, sign)
    except (ProcessLookupError, PermissionError):
        return
