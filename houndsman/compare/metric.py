"""What one case is worth: a number between 0 and 1 for what a run made of it.

In: the counts of a case, and whether it is known to hold no defect. Out: its score, None where there is nothing to
divide by. Nothing fails.

A clean case has no recall. Its F1 and its precision are 1 where nothing was said about it and 0 where anything was:
silence is the right answer there, and a reviewer that is never silent should not have its false alarms left out of the
comparison. In a case with defects silence has an F1 and a recall of 0 and no precision.
"""

from __future__ import annotations

from enum import StrEnum

from houndsman.golden.judge import Counts
from houndsman.golden.rates import f1_of, precision_of, recall_of


class Metric(StrEnum):
    """By what two variants are compared."""

    F1 = "f1"
    RECALL = "recall"
    PRECISION = "precision"  # the strict one


def case_score(metric: Metric, counts: Counts, *, clean: bool) -> float | None:
    """The score of one case in one run.

    Args:
        metric: which score.
        counts: what became of the findings of that run there.
        clean: the case is known to hold no defect.
    """
    if clean and metric is not Metric.RECALL:
        return 0.0 if counts.alarms else 1.0
    if not counts.expected:
        # No defect has a place, or none is left: there is nothing to find, and nothing shows that nothing is there.
        return None
    match metric:
        case Metric.F1:
            return f1_of(counts)
        case Metric.RECALL:
            return recall_of(counts)
        case Metric.PRECISION:
            return precision_of(counts)
