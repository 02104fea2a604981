"""The way in: finds the command, runs it, and turns what it returns or raises into an exit code.

Start-up is light: help texts stand in a table here, so that `--help` imports no command, and a command imports nothing
that another needs.
"""

from __future__ import annotations

import difflib
import importlib
import traceback
from collections.abc import Sequence

import click

from houndsman import __version__
from houndsman.cli.streams import say
from houndsman.errors import ExitCode, HoundsmanError

#: Command, and its line in `--help`; each lives in the module of its name.
COMMANDS: dict[str, str] = {
    "hunt": "Review a change: prepare, send out the watchdogs, finalize.",
    "prepare": "Write briefs and manifest for agents to work from (what bare `houndsman` does).",
    "finalize": "Check, merge and file what has been answered; write the summary.",
    "findings": "List, show and decide findings.",
    "plugins": "List plugins: what is loaded, from where, what failed and why.",
    "clean": "Remove checked-out reading roots; nothing that was found.",
    "demo": "Build a small repository with planted defects and review it.",
}


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
    words = _with_default(list(arguments))
    try:
        code = cli.main(words, prog_name="houndsman", standalone_mode=False)
        return int(code) if isinstance(code, int) else int(ExitCode.CLEAN)
    except SystemExit:  # click's own, where whoever reads its help has seen enough
        return int(ExitCode.CLEAN)
    except click.exceptions.Exit as exit_:
        return exit_.exit_code
    except click.ClickException as error:
        error.show()
        return int(ExitCode.USAGE)
    except (KeyboardInterrupt, click.Abort):
        say("interrupted")
        return int(ExitCode.INTERRUPTED)
    except HoundsmanError as error:
        say(f"houndsman: {error}")
        return int(error.exit_code)
    except Exception:  # noqa: BLE001 - the last resort: Python would exit with 1, which means "findings"
        traceback.print_exc()
        say("houndsman: this is a fault of ours; nothing that was answered is lost.")
        return int(ExitCode.INTERNAL)


def _with_default(words: list[str]) -> list[str]:
    """Bare `houndsman` is `houndsman prepare`, and `houndsman --finalize` is `houndsman finalize`."""
    if "--finalize" in words and words[0].startswith("-"):
        return ["finalize", *(word for word in words if word != "--finalize")]
    if words and not words[0].startswith("-"):
        return words
    if words and words[0] in ("-h", "--help", "-V", "--version"):
        return words
    return ["prepare", *words]
