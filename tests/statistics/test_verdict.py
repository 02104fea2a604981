"""Verdicts: who wins, who does not, and how often chance alone makes a winner."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from houndsman.statistics.verdict import Better, decide_by_cases, decide_by_defects

#: Resamples in simulations: enough for the rate of wins, and a thousand comparisons in a few seconds.
RESAMPLES = 300

COMPARISONS = 1_000


def normal(source: Random) -> float:
    """Scores with noise of one kind."""
    return source.gauss(0.5, 0.2)


def thirds(source: Random) -> float:
    """A case with three defects that are found together more often than alone, run twice."""
    ease = source.random()
    return sum(source.random() < ease for _ in range(6)) / 6


def rare(source: Random) -> float:
    """A case with one defect that hardly any run finds."""
    return float(source.random() < 0.1)


def false_wins(score: Callable[[Random], float], cases: int) -> float:
    """The share of comparisons of a variant with itself that end with a winner."""
    source = Random(f"{score.__name__} {cases}")
    wins = 0
    for _ in range(COMPARISONS):
        apart = [score(source) - score(source) for _ in range(cases)]
        wins += decide_by_cases(apart, RESAMPLES).better is not Better.NONE
    return wins / COMPARISONS


@pytest.mark.slow
@pytest.mark.parametrize("score", [normal, thirds, rare])
def test_a_variant_against_itself_wins_by_chance_as_often_as_it_says(score: Callable[[Random], float]) -> None:
    assert 0.03 <= false_wins(score, 50) <= 0.07


@pytest.mark.slow
@pytest.mark.parametrize(("score", "cases"), [(normal, 5), (normal, 10), (thirds, 10), (normal, 20), (thirds, 20)])
def test_a_variant_against_itself_hardly_ever_wins_on_few_cases(score: Callable[[Random], float], cases: int) -> None:
    assert false_wins(score, cases) < 0.08


@pytest.mark.parametrize(
    ("apart", "better"),
    [
        ([0.2, 0.3, 0.1, 0.4, 0.2, 0.3], Better.B),
        ([-0.2, -0.3, -0.1, -0.4, -0.2, -0.3], Better.A),
        ([0.2, 0.3, 0.1, 0.4, 0.2], Better.NONE),
        ([0.2, -0.3, 0.1, -0.4, 0.2, 0.3], Better.NONE),
        ([0.0] * 60, Better.NONE),
        ([0.0] * 50 + [0.5] * 10, Better.B),
        ([1.0], Better.NONE),
        ([], Better.NONE),
    ],
    ids=["six ahead", "six behind", "five are too few", "mixed", "itself", "ten of sixty", "one case", "none"],
)
def test_verdict(apart: list[float], better: Better) -> None:
    assert decide_by_cases(apart, 500).better is better


def test_the_permutation_test_is_asked_under_twenty_cases_only() -> None:
    assert decide_by_cases([0.1] * 19, 50).sign_flip is not None
    assert decide_by_cases([0.1] * 20, 50).sign_flip is None


def test_few_cases_need_both() -> None:
    """The interval excludes zero, the permutation test does not: no winner."""
    decision = decide_by_cases([0.1, 0.2, 0.15, 0.1, 0.2], 500)
    assert decision.mean is not None and decision.mean.excludes_zero
    assert decision.sign_flip is not None and decision.sign_flip.p > 0.05
    assert decision.better is Better.NONE


@pytest.mark.parametrize(
    ("only_a", "only_b", "better"),
    [(6, 19, Better.B), (19, 6, Better.A), (0, 6, Better.B), (0, 5, Better.NONE), (0, 0, Better.NONE)],
)
def test_verdict_on_one_case(only_a: int, only_b: int, better: Better) -> None:
    assert decide_by_defects(only_a, only_b) is better
