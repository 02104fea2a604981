"""The numbers of a score, each with what it was counted from and how far it can be trusted.

In: counts. Out: values between 0 and 1 with two 95 % intervals, None where there is nothing to divide by: a reviewer of
whom nothing was expected has no recall, neither 0 nor 1. Nothing fails.

`interval` is Wilson's, as if each finding or defect were drawn alone. `clustered` is a bootstrap over cases, which
draws whole cases, because what stands in one change is found or missed together; it needs two cases or more. Findings
of no case are part of every resample: another choice of cases would not be rid of them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from statistics import fmean
from typing import NamedTuple

from houndsman.golden.judge import Counts
from houndsman.statistics.bootstrap import Statistic, bootstrap, ratio
from houndsman.statistics.intervals import Interval, wilson


class Rate(NamedTuple):
    """A share of things counted."""

    hits: int
    of: int
    clustered: Interval | None = None

    @property
    def value(self) -> float | None:
        """`hits / of`; null for 0 / 0."""
        return share(self.hits, self.of)

    @property
    def interval(self) -> Interval | None:
        """Wilson's, 95 %; null for 0 / 0."""
        return wilson(self.hits, self.of)


class Estimate(NamedTuple):
    """A number that is no share of things counted, so that only resampling tells how far to trust it."""

    value: float | None
    cases: int
    """How many cases it was taken from."""
    clustered: Interval | None = None


class Precision(NamedTuple):
    """How much of what was reported is true, by three names."""

    strict: Rate
    """Duplicates are wrong: the headline."""
    neutral: Rate
    """Duplicates are left out."""
    any: Rate
    """Whatever touches an anchor is right."""


class Macro(NamedTuple):
    """Means over the cases for which each is defined: every case weighs the same, however much it holds."""

    recall: Estimate
    precision: Estimate
    """The strict one."""
    f1: Estimate


class Rates(NamedTuple):
    """What a score says in numbers."""

    recall: Rate
    precision: Precision
    f1: Estimate
    macro: Macro


def share(hits: int, of: int) -> float | None:
    """`hits / of`; None for 0 / 0."""
    return hits / of if of else None


class _Part(NamedTuple):
    hits: int
    of: int


def _recall(counts: Counts) -> _Part:
    return _Part(counts.matched, counts.expected)


def _strict(counts: Counts) -> _Part:
    return _Part(counts.matched, counts.reported)


def _neutral(counts: Counts) -> _Part:
    return _Part(counts.matched, counts.reported - counts.duplicates)


def _any(counts: Counts) -> _Part:
    return _Part(counts.matched + counts.duplicates, counts.reported)


def _f1(counts: Counts) -> _Part:
    """The harmonic mean of recall and strict precision. In this form it is 0, not undefined, for a reviewer that says
    nothing about a case with defects: silence must not raise a mean. Source: C. J. van Rijsbergen (1979), Information
    Retrieval, chapter 7; L. R. Dice (1945), doi:10.2307/1932409.
    """
    return _Part(2 * counts.matched, counts.expected + counts.reported)


_Measure = Callable[[Counts], _Part]

_MICRO: tuple[_Measure, ...] = (_recall, _strict, _neutral, _any, _f1)
_MACRO: tuple[_Measure, ...] = (_recall, _strict, _f1)


def recall_of(counts: Counts) -> float | None:
    """The defects that are proved, of those that were expected."""
    return share(*_recall(counts))


def precision_of(counts: Counts) -> float | None:
    """The strict precision: the findings that prove a defect, of all that were reported."""
    return share(*_strict(counts))


def f1_of(counts: Counts) -> float | None:
    """F1 of recall and strict precision: 2 x matched / (expected + reported)."""
    return share(*_f1(counts))


def rates(cases: Sequence[Counts], homeless: Counts, resamples: int, seed: int) -> Rates:
    """The numbers of a score.

    Args:
        cases: the counts of each case, by name: the order decides which cases a resample draws.
        homeless: what belongs to no case.
        resamples: how many the bootstrap draws.
        seed: what it draws with.
    """
    everything = sum(cases, start=homeless)
    drawn = bootstrap([_row(each) for each in cases], _statistics(homeless), resamples=resamples, seed=seed)
    recall, strict, neutral, of_any, f1, *macro = [each and Interval(each.low, each.high) for each in drawn]
    return Rates(
        recall=Rate(*_recall(everything), recall),
        precision=Precision(
            strict=Rate(*_strict(everything), strict),
            neutral=Rate(*_neutral(everything), neutral),
            any=Rate(*_any(everything), of_any),
        ),
        f1=Estimate(f1_of(everything), len(cases), f1),
        macro=Macro(*(_mean(cases, measure, ends) for measure, ends in zip(_MACRO, macro, strict=True))),
    )


def _row(counts: Counts) -> tuple[float, ...]:
    """The columns of one case: its counts, then for each mean what it adds and whether it takes part."""
    scores = [share(*measure(counts)) for measure in _MACRO]
    means = [number for score in scores for number in (score or 0.0, int(score is not None))]
    return counts.expected, counts.matched, counts.duplicates, counts.outside, *means


_COUNTS = 4  # columns of a row before the means


def _statistics(homeless: Counts) -> list[Statistic]:
    """What is wanted of the sums of these columns."""

    def micro(measure: _Measure) -> Statistic:
        return lambda sums: share(*measure(Counts(*map(int, sums[:_COUNTS])) + homeless))

    means = [ratio(_COUNTS + 2 * at, _COUNTS + 2 * at + 1) for at in range(len(_MACRO))]
    return [*map(micro, _MICRO), *means]


def _mean(cases: Sequence[Counts], measure: _Measure, clustered: Interval | None) -> Estimate:
    known = [score for case in cases if (score := share(*measure(case))) is not None]
    return Estimate(fmean(known) if known else None, len(known), clustered)
