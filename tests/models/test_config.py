"""What a configuration may hold, and what it is where nobody says anything."""

from __future__ import annotations

import pytest
from pydantic import ValidationError

from houndsman.models.config import Config
from houndsman.models.severity import Severity


def test_the_defaults_are_those_of_the_design() -> None:
    assert Config().to_json() == {
        "projectName": "this project",
        "exclusions": [],
        "budgets": {"maxFilesPerBrief": 40, "maxExcerptChars": 60_000},
        "hunt": {"adversarial": True, "checklist": True, "secondOpinion": True, "secondOpinionAgent": None},
        "priorities": [],
        "failOn": None,
        "language": None,
        "base": None,
        "agent": None,
        "agents": {},
    }


def test_a_priority_caps_churn_at_200_and_adds_nothing() -> None:
    (priority,) = Config.model_validate({"priorities": [{"pattern": "db/"}]}).priorities
    assert (priority.bonus, priority.max_risk_from_churn) == (0, 200)


def test_fail_on_is_a_severity() -> None:
    assert Config.model_validate({"failOn": "blocking"}).fail_on is Severity.BLOCKING


@pytest.mark.parametrize(
    "data",
    [
        {"unknown": 1},
        {"failOn": "high"},
        {"budgets": {"maxFilesPerBrief": True}},
        {"budgets": {"maxFilesPerBrief": "40"}},
        {"budgets": {"maxExcerptChars": 0}},
        {"priorities": [{"bonus": 3}]},
        {"priorities": [{"pattern": "a", "maxRiskFromChurn": -1}]},
        {"priorities": [{"pattern": ""}]},
        {"exclusions": ["!"]},
        {"projectName": " "},
    ],
)
def test_what_does_not_fit_is_refused(data: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        Config.model_validate(data)
