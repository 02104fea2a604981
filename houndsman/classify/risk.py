"""How much a changed file matters when a brief has room for only some. Pure.

risk = min(churn, maxRiskFromChurn) + bonus, both of the first priority whose pattern matches.
"""

from __future__ import annotations

from collections.abc import Sequence

from houndsman.classify.globs import Globs
from houndsman.models.change import ChangedFile
from houndsman.models.config import Priority

_DEFAULT = Priority(pattern="**")


class Risk:
    """The risk of files under a project's priorities."""

    def __init__(self, priorities: Sequence[Priority]) -> None:
        self._priorities = [(Globs([priority.pattern]), priority) for priority in priorities]

    def of(self, file: ChangedFile) -> int:
        """The risk of `file`; a bonus below zero can make it negative."""
        matching = (priority for globs, priority in self._priorities if globs.match(file.path))
        priority = next(matching, _DEFAULT)
        return min(file.churn, priority.max_risk_from_churn) + priority.bonus
