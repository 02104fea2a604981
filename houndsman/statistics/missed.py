"""How many defects nobody found.

In: how often each found defect was found, or what two reviewers found alone and together. Out: an estimate of all
defects, found and not, with its 95 % interval and what it takes for granted, in words. Fails with `ValueError` for
counts that cannot be. An estimate is as good as its assumption: where all reviewers are blind in the same way, both say
that little is missed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from math import exp, log, sqrt
from typing import NamedTuple

from houndsman.statistics.intervals import CONFIDENCE, Interval
from houndsman.statistics.quantiles import normal_quantile


class Estimate(NamedTuple):
    """How many defects there are, those that nobody found included."""

    found: int
    """At least once; no estimate is below it."""
    total: float
    low: float
    high: float
    assumption: str
    """What has to hold, in one sentence, for whoever reads the number."""

    @property
    def missed(self) -> float:
        """How many were found by nobody."""
        return self.total - self.found


CHAO1_ASSUMPTION = (
    "A lower bound: it takes the runs as independent, and defects that nobody found as no harder to find than those "
    "found only once."
)

LINCOLN_PETERSEN_ASSUMPTION = (
    "It takes the two reviewers as independent, and all defects as equally easy to find for each: where both find the "
    "same easy ones, more are missed than it says."
)


def chao1(times: Iterable[int]) -> Estimate | None:
    """All defects, from how many times each was found (by how many runs or reviewers); zeros are passed over.

    Many that were found only once, and few that were found twice, speak of many more. None where nothing was found.

    Sources: A. Chao (1984), Nonparametric estimation of the number of classes in a population, Scandinavian Journal of
    Statistics 11:265-270, in its bias-corrected form; variances and intervals, log-normal above what was found after
    A. Chao (1987), Biometrics 43:783-791, doi:10.2307/2531532, as given by R. K. Colwell, EstimateS 8.2 User's
    Guide (2009), appendix B.
    """
    counts = Counter(each for each in times if each)
    if any(each < 0 for each in counts):
        raise ValueError("a defect cannot be found less than no times")
    if not counts:
        return None
    found, once, twice = counts.total(), counts[1], counts[2]
    missed = once * (once - 1) / (2 * (twice + 1))
    if missed == 0:
        mean = sum(each * count for each, count in counts.items()) / found
        return Estimate(found, found, found, _most_where_none_is_missed(found, mean), CHAO1_ASSUMPTION)
    if twice:
        variance = missed + once * (2 * once - 1) ** 2 / (4 * (twice + 1) ** 2)
        variance += once**2 * twice * (once - 1) ** 2 / (4 * (twice + 1) ** 4)
    else:
        variance = missed + once * (2 * once - 1) ** 2 / 4 - once**4 / (4 * (found + missed))
    return Estimate(found, found + missed, *_log_normal(found, missed, variance), CHAO1_ASSUMPTION)


def lincoln_petersen(by_a: int, by_b: int, by_both: int) -> Estimate:
    """All defects, from how many A found, how many B found, and how many of these are the same.

    If B finds a third of what A found, it finds a third of everything. In the form that is defined, and hardly biased,
    for small counts too. Raises `ValueError` where more are shared than one of them found.

    Sources: D. G. Chapman (1951), Some properties of the hypergeometric distribution with applications to zoological
    sample censuses; the interval: M. Sadinle (2009), Transformed logit confidence intervals for small populations in
    single capture-recapture estimation, Communications in Statistics 38:1909-1924, doi:10.1080/03610910903168595.
    """
    if not 0 <= by_both <= min(by_a, by_b):
        raise ValueError(f"{by_both} found by both, {by_a} and {by_b} by each")
    found = by_a + by_b - by_both
    total = (by_a + 1) * (by_b + 1) / (by_both + 1) - 1
    both, only_a, only_b = by_both + 0.5, by_a - by_both + 0.5, by_b - by_both + 0.5
    reach = normal_quantile(CONFIDENCE) * sqrt(1 / both + 1 / only_a + 1 / only_b + both / (only_a * only_b))
    least, missed = found - 0.5, only_a * only_b / both
    # The interval is not made around this estimate: with next to nothing shared its lower end may lie above it.
    low = max(found, min(total, least + missed * exp(-reach)))
    return Estimate(found, total, low, max(total, least + missed * exp(reach)), LINCOLN_PETERSEN_ASSUMPTION)


def _log_normal(found: int, missed: float, variance: float) -> Interval:
    """What is missed is taken as log-normal, so that the interval never falls below what was found."""
    factor = exp(normal_quantile(CONFIDENCE) * sqrt(log(1 + variance / missed**2)))
    return Interval(found + missed / factor, found + missed * factor)


def _most_where_none_is_missed(found: int, mean: float) -> float:
    """The upper end where the estimate is what was found: as if defects were found a Poisson number of times."""
    unseen = exp(-mean)
    return (found + normal_quantile(CONFIDENCE) * sqrt(found * unseen)) / (1 - unseen)
