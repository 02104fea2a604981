"""risk = min(churn, maxRiskFromChurn) + bonus of the first pattern that matches."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from houndsman.classify.risk import Risk
from houndsman.models.change import ChangedFile
from houndsman.models.config import Priority


@pytest.mark.parametrize(
    ("path", "churn", "risk"),
    [
        ("other.py", 7, 7),
        ("other.py", 5_000, 200),
        ("client/a.js", 50, 50),
        ("client/a.js", 2_000, 120),
        ("db/a.sql", 1, 301),
        ("db/a.sql", 5_000, 500),
        ("docs/a.md", 3, -97),
        ("docs/a.sql", 3, -97),
        ("fixtures/a", 999, 0),
    ],
)
def test_the_first_pattern_that_matches_gives_both_numbers(
    changed_file: Callable[..., ChangedFile], path: str, churn: int, risk: int
) -> None:
    priorities = [
        Priority(pattern="client/", max_risk_from_churn=120),
        Priority(pattern="db/", bonus=300),
        Priority(pattern="docs/", bonus=-100),
        Priority(pattern="*.sql", bonus=9_000),
        Priority(pattern="fixtures/", max_risk_from_churn=0),
    ]
    assert Risk(priorities).of(changed_file(path, added=churn)) == risk
