"""Tests of two variants on the same cases, or on the same defects.

In: the scores of both for each case, repeats and all, or counts of what only one of them found. Out: intervals and
p-values, all two-sided. Repeats of a case are averaged first: five runs of one case are one case, never five. Nothing
fails; fewer cases than a statistic needs give None.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from math import fsum
from random import Random
from typing import NamedTuple

from houndsman.statistics.bootstrap import RESAMPLES, SEED, bootstrap, expanded
from houndsman.statistics.intervals import CONFIDENCE

#: Two scores, which are shares between 0 and 1, that are nearer than this are equal: averages of the same repeats may
#: differ in their last digits.
SAME = 1e-9

#: Up to so many cases that differ, all ways of flipping signs are counted (two to the power of their number).
EXACT_FLIPS = 32

_GROUP = 8  # signs that one random byte flips


class PairedCase(NamedTuple):
    """The scores of one case; each side has one or more repeats."""

    a: Sequence[float]
    b: Sequence[float]

    @property
    def difference(self) -> float:
        """Mean of B less mean of A; exactly 0 where they are the same but for rounding."""
        apart = _mean(self.b) - _mean(self.a)
        return apart if abs(apart) > SAME else 0.0


class MeanDifference(NamedTuple):
    """By how much B is ahead of A, on average over the cases, and between what limits."""

    value: float
    low: float
    high: float

    @property
    def excludes_zero(self) -> bool:
        """Whether both ends lie on one side of zero."""
        return self.low > SAME or self.high < -SAME


class SignTest(NamedTuple):
    """In how many cases which one is ahead."""

    better_a: int
    better_b: int
    tied: int
    p: float
    """Of a split at least as uneven, if both are equally likely to be ahead."""


class SignFlipTest(NamedTuple):
    """How often chance alone would make a mean difference as large."""

    p: float
    exact: bool
    """Whether every way of flipping signs was counted; otherwise `p` is from random ones."""


def differences(cases: Iterable[PairedCase]) -> list[float]:
    """One number a case: B less A."""
    return [case.difference for case in cases]


def paired_bootstrap(
    apart: Sequence[float], confidence: float = CONFIDENCE, resamples: int = RESAMPLES, seed: int = SEED
) -> MeanDifference | None:
    """The mean of paired differences `apart` with its interval; None for fewer than two cases.

    A percentile interval at the `expanded` confidence, which makes up for what a plain one lacks where cases are few;
    from a hundred cases on there is hardly a difference. Sources: `bootstrap`, `expanded`. The caller sorts the cases.
    """
    if len(apart) < 2:
        return None
    wide = expanded(confidence, len(apart))
    (found,) = bootstrap([(each,) for each in apart], [lambda sums: sums[0] / len(apart)], wide, resamples, seed)
    return None if found is None else MeanDifference(_mean(apart), found.low, found.high)


def mcnemar(only_a: int, only_b: int) -> float:
    """The exact p-value that A and B are equally good, from the defects that only one of them found.

    Source: Q. McNemar (1947), Note on the sampling error of the difference between correlated proportions or
    percentages, Psychometrika 12:153-157, doi:10.1007/BF02295996; in the exact, binomial form. 1 where nothing differs.
    """
    return _even_split(min(only_a, only_b), only_a + only_b)


def sign_test(apart: Sequence[float]) -> SignTest:
    """Whether one of the two is ahead in more cases than a coin would have it; ties are left out.

    Source: W. J. Conover (1999), Practical Nonparametric Statistics, 3rd edition, section 3.4.
    """
    better_b = sum(each > SAME for each in apart)
    better_a = sum(each < -SAME for each in apart)
    p = _even_split(min(better_a, better_b), better_a + better_b)
    return SignTest(better_a, better_b, len(apart) - better_a - better_b, p)


def sign_flip(apart: Sequence[float], resamples: int = RESAMPLES, seed: int = SEED) -> SignFlipTest:
    """The permutation test of paired differences: if A and B are equally good, each could as well have its sign turned.

    The p-value is the share of all ways to turn signs that give a mean at least as far from zero. Up to `EXACT_FLIPS`
    cases that differ it is counted in full; beyond that it is (1 + hits) / (1 + resamples) of random ways, since an
    observed way is one of them. Five cases can never reach p < .05.

    Sources: R. A. Fisher (1935), The Design of Experiments, section 21; B. Phipson and G. K. Smyth (2010), Permutation
    p-values should never be zero, Statistical Applications in Genetics and Molecular Biology 9:39,
    doi:10.2202/1544-6115.1585.
    """
    units = [round(abs(each) / SAME) for each in apart if abs(each) > SAME]
    # Each difference was rounded by up to half a unit, so sums that are equal may be told apart by so many.
    least = abs(round(fsum(apart) / SAME)) - len(units)
    if least <= 0:
        return SignFlipTest(1.0, exact=True)
    if len(units) <= EXACT_FLIPS:
        return SignFlipTest(2 * _ways_to_reach(units, least) / (1 << len(units)), exact=True)
    hits = _random_ways_to_reach(units, least, resamples, Random(seed))
    return SignFlipTest((1 + hits) / (1 + resamples), exact=False)


def _ways_to_reach(units: Sequence[int], least: int) -> int:
    """How many of all signed sums of `units` are `least` or more: each of one half meets enough of the other half."""
    middle = len(units) // 2
    other = sorted(_signed_sums(units[middle:]))
    return sum(len(other) - bisect_left(other, least - one) for one in _signed_sums(units[:middle]))


def _random_ways_to_reach(units: Sequence[int], least: int, resamples: int, source: Random) -> int:
    """How many of `resamples` random signed sums are at least `least` away from zero; a byte gives eight signs."""
    padded = [*units, *(0 for _ in range(-len(units) % _GROUP))]
    tables = [_signed_sums(padded[at : at + _GROUP]) for at in range(0, len(padded), _GROUP)]
    hits = 0
    for _ in range(resamples):
        total = sum(map(list.__getitem__, tables, source.randbytes(len(tables))))
        hits += abs(total) >= least
    return hits


def _signed_sums(units: Sequence[int]) -> list[int]:
    """The sums of `units` with all choices of signs."""
    sums = [0]
    for unit in units:
        sums = [*(known + unit for known in sums), *(known - unit for known in sums)]
    return sums


def _even_split(fewer: int, of: int) -> float:
    """Two-sided p-value of a fair coin that came up `fewer` of `of` times on its rarer side."""
    ways = term = 1
    for each in range(fewer):
        term = term * (of - each) // (each + 1)
        ways += term
    return min(1.0, 2 * ways / (1 << of))


def _mean(scores: Sequence[float]) -> float:
    return fsum(scores) / len(scores)
