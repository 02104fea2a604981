"""Quantiles are those of scipy, to its own precision."""

from __future__ import annotations

import pytest
import scipy.stats  # type: ignore[import-untyped]

from houndsman.statistics.quantiles import normal_quantile, t_quantile

CONFIDENCES = (0.5, 0.8, 0.9, 0.95, 0.99, 0.999)


@pytest.mark.parametrize("confidence", CONFIDENCES)
def test_normal_quantile(confidence: float) -> None:
    assert normal_quantile(confidence) == pytest.approx(scipy.stats.norm.ppf((1 + confidence) / 2), rel=1e-12)


@pytest.mark.parametrize("confidence", CONFIDENCES)
@pytest.mark.parametrize("freedom", [1, 2, 3, 4, 5, 19, 20, 49, 99, 500, 9_999])
def test_t_quantile(confidence: float, freedom: int) -> None:
    assert t_quantile(confidence, freedom) == pytest.approx(scipy.stats.t.ppf((1 + confidence) / 2, freedom), rel=1e-11)


@pytest.mark.parametrize("confidence", [-0.1, 0.0, 1.0, 95.0, float("nan")])
def test_a_confidence_lies_between_0_and_1(confidence: float) -> None:
    with pytest.raises(ValueError, match="between 0 and 1"):
        normal_quantile(confidence)
    with pytest.raises(ValueError, match="between 0 and 1"):
        t_quantile(confidence, 10)


def test_a_spread_needs_a_degree_of_freedom() -> None:
    with pytest.raises(ValueError, match="at least 1 is needed"):
        t_quantile(0.95, 0)
