"""Which findings of several reviewers are one.

In: what each reviewer reports, in runs of the same commit. Out: clusters of items, the same whatever the order of the
findings. Nothing fails.

An *item* is what an exact merge leaves: equal file, side, line and rule (and words, where there is no rule). A
*cluster* holds items of different reviewers that are probably one defect: lines that overlap or are at most a tolerance
apart, each with each. Two models hardly ever word a defect alike, so the place decides, as it does for a known defect;
only two different rules that were declared to them keep two findings apart. Nobody has two items in one cluster: of all
ways to pair a reviewer's items with the clusters of those before it the one with the most pairs is taken, then the
nearest. For two reviewers that is the best there is; with more, reviewers come in one after another, in the order
given, because the best for all at once would take exponential time.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from houndsman.matching.assignment import Span, assign
from houndsman.matching.dedupe_key import fold_message
from houndsman.models.finding import EMERGENT, Side, is_emergent
from houndsman.models.foreign import ForeignFinding

#: What rules begin with that reviewers name themselves: two of them may mean the same.
_NAMED_BY_REVIEWER = (EMERGENT, "logic:", "domain:")

_UNWEIGHED = 4  # a severity that nobody says comes behind all that there are


class Reported(NamedTuple):
    """One finding of one reviewer."""

    reviewer: int
    """Position of who reports it."""
    finding: ForeignFinding
    by_code: bool = False
    """Plain code reports it, the same for every reviewer."""


class Item(NamedTuple):
    """Findings that are equal."""

    finding: ForeignFinding
    """As the first reviewer reports it, with the worst severity, the last line and the distinct words of all."""
    reviewers: tuple[int, ...]
    """Who reports it, ascending."""
    by_code: bool


class Cluster(NamedTuple):
    """Items that are probably one defect."""

    items: tuple[Item, ...]
    """The one that stands for all comes first: that of the most reviewers, then the worst, then the first by place."""

    @property
    def reviewers(self) -> tuple[int, ...]:
        """Who reports it, ascending."""
        return tuple(sorted(reviewer for item in self.items for reviewer in item.reviewers))

    @property
    def finding(self) -> ForeignFinding:
        """What stands for all."""
        return self.items[0].finding

    @property
    def by_code(self) -> bool:
        """Whether plain code reports it, the same for every reviewer."""
        return any(item.by_code for item in self.items)


def clusters_of(reported: Iterable[Reported], tolerance: int) -> tuple[Cluster, ...]:
    """The clusters of what several reviewers report, by place.

    Args:
        reported: their findings.
        tolerance: lines between two findings that may still be one.
    """
    places: defaultdict[tuple[str, Side, bool], list[Item]] = defaultdict(list)
    for item in _items(reported):
        finding = item.finding
        places[finding.file or "", finding.side or Side.NEW, finding.line is None].append(item)
    found = [cluster for items in places.values() for cluster in _clusters(items, tolerance)]
    return tuple(sorted(found, key=lambda cluster: _by_place(cluster.items[0])))


def _items(reported: Iterable[Reported]) -> Iterator[Item]:
    equal: defaultdict[tuple[str, ...], list[Reported]] = defaultdict(list)
    for each in reported:
        equal[_key(each.finding)].append(each)
    for members in equal.values():
        members.sort(key=lambda member: (member.reviewer, member.finding.last, member.finding.message))
        findings = [member.finding for member in members]
        united = findings[0]._replace(
            end_line=max((each.end_line for each in findings if each.end_line is not None), default=None),
            severity=min((each.severity for each in findings if each.severity), key=lambda s: s.rank, default=None),
            message="\n".join(dict.fromkeys(each.message for each in findings if each.message)),
        )
        by_code = any(member.by_code for member in members)
        yield Item(united, tuple(sorted({member.reviewer for member in members})), by_code)


def _key(finding: ForeignFinding) -> tuple[str, ...]:
    rule = finding.rule or ""
    words = fold_message(finding.message) if not rule or is_emergent(rule) else ""
    return finding.file or "", finding.side or Side.NEW, str(finding.line), rule, words


def _clusters(items: Iterable[Item], tolerance: int) -> Iterator[Cluster]:
    """The clusters of the items of one file and side: all with a line, or none."""
    known: list[list[Item]] = []
    ordered = sorted(items, key=lambda item: (item.reviewers[0], _by_place(item)))
    for _, group in groupby(ordered, key=lambda item: item.reviewers[0]):
        newcomers = list(group)
        known.sort(key=lambda members: (_hull(members), _by_place(members[0])))
        at_home = _assigned(known, newcomers, tolerance)
        for at, newcomer in enumerate(newcomers):
            if at in at_home:
                known[at_home[at]].append(newcomer)
            else:
                known.append([newcomer])
    for members in known:
        yield Cluster(tuple(sorted(members, key=lambda item: (-len(item.reviewers), _weight(item), _by_place(item)))))


def _assigned(known: Sequence[Sequence[Item]], newcomers: Sequence[Item], tolerance: int) -> dict[int, int]:
    """The cluster that each of `newcomers` joins, by position; those that join none are left out."""

    def agree(cluster: int, newcomer: int) -> bool:
        return all(_may_be_one(member, newcomers[newcomer], tolerance) for member in known[cluster])

    hulls = [_hull(members) for members in known]
    pairs = assign(hulls, [tolerance] * len(hulls), [_span(item) for item in newcomers], agree)
    return {pair.finding: pair.anchor for pair in pairs}


def _may_be_one(one: Item, other: Item, tolerance: int) -> bool:
    (first, end), (start, last) = _span(one), _span(other)
    if max(start - end, first - last) > tolerance or not set(one.reviewers).isdisjoint(other.reviewers):
        return False
    rules = one.finding.rule or "", other.finding.rule or ""
    return rules[0] == rules[1] or any(not rule or rule.startswith(_NAMED_BY_REVIEWER) for rule in rules)


def _span(item: Item) -> Span:
    """Its lines; (0, 0) for the whole file."""
    return Span(item.finding.line or 0, max(item.finding.line or 0, item.finding.last))


def _hull(members: Sequence[Item]) -> Span:
    spans = [_span(item) for item in members]
    return Span(min(span.first for span in spans), max(span.last for span in spans))


def _weight(item: Item) -> int:
    return _UNWEIGHED if item.finding.severity is None else item.finding.severity.rank


def _by_place(item: Item) -> tuple[str, int, int, str, str, str]:
    finding = item.finding
    return (
        finding.file or "",
        finding.line or 0,
        finding.last,
        finding.side or Side.NEW,
        finding.rule or "",
        finding.message,
    )
