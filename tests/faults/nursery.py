"""Runs command lines, each in a process of its own, and does something to it at the moment that a test names.

A moment is whatever leaves a trace: a file opened for writing, renamed or removed, a folder made or removed, a program
started, a statement or a commit of the database. Python's audit hooks and SQLAlchemy's events tell of each before it
happens; the product knows nothing of this. Moments of one process are numbered from 1, in the order they come.

In, on standard input: one job a line, as JSON; see `Job`. Out, a line for each: `pid` and `status`, the exit code or
the negative number of the signal. A process that stopped itself is answered for with `status` null; the job
`{"resume": pid}` lets it go on and waits for its end.

The processes are forks of this one, which has imported everything: starting Python dozens of times takes longer than
all that is tested.
"""

from __future__ import annotations

import ctypes
import errno
import importlib
import json
import os
import resource
import signal
import sys
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from importlib.metadata import entry_points
from pathlib import Path

import git
from sqlalchemy import Engine, event
from sqlalchemy.dialects import sqlite

from houndsman.cli import main
from houndsman.plugin_manager import GROUP
from houndsman.store import migrate, store

#: Audit events that leave a trace, besides files opened for writing.
TRACES = {
    "os.link",
    "os.mkdir",
    "os.remove",
    "os.rename",
    "os.rmdir",
    "os.symlink",
    "os.truncate",
    "shutil.rmtree",
    "sqlite3.connect",
    "subprocess.Popen",
}

#: Those that a full disk refuses.
NEEDS_SPACE = {"open", "os.link", "os.mkdir", "os.symlink"}

WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT


@dataclass
class Job:
    """One command line, and what happens to it."""

    words: list[str]
    cwd: str
    environ: dict[str, str]
    out: str
    """A file, or a name of `STREAMS`."""
    err: str
    plan: str
    """Where to write what the moments were."""
    at: int | None = None
    """The moment."""
    act: str = ""
    """What happens then, a name of `ACTS`."""
    bound: bool = False
    """Permissions bind root as they bind everybody."""
    largest: int | None = None
    """Bytes that a file may grow to."""
    _seen: list[str] = field(default_factory=list)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def run(self) -> int:
        """Run the command line in this process and say its exit code."""
        os.setsid()
        record = os.open(self.plan, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        lead(self.out, 1)
        lead(self.err, 2)
        os.chdir(self.cwd)
        os.environ.clear()
        os.environ.update(self.environ)
        if self.bound:
            give_up_rights()
        if self.largest is not None:
            limit(self.largest)
        sys.addaudithook(self._hear)
        event.listen(Engine, "before_cursor_execute", self._statement)
        event.listen(Engine, "commit", lambda connection: self._moment("commit", ""))
        code = main.run(self.words)
        try:
            sys.stdout.flush()
            sys.stderr.flush()
        except OSError:
            code = 120  # as Python ends where its last flush fails
        if self.largest is not None:
            limit(-1)
        os.write(record, json.dumps(self._seen).encode())
        return code

    def _hear(self, name: str, arguments: tuple[object, ...]) -> None:
        if name == "open":
            path, _, flags = arguments  # the path is a number where a pipe is opened
            if isinstance(flags, int) and flags & WRITING and path != os.devnull and isinstance(path, str | bytes):
                self._moment(name, os.fsdecode(path))
        elif name in TRACES:
            self._moment(name, str(arguments[0]))

    def _statement(self, connection: object, cursor: object, statement: str, *more: object) -> None:
        if statement not in ("BEGIN", "BEGIN IMMEDIATE") and not statement.startswith(("SELECT", "PRAGMA")):
            self._moment("sql", statement.partition("\n")[0])

    def _moment(self, kind: str, what: str) -> None:
        with self._lock:
            self._seen.append(f"{kind} {what}")
            number = len(self._seen)
        if self.at is not None and number >= self.at:
            ACTS[self.act](kind, number == self.at)


def kill(kind: str, first: bool) -> None:
    """The power fails."""
    os.kill(os.getpid(), signal.SIGKILL)


def interrupt(kind: str, first: bool) -> None:
    """Somebody presses Ctrl-C."""
    if first:
        os.kill(os.getpid(), signal.SIGINT)


def stop(kind: str, first: bool) -> None:
    """It stands still until it is resumed."""
    if first:
        os.kill(os.getpid(), signal.SIGSTOP)


def full(kind: str, first: bool) -> None:
    """There is no room on the disk from now on."""
    if kind in NEEDS_SPACE:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


ACTS: dict[str, Callable[[str, bool], None]] = {"kill": kill, "interrupt": interrupt, "stop": stop, "full": full}


def lead(where: str, descriptor: int) -> None:
    """Let a standard stream end where the test wants it: closed, unread, on a full disk, or in a file."""
    name = ("stdout", "stderr")[descriptor - 1]
    if where == "closed":
        os.close(descriptor)
        setattr(sys, name, None)  # as in a process that starts so
        return
    if where == "unread":
        reader, opened = os.pipe()
        os.close(reader)
    else:
        opened = os.open("/dev/full" if where == "full" else where, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    os.dup2(opened, descriptor)
    os.close(opened)
    setattr(sys, name, open(descriptor, "w", encoding="utf-8", closefd=False))  # noqa: SIM115 - to the end


def limit(largest: int) -> None:
    """Let no file grow beyond so many bytes."""
    resource.setrlimit(resource.RLIMIT_FSIZE, (largest, resource.getrlimit(resource.RLIMIT_FSIZE)[1]))


def give_up_rights() -> None:
    """Give up what lets root write anywhere, for this process and the programs that it starts."""
    if os.getuid() == 0:
        libc = ctypes.CDLL(None, use_errno=True)
        no_rights_by_name, version_3 = (28, 1), 0x20080522  # PR_SET_SECUREBITS, SECBIT_NOROOT; of capset
        libc.prctl(*no_rights_by_name, 0, 0, 0)
        libc.capset((ctypes.c_uint32 * 2)(version_3, 0), (ctypes.c_uint32 * 6)())


def answer(asked: dict[str, object]) -> dict[str, object]:
    """Do what one line asks for."""
    resumed = asked.get("resume")
    if isinstance(resumed, int):
        os.kill(resumed, signal.SIGCONT)
        return waited(resumed)
    job = Job(**asked)  # type: ignore[arg-type]
    pid = os.fork()
    if pid == 0:
        code = 70
        try:
            signal.signal(signal.SIGINT, signal.default_int_handler)
            code = job.run()
        finally:
            os._exit(code)
    return waited(pid)


def waited(pid: int) -> dict[str, object]:
    """How the process ended, or that it stopped."""
    _, status = os.waitpid(pid, os.WUNTRACED)
    return {"pid": pid, "status": None if os.WIFSTOPPED(status) else os.waitstatus_to_exitcode(status)}


def serve() -> None:
    """Answer line by line until the test has no more."""
    for command in main.COMMANDS:
        importlib.import_module(f"houndsman.cli.{command}")
    for entry in entry_points(group=GROUP):
        entry.load()
    assert {each.__name__ for each in (git, migrate, sqlite, store)} <= set(sys.modules), (
        "imported for their cost alone"
    )
    for line in sys.stdin:
        print(json.dumps(answer(json.loads(line))), flush=True)


if __name__ == "__main__":
    sys.dont_write_bytecode = True
    assert Path(__file__).is_absolute()
    serve()
