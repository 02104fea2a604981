"""Repeats beside each other: each number is what counting all choices of runs gives."""

from __future__ import annotations

from itertools import combinations, pairwise
from statistics import fmean

import pytest
from hypothesis import given
from hypothesis import strategies as st

from houndsman.statistics.stability import Stability, pass_at_k, pass_hat_k, stability

#: Found or not, one row a defect and one column a run.
tables = st.integers(1, 6).flatmap(
    lambda runs: st.lists(st.lists(st.booleans(), min_size=runs, max_size=runs), min_size=1, max_size=6)
)


def stable(hits: list[int], runs: int) -> Stability:
    """The result, where there is one."""
    result = stability(hits, runs)
    assert result is not None
    return result


@given(tables)
def test_equals_counting_all_choices_of_runs(found: list[list[bool]]) -> None:
    runs = len(found[0])
    result = stable([sum(row) for row in found], runs)
    for k in range(1, runs + 1):
        choices = list(combinations(range(runs), k))
        some = fmean(any(row[run] for run in choice) for choice in choices for row in found)
        every = fmean(all(row[run] for run in choice) for choice in choices for row in found)
        assert result.recall_by_run[k - 1] == pytest.approx(some)
        assert result.recall_every_run[k - 1] == pytest.approx(every)


@given(tables)
def test_the_gains_add_up_and_shrink(found: list[list[bool]]) -> None:
    result = stable([sum(row) for row in found], len(found[0]))
    gains = result.gained_by_run
    assert len(gains) == result.runs
    assert sum(gains) == pytest.approx(fmean(any(row) for row in found))
    assert all(gain >= later - 1e-12 for gain, later in pairwise(gains))


def test_found_in_so_many_of_so_many_runs() -> None:
    result = stable([5, 5, 4, 1, 0, 0, 0], 5)
    assert result.found_in == (3, 1, 0, 0, 1, 2)
    assert result.recall_by_run[0] == result.recall_every_run[0] == pytest.approx(15 / 35)
    assert result.recall_by_run[-1] == pytest.approx(4 / 7)
    assert result.recall_every_run[-1] == pytest.approx(2 / 7)


@pytest.mark.parametrize(
    ("runs", "hits", "k", "at", "hat"),
    [(5, 1, 1, 0.2, 0.2), (5, 1, 5, 1.0, 0.0), (5, 4, 2, 1.0, 0.6), (10, 3, 5, 11 / 12, 0.0), (200, 200, 100, 1, 1)],
)
def test_pass_at_k_and_pass_hat_k(runs: int, hits: int, k: int, at: float, hat: float) -> None:
    """By hand from the formulas of the two papers: 1 - C(n - c, k) / C(n, k), and C(c, k) / C(n, k)."""
    assert (pass_at_k(runs, hits, k), pass_hat_k(runs, hits, k)) == pytest.approx((at, hat))


@pytest.mark.parametrize(("hits", "runs"), [([], 3), ([0, 0], 0)])
def test_without_defects_or_runs_there_is_nothing(hits: list[int], runs: int) -> None:
    assert stability(hits, runs) is None


@pytest.mark.parametrize(("hits", "runs"), [([4], 3), ([-1], 3)])
def test_no_defect_is_found_more_often_than_there_are_runs(hits: list[int], runs: int) -> None:
    with pytest.raises(ValueError, match="of 3 runs"):
        stability(hits, runs)


@pytest.mark.parametrize("k", [0, 4])
def test_what_more_runs_would_do_is_not_known(k: int) -> None:
    with pytest.raises(ValueError, match=f"{k} of 3 runs"):
        pass_at_k(3, 1, k)
    with pytest.raises(ValueError, match=f"{k} of 3 runs"):
        pass_hat_k(3, 1, k)
