"""What each side of a file says, and what a change made of it. Pure.

In: the signs that a reader found on both sides. Out: traces, one for each thing that was added, altered or taken away.
A sign is told only where the diff touches lines of its own, so that nothing is invented.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from houndsman.intent.sides import Side, Sides, Span
from houndsman.prompt.redact import redact

#: Characters of one name in a title.
_NAME_CHARS = 120


class Kind(StrEnum):
    """Where a fact belongs; the value is the letter of its id."""

    FLOW = "F"
    INVARIANT = "I"
    CONTRACT = "K"
    STATE = "S"


class Event(StrEnum):
    """What became of a sign; the value is what a title says of it."""

    ADDED = "added"
    CHANGED = "changed"  # what is inside
    RESHAPED = "reshaped"  # what others see of it
    REMOVED = "removed"


#: Of what has nothing inside.
SHAPE_ONLY = frozenset({Event.ADDED, Event.RESHAPED, Event.REMOVED})


@dataclass(frozen=True, slots=True)
class Sign:
    """One thing that a side of a file says."""

    kind: Kind
    noun: str
    """What it is, such as `function`."""
    name: str
    """From the code, as it stands at `line`."""
    key: str
    """What it is known by on the other side."""
    line: int
    """Where its name stands."""
    spans: tuple[Span, ...]
    """The lines that are its own."""
    shape: str = ""
    """What others see of it; one line for each part that may come or go apart."""
    tail: str = ""
    """What a title says after the name."""
    family: str = ""
    """Those of one family that are on one side only are taken for one that changed; empty for none."""
    owner: str = ""
    """The key of the class that it belongs to: where that comes or goes, it is not told apart."""
    tells: frozenset[Event] = SHAPE_ONLY
    """Which events are worth a fact."""
    reshaped: str = "changed"
    """The word for `RESHAPED`."""
    rank: int = 1
    """What is kept first where there is too much: 0 for the best."""


@dataclass(frozen=True, slots=True)
class Trace:
    """One thing that a change did to one file."""

    kind: Kind
    title: str
    lines: tuple[int, ...]
    """Where it stands, the name first; on the old side where `is_removed`."""
    is_removed: bool
    weight: int
    """Changed lines."""
    rank: int


@dataclass(frozen=True, slots=True)
class _Met:
    """A sign's two sides; at least one is there."""

    old: Sign | None
    new: Sign | None
    event: Event
    touched_old: Sequence[int]
    touched_new: Sequence[int]


def differences(sides: Sides, old: Iterable[Sign], new: Iterable[Sign]) -> list[Trace]:
    """What became of the signs of the old side on the new one."""
    met = [each for pair in _paired(old, new) if (each := _met(sides, *pair)) is not None]
    whole: set[tuple[str, Event]] = {
        (sign.key, each.event)
        for each in met
        if each.event in (Event.ADDED, Event.REMOVED) and (sign := each.new or each.old) is not None
    }
    return [trace for each in met if (trace := _trace(each, whole)) is not None]


def shortened(text: str, cap: int = _NAME_CHARS) -> str:
    """`text` on one line, at most `cap` characters; without its secrets, of which a half would not be recognised."""
    looked_at = text[: 4 * cap]
    folded = redact(" ".join(looked_at.split()))
    if len(looked_at) < len(text) and len(folded) <= cap:  # the last word may be half a secret
        return f"{folded.rpartition(' ')[0]}…"
    return folded if len(folded) <= cap else f"{folded[: cap - 1]}…"


def _paired(old: Iterable[Sign], new: Iterable[Sign]) -> Iterator[tuple[Sign | None, Sign | None]]:
    """Each sign with its other side: by key, then the rest of one family, in the order in which they stand."""
    olds, news = _numbered(old), _numbered(new)
    for key in [key for key in news if key in olds]:
        yield olds[key], news[key]
    rest: dict[str, list[Sign]] = defaultdict(list)
    for key, sign in olds.items():
        if key in news:
            continue
        if sign.family:
            rest[sign.family].append(sign)
        else:
            yield sign, None
    for key, sign in news.items():
        if key not in olds:
            others = rest.get(sign.family) if sign.family else None
            yield (others.pop(0) if others else None), sign
    yield from ((sign, None) for signs in rest.values() for sign in signs)


def _numbered(signs: Iterable[Sign]) -> dict[tuple[str, int], Sign]:
    """By key and count: a name may be declared several times."""
    seen: dict[str, int] = defaultdict(int)
    numbered = {}
    for sign in sorted(signs, key=lambda each: each.line):
        numbered[sign.key, seen[sign.key]] = sign
        seen[sign.key] += 1
    return numbered


def _met(sides: Sides, old: Sign | None, new: Sign | None) -> _Met | None:
    touched_old, touched_new = _touched(sides.old, old), _touched(sides.new, new)
    if old is not None and new is not None:
        event = Event.CHANGED if old.shape == new.shape else Event.RESHAPED
        if event is Event.CHANGED and _texts(sides.old, touched_old) == _texts(sides.new, touched_new):
            return None  # it only moved
    elif new is not None and sides.new.touched(Span(new.line, new.line)):
        event, touched_new = Event.ADDED, touched_new or [new.line]
    elif old is not None and sides.old.touched(Span(old.line, old.line)):
        event, touched_old = Event.REMOVED, touched_old or [old.line]
    elif new is not None:
        event = Event.CHANGED  # what it stands in goes by another name now
    else:
        return None  # the same from the other side
    return _Met(old, new, event, touched_old, touched_new) if touched_old or touched_new else None


def _touched(side: Side, sign: Sign | None) -> list[int]:
    return [] if sign is None else [line for span in sign.spans for line in side.touched(span)]


def _texts(side: Side, lines: Sequence[int]) -> list[bytes]:
    return [side.lines[line - 1] for line in lines]


def _trace(met: _Met, whole: set[tuple[str, Event]]) -> Trace | None:
    sign = met.new or met.old
    if sign is None or met.event not in sign.tells or (sign.owner, met.event) in whole:
        return None
    is_removed = met.new is None
    lines = [sign.line, *(met.touched_old if is_removed else met.touched_new)[:1]]
    title = f"{sign.noun} `{shortened(sign.name)}`{sign.tail}: {_words(met, sign)}"
    weight = len(met.touched_old) + len(met.touched_new)
    return Trace(sign.kind, title, tuple(dict.fromkeys(lines)), is_removed, weight, sign.rank)


def _words(met: _Met, sign: Sign) -> str:
    if met.event is Event.REMOVED:
        return "removed (its old place)"
    if met.event is not Event.RESHAPED:
        return met.event.value
    old = met.old
    if old is None or old.name == sign.name:
        return sign.reshaped
    if len(old.name) > _NAME_CHARS:  # the whole of it would not show what differs
        return f"{sign.reshaped}{_parts(old.shape, sign.shape)}"
    return f"{sign.reshaped} (was `{shortened(old.name)}`)"


def _parts(old: str, new: str) -> str:
    olds, news = old.split("\n"), new.split("\n")
    come = ", ".join(f"`{part}`" for part in news if part not in olds)
    gone = ", ".join(f"`{part}`" for part in olds if part not in news)
    told = [f"now with {come}"] * bool(come) + [f"without {gone}"] * bool(gone)
    return f", {' and '.join(told)}" if told else ""
