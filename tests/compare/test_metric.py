"""What a case is worth, clean ones and silent reviewers included."""

from __future__ import annotations

import pytest

from houndsman.compare.metric import Metric, case_score
from houndsman.golden.judge import Counts

HALF = Counts(expected=4, matched=2, duplicates=1, outside=1)
SILENT = Counts(expected=4)
WRONG = Counts(expected=4, outside=3)
NOTHING = Counts()


@pytest.mark.parametrize(
    ("counts", "clean", "f1", "recall", "precision"),
    [
        pytest.param(HALF, False, 0.5, 0.5, 0.5, id="half-found"),
        pytest.param(SILENT, False, 0.0, 0.0, None, id="silence-where-there-are-defects"),
        pytest.param(WRONG, False, 0.0, 0.0, 0.0, id="only-false-ones"),
        pytest.param(NOTHING, True, 1.0, None, 1.0, id="silence-where-there-is-nothing"),
        pytest.param(Counts(outside=2), True, 0.0, None, 0.0, id="false-alarm"),
        pytest.param(Counts(unplaced=1), True, 0.0, None, 0.0, id="false-alarm-without-a-place"),
        pytest.param(Counts(ignored=1), True, 1.0, None, 1.0, id="what-an-ignored-anchor-takes-is-no-alarm"),
        pytest.param(Counts(outside=2), False, None, None, None, id="no-defect-has-a-place"),
    ],
)
def test_a_case_is_worth(
    counts: Counts, clean: bool, f1: float | None, recall: float | None, precision: float | None
) -> None:
    assert [case_score(metric, counts, clean=clean) for metric in Metric] == [f1, recall, precision]
