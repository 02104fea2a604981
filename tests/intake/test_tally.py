"""What counts of the verdicts that are owed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import pytest

from houndsman.intake.proof import Prover
from houndsman.intake.tally import pending, proved_gaps, tally
from houndsman.models.hunt_report import Gap, Tally
from houndsman.models.owed import Owed
from houndsman.models.reply import Verdict
from houndsman.models.severity import Severity
from houndsman.models.watchdog import Rule, Watchdog

if TYPE_CHECKING:
    from tests.intake.conftest import Desk

HERE, NOWHERE = "src/app.py:3", "src/app.py:99"
WATCHDOG = Watchdog(
    id="api",
    title="The API",
    rules=(
        Rule(id="sql-injection", number=1, title="No SQL from strings", severity=Severity.BLOCKING),
        Rule(id="Timeouts", number=2, title="Every call has a timeout", severity=Severity.ATTENTION),
        Rule(id="Named", number=3, title="Another", severity=Severity.NIT),
    ),
)
Word = Literal["ok", "gap", "n/a"]


@pytest.fixture
def prover(desk: Desk) -> Prover:
    return Prover(desk.context.sources, desk.context.roots)


def said(name: str, verdict: Word = "ok", at: str | None = HERE) -> Verdict:
    return Verdict(id=name, verdict=verdict, at=at)


def checks(prover: Prover, *verdicts: Verdict, owed: tuple[str, ...] = ("C1",)) -> Tally:
    return tally(Owed(checks=owed), WATCHDOG, verdicts, (), prover).checks


def rules(prover: Prover, *verdicts: Verdict) -> Tally:
    return tally(Owed(rules=("1", "2", "3")), WATCHDOG, (), verdicts, prover).rules


def test_each_kind_of_answer_is_counted_once(prover: Prover) -> None:
    owed = ("F1", "F2", "I1", "C1", "C2", "C3")
    verdicts = (
        said("F1"),
        said("F2", "gap"),
        said("I1", "n/a", None),
        said("C1", "ok", NOWHERE),
        said("C2", "gap", None),
        said("C9"),
    )
    assert checks(prover, *verdicts, owed=owed) == Tally(
        expected=6,
        verified=2,
        missing=3,
        not_applicable=1,
        gaps=1,
        unproven=2,
        unknown=1,
        open=("C1", "C2", "C3"),
    )


@pytest.mark.parametrize(
    ("verdicts", "counted"),
    [
        ([said("C1"), said("C1", "gap")], "gap"),
        ([said("C1", "gap"), said("C1")], "gap"),
        ([said("C1"), said("C1", "gap", NOWHERE)], "ok"),
        ([said("C1", "ok", NOWHERE), said("C1")], "ok"),
        ([said("C1", "n/a", None), said("C1")], "ok"),
        ([said("C1"), said("C1", "n/a", None)], "ok"),
        ([said("C1", "n/a", None), said("C1", "gap", NOWHERE)], "n/a"),
        ([said("C1", "gap", NOWHERE), said("C1", "ok", None)], "unproven"),
        ([], "open"),
    ],
)
def test_of_several_answers_the_worst_that_is_proved_counts(
    prover: Prover, verdicts: list[Verdict], counted: str
) -> None:
    found = checks(prover, *verdicts)
    assert (found.verified, found.gaps) == (int(counted in ("ok", "gap")), int(counted == "gap"))
    assert (found.not_applicable, found.unproven) == (int(counted == "n/a"), int(counted == "unproven"))
    assert found.open == (("C1",) if counted in ("unproven", "open") else ())


@pytest.mark.parametrize("name", ["C1", "c1", " C1 ", "C 1", "C-1", "C01", "`C1`", "C1:", "C1: Is it closed?", "(C1)"])
def test_a_check_may_be_spelt_in_many_ways(prover: Prover, name: str) -> None:
    assert checks(prover, said(name)).verified == 1


@pytest.mark.parametrize(
    "name", ["C10", "C", "1", "D1", "C1-2", "C1a", "", "check 1", pytest.param(f"C{'0' * 500_000}x", id="endless")]
)
def test_another_id_is_not_taken_for_one_that_is_owed(prover: Prover, name: str) -> None:
    assert (checks(prover, said(name)).verified, checks(prover, said(name)).unknown) == (0, 1)


@pytest.mark.parametrize(
    ("name", "number"),
    [
        ("2", "2"),
        ("R2", "2"),
        ("r2", "2"),
        ("R 2", "2"),
        ("#2", "2"),
        ("rule 2", "2"),
        ("Timeouts", "2"),
        ("timeouts", "2"),
        ("2. Every call has a timeout", "2"),
        ("`R2`", "2"),
        ("sql-injection", "1"),
        ("R1", "1"),
        ("1", "1"),
        ("Named", "3"),
        ("R9", None),
        ("elsewhere", None),
        ("", None),
    ],
)
def test_a_rule_goes_by_its_number_or_its_id(prover: Prover, name: str, number: str | None) -> None:
    found = rules(prover, said(name))
    assert {"1", "2", "3"} - set(found.open) == ({number} if number else set())
    assert found.unknown == (number is None)


def test_a_number_is_a_number_though_another_rule_is_called_so(prover: Prover) -> None:
    """Verdicts are asked for by number; everywhere else an id comes first."""
    crossed = tuple(rule.model_copy(update={"id": str(3 - rule.number)}) for rule in WATCHDOG.rules[:2])
    watchdog = WATCHDOG.model_copy(update={"rules": crossed})
    assert tally(Owed(rules=("1", "2")), watchdog, (), (said("2"),), prover).rules.open == ("1",)


def test_checks_and_rules_are_kept_apart(prover: Prover) -> None:
    found = tally(Owed(("C1",), ("1",)), WATCHDOG, (said("R1"),), (said("C1"),), prover)
    assert (found.checks.open, found.rules.open) == (("C1",), ("1",))


def test_what_is_pending_is_what_is_open(prover: Prover) -> None:
    owed = Owed(("F1", "I1", "C1"), ("1", "2"))
    left = pending(owed, WATCHDOG, (said("i1"), said("C1", "n/a", None)), (said("sql-injection", "ok", None),), prover)
    assert left == Owed(("F1",), ("1", "2"))


def test_where_nothing_is_owed_nothing_is_pending(prover: Prover) -> None:
    assert pending(Owed(), WATCHDOG, (said("C1"),), (said("1"),), prover).is_nothing


def test_each_proved_gap_is_there_once_with_its_place_as_it_was_proved(prover: Prover) -> None:
    answered = (
        said("C2", "gap", "a/src/app.py#L3"),
        said("c1: its words", "gap", "src/app.py:2-3"),
        said("C1", "gap", "src/app.py:2"),  # as above
        said("C1", "gap"),
        said("C1"),
        said("C2", "gap", NOWHERE),
        said("C9", "gap"),  # nobody asked
    )
    named = [Verdict(id="timeouts", verdict="gap", at=HERE, note="none here")]
    owed = Owed(checks=("C1", "C2"), rules=("2",))
    gaps = proved_gaps(owed, WATCHDOG, answered, named, prover)
    assert gaps == (
        Gap(id="C1", at="src/app.py:2", note=""),
        Gap(id="C1", at="src/app.py:3", note=""),
        Gap(id="C2", at="src/app.py:3", note=""),
        Gap(id="2", at="src/app.py:3", note="none here"),
    )
    counted = tally(owed, WATCHDOG, answered, named, prover)
    assert len({each.id for each in gaps}) == counted.checks.gaps + counted.rules.gaps
