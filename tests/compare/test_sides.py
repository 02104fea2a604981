"""What is known of a side from what is known of its runs."""

from __future__ import annotations

from dataclasses import replace

from houndsman.compare.sides import Coverage, Kind, Run, Side, Spent, heads

ONE = Run("run 1", coverage=Coverage(2, 3, 5, 9), spent=Spent(None, 100, 11, 0, 0.5), head="a" * 40)
TWO = Run("run 2", coverage=Coverage(3, 3, 9, 9), spent=Spent(None, 200, 12, 0, 1.0), head="a" * 40)


def test_coverage_adds_up_and_cost_is_a_mean() -> None:
    side = Side("x", Kind.RUNS, (ONE, TWO))
    assert side.coverage == Coverage(5, 6, 14, 18)
    assert side.spent_a_run == Spent(None, 150, 12, 0, 0.75)


def test_what_one_run_does_not_know_is_not_known() -> None:
    side = Side("x", Kind.RUNS, (ONE, replace(TWO, coverage=None, spent=Spent(None, None, 12, 0, 1.0))))
    assert side.coverage is None
    assert side.spent_a_run == Spent(None, None, 12, 0, 0.75)


def test_no_run_knows_nothing() -> None:
    side = Side("x", Kind.SCORES)
    assert (side.coverage, side.spent_a_run, side.is_whole) == (None, Spent(), True)


def test_a_side_is_whole_if_every_run_is() -> None:
    assert not Side("x", Kind.RUNS, (ONE, replace(TWO, complete=False))).is_whole


def test_each_commit_is_named_once_and_an_unknown_one_is_not() -> None:
    other = Side("y", Kind.FINDINGS, (Run("f.json"), replace(TWO, head="b" * 40)))
    assert heads((Side("x", Kind.RUNS, (ONE, TWO)), other)) == ("a" * 40, "b" * 40)
