"""Which anchors of a golden set no finding can tell apart.

In: anchors. Out: complaints, in order. Nothing fails. An anchor's *reach* is what a finding must touch to prove it: its
lines with the tolerance on both sides, its side, and what its `match` asks for. Where two anchors of one file of one
case have the same reach, any finding that touches one touches the other: two findings about the first defect prove
both. Where only the tolerance of one makes it reach over the lines of another, a finding about that one may prove it.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from houndsman.golden.complaint import Complaint, Weight
from houndsman.golden.match_text import criterion
from houndsman.models.finding import Side
from houndsman.models.golden import GoldenAnchor

#: The code of the complaint that two anchors have one reach.
NOT_APART = "not-apart"

_HINT = "Give each a `match` with words that only its own findings have, or make one anchor of them."


class _Reach(NamedTuple):
    """What a finding must touch."""

    first: int
    last: int
    side: Side | None
    criterion: str | None


class _Placed(NamedTuple):
    """An anchor that has a place."""

    line: int
    last: int
    anchor: GoldenAnchor
    reach: _Reach


def check_apart(anchors: Iterable[GoldenAnchor]) -> Iterator[Complaint]:
    """What is wrong with the places of `anchors`, file by file; those without a place are nobody's neighbours."""
    files: defaultdict[tuple[str, str], list[_Placed]] = defaultdict(list)
    for anchor in anchors:
        if anchor.file is not None and anchor.line is not None:
            files[anchor.case, anchor.file].append(_Placed(anchor.line, anchor.last, anchor, _reach(anchor)))
    for neighbours in files.values():
        yield from _same_reach(neighbours)
        yield from _covering([each for each in neighbours if not each.anchor.ignored])


def _reach(anchor: GoldenAnchor) -> _Reach:
    first = max(1, (anchor.line or 0) - anchor.tolerance)  # there is no finding above the first line
    return _Reach(first, anchor.last + anchor.tolerance, anchor.side, criterion(anchor.match))


def _same_reach(neighbours: Sequence[_Placed]) -> Iterator[Complaint]:
    """Each anchor is held against the first real one of its reach: five of a kind are four complaints."""
    firsts: dict[_Reach, GoldenAnchor] = {}
    for placed in sorted(neighbours, key=lambda each: each.anchor.ignored):
        anchor = placed.anchor
        first = firsts.setdefault(placed.reach, anchor)
        if first is anchor or first.ignored:
            continue
        where = f"{first.id!r} ({first.source})"
        if anchor.ignored:
            what = f"the ignored {anchor.id!r} reaches exactly as far as {where}: second findings there count nowhere"
            hint = "Take one of them out, or move the ignored one to the lines that it is about."
            yield Complaint("ignored-equals-real", anchor.source, what, hint, Weight.WARNING)
        else:
            what = f"any finding that touches {anchor.id!r} touches {where}, and the other way round"
            yield Complaint(NOT_APART, anchor.source, what, _HINT)


def _covering(neighbours: Sequence[_Placed]) -> Iterator[Complaint]:
    """Anchors whose tolerance alone makes them reach over another; one complaint each, which names the first."""
    ordered = sorted(neighbours, key=lambda each: (each.line, each.last))
    lines = [each.line for each in ordered]
    for placed in neighbours:
        anchor, reach = placed.anchor, placed.reach
        if anchor.tolerance == 0:
            continue
        inside = range(bisect_left(lines, reach.first), bisect_left(lines, reach.last + 1))
        other = next((ordered[at].anchor for at in inside if _covers(placed, ordered[at])), None)
        if other is not None:
            what = f"with its tolerance of {anchor.tolerance} {anchor.id!r} covers {other.id!r} ({other.source})"
            yield Complaint("tolerance-covers", anchor.source, what, f"Make it smaller. {_HINT}", Weight.WARNING)


def _covers(one: _Placed, other: _Placed) -> bool:
    """Whether only tolerance makes `one` reach all lines of `other`, and nothing else keeps their findings apart."""
    overlap = other.line <= one.last and one.line <= other.last
    if overlap or other.last > one.reach.last or one.reach == other.reach:
        return False
    sides = {one.reach.side, other.reach.side} - {None}
    return len(sides) < 2 and one.reach.criterion in (None, other.reach.criterion)
