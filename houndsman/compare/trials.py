"""What one run is worth against known defects, kept to what a comparison needs.

In: the score of a run. Out: a `Trial`; of several, the scores of each case. Nothing fails.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from houndsman.compare.metric import Metric, case_score
from houndsman.golden.judge import Counts
from houndsman.golden.score import Score


@dataclass(frozen=True, slots=True)
class Trial:
    """One run, judged."""

    cases: Mapping[str, Counts]
    """By name."""
    total: Counts
    """Over all cases, and what belongs to none."""
    clean: frozenset[str]
    """Names of the cases that are known to hold no defect."""
    expected: frozenset[str]
    """Which defects can be found in what it reviewed, by where each stands in the set (`GoldenAnchor.source`)."""
    found: frozenset[str]
    """Which of them were."""

    @classmethod
    def of(cls, score: Score) -> Trial:
        """The trial that `score` is the score of."""
        found = frozenset(match.anchor.source for match in score.matches)
        return cls(
            cases={case.name: case.counts for case in score.cases},
            total=score.counts,
            clean=frozenset(case.name for case in score.golden.cases if case.clean),
            expected=found | {anchor.source for anchor in score.missing},
            found=found,
        )


def scores_by_case(trials: Iterable[Trial], metric: Metric) -> dict[str, list[float]]:
    """The scores of each case, one a trial in which it has one. A case that never has one is not there."""
    scores: dict[str, list[float]] = {}
    for trial in trials:
        for name, counts in trial.cases.items():
            score = case_score(metric, counts, clean=name in trial.clean)
            if score is not None:
                scores.setdefault(name, []).append(score)
    return scores


def pooled(trials: Iterable[Trial]) -> Counts:
    """The counts of all trials together."""
    return sum((trial.total for trial in trials), start=Counts())
