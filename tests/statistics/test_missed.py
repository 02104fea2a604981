"""What everyone missed: the published examples, and true by simulation where the assumption holds."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from houndsman.statistics.missed import Estimate, chao1, lincoln_petersen


def chao(times: list[int]) -> Estimate:
    """The estimate, where there is one."""
    result = chao1(times)
    assert result is not None
    return result


@pytest.mark.parametrize(
    ("times", "total", "low", "high"),
    [
        ([0, 1, 1, 4, 2, 5, 2, 4, 1, 2], 9.75, 9.07, 17.45),
        ([0, 2, 2, 4, 5], 4, 4, 4.96),
        ([0, 1, 1, 4, 5], 5, 4.08, 17.27),
    ],
    ids=["once and twice", "never once", "never twice"],
)
def test_chao1_equals_estimates(times: list[int], total: float, low: float, high: float) -> None:
    """What the program EstimateS prints, as the tests of scikit-bio 0.6 (`test_chao1.py`) quote it; it prints 4.95
    where more digits are 4.96."""
    result = chao(times)
    assert result.total == pytest.approx(total)
    assert (result.low, result.high) == pytest.approx((low, high), abs=0.006)


def test_chao1_of_a_forest() -> None:
    """Trees at the edge of a rain forest: A. Chao and C.-H. Chiu (2016), Species richness: estimation and comparison,
    as quoted by the tests of the R package tabula. There what is missed carries the factor (n - 1) / n besides."""
    counts = [113, 50, 39, 29, 15, 11, 13, 5, 6, 6, 3, 4, 3, 5, 2, 5, 2, 2, 2, 2, 1]
    frequent = [23, 23, 25, 27, 28, 30, 32, 36, 36, 37, 41, 45, 46, 49, 89, 110]
    times = [each for each, count in enumerate(counts, start=1) for _ in range(count)] + frequent
    result = chao(times)
    assert result.found + result.missed * (1 - 1 / sum(times)) == pytest.approx(458.016, abs=0.001)


def test_chao1_leaves_room_where_nothing_was_found_just_once() -> None:
    for times in ([1, 2, 3], [2] * 1_000):
        result = chao(times)
        assert result.low == result.total == len(times) < result.high


def test_chao1_of_nothing() -> None:
    assert chao1([0, 0]) is None


def test_chao1_of_less_than_nothing() -> None:
    with pytest.raises(ValueError, match="less than no times"):
        chao1([1, -1])


def test_lincoln_petersen_equals_the_published_example() -> None:
    """Ten turtles marked, fifteen caught, five of them marked: 28.3 turtles, interval from 22 to 65. The example of
    Wikipedia, "Mark and recapture", with the interval of Sadinle (2009)."""
    result = lincoln_petersen(10, 15, 5)
    assert result.total == pytest.approx(28.33, abs=0.005)
    assert (round(result.low), round(result.high)) == (22, 65)
    assert result.found == 20
    assert result.missed == pytest.approx(8.33, abs=0.005)


@given(st.integers(0, 300), st.integers(0, 300), st.integers(0, 300))
def test_lincoln_petersen_is_never_below_what_was_found(only_a: int, only_b: int, both: int) -> None:
    result = lincoln_petersen(only_a + both, only_b + both, both)
    assert result.found == only_a + only_b + both
    assert result.found <= result.low <= result.total + 1e-9 <= result.high + 2e-9
    assert result[:4] == pytest.approx(lincoln_petersen(only_b + both, only_a + both, both)[:4])


@given(st.lists(st.integers(1, 8), min_size=1, max_size=60))
def test_chao1_is_never_below_what_was_found(times: list[int]) -> None:
    result = chao(times)
    assert result.found == len(times) <= result.low <= result.total <= result.high
    assert chao(sorted(times)) == result


@pytest.mark.parametrize(("by_a", "by_b", "by_both"), [(3, 5, 4), (5, 3, 4), (3, 3, -1)])
def test_more_cannot_be_shared_than_found(by_a: int, by_b: int, by_both: int) -> None:
    with pytest.raises(ValueError, match="found by both"):
        lincoln_petersen(by_a, by_b, by_both)


def test_lincoln_petersen_holds_the_truth_in_95_of_100_where_its_assumption_holds() -> None:
    source, held, total = Random(1), 0, 0.0
    for _ in range(1_000):
        a, b = ({defect for defect in range(60) if source.random() < chance} for chance in (0.5, 0.35))
        result = lincoln_petersen(len(a), len(b), len(a & b))
        held += result.low <= 60 <= result.high
        total += result.total
    assert 0.93 <= held / 1_000 <= 0.98
    assert total / 1_000 == pytest.approx(60, rel=0.03)


def test_chao1_is_a_lower_bound_and_near_the_truth_where_its_assumption_holds() -> None:
    source, held, total = Random(2), 0, 0.0
    for _ in range(500):
        result = chao([sum(source.random() < 0.25 for _ in range(5)) for _ in range(80)])
        held += result.low <= 80 <= result.high
        total += result.total
    assert held / 500 > 0.85
    assert total / 500 == pytest.approx(80, rel=0.1)


def test_the_assumption_is_told() -> None:
    assert "lower bound" in chao([1, 2]).assumption
    assert "independent" in lincoln_petersen(2, 2, 1).assumption
