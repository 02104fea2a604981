"""What a reviewer owes besides findings: a verdict, with its proof, for each of these ids."""

from __future__ import annotations

from dataclasses import dataclass

from houndsman.models.business import BusinessSummary
from houndsman.models.classification import Assignment
from houndsman.models.watchdog import Watchdog


@dataclass(frozen=True, slots=True)
class Owed:
    """The verdicts that one watchdog's reviewer owes."""

    checks: tuple[str, ...] = ()
    """Flows (`F1`), invariants (`I1`), checklist items (`C1`)."""
    rules: tuple[str, ...] = ()
    """Numbers of rules, as text."""

    @property
    def is_nothing(self) -> bool:
        """Whether no verdict is owed."""
        return not self.checks and not self.rules


def owed_for(assignment: Assignment, business: BusinessSummary | None) -> Owed:
    """What is owed for the watchdog of `assignment`, by what the change is for in its own files."""
    return owed_by(assignment.watchdog, None if business is None else business.slice_for(assignment.files))


def owed_by(watchdog: Watchdog, business: BusinessSummary | None) -> Owed:
    """What is owed for `watchdog`.

    Args:
        watchdog: code owes nothing: what it checks, it has checked.
        business: the watchdog's own slice of what the change is for; None where nobody read it.
    """
    if watchdog.is_code_only:
        return Owed()
    facts = () if business is None else (*business.flows, *business.invariants)
    items = (f"C{number}" for number in range(1, len(watchdog.checklist) + 1))
    numbers = sorted(rule.number for rule in watchdog.rules)
    return Owed((*(fact.id for fact in facts), *items), tuple(map(str, numbers)))
