"""Write the procedure where programs look for it, and say how what is there stands.

In: places. Out: what was done, or how each stands. It is all or nothing: every file is looked at before the first is
written. What is not ours is a `UsageError` and stays, so does what was edited by hand unless the user insists, and so
does whatever a symbolic link would have us write outside of the project.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterable, Sequence
from enum import StrEnum
from pathlib import Path
from typing import NamedTuple

from houndsman.errors import UsageError
from houndsman.skill.stamp import State
from houndsman.skill.targets import Place, Target

#: Keeps the bytes of what is not UTF-8.
_KEEP = "surrogateescape"


class Standing(NamedTuple):
    """How a place stands."""

    place: Place
    state: State
    version: str | None
    """Of the houndsman that wrote it; None where it did not."""


class Deed(StrEnum):
    """What was done to a file."""

    WROTE = "wrote"
    UPDATED = "updated"
    KEPT = "kept"  # it was current


class Installed(NamedTuple):
    """One file, and for whom it is."""

    path: Path
    targets: tuple[Target, ...]
    deed: Deed


class _Plan(NamedTuple):
    real: Path
    """Where the bytes go: `path` with all links followed."""
    installed: Installed
    text: str


def standing(place: Place) -> Standing:
    """How `place` stands. Raises `UsageError` where it cannot be told."""
    found = _explained(place, _text(place))
    return Standing(place, *found)


def install(places: Iterable[Place], *, force: bool = False) -> list[Installed]:
    """Write the procedure of this version to every place.

    Args:
        places: where. Several programs may look in one file; it is then written once.
        force: replace also what was edited by hand.

    Returns:
        Each file with what was done to it; one that is current is not touched.

    Raises:
        UsageError: a file is not ours, was edited by hand, or lies outside of the project. Nothing is written then.
    """
    by_file: dict[Path, list[Place]] = {}
    for place in places:
        by_file.setdefault(_inside(place), []).append(place)
    plans = [_planned(real, shared, force) for real, shared in by_file.items()]
    for plan in plans:
        if plan.installed.deed is not Deed.KEPT:
            _write(plan.real, plan.text)
    return [plan.installed for plan in plans]


def _planned(real: Path, places: Sequence[Place], force: bool) -> _Plan:
    place = places[0]
    text = _text(place)
    state, _ = _explained(place, text)
    if state is State.FOREIGN:
        hint = "It is left as it is. Move it elsewhere, and run this again."
        raise UsageError("this is there already, and houndsman did not write it", where=str(place.path), hint=hint)
    if state is State.EDITED and not force:
        hint = "It is left as it is. `--force` replaces it with this version's; keep a copy of what you changed."
        raise UsageError("this was edited by hand since houndsman wrote it", where=str(place.path), hint=hint)
    deeds = {State.ABSENT: Deed.WROTE, State.CURRENT: Deed.KEPT}
    installed = Installed(place.path, tuple(each.target for each in places), deeds.get(state, Deed.UPDATED))
    return _Plan(real, installed, place.wording.written(text))


def _explained(place: Place, text: str | None) -> tuple[State, str | None]:
    """How the place stands, with the file named in what goes wrong."""
    try:
        return place.wording.found(text)
    except UsageError as error:
        raise UsageError(error.what, where=str(place.path), hint=error.hint) from error


def _text(place: Place) -> str | None:
    """What is in the file; None where there is none."""
    try:
        return place.path.read_bytes().decode("utf-8", _KEEP)
    except FileNotFoundError:
        return None
    except (IsADirectoryError, NotADirectoryError) as error:
        hint = "A folder stands where a file should be, or the other way round. Move it elsewhere."
        raise UsageError("this is in the way", where=str(error.filename), hint=hint) from error
    except OSError as error:
        hint = "Mend the permissions or the link, and run this again."
        raise UsageError(f"this cannot be read ({error.strerror})", where=str(place.path), hint=hint) from error


def _inside(place: Place) -> Path:
    """The file with all links followed. Raises `UsageError` where they lead out of the place's root, or nowhere."""
    try:
        root, real = place.root.resolve(), place.path.resolve()
    except (OSError, RuntimeError) as error:  # a loop; which of the two depends on Python's version
        raise UsageError("a symbolic link leads nowhere", where=str(place.path), hint="Remove the link.") from error
    if not real.is_relative_to(root) or ".git" in real.relative_to(root).parts:
        hint = f"It leads to {real}, which is none of the files of {root}. Remove the link, and run this again."
        raise UsageError("nothing is written through a symbolic link", where=str(place.path), hint=hint)
    return real


def _write(real: Path, text: str) -> None:
    """Whole or not at all: AGENTS.md holds words that nobody else has."""
    real.parent.mkdir(parents=True, exist_ok=True)
    beside = real.with_name(f".{real.name}.{os.getpid()}.houndsman")
    try:
        with beside.open("xb") as file:
            file.write(text.encode("utf-8", _KEEP))
        if real.exists():
            shutil.copymode(real, beside)
        beside.replace(real)
    finally:
        beside.unlink(missing_ok=True)
