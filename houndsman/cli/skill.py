"""`houndsman skill`: the procedure for an agent that drives a review itself."""

from __future__ import annotations

import os
from pathlib import Path

import click

from houndsman.cli.output import as_json, table
from houndsman.cli.streams import say, show
from houndsman.errors import ExitCode, NoRepositoryError, UsageError
from houndsman.git.repository import Repository
from houndsman.prompt.foreign import one_line
from houndsman.skill.install import Deed, Standing, install, standing
from houndsman.skill.stamp import State
from houndsman.skill.targets import Place, Target, detected, in_home, in_project

_for = click.option(
    "--for",
    "names",
    multiple=True,
    type=click.Choice([target.value for target in Target]),
    help="For whom; several times for several.",
)
_user = click.option("--user", is_flag=True, help="In the home folder, for all projects, instead of in this one.")


@click.group("skill")
def command() -> None:
    """Teach an agent program to drive a review itself.

    Instead of being sent out by Houndsman, the program prepares, sends its own sub-agents, and finalizes.
    """


@command.command("install")
@_for
@_user
@click.option("--force", is_flag=True, help="Replace also what was edited by hand; never what is not ours.")
def install_(names: tuple[str, ...], user: bool, force: bool) -> ExitCode:
    """Write the procedure to where each program looks for skills.

    Without --for: for each program that is installed or has a folder here. What an earlier version wrote is updated.
    """
    top = None if user else _top()
    targets = [Target(name) for name in dict.fromkeys(names)] or detected(top, os.environ)
    if not targets:
        hint = f"Say for whom: --for {', --for '.join(_everybody(user))}."
        raise UsageError("no agent program was found here", where="skill install", hint=hint)
    done = install([_place(target, top) for target in targets], force=force)
    for each in done:
        show(f"{each.deed} {_shown(each.path)} ({', '.join(each.targets)})")
    if any(each.deed is not Deed.KEPT for each in done):
        share = "" if user else "; commit what was written, and everybody here has it"
        show(f"Ask the program to review your branch with houndsman{share}.")
    return ExitCode.CLEAN


@command.command("check")
@_for
@_user
@click.option("--json", "json_", is_flag=True, help="Print it for machines.")
def check(names: tuple[str, ...], user: bool, json_: bool) -> ExitCode:
    """Say for each program whether the procedure is there and current.

    Exits with 1 unless all that is installed, and all that --for names, is current.
    """
    top = None if user else _top()
    targets = [Target(name) for name in dict.fromkeys(names)] or _everybody(user)
    found = [standing(_place(target, top)) for target in targets]
    if json_:
        show(as_json([_row(each) for each in found]))
    else:
        rows = [
            [each.place.target, each.state, one_line(each.version or "-"), _shown(each.place.path)] for each in found
        ]
        show(table(["for", "state", "version", "file"], rows))
    wanted = found if names else [each for each in found if each.state is not State.ABSENT]
    stale = [each.place.target for each in wanted if each.state is not State.CURRENT]
    install_line = f"houndsman skill install{' --user' if user else ''}"
    if stale:
        say(f"not current: {', '.join(stale)}; run {install_line} --for {' --for '.join(stale)}")
    elif not wanted:
        say(f"nothing is installed; run {install_line}")
    return ExitCode.FINDINGS if stale or not wanted else ExitCode.CLEAN


def _everybody(user: bool) -> list[Target]:
    """Whom the procedure can be written for."""
    return [target for target in Target if not (user and target is Target.AGENTS_MD)]


def _top() -> Path:
    """The top of the project. Raises `GitError` outside of a repository, or in one without files."""
    try:
        repository = Repository.discover(Path.cwd())
    except NoRepositoryError as error:
        hint = "Go to a project, or use --user to install for all of them."
        raise NoRepositoryError(error.what, where=error.where, hint=hint) from error
    if repository.work_tree is None:
        hint = "Go to a checkout, or use --user to install for all projects."
        raise UsageError("a bare repository has no files", where=str(repository.git_dir), hint=hint)
    return repository.work_tree


def _place(target: Target, top: Path | None) -> Place:
    return in_home(target, os.environ) if top is None else in_project(target, top)


def _row(found: Standing) -> dict[str, object]:
    place = found.place
    return {"for": place.target, "state": found.state, "version": found.version, "file": str(place.path)}


def _shown(path: Path) -> str:
    """As seen from here."""
    here = Path.cwd()
    return one_line(str(path.relative_to(here) if path.is_relative_to(here) else path), 400)
