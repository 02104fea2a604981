"""Which rule a finding breaks."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import pytest

from houndsman.intake.rules import breach, slug
from houndsman.models.finding import Note
from houndsman.models.severity import Severity
from houndsman.models.watchdog import Rule, Watchdog

AGENT = Watchdog(
    id="api",
    title="API",
    rules=(
        Rule(id="sql-injection", number=1, title="No SQL from strings", severity=Severity.BLOCKING),
        Rule(id="Timeouts", number=2, title="Every call has a timeout", severity=Severity.ATTENTION),
        Rule(id="7", number=3, title="An id that is a number", severity=Severity.NIT),
        Rule(id="Lógica: nossa", number=4, title="An id that looks like a family", severity=Severity.NIT),
    ),
)
Told = Callable[[Iterable[Note]], list[str]]
CODE = AGENT.model_copy(update={"agent": "code"})


@pytest.mark.parametrize(
    ("value", "rule", "notes"),
    [
        ("sql-injection", "sql-injection", []),
        (1, "sql-injection", ["rule-by-number: 1 -> sql-injection"]),
        (1.0, "sql-injection", ["rule-by-number: 1 -> sql-injection"]),
        ("1", "sql-injection", ["rule-by-number: 1 -> sql-injection"]),
        ("R1", "sql-injection", ["rule-by-number: R1 -> sql-injection"]),
        ("#1", "sql-injection", ["rule-by-number: #1 -> sql-injection"]),
        ("Rule 1", "sql-injection", ["rule-by-number: Rule 1 -> sql-injection"]),
        ("R1: No SQL", "sql-injection", ["rule-by-number: R1: No SQL -> sql-injection"]),
        ("1. No SQL", "sql-injection", ["rule-by-number: 1. No SQL -> sql-injection"]),
        (" SQL-Injection ", "sql-injection", ["rule-spelling:  SQL-Injection  -> sql-injection"]),
        ("timeouts", "Timeouts", ["rule-spelling: timeouts -> Timeouts"]),
        ("7", "7", []),
        (99, "emergent/unclassified", ["rule-unknown-number: 99"]),
        ("R99", "emergent/unclassified", ["rule-unknown-number: R99"]),
        (True, "emergent/unclassified", ["rule-not-text: True"]),
        (["x"], "emergent/unclassified", ["rule-not-text: ['x']"]),
        (None, "emergent/unclassified", []),
        ("", "emergent/unclassified", []),
        ("None", "emergent/unclassified", []),
        ("emergent/money", "emergent/money", []),
        ("CWE-89", "CWE-89", []),
        ("no\nnewline", "no newline", ["rule-spelling: no\nnewline -> no newline"]),
        ("logic:off-by-one", "logic:off-by-one", []),
        (
            "Lógica: Divisão por zero!",
            "logic:divisao-por-zero",
            ["rule-spelling: Lógica: Divisão por zero! -> logic:divisao-por-zero"],
        ),
        ("logic: a: b", "logic:a-b", ["rule-spelling: logic: a: b -> logic:a-b"]),
        ("lógica:off_by_one", "logic:off-by-one", ["rule-spelling: lógica:off_by_one -> logic:off-by-one"]),
        ("Domínio: negativo", "domain:negativo", ["rule-spelling: Domínio: negativo -> domain:negativo"]),
        (
            "Domain: negative stock",
            "domain:negative-stock",
            ["rule-spelling: Domain: negative stock -> domain:negative-stock"],
        ),
        ("Lógica: nossa", "Lógica: nossa", []),
        ("logic", "logic", []),
        ("logic: ?!", "emergent/unclassified", ["rule-spelling: logic: ?! -> emergent/unclassified"]),
    ],
)
def test_rules_of_an_agent(told: Told, value: object, rule: str, notes: list[str]) -> None:
    found = breach(value, None, AGENT)
    assert (found.rule, told(found.notes)) == (rule, notes)


@pytest.mark.parametrize(
    ("value", "rule"),
    [
        ("R0001", "R0001"),
        ("R0903", "R0903"),
        ("501", "501"),
        ("timeouts", "timeouts"),
        (2, "Timeouts"),
        ("F841", "F841"),
        ("Lógica: nossa", "Lógica: nossa"),
    ],
)
def test_a_scanners_codes_are_no_rule_numbers(value: object, rule: str) -> None:
    assert breach(value, None, CODE).rule == rule


def test_an_overlong_rule_is_cut_as_declarations_are() -> None:
    assert len(breach("x" * 500, None, AGENT).rule) == 200
    assert len(breach("logic: " + "x" * 500, None, AGENT).rule) == 200


@pytest.mark.parametrize(
    ("value", "impact", "notes"),
    [
        ("data-loss", "data-loss", []),
        ("Data Loss", "data-loss", ["impact-spelling: Data Loss -> data-loss"]),
        ("test_gap", "test-gap", ["impact-spelling: test_gap -> test-gap"]),
        ("ux", None, ["impact-unknown: ux"]),
        (5, None, ["impact-unknown: 5"]),
        ("", None, []),
        (None, None, []),
    ],
)
def test_impact_classes(told: Told, value: object, impact: str | None, notes: list[str]) -> None:
    found = breach(None, value, AGENT)
    assert found.impact_class == impact
    assert found.rule == f"emergent/{impact or 'unclassified'}"
    assert told(found.notes) == notes


def test_slugs_keep_letters_of_every_script() -> None:
    assert [slug(text) for text in ("Año Nuevo", "除零 错误", "--x--")] == ["ano-nuevo", "除零-错误", "x"]
