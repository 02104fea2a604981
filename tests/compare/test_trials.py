"""What is kept of a score, and the scores of the repeats of a case."""

from __future__ import annotations

from houndsman.compare.metric import Metric
from houndsman.compare.trials import Trial, pooled, scores_by_case
from houndsman.golden.judge import Counts
from houndsman.golden.score import ScoreOptions, score
from houndsman.models.foreign import ForeignFinding
from houndsman.models.golden import GoldenSet
from tests.compare.making import finding, found, golden_set

GOLDEN = golden_set([("pay", 2), ("tax", 1), ("clean", 0)])


def trial(findings: list[ForeignFinding], golden: GoldenSet = GOLDEN) -> Trial:
    return Trial.of(score(golden, findings, ScoreOptions(resamples=0)))


def test_a_trial_keeps_who_was_found_and_who_could_be() -> None:
    kept = trial([*found("pay", 1, 0), finding("elsewhere", 3)])
    assert kept.found == {"set.jsonl:pay:1"}
    assert kept.expected == {"set.jsonl:pay:1", "set.jsonl:pay:2", "set.jsonl:tax:1"}
    assert kept.clean == {"clean"}
    assert kept.cases["pay"] == Counts(expected=2, matched=1, outside=1)
    assert kept.total == Counts(expected=3, matched=1, outside=2)


def test_repeats_of_a_case_stand_beside_each_other() -> None:
    scores = scores_by_case([trial(found("pay", 1)), trial(found("pay", 1, 2))], Metric.RECALL)
    assert scores == {"pay": [0.5, 1.0], "tax": [0.0, 0.0]}


def test_a_repeat_without_a_score_is_no_score_of_zero() -> None:
    scores = scores_by_case([trial(found("pay", 1)), trial([])], Metric.PRECISION)
    assert scores == {"pay": [1.0], "clean": [1.0, 1.0]}


def test_counts_of_all_runs_add_up() -> None:
    assert pooled([trial(found("pay", 1)), trial(found("pay", 1, 2))]) == Counts(expected=6, matched=3)
