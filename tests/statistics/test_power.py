"""What a comparison could have seen: true by simulation, and None where nobody can tell."""

from __future__ import annotations

from math import sqrt
from random import Random
from statistics import fmean, stdev

import pytest
import scipy.stats  # type: ignore[import-untyped]

from houndsman.statistics.paired import PairedCase, differences
from houndsman.statistics.power import VISIBLE_ERRORS, visibility
from houndsman.statistics.verdict import Better, decide_by_cases

#: Resamples in simulations: enough for the rate of wins, and a thousand comparisons in a few seconds.
RESAMPLES = 300


def comparison(source: Random, cases: int, repeats: int, between: float, within: float) -> list[PairedCase]:
    """A and B on `cases` cases, equally good; standard deviations of a case's own difference and of a run's noise."""

    def runs(level: float) -> list[float]:
        return [source.gauss(level, within) for _ in range(repeats)]

    return [PairedCase(runs(0), runs(source.gauss(0, between))) for _ in range(cases)]


def test_two_point_eight_standard_errors() -> None:
    assert pytest.approx(scipy.stats.norm.ppf(0.975) + scipy.stats.norm.ppf(0.8)) == VISIBLE_ERRORS
    assert round(VISIBLE_ERRORS, 1) == 2.8


def test_the_gap_rests_on_the_error_of_the_mean_difference() -> None:
    cases = comparison(Random(1), 40, 3, 0.3, 0.2)
    seen = visibility(cases)
    error = stdev(differences(cases)) / sqrt(40)
    assert seen.standard_error == pytest.approx(error)
    assert seen.gap == pytest.approx(VISIBLE_ERRORS * error)


@pytest.mark.slow
def test_a_difference_of_the_visible_size_is_seen_in_four_of_five_comparisons() -> None:
    """The gap is what one comparison of equals says; the difference that size is then looked for in another."""
    source, seen = Random(2), 0
    for _ in range(1_000):
        gap = visibility(comparison(source, 50, 2, 0.3, 0.2)).gap
        assert gap is not None
        apart = [each + gap for each in differences(comparison(source, 50, 2, 0.3, 0.2))]
        seen += decide_by_cases(apart, RESAMPLES).better is Better.B
    assert 0.75 <= seen / 1_000 <= 0.85


def mean_gap(cases: int, repeats: int, between: float, within: float) -> float:
    """The visible gap, on average over comparisons of this size."""
    source = Random("gaps")
    return fmean(visibility(comparison(source, cases, repeats, between, within)).gap or 0 for _ in range(60))


def test_so_many_more_cases_halve_the_gap() -> None:
    more = visibility(comparison(Random(5), 40, 2, 0.3, 0.2)).more_cases
    assert more == 120
    assert mean_gap(40 + more, 2, 0.3, 0.2) == pytest.approx(mean_gap(40, 2, 0.3, 0.2) / 2, rel=0.03)


def test_so_many_more_repeats_halve_the_gap() -> None:
    """The share that repeats can lower is known for sure only from very many cases."""
    more = visibility(comparison(Random(6), 20_000, 2, 0.1, 0.4)).more_repeats
    assert more in (7, 8)  # 0.01 of the variance stays; 0.16, a repeat's 0.32 halved, is to become 0.0325
    assert mean_gap(100, 2 + more, 0.1, 0.4) == pytest.approx(mean_gap(100, 2, 0.1, 0.4) / 2, rel=0.03)


@pytest.mark.parametrize(
    ("within", "more"), [(1.0, 6), (0.9, 10), (0.76, 150), (0.75, None), (0.7, None)], ids=lambda each: str(each)
)
def test_more_repeats_follow_from_the_share_that_they_can_lower(within: float, more: int | None) -> None:
    """Four times as many repeats halve the error of pure noise; three quarters of the variance are too little."""
    noise = sqrt(within * 10 / 9)  # the differences of ten cases, 1 and -1 in turn, have the variance 10 / 9
    seen = visibility([PairedCase([0, 0], [ahead - noise, ahead + noise]) for ahead in (1, -1) * 5])
    assert seen.within == pytest.approx(within)
    assert seen.more_repeats == more


def test_repeats_do_not_help_where_the_cases_differ() -> None:
    seen = visibility(comparison(Random(7), 60, 3, 0.5, 0.1))
    assert seen.within is not None and seen.within < 0.1
    assert seen.more_repeats is None


def test_without_repeats_nobody_knows_what_they_would_bring() -> None:
    once = [PairedCase(case.a[:1], case.b) for case in comparison(Random(8), 30, 2, 0.1, 0.3)]
    seen = visibility(once)
    assert seen.gap is not None
    assert (seen.within, seen.more_repeats) == (None, None)


@pytest.mark.parametrize(
    ("cases", "error"),
    [([], None), ([PairedCase([0.1], [0.4])], None), ([PairedCase([0.3], [0.3])] * 30, 0.0)],
    ids=["none", "one", "itself"],
)
def test_there_may_be_no_gap_to_tell(cases: list[PairedCase], error: float | None) -> None:
    assert visibility(cases) == (None, error, None, None, None)


@pytest.mark.parametrize(("count", "told"), [(2, False), (5, False), (6, True)])
def test_five_cases_see_nothing_whatever_its_size(count: int, told: bool) -> None:
    seen = visibility(comparison(Random(9), count, 1, 0.3, 0.1))
    assert (seen.gap is not None, seen.more_cases is not None) == (told, told)
    assert seen.standard_error
