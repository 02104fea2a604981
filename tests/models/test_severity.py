"""The four severities in order, and what each impact class weighs."""

from __future__ import annotations

import pytest

from houndsman.models.severity import IMPACT_SEVERITY, Severity

WORST_FIRST = ["blocking", "attention", "suggestion", "nit"]


def test_the_worst_comes_first() -> None:
    assert [severity.value for severity in sorted(Severity, key=lambda severity: severity.rank)] == WORST_FIRST


@pytest.mark.parametrize("severity", Severity)
@pytest.mark.parametrize("threshold", Severity)
def test_at_least_means_as_bad_or_worse(severity: Severity, threshold: Severity) -> None:
    assert severity.at_least(threshold) is (WORST_FIRST.index(severity) <= WORST_FIRST.index(threshold))


@pytest.mark.parametrize(
    ("severity", "classes"),
    [
        (Severity.BLOCKING, {"data-loss", "security", "money", "outage"}),
        (Severity.ATTENTION, {"correctness", "contract", "concurrency"}),
        (Severity.SUGGESTION, {"performance", "maintainability", "test-gap"}),
        (Severity.NIT, {"style", "wording"}),
    ],
)
def test_impact_classes_weigh_what_the_design_says(severity: Severity, classes: set[str]) -> None:
    assert {name for name, weight in IMPACT_SEVERITY.items() if weight is severity} == classes
