"""Runs a scanner as a program, so that nothing of the change under review has a say in what it finds.

In: the program's name, its arguments, and a folder that holds plain copies of the changed files under names of ours.
Out: what it printed. A change cannot reach the scanner's settings: its configuration and ignore files are not copied,
its file names are replaced, its modules are never on the import path, and the environment is an allow-list.

Fails with `houndsman.CheckUnavailable` where the program is missing, ends badly, takes too long or prints something
else than was asked for. "Nothing found" is only ever what the scanner itself said.
"""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import signal
import site
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Collection
from importlib.machinery import PathFinder
from pathlib import Path
from typing import NamedTuple

from houndsman import CheckUnavailable

#: After this many seconds a scanner counts as broken: the slowest real ones need a tenth of it for thousands of files.
TIMEOUT_SECONDS = 600.0

#: How much of a scanner's complaint an error repeats.
_COMPLAINT_CHARS = 400

#: What a scanner may know of the user's environment: enough to start and to find its temporary folder.
_PASSED_ON = ("HOME", "LANG", "LC_ALL", "SYSTEMROOT", "TEMP", "TMP", "TMPDIR", "USERPROFILE")


class Program(NamedTuple):
    """A scanner, by the names it goes by."""

    name: str
    """The executable."""
    module: str | None = None
    """What `python -m` calls it; None where there is nothing but the executable."""


class Ended(NamedTuple):
    """How a scanner's run ended, and what it said."""

    status: int
    printed: str
    complaint: str
    """What it wrote to the standard error stream."""


def program_folders() -> list[str]:
    """Where programs are looked for: beside this interpreter (its environment need not be activated), then `PATH`.

    Relative entries of `PATH` are left out: they would name a folder of the repository under review.
    """
    on_path = os.environ.get("PATH", "").split(os.pathsep)
    return [str(Path(sys.executable).parent), *(folder for folder in on_path if Path(folder).is_absolute())]


def module_folders() -> list[str]:
    """Where installed modules are looked for: never the working directory, which may be the change under review."""
    paths = sysconfig.get_paths()
    own = [paths["purelib"], paths["platlib"]]
    return own + ([site.getusersitepackages()] if site.ENABLE_USER_SITE else [])


def command(program: Program) -> list[str]:
    """The words that start `program`.

    Raises:
        CheckUnavailable: it is neither beside this interpreter, nor on `PATH`, nor installed as a module.
    """
    found = shutil.which(program.name, path=os.pathsep.join(program_folders()))
    if found:
        return [found]
    if program.module and PathFinder.find_spec(program.module, module_folders()):
        # -P keeps the working directory off the import path.
        return [sys.executable, "-P", "-m", program.module]
    raise CheckUnavailable(
        f"the program {program.name!r} is not installed", hint="Install it: pip install 'houndsman[watchdogs]'"
    )


def attempt(program: Program, arguments: list[str], folder: Path) -> Ended:
    """How `program` ends when it is run in `folder` with `arguments`, for a caller who knows what a status means.

    Args:
        program: the scanner.
        arguments: short ones; files are found by the scanner in `folder`.
        folder: its working directory, which must hold nothing that a change could have named.

    Raises:
        CheckUnavailable: it is missing, cannot be started or takes too long.
    """
    argv = [*command(program), *arguments]
    # Files, not pipes: a scanner's left-over worker that holds a pipe open would make us wait beyond the limit.
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as complaints:
        try:
            process = subprocess.Popen(
                argv,
                cwd=folder,
                env=_environment(),
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=complaints,
                start_new_session=True,
            )
        except OSError as error:
            raise CheckUnavailable(f"{program.name} cannot be started: {error.strerror}", where=argv[0]) from error
        try:
            status = process.wait(TIMEOUT_SECONDS)
        except subprocess.TimeoutExpired:
            raise CheckUnavailable(
                f"{program.name} was ended after {TIMEOUT_SECONDS:g} seconds",
                hint="Review a smaller range, or leave this watchdog out with -k",
            ) from None
        finally:
            _end(process)
        out.seek(0)
        complaints.seek(0)
        return Ended(status, *(stream.read().decode("utf-8", "replace") for stream in (out, complaints)))


def run(program: Program, arguments: list[str], folder: Path, accepted: Collection[int] = (0,)) -> str:
    """What `program` prints when it is run in `folder` with `arguments`.

    Args:
        program: see `attempt`.
        arguments: see `attempt`.
        folder: see `attempt`.
        accepted: the statuses with which it ends after a whole scan, be it with findings or without.

    Raises:
        CheckUnavailable: see the module.
    """
    ended = attempt(program, arguments, folder)
    if ended.status not in accepted:
        raise failed(program, ended)
    return ended.printed


def run_for_json(program: Program, arguments: list[str], folder: Path, accepted: Collection[int] = (0,)) -> object:
    """As `run`, for a program that prints one JSON value."""
    return read_json(program, run(program, arguments, folder, accepted))


def read_json(program: Program, printed: str) -> object:
    """The one JSON value that `program` printed.

    Raises:
        CheckUnavailable: it is none.
    """
    try:
        value: object = json.loads(printed)
    except json.JSONDecodeError as error:
        raise _broken(program, "printed no JSON", printed) from error
    return value


def failed(program: Program, ended: Ended) -> CheckUnavailable:
    """The error for a run that ended as no whole scan does."""
    return _broken(program, f"ended with status {ended.status}", ended.complaint)


def unreadable(program: Program, detail: object) -> CheckUnavailable:
    """The error for output of `program` that is JSON and still not the report we know."""
    return _broken(program, "printed a report that cannot be read", str(detail))


def _broken(program: Program, what: str, complaint: str) -> CheckUnavailable:
    said = " ".join(complaint.split())
    if len(said) > _COMPLAINT_CHARS:
        said = f"{said[:_COMPLAINT_CHARS]} …"
    return CheckUnavailable(
        f"{program.name} {what}" + (f": {said}" if said else ""),
        hint="Install a version that is known to work: pip install --upgrade 'houndsman[watchdogs]'",
    )


def _environment() -> dict[str, str]:
    kept = {name: os.environ[name] for name in _PASSED_ON if name in os.environ}
    # UTF-8 whatever the locale: a scanner in Python would otherwise read our copies in the user's encoding.
    return kept | {"PATH": os.pathsep.join(program_folders()), "PYTHONUTF8": "1", "PYTHONSAFEPATH": "1"}


def _end(process: subprocess.Popen[bytes]) -> None:
    """End a scanner that is still at work, with all its workers."""
    if process.poll() is not None:
        return
    if sys.platform == "win32":
        process.kill()
    else:
        with contextlib.suppress(ProcessLookupError):  # it ended just now
            os.killpg(process.pid, signal.SIGKILL)
    process.wait()
