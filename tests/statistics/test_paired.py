"""Paired tests: scipy's p-values, repeats that are never pooled, and ties that are ties."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
import scipy.stats  # type: ignore[import-untyped]
from hypothesis import given, settings
from hypothesis import strategies as st

from houndsman.statistics.bootstrap import expanded
from houndsman.statistics.paired import (
    MeanDifference,
    PairedCase,
    differences,
    mcnemar,
    paired_bootstrap,
    sign_flip,
    sign_test,
)

#: Differences as repeats of a few defects give them: many ties, few distinct values.
coarse = st.lists(st.sampled_from((-1, -0.5, -1 / 3, 0, 0, 1 / 3, 0.5, 1)), min_size=1, max_size=12)


@pytest.mark.parametrize(
    ("only_a", "only_b", "p"),
    [(11, 6, 0.3323), (6, 19, 0.01463), (3, 7, 0.3438), (0, 22, 4.768e-07), (0, 0, 1.0), (5, 5, 1.0)],
)
def test_mcnemar_equals_the_published_values(only_a: int, only_b: int, p: float) -> None:
    """Four comparisons of reviewers whose p-values were published with their counts."""
    assert mcnemar(only_a, only_b) == pytest.approx(p, rel=5e-4)


@given(st.integers(0, 400), st.integers(0, 400))
def test_mcnemar_equals_scipy_and_takes_no_side(only_a: int, only_b: int) -> None:
    reference = scipy.stats.binomtest(only_a, only_a + only_b).pvalue if only_a + only_b else 1.0
    assert mcnemar(only_a, only_b) == pytest.approx(reference, rel=1e-9)
    assert mcnemar(only_a, only_b) == mcnemar(only_b, only_a)


def test_mcnemar_of_very_many() -> None:
    assert mcnemar(20_000, 20_400) == pytest.approx(scipy.stats.binomtest(20_000, 40_400).pvalue, rel=1e-6)


def test_repeats_of_a_case_are_averaged_first() -> None:
    """A case that was run ten times weighs as much as one that was run once."""
    cases = [PairedCase([0.0] * 10, [1.0] * 10), PairedCase([0.5], [0.0]), PairedCase([0.2, 0.4], [0.6])]
    assert differences(cases) == pytest.approx([1.0, -0.5, 0.3])


def test_averages_that_differ_by_rounding_are_the_same() -> None:
    (apart,) = differences([PairedCase([0.1, 0.2, 0.3], [0.6, 0.0, 0.0])])
    assert apart == 0
    assert differences([PairedCase([0.1], [0.3]), PairedCase([0.2], [0.1]), PairedCase([0.3], [0.2])])[0] != 0


@given(coarse)
def test_sign_test_equals_scipy(apart: list[float]) -> None:
    test = sign_test(apart)
    ahead = test.better_a + test.better_b
    assert ahead + test.tied == len(apart)
    assert test.p == pytest.approx(scipy.stats.binomtest(test.better_b, ahead).pvalue if ahead else 1.0)


@settings(max_examples=40, deadline=None)
@given(coarse)
def test_sign_flip_equals_scipy(apart: list[float]) -> None:
    if len(apart) < 2:
        return  # scipy wants two
    apart = [round(8 * each) / 8 for each in apart]  # in thirds its sums of zero are not, and it misses ties
    reference = scipy.stats.permutation_test(
        [np.array(apart)], lambda x, axis: x.sum(axis), permutation_type="samples", vectorized=True, n_resamples=np.inf
    )
    test = sign_flip(apart)
    assert test.exact
    assert test.p == pytest.approx(reference.pvalue)


@given(coarse, st.randoms(use_true_random=False))
def test_order_changes_no_test(apart: list[float], source: Random) -> None:
    shuffled = source.sample(apart, len(apart))
    assert sign_flip(shuffled) == sign_flip(apart)
    assert sign_test(shuffled) == sign_test(apart)


@given(coarse)
def test_the_other_way_round_is_as_unlikely(apart: list[float]) -> None:
    assert sign_flip([-each for each in apart]) == sign_flip(apart)


def test_random_flips_come_near_the_full_count() -> None:
    """With a hair's breadth more than the 32 cases that are counted in full."""
    source = Random(4)
    apart = [source.gauss(0.3, 1) for _ in range(32)]
    exact, random = sign_flip(apart), sign_flip([*apart, 1e-6])
    assert (exact.exact, random.exact) == (True, False)
    assert 0.01 < exact.p < 0.5
    assert random.p == pytest.approx(exact.p, abs=0.02)


def test_random_flips_never_give_zero() -> None:
    assert sign_flip([1.0] * 40, resamples=99) == (0.01, False)


@pytest.mark.parametrize("apart", [[], [0.0] * 50, [1.0, -1.0], [0.1, 0.2, -0.3]])
def test_what_cancels_out_is_no_difference(apart: list[float]) -> None:
    assert sign_flip(apart).p == 1


def test_five_cases_cannot_convince() -> None:
    assert sign_flip([1.0] * 5).p == 1 / 16
    assert sign_flip([1.0] * 6).p == 1 / 32


def test_paired_bootstrap_equals_scipy_but_for_chance() -> None:
    source = Random(4)
    apart = [source.gauss(0.1, 0.4) for _ in range(60)]
    theirs = scipy.stats.bootstrap(
        (apart,), np.mean, confidence_level=expanded(0.95, 60), method="percentile", rng=np.random.default_rng(1)
    )
    ours = paired_bootstrap(apart)
    assert ours is not None
    assert ours.value == pytest.approx(np.mean(apart))
    interval = theirs.confidence_interval
    assert ours[1:] == pytest.approx((interval.low, interval.high), abs=0.1 * theirs.standard_error)


def test_paired_bootstrap_is_seeded() -> None:
    apart = [0.3, -0.1, 0.2, 0.5, 0.0, 0.1]
    assert paired_bootstrap(apart, resamples=99, seed=1) == paired_bootstrap(apart, resamples=99, seed=1)
    assert paired_bootstrap(apart, resamples=99, seed=1) != paired_bootstrap(apart, resamples=99, seed=2)


@pytest.mark.parametrize("apart", [[], [1.0]])
def test_one_case_says_nothing_about_others(apart: list[float]) -> None:
    assert paired_bootstrap(apart) is None


@pytest.mark.parametrize(
    ("low", "high", "excludes"),
    [(0.1, 0.2, True), (-0.2, -0.1, True), (-0.1, 0.2, False), (0.0, 0.2, False), (-0.2, -1e-12, False)],
)
def test_an_end_at_zero_includes_it(low: float, high: float, excludes: bool) -> None:
    assert MeanDifference(0.0, low, high).excludes_zero is excludes
