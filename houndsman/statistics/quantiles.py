"""Quantiles of the normal and of Student's t distribution.

In: a confidence between 0 and 1. Out: how many standard errors to either side hold that share of the distribution.
Fails with `ValueError` for a confidence that is none.
"""

from __future__ import annotations

from math import cos, pi, sin, sqrt, tan
from statistics import NormalDist

#: Halvings of an interval below 2 until its ends are neighbouring doubles.
_HALVINGS = 54


def normal_quantile(confidence: float) -> float:
    """The z for which `confidence` of a normal distribution lies between -z and z: 1.96 for 0.95."""
    _check(confidence)
    return NormalDist().inv_cdf((1 + confidence) / 2)


def t_quantile(confidence: float, freedom: int) -> float:
    """The t for which `confidence` of Student's distribution with `freedom` degrees lies between -t and t.

    Found by bisection of the angle whose tangent is t / sqrt(freedom), in which the distribution is a finite sum.
    Raises `ValueError` for less than one degree of freedom.
    """
    _check(confidence)
    if freedom < 1:
        raise ValueError(f"{freedom} degrees of freedom, at least 1 is needed")
    low, high = 0.0, pi / 2
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        if _share_within(middle, freedom) < confidence:
            low = middle
        else:
            high = middle
    return tan(low) * sqrt(freedom)


def _share_within(angle: float, freedom: int) -> float:
    """The share between -t and t, where `angle` is arctan(t / sqrt(freedom)).

    Source: M. Abramowitz and I. A. Stegun, Handbook of Mathematical Functions (1964), formulas 26.7.3 (odd) and
    26.7.4 (even degrees of freedom).
    """
    odd = freedom % 2
    term = cos(angle) if odd else 1.0
    total = 0.0 if freedom == 1 else term
    for below in range(2 + odd, freedom - 1, 2):  # the factors are (1/2)(3/4)... or, for odd ones, (2/3)(4/5)...
        term *= cos(angle) ** 2 * (below - 1) / below
        total += term
    share = sin(angle) * total
    return 2 / pi * (angle + share) if odd else share


def _check(confidence: float) -> None:
    if not 0 < confidence < 1:
        raise ValueError(f"a confidence lies between 0 and 1, not {confidence}")
