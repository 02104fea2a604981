"""Which rule stands for a scanner's code."""

from __future__ import annotations

import pytest

from houndsman import Severity
from houndsman_plugins.rule_table import Row, RuleTable

TABLE = RuleTable(
    "pay",
    (
        Row("family", Severity.SUGGESTION, "All", "P*", "Look"),
        Row("branch", Severity.ATTENTION, "Some", "P1* Q7", "Think"),
        Row("one", Severity.BLOCKING, "One", "P12", "Mend"),
        Row("none", Severity.NIT, "None", "", "Ask"),
    ),
)


@pytest.mark.parametrize(
    ("code", "rule"),
    [
        ("P12", "pay/one"),
        ("P13", "pay/branch"),
        ("P2", "pay/family"),
        ("Q7", "pay/branch"),
        ("Q71", None),
        ("pay/none", "pay/none"),
        ("none", None),
    ],
)
def test_the_longest_pattern_wins(code: str, rule: str | None) -> None:
    assert TABLE.rule_of(code) == rule


def test_rules_are_declared_in_the_order_of_their_rows() -> None:
    assert [(rule.number, rule.id, rule.match) for rule in TABLE.rules] == [
        (1, "pay/family", ("P*",)),
        (2, "pay/branch", ("P1*", "Q7")),
        (3, "pay/one", ("P12",)),
        (4, "pay/none", ()),
    ]


def test_a_code_without_a_rule_has_no_action() -> None:
    assert TABLE.action("P12") == "Mend"
    assert TABLE.action("X") == ""
