"""Which rule a finding breaks."""

from __future__ import annotations

import pytest

from houndsman.intake.rules import breach, slug
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
CODE = AGENT.model_copy(update={"agent": "code"})


@pytest.mark.parametrize(
    ("value", "rule", "code"),
    [
        ("sql-injection", "sql-injection", None),
        (1, "sql-injection", "rule-by-number"),
        (1.0, "sql-injection", "rule-by-number"),
        ("1", "sql-injection", "rule-by-number"),
        ("R1", "sql-injection", "rule-by-number"),
        ("#1", "sql-injection", "rule-by-number"),
        ("Rule 1", "sql-injection", "rule-by-number"),
        ("R1: No SQL from strings", "sql-injection", "rule-by-number"),
        ("1. No SQL from strings", "sql-injection", "rule-by-number"),
        (" SQL-Injection ", "sql-injection", "rule-spelling"),
        ("timeouts", "Timeouts", "rule-spelling"),
        ("7", "7", None),
        (99, "emergent/unclassified", "rule-unknown-number"),
        ("R99", "emergent/unclassified", "rule-unknown-number"),
        (True, "emergent/unclassified", "rule-not-text"),
        (["sql-injection"], "emergent/unclassified", "rule-not-text"),
        (None, "emergent/unclassified", None),
        ("", "emergent/unclassified", None),
        ("None", "emergent/unclassified", None),
        ("emergent/money", "emergent/money", None),
        ("CWE-89", "CWE-89", None),
        ("no\nnewline", "no newline", "rule-spelling"),
        ("logic:off-by-one", "logic:off-by-one", None),
        ("Lógica: Divisão por zero!", "logic:divisao-por-zero", "rule-spelling"),
        ("lógica:off_by_one", "logic:off-by-one", "rule-spelling"),
        ("Domínio: estoque negativo", "domain:estoque-negativo", "rule-spelling"),
        ("Domain: negative stock", "domain:negative-stock", "rule-spelling"),
        ("Lógica: nossa", "Lógica: nossa", None),
    ],
)
def test_rules_of_an_agent(value: object, rule: str, code: str | None) -> None:
    found = breach(value, None, AGENT)
    assert found.rule == rule
    assert [note.code for note in found.notes] == ([code] if code else [])


@pytest.mark.parametrize(
    ("value", "rule"),
    [
        ("R0001", "R0001"),
        ("R0903", "R0903"),
        ("501", "501"),
        ("timeouts", "timeouts"),
        (2, "Timeouts"),
        ("F841", "F841"),
    ],
)
def test_a_scanners_codes_are_no_rule_numbers(value: object, rule: str) -> None:
    assert breach(value, None, CODE).rule == rule


def test_an_overlong_rule_is_cut_as_declarations_are() -> None:
    assert len(breach("x" * 500, None, AGENT).rule) == 200
    assert len(breach("logic: " + "x" * 500, None, AGENT).rule) == 200


@pytest.mark.parametrize(
    ("value", "impact", "code"),
    [
        ("data-loss", "data-loss", None),
        ("Data Loss", "data-loss", "impact-spelling"),
        ("test_gap", "test-gap", "impact-spelling"),
        ("ux", None, "impact-unknown"),
        (5, None, "impact-unknown"),
        (None, None, None),
    ],
)
def test_impact_classes(value: object, impact: str | None, code: str | None) -> None:
    found = breach(None, value, AGENT)
    assert found.impact_class == impact
    assert found.rule == f"emergent/{impact or 'unclassified'}"
    assert [note.code for note in found.notes] == ([code] if code else [])


def test_slugs_keep_letters_of_every_script() -> None:
    assert [slug(text) for text in ("Año Nuevo", "除零 错误", "--x--")] == ["ano-nuevo", "除零-错误", "x"]
