"""The exception tree and the one table of exit codes.

Every error that a user can meet is a `HoundsmanError` that says what happened, where, and what to do next. Each class
carries its exit code; only `cli/` turns one into a process status.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum


class ExitCode(IntEnum):
    """What the process status means. A script may rely on these numbers."""

    CLEAN = 0  # clean, or nothing was asked to fail
    FINDINGS = 1  # findings at or above --fail-on, or a golden threshold missed
    USAGE = 2  # wrong usage or configuration, or a repository that cannot be read
    INCOMPLETE = 3  # an agent failed or is missing, a brief unanswered, a budget spent, a plugin broken
    INTERNAL = 4  # a fault of ours
    INTERRUPTED = 130  # Ctrl-C


#: From what outranks everything to what yields to everything.
PRECEDENCE: tuple[ExitCode, ...] = (
    ExitCode.INTERRUPTED,
    ExitCode.INTERNAL,
    ExitCode.USAGE,
    ExitCode.INCOMPLETE,
    ExitCode.FINDINGS,
    ExitCode.CLEAN,
)


def worst(codes: Iterable[ExitCode]) -> ExitCode:
    """The code that outranks the others; `CLEAN` for none."""
    return min(codes, key=PRECEDENCE.index, default=ExitCode.CLEAN)


class HoundsmanError(Exception):
    """Something a user can act on.

    Args:
        what: what happened, one sentence without a final period.
        where: the place, such as `.houndsman/config.toml:3`; shown before the sentence.
        hint: the next step, shown on a line of its own.
    """

    exit_code = ExitCode.INTERNAL

    def __init__(self, what: str, *, where: str | None = None, hint: str | None = None) -> None:
        self.what = what
        self.where = where
        self.hint = hint
        place = f"{where}: " if where else ""
        step = f"\n  {hint}" if hint else ""
        super().__init__(f"{place}{what}{step}")


class UsageError(HoundsmanError):
    """The command line asks for something that cannot be."""

    exit_code = ExitCode.USAGE


class ConfigError(HoundsmanError):
    """A configuration file, a watchdog declaration or an environment variable is wrong."""

    exit_code = ExitCode.USAGE


class GitError(HoundsmanError):
    """git, or the repository, cannot give what the review needs."""

    exit_code = ExitCode.USAGE


class NoRepositoryError(GitError):
    """There is no git repository where one is needed."""


class TargetError(HoundsmanError):
    """The target of the review cannot be resolved to two commits."""

    exit_code = ExitCode.USAGE


class IncompleteError(HoundsmanError):
    """A review that cannot be finished from what is there."""

    exit_code = ExitCode.INCOMPLETE


class CheckUnavailable(HoundsmanError):
    """A code-only watchdog cannot answer on this machine, such as for want of its scanner.

    Its watchdog counts as missing. `hint` should hold the line that installs what is needed.
    """

    exit_code = ExitCode.INCOMPLETE


class StoreError(HoundsmanError):
    """The home folder or its database cannot be used."""

    exit_code = ExitCode.INTERNAL


class BusyError(StoreError):
    """Another process works on the same review, or holds the database for longer than we wait."""

    exit_code = ExitCode.USAGE


class ChangeParseError(HoundsmanError):
    """git's diff does not read as we expect: a fault of ours, and never a reason to drop a file."""

    exit_code = ExitCode.INTERNAL
