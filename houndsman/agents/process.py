"""Run one program within limits of time and output, and end it whole.

In: a command, a folder of ours for what it prints, limits, and a function that is asked again and again whether to go
on. Out: how it ended. Standard output and standard error go to files, so that the program lives on, and is found again,
should this process be killed: `left_behind` tells who runs in a folder, `follow` waits for it as if it were ours, also
where it is over by then, `end` ends it. Whatever happens, cancellation included, nobody of its process group outlives
the call.

A program that cannot be started is a `ProgramError`. More output than the limit is thrown away, and said.
"""

from __future__ import annotations

import asyncio
import json
import os
import secrets
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import IO

from houndsman.agents.process_group import MARK, ProcessGroup, boot, started_at
from houndsman.errors import IncompleteError
from houndsman.models.agent import Limits

OUTPUT = "output.txt"
ERRORS = "errors.txt"
PROCESS = "process.jsonl"

_PAUSE_SECONDS = 0.05
#: Where the system does not tell when a process ends.
_LOOK_SECONDS = 0.02
#: While output pours in, so that what is thrown away does not fill the disk first.
_HURRY_SECONDS = 0.002
#: No system gives out all of its process numbers in less.
_BRIEF_SECONDS = 1.0

#: Leaders of the groups at work: until a process is waited for, its number is nobody else's.
_at_work: set[int] = set()


class ProgramError(IncompleteError):
    """The program of an agent cannot be started."""


class EndedBy(StrEnum):
    """Who ended it."""

    ITSELF = "itself"
    TIME = "time"  # our limit
    WATCHER = "watcher"  # who was asked whether to go on


@dataclass(frozen=True, slots=True)
class Command:
    """What is run."""

    argv: Sequence[str]
    working_folder: Path
    folder: Path
    """What it prints, and who it is, is kept here."""
    environment: Mapping[str, str]
    """All of it; nothing is added but a mark by which its processes are known."""
    stdin: bytes = b""
    """All of its standard input: whole from the first moment, so that it stays so should we be killed."""


@dataclass(frozen=True, slots=True)
class Ran:
    """How it ended."""

    status: int | None
    """Exit status; negative: minus the signal that ended it. None where the operating system told somebody else."""
    ended_by: EndedBy = EndedBy.ITSELF
    cut: tuple[str, ...] = ()
    """Names of the files that had more output than the limit."""


async def run(command: Command, limits: Limits, go_on: Callable[[], bool]) -> Ran:
    """Run `command` to its end, or to ours."""
    mark, begun = secrets.token_hex(16), time.monotonic()
    with _Outputs(command.folder, fresh=True) as outputs, (command.folder / PROCESS).open("wb", buffering=0) as record:
        now = os.fstat(record.fileno()).st_mtime_ns
        record.write(_line(mark=mark, now=now, boot=boot()))  # finds it, should we be killed before the rest
        process = _started(command, mark, outputs)
        group, over = ProcessGroup(mark, process.pid), _over(process)
        ended_by: EndedBy | None = None
        _at_work.add(process.pid)
        try:
            record.write(_line(pid=process.pid, started=started_at(process.pid)))
            ended_by = await _watched(over, limits, go_on, outputs)
        finally:
            _tell(record, ended_by=ended_by)  # null: we were interrupted, and end it before it has answered
            newer = time.monotonic() - begun < _BRIEF_SECONDS
            await group.end(limits.grace_seconds, newer=newer, others=_at_work)
            await over
            _at_work.discard(process.pid)
            status = process.wait()  # not before: until then its number, which is the group's, is nobody else's
            _tell(record, status=status)
        outputs.keep(limits.output_bytes)
        return Ran(status, ended_by, tuple(outputs.cut))


async def follow(folder: Path, limits: Limits, go_on: Callable[[], bool]) -> Ran | None:
    """How the program ended that an earlier process of ours left in `folder`, waited for if it still runs; None where
    there is none.

    Its time counts anew, because nobody knows how long we were gone. One that is over is none where we ended it because
    we were interrupted, and where the machine was started since: of what it wrote, the disk may lack anything.
    """
    group = left_behind(folder)
    if group is None:
        return _over_by_now(folder, limits)
    ended_by: EndedBy | None = None
    with _Outputs(folder) as outputs:
        waiting = asyncio.ensure_future(_gone(group))
        try:
            ended_by = await _watched(waiting, limits, go_on, outputs)
        finally:
            waiting.cancel()
            _add(folder, ended_by=ended_by)
            await group.end(limits.grace_seconds)
        outputs.keep(limits.output_bytes)
        return Ran(None, ended_by, tuple(outputs.cut))


def _over_by_now(folder: Path, limits: Limits) -> Ran | None:
    """How a program ended that nobody of ours was there to wait for, or to tell of."""
    told = _told(folder)
    by, status = told.get("ended_by", EndedBy.ITSELF), told.get("status")
    is_of_this_boot = boot() is not None and told.get("boot") == boot()
    if "pid" not in told or not is_of_this_boot or by not in list(EndedBy):
        return None
    try:
        outputs = _Outputs(folder)
    except OSError:  # it put something else in their place
        return None
    with outputs:
        outputs.keep(limits.output_bytes)
        return Ran(status if type(status) is int else None, EndedBy(str(by)), tuple(outputs.cut))


def left_behind(folder: Path) -> ProcessGroup | None:
    """Who still runs of the program that was started with `folder`; None for nobody."""
    told = _told(folder)
    mark, leader = told.get("mark"), told.get("pid")
    if not isinstance(mark, str):
        return None
    if type(leader) is not int or leader <= 1 or started_at(leader) not in (None, told.get("started")):
        leader = None  # not known yet when we were killed, or by now another process has the number
    group = ProcessGroup(mark, leader)
    return group if group.alive() else None


def begun_at(folder: Path) -> int:
    """When the program that was started with `folder` began, by the clock of the folder's files: nanoseconds since
    1970; 0 where nobody knows."""
    now = _told(folder).get("now")
    return now if type(now) is int else 0


def still_running(folder: Path) -> bool:
    """Whether anything of the program that was started with `folder` runs."""
    return left_behind(folder) is not None


def end(folder: Path, grace_seconds: float = Limits().grace_seconds) -> bool:
    """End whatever still runs of the program that was started with `folder`; False where nothing did."""
    group = left_behind(folder)
    if group is not None:
        group.end_now(grace_seconds)
    return group is not None


def forget(folder: Path) -> None:
    """Take away `folder`, and whatever is in it."""
    if not folder.exists():
        return
    with suppress(OSError):
        for name in (OUTPUT, ERRORS, PROCESS):
            Path(folder, name).unlink()
        folder.rmdir()
        return
    shutil.rmtree(folder, ignore_errors=True)  # an agent without a program, or one that left something there


class _Outputs:
    """The files that a program writes to. They are kept open: what lies at their path later may not be they.

    They are opened for appending, so that what was written can be cut off: the next write goes to the new end.
    """

    def __init__(self, folder: Path, *, fresh: bool = False) -> None:
        flags = os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC | os.O_NOFOLLOW | (os.O_TRUNC if fresh else 0)
        self.cut: list[str] = []
        with ExitStack() as opened:
            self._files = {name: os.open(f"{folder}/{name}", flags, 0o600) for name in (OUTPUT, ERRORS)}
            for file in self._files.values():
                opened.callback(os.close, file)
            self._opened = opened.pop_all()

    def __enter__(self) -> _Outputs:
        return self

    def __exit__(self, *_: object) -> None:
        self._opened.close()

    @property
    def files(self) -> tuple[int, int]:
        """Where standard output and standard error go."""
        return self._files[OUTPUT], self._files[ERRORS]

    def keep(self, limit: int) -> bool:
        """Throw away what is beyond `limit` bytes of either; True where there was something."""
        over = [name for name, file in self._files.items() if os.fstat(file).st_size > limit]
        for name in over:
            os.ftruncate(self._files[name], limit)
        self.cut += [name for name in over if name not in self.cut]
        return bool(over)


def _line(**told: object) -> bytes:
    return json.dumps(told).encode() + b"\n"


def _tell(record: IO[bytes], **told: object) -> None:
    """Add to `record`. A full disk is no reason to leave a program at work: what is not told is not known."""
    with suppress(OSError):
        record.write(_line(**told))


def _add(folder: Path, **told: object) -> None:
    """Add to what we wrote of the program that was started with `folder`."""
    with suppress(OSError):
        file = os.open(folder / PROCESS, os.O_WRONLY | os.O_APPEND | os.O_CLOEXEC | os.O_NOFOLLOW)
        with os.fdopen(file, "wb", buffering=0) as record:
            _tell(record, **told)


def _told(folder: Path) -> dict[str, object]:
    """What we wrote of the program that was started with `folder`."""
    told: dict[str, object] = {}
    try:
        for line in (folder / PROCESS).read_bytes().splitlines():
            told |= json.loads(line)
    except (OSError, ValueError, TypeError):  # nothing, or we were killed while writing: what was read before counts
        pass
    return told


async def _watched(done: asyncio.Future[None], limits: Limits, go_on: Callable[[], bool], outputs: _Outputs) -> EndedBy:
    deadline = time.monotonic() + limits.seconds
    while True:
        left = deadline - time.monotonic()
        pause = _HURRY_SECONDS if outputs.keep(limits.output_bytes) else _PAUSE_SECONDS
        await asyncio.wait({done}, timeout=max(0.0, min(pause, left)))
        if done.done():
            return EndedBy.ITSELF
        if left <= 0:
            return EndedBy.TIME
        if not go_on():
            return EndedBy.WATCHER


def _started(command: Command, mark: str, outputs: _Outputs) -> subprocess.Popen[bytes]:
    """The program, at work. Started without asyncio, whose transports cost as much again and end with a thread each."""
    out, errors = outputs.files
    try:
        with _nameless(command.stdin) if command.stdin else Path(os.devnull).open("rb") as given:
            return subprocess.Popen(
                command.argv,
                cwd=command.working_folder,
                env={**command.environment, MARK: mark},
                stdin=given,
                stdout=out,
                stderr=errors,
                start_new_session=True,
            )
    except OSError as error:
        hint = "`houndsman agents` shows which programs are installed."
        raise ProgramError(f"it cannot be started: {error.strerror}", where=command.argv[0], hint=hint) from error


def _nameless(data: bytes) -> IO[bytes]:
    """A file that holds `data`, to be read from its beginning, for as long as anybody has it open."""
    file: IO[bytes] = (
        os.fdopen(os.memfd_create("prompt"), "w+b") if sys.platform == "linux" else tempfile.TemporaryFile()  # noqa: SIM115
    )
    file.write(data)
    file.seek(0)
    return file


def _over(process: subprocess.Popen[bytes]) -> asyncio.Future[None]:
    """Done when the process has ended; it is left to be waited for."""
    loop = asyncio.get_running_loop()
    if sys.platform != "linux":
        return loop.create_task(_looked_for(process))
    over: asyncio.Future[None] = loop.create_future()
    file = os.pidfd_open(process.pid)

    def forget(_: asyncio.Future[None]) -> None:
        loop.remove_reader(file)
        os.close(file)

    def tell() -> None:
        if not over.done():
            over.set_result(None)

    loop.add_reader(file, tell)
    over.add_done_callback(forget)
    return over


async def _looked_for(process: subprocess.Popen[bytes]) -> None:
    while process.poll() is None:
        await asyncio.sleep(_LOOK_SECONDS)


async def _gone(group: ProcessGroup) -> None:
    """Wait until the leader has ended; where it is not known, everybody."""
    while started_at(group.leader) is not None if group.leader is not None else group.alive():
        await asyncio.sleep(_PAUSE_SECONDS)
