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
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from functools import cache

#: The environment variable that marks every process of a session.
MARK = "HOUNDSMAN_SESSION"

#: Numbers that are asked for one by one, at a microsecond each; a list of all of /proc takes a hundred.
_FEW = 40

_LOOK_SECONDS = 0.02
_KILLED_SECONDS = 2.0  # a process that was sent KILL is gone as soon as the kernel can


@dataclass(frozen=True, slots=True)
class ProcessGroup:
    """The processes of one session."""

    mark: str
    leader: int | None
    """Its id is that of the group, too; None where that number is nobody's, or by now somebody else's."""

    def alive(self, *, newer: bool = False, others: Collection[int] = ()) -> set[int]:
        """Ids of those that run; one that has ended and was not yet waited for is not among them.

        `newer` looks only among processes that were started after the leader: much faster, and right as long as the
        system has not given out all numbers since. Among those it passes over whoever is in the group of one of
        `others`, the leaders of other sessions: no group can be entered from another session.
        """
        if not _has_proc():
            return {self.leader} if self.leader is not None and _group_exists(self.leader) else set()
        marked = f"{MARK}={self.mark}".encode()
        pids = _pids_from(self.leader, others) if newer and self.leader is not None else _pids()
        return {pid for pid in pids if self._owns(pid, marked)}

    def send(self, sign: signal.Signals, *, newer: bool = False, others: Collection[int] = ()) -> bool:
        """Send `sign` to all of them; False where there is nobody left."""
        alive = self.alive(newer=newer, others=others)
        if alive and self.leader is not None:
            _send(os.killpg, self.leader, sign)
        for pid in alive:
            if _group_of(pid) != self.leader:
                _send(os.kill, pid, sign)
        return bool(alive)

    async def end(self, grace_seconds: float, *, newer: bool = False, others: Collection[int] = ()) -> None:
        """Ask all of them to end, and end them when `grace_seconds` are over. Cancelled: end them at once."""
        if not self.send(signal.SIGTERM, newer=newer, others=others):
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
        if _group_of(pid) != self.leader and marked not in _environment(pid).split(b"\0"):
            return False
        state = _state(pid)
        return state is not None and not state.is_over


def started_at(pid: int) -> str | None:
    """When the process `pid` began, in a form to be compared only: with its id it names one process for good. None
    where it does not run."""
    if _has_proc():
        state = _state(pid)
        return None if state is None or state.is_over else f"{boot()} {state.started}"
    asked = subprocess.run(
        ["ps", "-o", "lstart=", "-p", str(pid)], capture_output=True, text=True, env={"LC_ALL": "C", "PATH": os.defpath}
    )
    return asked.stdout.strip() or None


@cache
def boot() -> str | None:
    """What is another each time the machine is started; None where nobody tells."""
    return _told("sys/kernel/random/boot_id").decode("ascii").strip() or None


@dataclass(frozen=True, slots=True)
class _State:
    is_over: bool
    started: str


def _state(pid: int) -> _State | None:
    """What `/proc/PID/stat` says; its second field is a name that may hold anything, the last `)` ends it."""
    fields = _told(f"{pid}/stat").rpartition(b")")[2].split()
    return _State(fields[0] in (b"Z", b"X"), fields[19].decode("ascii")) if len(fields) > 19 else None


def _environment(pid: int) -> bytes:
    return _told(f"{pid}/environ")


def _told(what: str) -> bytes:
    """What a file of /proc says; empty for a process that is gone, or another user's."""
    try:
        file = os.open(f"/proc/{what}", os.O_RDONLY | os.O_CLOEXEC)
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


def _pids_from(first: int, others: Collection[int]) -> Iterable[int]:
    """Those that were given out since `first` was. While they are few, asking for each is faster than listing all; ours
    are left out, and those in the groups of `others`, as nobody of another session can be of our group."""
    told = _told("loadavg").split()
    latest = int(told[-1]) if told else 0
    if latest < first:  # not told, or they began again with low ones
        return _pids()
    if latest - first > _FEW:
        return [pid for pid in _pids() if pid >= first]
    nobodys = {None, os.getpgrp(), *others} - {first}
    return [pid for pid in range(first, latest + 1) if _group_of(pid) not in nobodys]


def _pids() -> list[int]:
    return [int(name) for name in os.listdir("/proc") if name.isdigit()]  # noqa: PTH208 - names alone, many of them


@cache
def _has_proc() -> bool:
    return bool(_told("self/stat"))


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
