"""How small a difference a comparison could have seen, and what it would take to see half of it.

In: the scores of both variants for each case, repeats and all. Out: the gap, and how many more cases or repeats would
halve it. Nothing fails: what cannot be told from so few cases or repeats is None.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import ceil, fsum, sqrt
from statistics import NormalDist
from typing import NamedTuple

from houndsman.statistics.intervals import CONFIDENCE
from houndsman.statistics.paired import SAME, PairedCase, differences
from houndsman.statistics.verdict import FEWEST_CASES

#: How often a real difference of the visible size is seen.
POWER = 0.8

#: Standard errors of a difference that is seen so often: 1.96 until it counts, 0.84 for bad luck; 2.8 together.
VISIBLE_ERRORS = NormalDist().inv_cdf((1 + CONFIDENCE) / 2) + NormalDist().inv_cdf(POWER)


class Visibility(NamedTuple):
    """What a comparison could have seen."""

    gap: float | None
    """The smallest mean difference that is seen in 80 of 100 such comparisons, in the unit of the scores. None where
    that cannot be told: with fewer cases than a verdict needs, and where all differences are the same."""
    standard_error: float | None
    """Of the mean difference; None for fewer than two cases."""
    within: float | None
    """Share of the variance of a case's difference, 0 to 1, that comes from its repeats not agreeing, and that more
    repeats would lower; None where one variant never ran a case twice."""
    more_cases: int | None
    """That would halve the gap, run as often as these; None where there is no gap to halve."""
    more_repeats: int | None
    """Of each case by each variant that would halve the gap. None where no number would, since the cases themselves
    differ too much, and where `within` is not known."""


def visibility(cases: Sequence[PairedCase]) -> Visibility:
    """What a comparison on `cases` could have seen.

    Simulated differences of this size are seen in 77 to 80 of 100 from twenty cases on. With fewer the gap is too small
    (they are seen in 68 of 100 at ten), since the permutation test has to agree as well.

    Sources: J. Cohen (1988), Statistical Power Analysis for the Behavioral Sciences, section 2.3, for the gap;
    E. Miller (2024), Adding error bars to evals, arXiv:2411.00640, for paired differences and the two parts of their
    variance.
    """
    apart = differences(cases)
    if len(apart) < 2:
        return Visibility(None, None, None, None, None)
    variance = _variance(apart)
    error = sqrt(variance / len(apart))
    within = _within(cases)
    share = None if within is None or error <= SAME else min(1.0, within / variance)
    if error <= SAME or len(apart) < FEWEST_CASES:
        return Visibility(None, error, share, None, None)
    # The error falls with the root of the number of cases: half of it takes four times as many.
    return Visibility(VISIBLE_ERRORS * error, error, share, 3 * len(apart), _more_repeats(cases, share))


def _more_repeats(cases: Sequence[PairedCase], within: float | None) -> int | None:
    """Half the error is a quarter of the variance, of which the part between cases stays whatever is repeated."""
    if within is None or within <= 3 / 4 + SAME:
        return None
    times = within / (within - 3 / 4)
    repeats = fsum(len(case.a) + len(case.b) for case in cases) / (2 * len(cases))
    return ceil((times - 1) * repeats - SAME)


def _within(cases: Sequence[PairedCase]) -> float | None:
    """The variance that disagreeing repeats add to the difference of a case, on average over the cases."""
    of_a, of_b = _run_variance(case.a for case in cases), _run_variance(case.b for case in cases)
    if of_a is None or of_b is None:
        return None
    return fsum(of_a / len(case.a) + of_b / len(case.b) for case in cases) / len(cases)


def _run_variance(runs: Iterable[Sequence[float]]) -> float | None:
    """The variance of one run around the mean of its case, pooled over all cases that were run more than once."""
    repeated = [scores for scores in runs if len(scores) > 1]
    if not repeated:
        return None
    squares = fsum(_variance(scores) * (len(scores) - 1) for scores in repeated)
    return squares / sum(len(scores) - 1 for scores in repeated)


def _variance(scores: Sequence[float]) -> float:
    mean = fsum(scores) / len(scores)
    return fsum((score - mean) ** 2 for score in scores) / (len(scores) - 1)
