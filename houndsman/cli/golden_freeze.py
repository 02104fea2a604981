"""`houndsman golden freeze`: golden sets from what was decided in triage, and from commits that fixed something.

What the command needs is imported when it runs, so that its help is there at once.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from houndsman.cli.options import request_of, review_options, target_options
from houndsman.cli.streams import say, show
from houndsman.errors import ExitCode, UsageError

if TYPE_CHECKING:
    from houndsman.golden.freeze import Addition


@click.command("freeze")
@click.option("--from-triage", is_flag=True, help="The findings of the review that were decided `execute`.")
@click.option(
    "--from-fix", "fixes", metavar="COMMIT", multiple=True, help="Proposals from a commit that fixed something."
)
@target_options
@review_options
@click.option("--output", metavar="FILE", type=click.Path(dir_okay=False, path_type=Path), help="Write the set there.")
@click.option("--append", is_flag=True, help="Add to the set in FILE what it does not hold.")
@click.option("--force", is_flag=True, help="Write over FILE.")
def command(from_triage: bool, fixes: tuple[str, ...], output: Path | None, **options: object) -> ExitCode:
    """Make a golden set, or add to one, from findings that were decided, or from fixes.

    A fix gives proposals: they are marked so, and somebody should look at them. What `golden check` would call wrong is
    left out. Exits with 3 where a fix gives none, or something was left out.
    """
    from houndsman.cli.progress import progress
    from houndsman.evaluation.upkeep import Upkeep
    from houndsman.golden.frozen_set import Destination

    if from_triage is bool(fixes):
        hint = "Take findings that were decided, or name the commits of fixes."
        raise UsageError("say --from-triage or --from-fix COMMIT, one of the two", hint=hint)
    append, force = bool(options["append"]), bool(options["force"])
    _refuse_to_lose(output, append, force)
    with progress() as tell, Upkeep(request_of(options), tell) as upkeep:
        harvest = upkeep.decided() if from_triage else upkeep.proposed(fixes)
        laid = upkeep.laid_out(harvest, Destination(output, append), throw_away=not from_triage)
    left_out = [f"left out: {each.what} [{each.code}]" for each in laid.refused]
    for told in (*harvest.without, *harvest.bare, *left_out):
        _warn(told)
    if laid.addition.defects or laid.addition.known:
        _write(laid.addition, output)
    return ExitCode.INCOMPLETE if harvest.without or laid.refused else ExitCode.CLEAN


def _refuse_to_lose(output: Path | None, append: bool, force: bool) -> None:
    """Raise `UsageError` for a file that would be lost, before any work is done."""
    if output is None and (append or force):
        raise UsageError(f"{'--append' if append else '--force'} needs a file", hint="Name it with --output FILE.")
    if append and force:
        raise UsageError("--append and --force exclude each other", hint="Add to the file, or write over it.")
    if output is not None and output.exists() and not append and not force:
        hint = "Add to it with --append, or write over it with --force."
        raise UsageError("the file is there already", where=str(output), hint=hint)


def _write(addition: Addition, output: Path | None) -> None:
    from houndsman.golden.rewrite import replace_file
    from houndsman.prompt.foreign import one_line, steering_escaped

    if output is None:
        show(steering_escaped(addition.text), newline=False)
        return
    replace_file(output, addition.text.encode("utf-8", "surrogatepass"))
    for name in addition.known:
        say(f"known {one_line(name)}")
    added = len(addition.defects)
    say(f"{added} defect{'' if added == 1 else 's'} written to {one_line(str(output))}")


def _warn(told: str) -> None:
    from houndsman.prompt.foreign import one_line

    say(click.style("warning ", fg="yellow") + one_line(told, 400))
