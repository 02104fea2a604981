"""Recall and precision by what was found: by severity, category and size of change.

In: a judgement. Out: recall and precision by name. Recall goes by what the defects are called and precision by what the
findings are called, which need not be the same for a pair of them. What has no name stands under `unknown`, and so does
the size of what belongs to no case. Nothing fails.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping
from typing import NamedTuple

from houndsman.golden.judge import Counts, Judgement
from houndsman.golden.rates import Rate
from houndsman.models.foreign import ForeignFinding
from houndsman.models.golden import GoldenAnchor
from houndsman.models.severity import Severity

UNKNOWN = "unknown"

#: Lines added and removed up to which a change is of a size, by name. Beyond the last: `OVER`.
SIZES: tuple[tuple[int, str], ...] = ((50, "up to 50"), (200, "51 to 200"), (1_000, "201 to 1000"))
OVER = "over 1000"


class Slice(NamedTuple):
    """The part of a score that has one name."""

    recall: Rate
    """Of the defects of that name."""
    precision: Rate | None = None
    """Strict, of the findings of that name; null where only defects can have it."""


class Breakdowns(NamedTuple):
    """By name, the worst severity and the smallest size first, categories by name, `unknown` last."""

    severity: Mapping[str, Slice]
    """The defect's severity counts for recall, the finding's for precision."""
    category: Mapping[str, Slice]
    """The defect's category. What reviewers call theirs is not comparable, so there is no precision."""
    size: Mapping[str, Slice]


def break_down(judged: Judgement, changed_lines: int | None = None) -> Breakdowns:
    """Break a judgement down.

    Args:
        judged: what is broken down.
        changed_lines: the size of the change, lines added and removed, for a set of one case that does not say.
    """
    return Breakdowns(
        severity=_by_severity(judged),
        category=_by_category(judged),
        size=_by_size(judged, changed_lines),
    )


def size_of(changed_lines: int | None) -> str:
    """The name of a size."""
    if changed_lines is None:
        return UNKNOWN
    return next((name for most, name in SIZES if changed_lines <= most), OVER)


def _severity(of: GoldenAnchor | ForeignFinding) -> str:
    return of.severity.value if of.severity is not None else UNKNOWN


def _by_severity(judged: Judgement) -> dict[str, Slice]:
    found, expected = _defects(judged, _severity)
    matched = Counter(_severity(match.finding) for match in judged.matches)
    reported = matched + Counter(_severity(each.finding) for each in judged.duplicates)
    reported += Counter(_severity(each.finding) for each in judged.outside)
    return {
        name: Slice(Rate(found[name], expected[name]), Rate(matched[name], reported[name]))
        for name in [*Severity, UNKNOWN]
        if name in expected or name in reported
    }


def _by_category(judged: Judgement) -> dict[str, Slice]:
    found, expected = _defects(judged, lambda anchor: anchor.category or UNKNOWN)
    names = sorted(expected, key=lambda name: (name == UNKNOWN, name))
    return {name: Slice(Rate(found[name], expected[name])) for name in names}


def _by_size(judged: Judgement, changed_lines: int | None) -> dict[str, Slice]:
    fallback = changed_lines if len(judged.cases) == 1 else None
    sums: defaultdict[str, Counts] = defaultdict(Counts)
    for case, counts in zip(judged.cases, judged.counts, strict=True):
        sums[size_of(fallback if case.changed_lines is None else case.changed_lines)] += counts
    sums[UNKNOWN] += judged.homeless
    return {
        name: Slice(Rate(counts.matched, counts.expected), Rate(counts.matched, counts.reported))
        for name in [*(name for _, name in SIZES), OVER, UNKNOWN]
        if (counts := sums[name]).expected or counts.reported
    }


def _defects(judged: Judgement, named: Callable[[GoldenAnchor], str]) -> tuple[Counter[str], Counter[str]]:
    """How many defects of each name are proved, and how many are expected."""
    found = Counter(named(match.anchor) for match in judged.matches)
    return found, found + Counter(map(named, judged.missing))
