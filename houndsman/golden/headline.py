"""The numbers of a score in words, a row each: what a terminal shows, and what the page begins with.

In: a score. Out: rows of text of ours, with no foreign word in them. A number that is not there is a dash. Nothing
fails.
"""

from __future__ import annotations

from typing import NamedTuple

from houndsman.golden.rates import Estimate, Rate
from houndsman.golden.remarks import counted
from houndsman.golden.score import Score
from houndsman.statistics.intervals import Interval

#: Stands for a number that is not there.
DASH = "–"


class HeadlineRow(NamedTuple):
    """One number."""

    name: str
    value: str
    wilson: str
    """Its 95 % interval as if all that is counted were independent; a dash where there is no formula."""
    clustered: str
    """Its 95 % interval by case; a dash for a single case."""
    interval: str
    """The one to show where there is room for one: the wider. By case it is wider where a case is found or missed as a
    whole, and of no width where nothing was found at all, of which Wilson's makes no certainty."""
    counts: str
    """What it was counted from."""


def headline(score: Score) -> list[HeadlineRow]:
    """The numbers, recall first. Means over cases, severities and false alarms stand there only where there are any."""
    precision, rest = score.precision, [*_macro(score), *_agreement(score), *_false_alarms(score)]
    return [
        _rate("recall", score.recall, "of {} expected defects"),
        _rate("precision, strict", precision.strict, "of {} reported findings"),
        _rate("precision, neutral", precision.neutral, "of {}, duplicates left out"),
        _rate("precision, any", precision.any, "of {}, duplicates taken for right"),
        _estimate("F1", score.f1, "of recall and strict precision"),
        *rest,
    ]


def percent(value: float | None) -> str:
    """A share as per cent with one decimal."""
    return DASH if value is None else f"{100 * value:.1f} %"


def ends(interval: Interval | None) -> str:
    """An interval as per cent."""
    return DASH if interval is None else f"{100 * interval.low:.1f} to {100 * interval.high:.1f} %"


def _macro(score: Score) -> list[HeadlineRow]:
    if len(score.cases) < 2:
        return []
    named = (("recall", score.macro.recall), ("strict precision", score.macro.precision), ("F1", score.macro.f1))
    return [_estimate(f"{name}, macro", mean, f"mean over {counted(mean.cases, 'case')}") for name, mean in named]


def _agreement(score: Score) -> list[HeadlineRow]:
    agreement = score.severity_agreement
    return [_rate("severity agreement", agreement, "of {} where both say it")] if agreement.of else []


def _false_alarms(score: Score) -> list[HeadlineRow]:
    alarms = score.false_alarms
    if not alarms.rate.of:
        return []
    return [_rate("false alarms", alarms.rate, f"of {{}} without a defect, with {counted(alarms.findings, 'finding')}")]


def _rate(name: str, rate: Rate, of: str) -> HeadlineRow:
    known = [each for each in (rate.interval, rate.clustered) if each is not None]
    widest = max(known, key=lambda each: each.high - each.low, default=None)
    counts = f"{rate.hits} {of.format(rate.of)}"
    return HeadlineRow(name, percent(rate.value), ends(rate.interval), ends(rate.clustered), ends(widest), counts)


def _estimate(name: str, estimate: Estimate, of: str) -> HeadlineRow:
    by_case = ends(estimate.clustered)
    return HeadlineRow(name, percent(estimate.value), DASH, by_case, by_case, of)
