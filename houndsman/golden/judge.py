"""Every finding and every anchor of a set in its place: proved, missing, repeated, ignored, outside, without a place.

In: a golden set and anyone's findings, in any order. Out: a `Judgement`, in one order, whatever that of the input: by
case, then as `canonical.py` says; what belongs to no case comes last. An anchor's `match` that cannot be decided raises
`GoldenError`; nothing else fails, and no finding is dropped or merged with another.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from houndsman.golden.canonical import ordered_anchors, ordered_findings
from houndsman.golden.pairing import LeftOver, pair_up
from houndsman.golden.placing import Placing, Stray
from houndsman.models.foreign import ForeignFinding
from houndsman.models.golden import GoldenAnchor, GoldenCase, GoldenSet


class Match(NamedTuple):
    """A defect that is proved."""

    anchor: GoldenAnchor
    finding: ForeignFinding
    gap: int
    """Lines between the two; 0 where they overlap."""
    offset: int
    """Lines between their first lines."""


class Repeat(NamedTuple):
    """A finding that touches an anchor without proving it."""

    finding: ForeignFinding
    anchor: GoldenAnchor


class Reported(NamedTuple):
    """A finding at no known defect, or without a place."""

    finding: ForeignFinding
    case: str | None
    """Null where it belongs to none."""


@dataclass(slots=True)
class Counts:
    """What was counted in one case, or in all."""

    expected: int = 0
    """Anchors with a place that are not ignored."""
    matched: int = 0
    duplicates: int = 0
    outside: int = 0
    ignored: int = 0
    """Findings that an ignored anchor took out of the count."""
    unplaced: int = 0
    """Findings without a place."""

    @property
    def reported(self) -> int:
        """Findings that count: with a place, and not ignored."""
        return self.matched + self.duplicates + self.outside

    @property
    def alarms(self) -> int:
        """Findings that are false where there is no defect: no place is needed to know that."""
        return self.reported + self.unplaced

    def __add__(self, other: Counts) -> Counts:
        return Counts(
            self.expected + other.expected,
            self.matched + other.matched,
            self.duplicates + other.duplicates,
            self.outside + other.outside,
            self.ignored + other.ignored,
            self.unplaced + other.unplaced,
        )


@dataclass(slots=True)
class Judgement:
    """Where each finding and each anchor of a set ended. A finding stands in exactly one of the lists."""

    placing: Placing
    counts: list[Counts]
    """One a case, by name."""
    homeless: Counts = field(default_factory=Counts)
    """What belongs to no case."""
    strays: Counter[Stray] = field(default_factory=Counter)
    """Findings with a place and without a case, by reason."""
    matches: list[Match] = field(default_factory=list)
    missing: list[GoldenAnchor] = field(default_factory=list)
    duplicates: list[Repeat] = field(default_factory=list)
    ignored: list[Repeat] = field(default_factory=list)
    outside: list[Reported] = field(default_factory=list)
    unplaced_anchors: list[GoldenAnchor] = field(default_factory=list)
    unplaced_findings: list[Reported] = field(default_factory=list)
    known_files: int = 0
    """Findings with a place in a file of the set."""

    @property
    def cases(self) -> tuple[GoldenCase, ...]:
        """By name."""
        return self.placing.cases

    @property
    def total(self) -> Counts:
        """Over all cases, and what belongs to none."""
        return sum(self.counts, start=self.homeless)

    def of(self, at: int) -> Counts:
        """The counts of the case at position `at`, or, for a `Stray`, of what has none."""
        return self.counts[at] if at >= 0 else self.homeless


_Places = dict[tuple[int, str], list[ForeignFinding]]


def judge(golden: GoldenSet, findings: Iterable[ForeignFinding], tolerance: int | None = None) -> Judgement:
    """Judge `findings` against `golden`; `tolerance`, in lines, stands in for each anchor's own."""
    placing = Placing(golden)
    judged = Judgement(placing, [Counts() for _ in placing.cases])
    places = _by_place(findings, judged)
    anchors = _anchors_by_place(judged)
    for place in sorted(places.keys() | anchors.keys(), key=lambda place: (place[0] < 0, place)):
        _judge_file(judged, place[0], anchors.get(place, ()), ordered_findings(places.get(place, ())), tolerance)
    judged.known_files = sum(len(found) for (_, file), found in places.items() if placing.holds(file))
    return judged


def _by_place(findings: Iterable[ForeignFinding], judged: Judgement) -> _Places:
    """Findings with a place by case and file. Those without one are put where they belong."""
    claimed: defaultdict[tuple[str | None, str], list[ForeignFinding]] = defaultdict(list)
    unplaced = []
    for finding in findings:
        if finding.file is None or finding.line is None:
            unplaced.append(finding)
        else:
            claimed[finding.case, finding.file].append(finding)
    places: _Places = defaultdict(list)
    for (case, file), found in claimed.items():
        at = judged.placing.of(case, file)
        places[at, file] += found
        if isinstance(at, Stray):
            judged.strays[at] += len(found)
    for finding in ordered_findings(unplaced):
        at = judged.placing.of(finding.case, finding.file)
        judged.of(at).unplaced += 1
        judged.unplaced_findings.append(Reported(finding, None if at < 0 else judged.cases[at].name))
    return places


def _anchors_by_place(judged: Judgement) -> dict[tuple[int, str], list[GoldenAnchor]]:
    """Anchors with a place by case and file. Those without one are put where they belong."""
    places: defaultdict[tuple[int, str], list[GoldenAnchor]] = defaultdict(list)
    for at, case in enumerate(judged.cases):
        for anchor in ordered_anchors(case.anchors):
            if anchor.file is None or anchor.line is None:
                judged.unplaced_anchors.append(anchor)
            else:
                places[at, anchor.file].append(anchor)
    return places


def _judge_file(
    judged: Judgement,
    at: int,
    anchors: Sequence[GoldenAnchor],
    findings: Sequence[ForeignFinding],
    tolerance: int | None,
) -> None:
    """What stands in one file of the case at position `at`, or, for a `Stray`, of none."""
    counts = judged.of(at)
    case = None if at < 0 else judged.cases[at].name
    pairs = pair_up(anchors, findings, tolerance)
    proved = {pair.anchor for pair in pairs.matches}
    missing = [each for place, each in enumerate(anchors) if place not in proved and not each.ignored]

    def repeats(left: Iterable[LeftOver]) -> list[Repeat]:
        return [Repeat(findings[each.finding], anchors[each.anchor]) for each in left]

    judged.matches += [
        Match(anchors[pair.anchor], findings[pair.finding], pair.gap, pair.offset) for pair in pairs.matches
    ]
    judged.missing += missing
    judged.duplicates += repeats(pairs.duplicates)
    judged.ignored += repeats(pairs.ignored)
    judged.outside += [Reported(findings[each], case) for each in pairs.outside]
    counts.expected += len(pairs.matches) + len(missing)
    counts.matched += len(pairs.matches)
    counts.duplicates += len(pairs.duplicates)
    counts.ignored += len(pairs.ignored)
    counts.outside += len(pairs.outside)
