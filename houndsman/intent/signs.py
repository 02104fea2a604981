"""What each side of a file says, and what a change made of it. Pure.

In: the signs that a reader found on both sides. Out: traces, one for each thing that was added, altered or taken away.
A sign is told only where the diff touches lines of its own, so that nothing is invented.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

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


#: What a summary calls the facts of a kind.
NAMES = {Kind.FLOW: "flows", Kind.INVARIANT: "invariants", Kind.CONTRACT: "contracts", Kind.STATE: "states"}


class Event(StrEnum):
    """What became of a sign; the value is what a title says of it."""

    ADDED = "added"
    CHANGED = "changed"  # what is inside
    RESHAPED = "reshaped"  # what others see of it
    RENAMED = "renamed"
    REMOVED = "removed"


#: Of what has nothing inside.
SHAPE_ONLY = frozenset({Event.ADDED, Event.RESHAPED, Event.RENAMED, Event.REMOVED})


class Part(NamedTuple):
    """One of several things that a sign says together, such as an assertion of a test."""

    text: str
    """To be shown."""
    meaning: str
    """To be compared."""


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
    meaning: Callable[[], str] | None = None
    """What is inside, however it is written; None where only its lines can be compared. Asked where it is touched."""
    twin: Callable[[], str] | None = None
    """What makes it the same thing under another name; None for what is nothing but its name."""
    parts: Callable[[], Sequence[Part]] | None = None
    """Its assertions, for a test."""


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
    thing: str = ""
    """What another file would have, too, if it moved there; empty for what neither came nor went."""
    body: str = ""
    """What is inside of what came or went."""
    parts: tuple[Part, ...] = ()
    """The assertions of a test that came or went."""


class _Pair(NamedTuple):
    """A sign on both sides; None for a side that does not have it."""

    old: Sign | None
    new: Sign | None
    is_renamed: bool = False


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
    met = [each for pair in _paired(sides, old, new) if (each := _met(sides, pair)) is not None]
    whole = {told for each in met for told in _whole(each)}
    return [trace for each in met if (trace := _trace(each, whole)) is not None]


def _whole(met: _Met) -> Iterator[tuple[str, Event]]:
    """What is not told of the members of a thing that comes, goes, or is called otherwise as a whole."""
    if met.event in (Event.ADDED, Event.RENAMED) and met.new is not None:
        yield from ((met.new.key, event) for event in (Event.ADDED, Event.RENAMED))
    if met.event is Event.RENAMED and met.new is not None:
        yield within(met.new.key), Event.RENAMED
    if met.event in (Event.REMOVED, Event.RENAMED) and met.old is not None:
        yield from ((key, Event.REMOVED) for key in (met.old.key, within(met.old.key)))


def within(key: str) -> str:
    """The owner of what is told when the thing of `key` comes, and not when that goes or is called otherwise."""
    return f"within {key}"


def shortened(text: str, cap: int = _NAME_CHARS) -> str:
    """`text` on one line, at most `cap` characters; without its secrets, of which a half would not be recognised."""
    looked_at = text[: 4 * cap]
    folded = redact(" ".join(looked_at.split()))
    if len(looked_at) < len(text) and len(folded) <= cap:  # the last word may be half a secret
        return f"{folded.rpartition(' ')[0]}…"
    return folded if len(folded) <= cap else f"{folded[: cap - 1]}…"


def _paired(sides: Sides, old: Iterable[Sign], new: Iterable[Sign]) -> Iterator[_Pair]:
    """Each sign with its other side: by key, then the rest of one family in order, then what is called otherwise."""
    olds, news = _numbered(old), _numbered(new)
    yield from (_Pair(olds[key], news[key]) for key in news if key in olds)
    gone = [sign for key, sign in olds.items() if key not in news]
    families: dict[str, list[Sign]] = defaultdict(list)
    for sign in gone:
        if sign.family:
            families[sign.family].append(sign)
    come = []
    for sign in (sign for key, sign in news.items() if key not in olds):
        others = families.get(sign.family) if sign.family else None
        if others:
            yield _Pair(others.pop(0), sign)
        else:
            come.append(sign)
    left = [sign for sign in gone if not sign.family] + [sign for signs in families.values() for sign in signs]
    yield from _renamed(sides, left, come)


def _renamed(sides: Sides, gone: Sequence[Sign], come: Sequence[Sign]) -> Iterator[_Pair]:
    """What is called otherwise, with its other side; what is left with none."""
    twins: dict[tuple[Kind, str, str], list[Sign]] = defaultdict(list)
    alone = []
    for sign in gone:
        if come and sign.twin is not None and sides.old.touched(Span(sign.line, sign.line)):
            twins[sign.kind, sign.noun, sign.twin()].append(sign)
        else:
            alone.append(sign)
    for sign in come:
        others = twins.get((sign.kind, sign.noun, sign.twin())) if twins and sign.twin is not None else None
        is_new = bool(others) and bool(sides.new.touched(Span(sign.line, sign.line)))
        yield _Pair(others.pop(0), sign, is_renamed=True) if others and is_new else _Pair(None, sign)
    yield from (_Pair(sign, None) for sign in [*alone, *(sign for signs in twins.values() for sign in signs)])


def _numbered(signs: Iterable[Sign]) -> dict[tuple[str, int], Sign]:
    """By key and count: a name may be declared several times."""
    seen: dict[str, int] = defaultdict(int)
    numbered = {}
    for sign in sorted(signs, key=lambda each: each.line):
        numbered[sign.key, seen[sign.key]] = sign
        seen[sign.key] += 1
    return numbered


def _met(sides: Sides, pair: _Pair) -> _Met | None:
    old, new, _ = pair
    touched_old, touched_new = _touched(sides.old, old), _touched(sides.new, new)
    if old is not None and new is not None:
        event = Event.RENAMED if pair.is_renamed else Event.CHANGED if old.shape == new.shape else Event.RESHAPED
        texts = [_texts(sides.old, touched_old), _texts(sides.new, touched_new)]
        if event is Event.CHANGED and (texts[0] == texts[1] or _comes_to_the_same(old, new)):
            return None  # it only moved, or is only written otherwise
    elif new is not None and sides.new.touched(Span(new.line, new.line)):
        event, touched_new = Event.ADDED, touched_new or [new.line]
    elif old is not None and sides.old.touched(Span(old.line, old.line)):
        event, touched_old = Event.REMOVED, touched_old or [old.line]
    elif new is not None:
        event = Event.CHANGED  # what it stands in goes by another name now
    else:
        return None  # the same from the other side
    is_touched = bool(touched_old or touched_new) or pair.is_renamed
    return _Met(old, new, event, touched_old, touched_new) if is_touched else None


def _comes_to_the_same(old: Sign, new: Sign) -> bool:
    return old.meaning is not None and new.meaning is not None and old.meaning() == new.meaning()


def _touched(side: Side, sign: Sign | None) -> list[int]:
    return [] if sign is None else [line for span in sign.spans for line in side.touched(span)]


def _texts(side: Side, lines: Sequence[int]) -> list[bytes]:
    return [side.lines[line - 1] for line in lines]


def _trace(met: _Met, whole: set[tuple[str, Event]]) -> Trace | None:
    sign = met.new or met.old
    if sign is None or met.event not in sign.tells or (sign.owner, met.event) in whole:
        return None
    is_removed = met.new is None
    came_or_went = met.event in (Event.ADDED, Event.REMOVED)
    inside = (sign.twin or sign.meaning) if came_or_went else None
    lines = [sign.line, *(met.touched_old if is_removed else met.touched_new)[:1]]
    kind = _kind(met, sign)
    return Trace(
        kind=kind,
        title=f"{sign.noun} {shortened(sign.name)}{sign.tail}: {_words(met, sign)}",
        lines=tuple(dict.fromkeys(lines)),
        is_removed=is_removed,
        weight=len(met.touched_old) + len(met.touched_new),
        rank=sign.rank if kind is sign.kind else sign.rank + 2,
        thing=f"{sign.noun} {sign.name} {sign.owner}" if came_or_went else "",
        body=inside() if inside is not None else "",
        parts=tuple(sign.parts()) if came_or_went and sign.parts is not None else (),
    )


def _kind(met: _Met, sign: Sign) -> Kind:
    """What went cannot be proved by any line that is there: no verdict is owed on it, others may have relied on it."""
    is_gone = met.new is None or (sign.parts is not None and met.event is Event.CHANGED and not _difference(met).come)
    return Kind.CONTRACT if is_gone and sign.kind in (Kind.FLOW, Kind.INVARIANT) else sign.kind


def _words(met: _Met, sign: Sign) -> str:
    if met.event is Event.REMOVED:
        return "removed (stood there before)"
    if sign.parts is not None and met.event in (Event.ADDED, Event.CHANGED):
        return _words_of_parts(met)
    old = met.old
    if met.event is Event.RENAMED and old is not None:
        if old.name == sign.name:
            return f"moved (was{old.tail or ' outside'})"
        return f"renamed (was {shortened(old.name)}{old.tail if old.tail != sign.tail else ''})"
    if met.event is not Event.RESHAPED:
        return met.event.value
    if old is None or old.name == sign.name:
        return sign.reshaped
    if len(old.name) > _NAME_CHARS:  # the whole of it would not show what differs
        return f"{sign.reshaped}{_parts(old.shape, sign.shape)}"
    return f"{sign.reshaped} (was {shortened(old.name)})"


class _Difference(NamedTuple):
    """The parts that only one side has."""

    gone: Sequence[Part]
    come: Sequence[Part]


def _difference(met: _Met) -> _Difference:
    old, new = (sign.parts() if sign is not None and sign.parts is not None else () for sign in (met.old, met.new))
    return _Difference(_only(old, new), _only(new, old))


def _only(parts: Sequence[Part], others: Sequence[Part]) -> list[Part]:
    known = Counter(part.meaning for part in others)
    only = []
    for part in parts:
        if known[part.meaning]:
            known[part.meaning] -= 1
        else:
            only.append(part)
    return only


def _words_of_parts(met: _Met) -> str:
    gone, come = _difference(met)
    if met.event is Event.ADDED:
        return f"added{with_assertions(come)}"
    parts = come or gone
    if not parts:
        return met.event.value
    return f"{_assertions(parts)} {'added' if not gone else 'changed' if come else 'removed'}{_first(parts)}"


def with_assertions(parts: Sequence[Part]) -> str:
    """How a title says which assertions a test has; empty for none."""
    return f" with {_assertions(parts)}{_first(parts)}" if parts else ""


def _assertions(parts: Sequence[Part]) -> str:
    return f"{len(parts)} assertion{'' if len(parts) == 1 else 's'}"


def _first(parts: Sequence[Part]) -> str:
    return f"{', first' if len(parts) > 1 else ''}: {parts[0].text}"


def _parts(old: str, new: str) -> str:
    olds, news = old.split("\n"), new.split("\n")
    come = ", ".join(part for part in news if part not in olds)
    gone = ", ".join(part for part in olds if part not in news)
    told = [f"now with {come}"] * bool(come) + [f"without {gone}"] * bool(gone)
    return f", {' and '.join(told)}" if told else ""
