"""What moved from one file to another, which each file alone tells as gone here and come there. Pure.

In: what was told of each file. Out: the same, with one fact or none where there were two. A test is known by its name:
where its assertions stay, nothing is told. Anything else must have the same inside, too, and its new place is a
contract: others import it from there.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import NamedTuple

from houndsman.intent.signs import Kind, Trace, with_assertions
from houndsman.models.change import ChangedFile


class Told(NamedTuple):
    """A trace, and the file that it was read from."""

    file: ChangedFile
    trace: Trace


def settled(told: Iterable[Told]) -> list[Told]:
    """What is left when each thing that moved is told once at most. In the order in which it came."""
    everything = list(told)
    moved: dict[int, Told | None] = {}
    for things in _by_thing(everything).values():
        pair = _only_pair([everything[at] for at in things])
        if pair is not None:
            moved |= dict.fromkeys(things)
            moved[things[-1]] = _arrived(*pair)
    settled = [moved.get(at, each) for at, each in enumerate(everything)]
    return [each for each in settled if each is not None]


def _by_thing(told: Sequence[Told]) -> dict[str, list[int]]:
    things = defaultdict(list)
    for at, each in enumerate(told):
        if each.trace.thing:
            things[each.trace.thing].append(at)
    return things


def _only_pair(told: Sequence[Told]) -> tuple[Told, Told] | None:
    """Where it was and where it is; None where that is not certain."""
    if len(told) != 2 or told[0].file is told[1].file:
        return None
    old, new = sorted(told, key=lambda each: not each.trace.is_removed)
    if not old.trace.is_removed or new.trace.is_removed:
        return None
    is_same = bool(old.trace.body) and old.trace.body == new.trace.body
    return (old, new) if is_same or old.trace.parts or new.trace.parts else None


def _arrived(old: Told, new: Told) -> Told | None:
    before, after = ([part.meaning for part in each.trace.parts] for each in (old, new))
    if before == after and before:
        return None
    what = new.trace.title.partition(": added")[0]
    title = f"{what}: moved from {old.file.path_at_base}{with_assertions(new.trace.parts)}"
    kind = Kind.CONTRACT if new.trace.kind is Kind.FLOW else new.trace.kind
    return Told(new.file, replace(new.trace, kind=kind, title=title, thing=""))
