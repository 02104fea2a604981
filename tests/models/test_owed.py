"""Which verdicts a watchdog's reviewer owes."""

from __future__ import annotations

import pytest

from houndsman.models.business import BusinessSummary, Fact
from houndsman.models.classification import Assignment
from houndsman.models.owed import Owed, owed_by, owed_for
from houndsman.models.repo_path import RepoPath
from houndsman.models.severity import Severity
from houndsman.models.watchdog import CODE_AGENT, Rule, Watchdog


def fact(own_id: str) -> Fact:
    """A fact of one file."""
    return Fact(id=own_id, title="x", at=("a:1",), files=(RepoPath(b"a"),))


WATCHDOG = Watchdog(
    id="shop",
    title="Shop",
    paths=("**",),
    rules=tuple(
        Rule(id=f"shop/{number}", number=number, title="x", severity=Severity.NIT, text="x") for number in (10, 2)
    ),
    checklist=("Is it paid?", "Is it sent?"),
)
BUSINESS = BusinessSummary(
    base="b",
    head="h",
    flows=(fact("F2"), fact("F7")),
    invariants=(fact("I1"),),
    contracts=(fact("K1"),),
    states=(fact("S1"),),
)


@pytest.mark.parametrize(
    ("update", "business", "owed"),
    [
        ({}, BUSINESS, Owed(("F2", "F7", "I1", "C1", "C2"), ("2", "10"))),
        ({}, None, Owed(("C1", "C2"), ("2", "10"))),
        ({"checklist": ()}, BUSINESS, Owed(("F2", "F7", "I1"), ("2", "10"))),
        ({"rules": ()}, None, Owed(("C1", "C2"))),
        ({"rules": (), "checklist": ()}, None, Owed()),
        ({"agent": CODE_AGENT}, BUSINESS, Owed()),
    ],
)
def test_flows_invariants_the_checklist_and_rules_by_number(
    update: dict[str, object], business: BusinessSummary | None, owed: Owed
) -> None:
    assert owed_by(WATCHDOG.model_copy(update=update), business) == owed


@pytest.mark.parametrize(
    ("file", "business", "checks"),
    [("a", BUSINESS, ("F2", "F7", "I1", "C1", "C2")), ("b", BUSINESS, ("C1", "C2")), ("a", None, ("C1", "C2"))],
)
def test_only_what_its_own_files_are_for_is_owed(
    file: str, business: BusinessSummary | None, checks: tuple[str, ...]
) -> None:
    assignment = Assignment(watchdog=WATCHDOG, origin="test", files=(RepoPath(file.encode()),))
    assert owed_for(assignment, business) == Owed(checks, ("2", "10"))


@pytest.mark.parametrize(
    ("owed", "nothing"), [(Owed(), True), (Owed(checks=("F1",)), False), (Owed(rules=("1",)), False)]
)
def test_whether_anything_is_owed(owed: Owed, nothing: bool) -> None:
    assert owed.is_nothing is nothing
