"""Search the head commit for a pattern, within a limit of time.

In: a regular expression and where to look. Out: the places of its hits, or why there are none to be had, in words for
the model. Binary files, links and submodules are not looked into; nothing is read from the disk. git's Perl matcher is
asked first; where git has none, or it gives up on the pattern, POSIX's.
"""

from __future__ import annotations

import contextlib
import subprocess
import time
from collections.abc import Sequence
from dataclasses import dataclass
from threading import Event, Timer
from typing import NamedTuple

from houndsman.git.runner import Git
from houndsman.models.repo_path import RepoPath

#: What git may print before it is stopped; far more than is ever shown.
_OUTPUT_BYTES = 4 * 2**20
_FLAVOURS = ("-P", "-E")


class Hit(NamedTuple):
    """One line that matches."""

    path: RepoPath
    line: int


class Hits(NamedTuple):
    """What was found, in git's order."""

    hits: tuple[Hit, ...]
    whole: bool
    """Whether these are all."""


class Unsearched(NamedTuple):
    """Why there is no answer."""

    why: str


class _Printed(NamedTuple):
    output: bytes
    cut: bool
    status: int


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is looked for."""

    pattern: str
    under: RepoPath | None = None
    """A file or a folder; None for everywhere."""
    ignore_case: bool = False


class Search:
    """One search. It runs in a thread; `stop` ends it from another one.

    Args:
        git: of the shadow.
        head: the commit under review.
        seconds: how long it may take.
    """

    def __init__(self, git: Git, head: str, seconds: float) -> None:
        self._git = git
        self._head = head
        self._seconds = seconds
        self._stopped = Event()
        self._running: subprocess.Popen[bytes] | None = None

    def run(self, wanted: Wanted) -> Hits | Unsearched:
        """Look for it."""
        if not wanted.pattern or any(sign in wanted.pattern for sign in "\0\n"):
            return Unsearched("a pattern is one line of text that is not empty")
        until = time.monotonic() + self._seconds
        for flavour in _FLAVOURS:
            printed = self._grep(flavour, wanted, until)
            if self._stopped.is_set():
                return Unsearched(f"the search took more than {self._seconds:g} seconds: use a simpler pattern")
            if printed.cut or printed.status in (0, 1):
                return Hits(_hits(printed, f"{self._head}:".encode("ascii")), not printed.cut)
        return Unsearched("git cannot search for this pattern: it does not compile, or is too costly to match")

    def stop(self) -> None:
        """End it; nothing happens where it has ended."""
        self._stopped.set()
        if self._running is not None:
            self._running.kill()

    def _grep(self, flavour: str, wanted: Wanted, until: float) -> _Printed:
        case = ("-i",) if wanted.ignore_case else ()
        where = () if wanted.under is None else (wanted.under.raw.rstrip(b"/"),)
        pattern = wanted.pattern.encode("utf-8", "replace")
        process = self._git.start(
            "grep", "-z", "-n", "-I", "--no-color", "--no-column", "--full-name", *case, flavour,
            "-e", pattern, self._head, "--", *where,
        )  # fmt: skip
        self._running = process
        timer = Timer(max(0.0, until - time.monotonic()), self.stop)
        timer.start()
        try:
            if self._stopped.is_set():  # between the start and here
                process.kill()
            output, status = _output(process)
        finally:
            timer.cancel()
        return _Printed(output[:_OUTPUT_BYTES], len(output) > _OUTPUT_BYTES, status)


def _output(process: subprocess.Popen[bytes]) -> tuple[bytes, int]:
    """What it prints, at most one byte more than is wanted, and its status."""
    assert process.stdin is not None and process.stdout is not None  # both were asked for as pipes
    with contextlib.suppress(BrokenPipeError):
        process.stdin.close()
    try:
        output = process.stdout.read(_OUTPUT_BYTES + 1)
        if len(output) > _OUTPUT_BYTES:
            process.kill()
    finally:
        process.stdout.close()
        status = process.wait()
    return output, status


def _hits(printed: _Printed, prefix: bytes) -> tuple[Hit, ...]:
    r"""Path and line of each `<commit>:<path>\0<line>\0<text>\n`; a last one that was cut off is left out."""
    found: list[Hit] = []
    output, at = printed.output, 0
    while at < len(output):
        path_end = output.find(b"\0", at)
        line_end = output.find(b"\0", path_end + 1)
        end = output.find(b"\n", line_end + 1)
        if min(path_end, line_end, end) < 0:
            break
        found.append(Hit(RepoPath(output[at + len(prefix) : path_end]), int(output[path_end + 1 : line_end])))
        at = end + 1
    return tuple(found)


def paths_of(hits: Sequence[Hit]) -> tuple[RepoPath, ...]:
    """The files of `hits`, each once, in order."""
    return tuple(dict.fromkeys(hit.path for hit in hits))
