"""How far a share of counted things can be trusted.

In: how many of how many. Out: an interval. Fails with `ValueError` where there cannot be as many, or so few; of none at
all there is no share and no interval.
"""

from __future__ import annotations

from math import sqrt
from typing import NamedTuple

from houndsman.statistics.quantiles import normal_quantile

#: What an interval of ours holds the true value with, where nobody says otherwise.
CONFIDENCE = 0.95


class Interval(NamedTuple):
    """Both ends belong to it."""

    low: float
    high: float


def wilson(hits: int, of: int, confidence: float = CONFIDENCE) -> Interval | None:
    """The score interval of a proportion, within 0 and 1; None for `of` == 0.

    It asks which true shares would not have made `hits` of `of` surprising, so it says something even for 0 of 10. The
    things counted are taken as independent: several defects of one case are not quite, and for them there is the
    bootstrap by case.

    Source: E. B. Wilson (1927), Probable inference, the law of succession, and statistical inference, Journal of the
    American Statistical Association 22:209-212, doi:10.1080/01621459.1927.10502953; without continuity correction.
    """
    if not 0 <= hits <= of:
        raise ValueError(f"{hits} hits of {of}")
    if of == 0:
        return None
    z = normal_quantile(confidence)
    middle = hits + z * z / 2
    reach = z * sqrt(hits * (of - hits) / of + z * z / 4)
    whole = of + z * z
    # At its ends the interval is exact, which rounding would miss by a hair.
    return Interval(0.0 if hits == 0 else (middle - reach) / whole, 1.0 if hits == of else (middle + reach) / whole)
