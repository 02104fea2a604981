"""The bootstrap by case: scipy's interval, exact sums, the same bytes each time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import sqrt
from random import Random

import numpy as np
import pytest
import scipy.stats  # type: ignore[import-untyped]
from hypothesis import given, settings
from hypothesis import strategies as st

from houndsman.statistics.bootstrap import (
    Resampled,
    Statistic,
    bootstrap,
    draw_binomial,
    expanded,
    f1,
    percentile_interval,
    ratio,
    resampled_sums,
)
from houndsman.statistics.intervals import wilson

#: Columns of a case in these tests.
FOUND, EXPECTED, REPORTED = range(3)


def cases(count: int, seed: str = "cases") -> list[tuple[int, int, int]]:
    """`count` cases of a middling reviewer."""
    source = Random(seed)
    rows = []
    for _ in range(count):
        expected = source.randint(1, 6)
        found = source.randint(0, expected)
        rows.append((found, expected, found + source.randint(0, 5)))
    return rows


def only(results: Sequence[Resampled | None]) -> Resampled:
    """The one result."""
    (result,) = results
    assert result is not None
    return result


@pytest.mark.parametrize("count", [10, 80, 3_000], ids=["few", "many", "many equal ones"])
@pytest.mark.parametrize(
    ("statistic", "reference"),
    [
        (ratio(FOUND, EXPECTED), lambda f, e, r, axis: f.sum(axis) / e.sum(axis)),
        (ratio(FOUND, REPORTED), lambda f, e, r, axis: f.sum(axis) / r.sum(axis)),
        (f1(FOUND, EXPECTED, REPORTED), lambda f, e, r, axis: 2 * f.sum(axis) / (e.sum(axis) + r.sum(axis))),
    ],
    ids=["recall", "precision", "f1"],
)
def test_equals_scipy_but_for_chance(count: int, statistic: Statistic, reference: object) -> None:
    rows = cases(count) if count < 1_000 else [row for row in cases(10) for _ in range(count // 10)]
    theirs = scipy.stats.bootstrap(
        np.array(rows).T,
        reference,
        paired=True,
        vectorized=True,
        n_resamples=4_000,
        batch=500,
        method="percentile",
        rng=np.random.default_rng(1),
    )
    ours = only(bootstrap(rows, [statistic], resamples=4_000))
    assert ours.standard_error == pytest.approx(theirs.standard_error, rel=0.05)
    interval = theirs.confidence_interval
    assert ours[:2] == pytest.approx((interval.low, interval.high), abs=0.15 * theirs.standard_error)


@given(st.lists(st.floats(-10, 10), min_size=1, max_size=50), st.sampled_from((0.5, 0.9, 0.95)))
def test_percentiles_are_numpys(values: list[float], confidence: float) -> None:
    tail = (1 - confidence) / 2
    assert percentile_interval(values, confidence) == pytest.approx(np.quantile(values, [tail, 1 - tail]))


def test_percentiles_of_nothing() -> None:
    with pytest.raises(ValueError, match="no values"):
        percentile_interval([])


def test_one_pass_gives_what_each_statistic_gives_alone() -> None:
    rows = cases(30)
    wanted = [ratio(FOUND, EXPECTED), ratio(FOUND, REPORTED), f1(FOUND, EXPECTED, REPORTED)]
    alone = [only(bootstrap(rows, [statistic], resamples=300)) for statistic in wanted]
    assert bootstrap(rows, wanted, resamples=300) == alone


def test_the_same_seed_gives_the_same_and_another_another() -> None:
    rows = cases(30)
    once, again, other = (list(resampled_sums(rows, 50, seed)) for seed in (7, 7, 8))
    assert once == again != other


@pytest.mark.parametrize(
    ("rows", "sums"),
    [
        (cases(4), [(5, 11, 15), (9, 15, 19)]),
        ([(1, 0), (0, 1)] * 100, [(104, 96), (97, 103)]),
        ([(0.5,), (-0.25,), (1 / 3,)], [(1.166666666666,), (0.0,)]),
    ],
    ids=["rows", "counts of equal rows", "fractions"],
)
def test_a_seed_means_the_same_sample_in_every_release(
    rows: list[tuple[float, ...]], sums: list[tuple[float, ...]]
) -> None:
    assert list(resampled_sums(rows, 2, seed=1)) == sums


@settings(max_examples=60)
@given(
    st.lists(st.tuples(st.integers(-(10**12), 10**12), st.integers(0, 3)), min_size=1, max_size=8),
    st.sampled_from((1, 60)),
)
def test_sums_of_integers_are_exact_sums_of_rows(rows: list[tuple[int, int]], times: int) -> None:
    """Columns are drawn together and never run into each other, whatever their size and sign."""
    marked = [(*row, *(at == other for other in range(len(rows)))) for at, row in enumerate(rows)] * times
    for one, two, *counts in resampled_sums(marked, 10):
        assert sum(counts) == len(marked)
        assert one == sum(count * row[0] for count, row in zip(counts, rows, strict=True))
        assert two == sum(count * row[1] for count, row in zip(counts, rows, strict=True))


def test_fractions_that_cancel_out_give_exactly_zero() -> None:
    sums = {total for (total,) in resampled_sums([(0.1,), (0.2,), (-0.3,)], 200)}
    assert 0.0 in sums
    assert sums <= {round(total, 1) for total in sums}


def test_integers_stay_integers() -> None:
    ((whole, fraction),) = resampled_sums([(1, 0.5)], 1)
    assert (type(whole), type(fraction)) == (int, float)


def test_every_case_is_as_likely() -> None:
    """The number of times each case is drawn, over all resamples, is as even as chance has it."""
    rows = [tuple(int(at == other) for other in range(8)) for at in range(8)]
    drawn = np.array(list(resampled_sums(rows, 5_000))).sum(axis=0)
    assert scipy.stats.chisquare(drawn).pvalue > 0.01


@pytest.mark.parametrize(("trials", "hits", "of"), [(5, 1, 3), (40, 1, 2), (40, 2, 7), (300, 299, 300), (90, 1, 90)])
def test_binomial_numbers_are_binomial(trials: int, hits: int, of: int) -> None:
    source = Random(5)
    drawn = Counter(draw_binomial(trials, hits, of, source) for _ in range(4_000))
    expected = 4_000 * scipy.stats.binom.pmf(range(trials + 1), trials, hits / of)
    usual = expected >= 5
    observed = np.array([drawn[each] for each in range(trials + 1)])
    assert observed[~usual].sum() <= 3 * (1 + expected[~usual].sum())
    share = observed[usual].sum() / expected[usual].sum()
    assert scipy.stats.chisquare(observed[usual], expected[usual] * share).pvalue > 0.01


@pytest.mark.parametrize(("hits", "drawn"), [(0, 0), (4, 9)])
def test_binomial_numbers_of_what_is_certain(hits: int, drawn: int) -> None:
    assert draw_binomial(9, hits, 4, Random(1)) == drawn


def test_equal_rows_are_drawn_as_other_rows_are() -> None:
    """A thousand cases of four kinds, and the same ones told apart by a column that nobody looks at."""
    kinds = [(0, 1), (1, 1), (1, 2), (3, 4)]
    equal = [kind for kind in kinds for _ in range(250)]
    apart = [(*row, at) for at, row in enumerate(equal)]
    one, other = (only(bootstrap(rows, [ratio(0, 1)], resamples=3_000)) for rows in (equal, apart))
    assert one[:3] == pytest.approx(other[:3], rel=0.05)


def test_cases_with_many_defects_make_a_wider_interval_than_as_many_independent_defects() -> None:
    rows = [(0, 10), (10, 10)] * 10
    by_case, by_defect = only(bootstrap(rows, [ratio(0, 1)], resamples=2_000)), wilson(100, 200)
    assert by_defect is not None
    assert by_case.high - by_case.low > 2.5 * (by_defect.high - by_defect.low)


def test_resamples_without_a_value_are_left_out_and_told() -> None:
    rows = [(1, 1), (0, 0), (0, 0), (0, 0)]
    result = only(bootstrap(rows, [ratio(0, 1)], resamples=4_000))
    assert result.undefined == pytest.approx((3 / 4) ** 4, abs=0.03)
    assert result[:2] == (1, 1)


@pytest.mark.parametrize(
    ("rows", "statistic"),
    [
        ([], ratio(0, 1)),
        ([(1, 2, 3)], ratio(0, 1)),
        ([(0, 0, 0)] * 5, ratio(0, 1)),
        ([(0, 0, 0)] * 5, f1(0, 1, 2)),
    ],
    ids=["no case", "one case", "nothing expected", "nothing expected or reported"],
)
def test_where_nothing_can_be_said_there_is_none(rows: list[tuple[int, ...]], statistic: Statistic) -> None:
    assert bootstrap(rows, [statistic], resamples=20) == [None]


def test_two_cases_are_enough_to_say_that_little_is_known() -> None:
    assert only(bootstrap([(0, 1), (1, 1)], [ratio(0, 1)], resamples=200))[:2] == (0, 1)


def test_nothing_to_draw_from() -> None:
    with pytest.raises(ValueError, match="no cases"):
        next(resampled_sums([]))


def test_rows_of_different_length() -> None:
    with pytest.raises(ValueError, match=r"longer|shorter"):
        next(resampled_sums([(1, 2), (1,)]))


@pytest.mark.parametrize("count", [2, 5, 20, 100])
def test_expanded_is_the_published_formula(count: int) -> None:
    """T. C. Hesterberg (2015), section 5: alpha' / 2 = Phi(-sqrt(n / (n - 1)) t)."""
    t = scipy.stats.t.ppf(0.975, count - 1)
    alpha = 2 * scipy.stats.norm.cdf(-sqrt(count / (count - 1)) * t)
    assert expanded(0.95, count) == pytest.approx(1 - alpha, abs=1e-12)


def test_expanded_needs_a_spread() -> None:
    with pytest.raises(ValueError, match="fewer than two"):
        expanded(0.95, 1)
