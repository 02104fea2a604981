"""What the sessions of a run took, by pass.

In: every try of every turn. Out: sums over the tries of a pass, those that failed included, and over passes. Turns that
asked for an answer again are a pass of their own, `repair`, whatever pass they belong to: that is what unreadable
answers cost. What nobody knows is null and counted, never zero. Pure; nothing fails.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from houndsman.models.agent import End, Priced
from houndsman.models.finding import Finding
from houndsman.models.hunt_report import REPAIRS, PassSpending, Spending, Totals
from houndsman.models.passes import (
    ADVERSARIAL,
    BOOKKEEPING,
    CHECKLIST,
    FLOW,
    FOUND_BY,
    HUNT,
    SECOND_OPINION,
    PassRecord,
    Turn,
)

_ORDER = (HUNT, FLOW, BOOKKEEPING, ADVERSARIAL, CHECKLIST, SECOND_OPINION, REPAIRS)
_FINDS_NOTHING = frozenset({BOOKKEEPING, CHECKLIST})
_SUREST_FIRST = (Priced.REPORTED, Priced.ESTIMATED, Priced.UNKNOWN)


class _Key(NamedTuple):
    name: str
    file: str


def passes_of(tries: Sequence[PassRecord], findings: Sequence[Finding]) -> tuple[PassSpending, ...]:
    """The passes of one watchdog, in the order in which a hunt has them, then by file.

    Args:
        tries: its sessions, in the order in which they were begun.
        findings: what was taken in of its reply.
    """
    groups: dict[_Key, list[PassRecord]] = {}
    for each in tries:
        groups.setdefault(_key(each), []).append(each)
    found = _found(groups, findings, _only_hunter(tries))
    return tuple(
        PassSpending(
            **_sums(groups[key]).model_dump(),
            name=key.name,
            file=key.file,
            agents=agents_of(groups[key]),
            priced=max((each.priced for each in groups[key]), key=_SUREST_FIRST.index),
            end=groups[key][-1].end,
            findings=found[key],
        )
        for key in sorted(groups, key=_place)
    )


def totals_of(tries: Sequence[PassRecord]) -> Totals:
    """What all of `tries` took, and the same by the name of the pass."""
    names: dict[str, list[PassRecord]] = {}
    for each in tries:
        names.setdefault(_key(each).name, []).append(each)
    by_pass = {name: _sums(of_it) for name, of_it in names.items()}
    return Totals(**_sums(tries).model_dump(), by_pass=by_pass)


def agents_of(tries: Iterable[PassRecord]) -> tuple[str, ...]:
    """Who was asked, each once, the first one first."""
    return tuple(dict.fromkeys(each.asked.agent for each in tries))


def _key(of: PassRecord) -> _Key:
    return _Key(of.asked.name, of.asked.file) if of.kind is Turn.BRIEF else _Key(REPAIRS, "")


def _place(key: _Key) -> tuple[int, _Key]:
    return _ORDER.index(key.name) if key.name in _ORDER else len(_ORDER), key


def _only_hunter(tries: Iterable[PassRecord]) -> str | None:
    """The only pass that can have found something: the hunt does not tell then which one did."""
    hunted = [each for each in tries if each.asked.name not in _FINDS_NOTHING]
    answered = {each.asked.name for each in hunted if each.end is End.OK}
    names = answered or {each.asked.name for each in hunted}
    return names.pop() if len(names) == 1 else None


def _found(passes: Iterable[_Key], findings: Iterable[Finding], otherwise: str | None) -> Mapping[_Key, int]:
    """By pass, the findings that it was the first to report; what names no pass is that of `otherwise`."""
    counts = dict.fromkeys(passes, 0)
    for finding in findings:
        name = finding.extra.get(FOUND_BY, otherwise)
        for key in counts:
            counts[key] += key.name == name and key.file in ("", finding.path.text)
    return counts


def _sums(tries: Sequence[PassRecord]) -> Spending:
    used = [each.usage for each in tries]
    cost = _known(each.cost for each in used)
    seconds = _known(each.seconds for each in tries)
    return Spending(
        sessions=len(tries),
        cost=None if cost is None else round(cost, 6),
        unpriced=sum(each.cost is None for each in used),
        tokens_in=_counted(each.tokens_in for each in used),
        tokens_out=_counted(each.tokens_out for each in used),
        tokens_cached=_counted(each.tokens_cached for each in used),
        seconds=None if seconds is None else round(seconds, 3),
    )


def _known(values: Iterable[float | None]) -> float | None:
    """The sum of what is known, the same in any order; None where nothing is."""
    told = [value for value in values if value is not None]
    return math.fsum(told) if told else None


def _counted(values: Iterable[int | None]) -> int | None:
    told = [value for value in values if value is not None]
    return sum(told) if told else None
