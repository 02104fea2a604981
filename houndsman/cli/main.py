"""The way in: finds the command, runs it, and turns what it returns or raises into an exit code.

Start-up is light: help texts stand in a table here, so that `--help` imports no command, and a command imports nothing
that another needs.
"""

from __future__ import annotations

import difflib
import errno
import importlib
import os
import sys
import traceback
from collections.abc import Sequence
from contextlib import suppress

import click

from houndsman import __version__
from houndsman.cli.interrupts import Interrupts, interrupts
from houndsman.cli.streams import complain, divert, say, settle
from houndsman.errors import ExitCode, HoundsmanError

#: Command, and its line in `--help`; each lives in the module of its name.
COMMANDS: dict[str, str] = {
    "hunt": "Review a change: prepare, send out the watchdogs, finalize.",
    "prepare": "Write briefs and manifest for agents to work from (what bare `houndsman` does).",
    "finalize": "Check, merge and file what has been answered; write the summary.",
    "status": "Tell how far a run has come, and what it has cost so far.",
    "findings": "List, show, decide and import findings.",
    "explain": "Tell how a finding came to be: from the raw words to the triage.",
    "golden": "Score a reviewer, ours or anyone's, against known defects.",
    "compare": "Compare two reviewers: an A/B that can say that nothing shows a difference.",
    "agreement": "Say how far several variants agree, and list what any, most and all of them find.",
    "watchdogs": "List, show, write and check watchdogs.",
    "agents": "List agents: which are installed, in which version, and whether they answer.",
    "plugins": "List plugins: what is loaded, from where, what failed and why.",
    "skill": "Teach an agent program to drive a review itself.",
    "clean": "Remove checked-out reading roots; nothing that was found.",
    "demo": "Build a small repository with planted defects and review it.",
}


#: What the machine refuses, through no fault of ours.
_REFUSALS = frozenset(
    {
        errno.EACCES,
        errno.EDQUOT,
        errno.EFBIG,
        errno.EIO,
        errno.EMFILE,
        errno.ENFILE,
        errno.ENOMEM,
        errno.ENOSPC,
        errno.EPERM,
        errno.EROFS,
    }
)

#: Set by a shell that asks for completions.
_COMPLETE = "_HOUNDSMAN_COMPLETE"


class LazyGroup(click.Group):
    """A group that knows its commands by name and imports one only to run it."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        command = importlib.import_module(f"houndsman.cli.{cmd_name}").command
        assert isinstance(command, click.Command)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and args[0] not in COMMANDS:
            close = difflib.get_close_matches(args[0], COMMANDS, n=1)
            hint = f" Did you mean {close[0]!r}?" if close else " `houndsman --help` lists the commands."
            raise click.UsageError(f"No such command {args[0]!r}.{hint}", ctx)
        return super().resolve_command(ctx, args)


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, "-V", "--version", message="houndsman %(version)s")
def cli() -> None:
    """A declarative, pytest-style harness for code-review agents.

    In a repository, bare `houndsman` prepares a review of the current branch; it takes the options of `prepare`, and
    `--finalize` for `houndsman finalize`.
    """


def run(arguments: Sequence[str]) -> int:
    """Run one command line and say its exit code. Nothing is raised."""
    settle()
    with interrupts() as heard:
        return _run(arguments, heard)


def _run(arguments: Sequence[str], heard: Interrupts) -> int:
    try:
        return _invoked(_with_default(list(arguments)))
    except click.exceptions.Exit as exit_:
        return exit_.exit_code
    except click.ClickException as error:
        complain(error)
        return int(ExitCode.USAGE)
    except (KeyboardInterrupt, click.Abort):
        say(str(heard))
        return heard.exit_code
    except HoundsmanError as error:
        say(_safe(f"houndsman: {error}"))
        return int(error.exit_code)
    except SystemExit as error:  # its own code would be taken for a verdict
        say(f"houndsman: something ended the program from inside (exit {error.code}); this is a fault of ours.")
        return int(ExitCode.INTERNAL)
    except Exception as error:  # noqa: BLE001 - the last resort: Python would exit with 1, which means "findings"
        return int(_unforeseen(error))


def _invoked(words: list[str]) -> int:
    """Parse the words, run the command, and say what it returned.

    Not `cli.main`, which takes every broken pipe for its own, one to git included, and ends the process with 1.
    """
    if _COMPLETE in os.environ:
        with suppress(SystemExit):
            cli.main(words, prog_name="houndsman", complete_var=_COMPLETE)
        return int(ExitCode.CLEAN)
    with cli.make_context("houndsman", words, color=_colour()) as context:
        code = cli.invoke(context)
    return int(code) if isinstance(code, int) else int(ExitCode.CLEAN)


def _colour() -> bool | None:
    """False where the person wants no colours; None lets click see whether there is a terminal."""
    unwanted = bool(os.environ.get("NO_COLOR")) or os.environ.get("TERM") == "dumb"
    return False if unwanted else None


def _unforeseen(error: Exception) -> ExitCode:
    """Say what no part of ours expected."""
    if isinstance(error, OSError) and _click_was_printing(error):
        divert(sys.stdout)
        if isinstance(error, BrokenPipeError):
            return ExitCode.CLEAN  # its help or our version: whoever reads it has seen enough
    if isinstance(error, OSError) and error.errno in _REFUSALS:
        place = f"{error.filename}: " if error.filename else ""
        hint = "Free some space or mend the permissions, then run the same command again; what was answered is kept."
        say(_safe(f"houndsman: {place}{error.strerror}\n  {hint}"))
        return ExitCode.INTERNAL
    say(_safe("".join(traceback.format_exception(error)).rstrip()))
    say("houndsman: this is a fault of ours; nothing that was answered is lost.")
    return ExitCode.INTERNAL


def _click_was_printing(error: OSError) -> bool:
    """Whether our own output could not be written. What we print ourselves goes through `streams`, which sees to it."""
    *_, (frame, _) = traceback.walk_tb(error.__traceback__)
    return frame.f_globals.get("__name__") == click.utils.__name__


def _safe(text: str) -> str:
    """`text` as a terminal may have it: an error can repeat a name or a line of the change."""
    from houndsman.prompt.foreign import visible  # start-up: most command lines end without an error
    from houndsman.prompt.redact import redact

    return visible(redact(text))


def _with_default(words: list[str]) -> list[str]:
    """Bare `houndsman` is `houndsman prepare`, and `houndsman --finalize` is `houndsman finalize`."""
    if "--finalize" in words and words[0].startswith("-"):
        return ["finalize", *(word for word in words if word != "--finalize")]
    if words and not words[0].startswith("-"):
        return words
    if words and words[0] in ("-h", "--help", "-V", "--version"):
        return words
    return ["prepare", *words]
