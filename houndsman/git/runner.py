"""Run git, on bytes, so that neither the user's configuration nor the reviewed repository changes what it says.

In come arguments and standard input, out comes git's standard output, untouched. Whatever could run a program, ask a
question, take a lock, reach the network or restyle the output is pinned off for every call. A status that the caller
did not expect is a `GitError` with git's own words; so are a missing git and one that is too old.
"""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import NamedTuple

from houndsman.errors import GitError

#: The oldest git whose options we rely on.
OLDEST_GIT = (2, 34)

_GLOBAL_OPTIONS = ("--no-pager", "--no-optional-locks", "--no-replace-objects", "--literal-pathspecs")

#: Given on every command line, where they outrank every configuration file.
_SETTINGS = (
    "advice.addEmbeddedRepo=false",
    "advice.graftFileDeprecated=false",
    "color.ui=false",
    "core.alternateRefsCommand=",
    f"core.attributesFile={os.devnull}",
    "core.editor=false",
    "core.fsmonitor=false",
    f"core.hooksPath={os.devnull}",
    "core.pager=cat",
    "core.quotePath=false",
    "core.splitIndex=false",  # else an index that we write elsewhere leaves its shared half in the user's git directory
    "core.sshCommand=false",
    "core.warnAmbiguousRefs=false",
    "credential.helper=",
    f"diff.orderFile={os.devnull}",
    "gc.auto=0",
    "log.showSignature=false",
    "maintenance.auto=false",
    "submodule.recurse=false",
)

_ENVIRONMENT = {
    "LC_ALL": "C",
    "GIT_TERMINAL_PROMPT": "0",
    "GIT_ATTR_NOSYSTEM": "1",
    "GIT_GRAFT_FILE": os.devnull,  # like replace refs, grafts are another history on this machine only
    "GIT_ALLOW_PROTOCOL": "none",  # a partial clone must not fetch behind our back; outranks every `protocol.*`
    "GIT_NO_LAZY_FETCH": "1",
}
_ISOLATION = {"GIT_CONFIG_NOSYSTEM": "1", "GIT_CONFIG_GLOBAL": os.devnull}


class Answer(NamedTuple):
    """What one run of git gave."""

    output: bytes
    errors: str
    """Standard error, decoded, with control characters made visible."""
    status: int


@dataclass(frozen=True)
class Git:
    """git for one repository.

    Without `isolated` the user's own configuration is still read, for what only the user can know (`safe.directory`,
    `core.excludesFile`, `core.autocrlf`). Instances may be shared between threads.
    """

    git_dir: Path | None
    """None: git looks for the repository itself, from `cwd` upwards."""
    work_tree: Path | None = None
    isolated: bool = False
    """No configuration but the repository's own is read."""
    environment: Mapping[str, str] = field(default_factory=dict)
    """Added last, such as `GIT_INDEX_FILE`."""
    settings: tuple[str, ...] = ()
    """Further `name=value` configuration, after the pinned."""
    cwd: Path | None = None
    """Where git runs: by default in the work tree, or else in the git directory, which is outside any work tree."""

    def run(self, *args: str | bytes, stdin: bytes = b"", ok: tuple[int, ...] = (0,)) -> bytes:
        """git's standard output.

        Args:
            args: the subcommand and what follows; bytes for what is no text, such as a path.
            stdin: what git reads; it never sees our own standard input.
            ok: statuses that are answers. Any other raises `GitError`.
        """
        return self.ask(*args, stdin=stdin, ok=ok).output

    def text(self, *args: str | bytes, stdin: bytes = b"", ok: tuple[int, ...] = (0,)) -> str:
        """Like `run`, as text without the final line end. For names of objects, refs and folders, not for contents."""
        return self.run(*args, stdin=stdin, ok=ok).decode("utf-8", "surrogateescape").removesuffix("\n")

    def ask(self, *args: str | bytes, stdin: bytes = b"", ok: tuple[int, ...] = (0,)) -> Answer:
        """Like `run`, with git's status and what it wrote on standard error."""
        require_git()
        try:
            done = subprocess.run(
                self._command(args), input=stdin, capture_output=True, env=self._env(), cwd=self._place(), check=False
            )
        except OSError as error:
            raise _cannot_start(error, self._place()) from error
        answer = Answer(done.stdout, visible(done.stderr.decode("utf-8", "replace").strip()), done.returncode)
        if done.returncode not in ok:
            raise _failure(_subcommand(args), answer)
        return answer

    def start(self, *args: str | bytes) -> subprocess.Popen[bytes]:
        """A running git with pipes on its standard input and output; its standard error is dropped."""
        require_git()
        try:
            return subprocess.Popen(
                self._command(args),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                env=self._env(),
                cwd=self._place(),
            )
        except OSError as error:
            raise _cannot_start(error, self._place()) from error

    def with_environment(self, **variables: str) -> Git:
        """The same with further environment variables."""
        return replace(self, environment={**self.environment, **variables})

    def with_settings(self, *settings: str) -> Git:
        """The same with further `name=value` configuration."""
        return replace(self, settings=(*self.settings, *settings))

    def _command(self, args: Sequence[str | bytes]) -> list[str]:
        command = ["git", *_GLOBAL_OPTIONS]
        for setting in (*_SETTINGS, *self.settings):
            command += ("-c", setting)
        if self.git_dir is not None:
            command.append(f"--git-dir={self.git_dir}")
        if self.work_tree is not None:
            command.append(f"--work-tree={self.work_tree}")
        return [*command, *(os.fsdecode(arg) for arg in args)]

    def _env(self) -> dict[str, str]:
        ours = {"PATH": safe_path(), **_ENVIRONMENT, **(_ISOLATION if self.isolated else {}), **self.environment}
        return {**{name: value for name, value in os.environ.items() if not _is_foreign(name)}, **ours}

    def _place(self) -> Path | None:
        return self.cwd or self.work_tree or self.git_dir


def safe_path() -> str:
    """The caller's `PATH` without what depends on the current folder, which may be the change under review."""
    folders = [folder for folder in os.environ.get("PATH", "").split(os.pathsep) if Path(folder).is_absolute()]
    return os.pathsep.join(folders) or os.defpath


def visible(text: str) -> str:
    """`text` with every control character but line ends written as an escape, so that a terminal does not obey it."""
    return re.sub(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]", lambda found: f"\\x{ord(found[0]):02x}", text)


@cache
def require_git() -> tuple[int, int]:
    """The version of git on this machine, looked up once a process. Raises `GitError` for none or one too old."""
    try:
        said = subprocess.run(
            ["git", "version"],
            capture_output=True,
            stdin=subprocess.DEVNULL,
            env={**os.environ, "PATH": safe_path()},
            check=False,
        ).stdout
    except OSError as error:
        raise _cannot_start(error, None) from error
    found = re.match(rb"git version (\d+)\.(\d+)", said)
    if found is None:
        raise GitError(
            f"`git version` answers {said[:80]!r}", hint="Install git 2.34 or newer and put it first on PATH."
        )
    version = (int(found[1]), int(found[2]))
    if version < OLDEST_GIT:
        raise GitError(
            f"git {version[0]}.{version[1]} is too old",
            hint=f"Install git {OLDEST_GIT[0]}.{OLDEST_GIT[1]} or newer: https://git-scm.com/downloads",
        )
    return version


def _is_foreign(name: str) -> bool:
    # LANGUAGE outranks LC_ALL for messages, which we read.
    return name.startswith("GIT_") or name == "LANGUAGE"


def _cannot_start(error: OSError, place: Path | None) -> GitError:
    if place is not None and not place.is_dir():
        return GitError("there is no such folder", where=str(place))
    hint = "Install git 2.34 or newer (https://git-scm.com/downloads) and check with `git --version`."
    # Anything else, such as too long a command line, no installation helps.
    helps = isinstance(error, FileNotFoundError | PermissionError)
    return GitError(f"git cannot be run: {error.strerror or error}", hint=hint if helps else None)


def _failure(subcommand: str, answer: Answer) -> GitError:
    said = answer.errors or f"status {answer.status}, without a word"
    hint = None
    if "detected dubious ownership" in said:
        hint = "If you trust the folder, do as git says with `git config --global --add safe.directory`."
    elif "promisor" in said or "unable to read" in said or "missing blob" in said:
        hint = "Objects are missing here. In a partial clone fetch them first: `git fetch --refetch --no-filter`."
    return GitError(f"git {subcommand} failed: {said}", hint=hint)


def _subcommand(args: Sequence[str | bytes]) -> str:
    return os.fsdecode(args[0]) if args else ""
