"""Read blobs by their ids, many through one process.

In come object ids, out come bytes, untouched. What is missing, or is no blob, is None; a git that ends early is a
`GitError`.
"""

from __future__ import annotations

import contextlib
import re
import subprocess
from collections.abc import Iterable, Iterator
from itertools import islice
from threading import Lock
from types import TracebackType
from typing import IO, Self

from houndsman.errors import GitError
from houndsman.git.runner import Git

_OBJECT_ID = re.compile(r"[0-9a-f]{40}(?:[0-9a-f]{24})?\Z")
_AHEAD = 256  # questions asked at once: far less than a pipe holds, so that neither side can block the other


class BlobReader:
    """Blobs of one repository. The process starts with the first question; threads may share a reader.

    Use it as a context manager, or call `close`.
    """

    def __init__(self, git: Git) -> None:
        self._git = git
        self._process: subprocess.Popen[bytes] | None = None
        self._lock = Lock()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def read(self, object_id: str) -> bytes | None:
        """The blob of this full id; None where it is missing or is no blob."""
        return next(self.read_many((object_id,)))[1]

    def read_many(self, object_ids: Iterable[str]) -> Iterator[tuple[str, bytes | None]]:
        """Each id with its blob, in the order given; faster than one `read` after the other."""
        asked = iter(object_ids)
        while some := tuple(islice(asked, _AHEAD)):
            yield from zip(some, self._answers(some), strict=True)

    def close(self) -> None:
        """End the process. The reader may be used again, with a new one."""
        with self._lock:
            process, self._process = self._process, None
            if process is not None:
                _end(process)

    def _answers(self, object_ids: tuple[str, ...]) -> list[bytes | None]:
        for object_id in object_ids:
            if not _OBJECT_ID.match(object_id):
                raise GitError(f"{object_id!r} is not the full id of an object")
        with self._lock:
            if self._process is None:
                self._process = self._git.start("cat-file", "--batch")
            questions, answers = self._process.stdin, self._process.stdout
            assert questions is not None and answers is not None  # both were asked for as pipes
            done = False
            try:
                questions.write("".join(f"{object_id}\n" for object_id in object_ids).encode("ascii"))
                questions.flush()
                blobs = [_answer(answers) for _ in object_ids]
                done = True
            except BrokenPipeError as error:
                raise GitError("git cat-file ended before it answered") from error
            finally:
                if not done:  # an answer left in the pipe would be taken for the next question's
                    _end(self._process)
                    self._process = None
            return blobs


def _answer(answers: IO[bytes]) -> bytes | None:
    head = answers.readline()
    parts = head.split()
    if len(parts) == 2 and parts[1] == b"missing":
        return None
    if len(parts) != 3 or not parts[2].isdigit():
        raise GitError(f"git cat-file answers {head[:200]!r}", hint="Check the repository with `git fsck`.")
    size = int(parts[2])
    body = answers.read(size + 1)
    if len(body) != size + 1:
        raise GitError("git cat-file ended in the middle of an object", hint="Check the repository with `git fsck`.")
    return body[:-1] if parts[1] == b"blob" else None


def _end(process: subprocess.Popen[bytes]) -> None:
    for pipe in (process.stdin, process.stdout):
        if pipe is not None:
            with contextlib.suppress(BrokenPipeError):
                pipe.close()
    try:
        process.wait(timeout=5)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
