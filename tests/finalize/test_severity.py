"""The declaration decides what a finding weighs."""

from __future__ import annotations

import pytest

from houndsman.finalize.severity import answers_for, weigh_findings
from houndsman.models.finding import Finding, Side
from houndsman.models.repo_path import RepoPath
from houndsman.models.severity import IMPACT_SEVERITY, Severity
from houndsman.models.watchdog import Rule, Watchdog


def rule(name: str, severity: str, *match: str, number: int = 1) -> Rule:
    return Rule(id=name, number=number, title=name, severity=Severity(severity), match=match)


LINTER = Watchdog(
    id="linter",
    title="Linter",
    agent="code",
    rules=(
        rule("pyflakes", "attention", "F*"),
        rule("unused", "nit", "F8*", "W0612", number=2),
        rule("undefined", "blocking", "F821", number=3),
    ),
)
API = Watchdog(
    id="api",
    title="API",
    rules=(rule("sql", "blocking"), rule("F401", "suggestion", number=2), rule("E1", "nit", "E*", number=3)),
)
OTHER = Watchdog(id="other", title="Other", rules=(rule("sql", "nit"), rule("E2", "attention", "E*", number=2)))
ALL = {each.id: each for each in (LINTER, API, OTHER)}


def weight(watchdog: str, name: str, impact: str | None = None) -> Severity:
    finding = Finding(
        watchdog, 0, RepoPath(b"a"), 1, None, Side.NEW, name, "m", impact_class=impact, severity_claimed="nit"
    )
    return weigh_findings([finding], ALL)[0].severity


@pytest.mark.parametrize(
    ("watchdog", "name", "severity"),
    [
        ("api", "sql", "blocking"),
        ("other", "sql", "nit"),
        ("linter", "sql", "blocking"),
        ("linter", "F401", "attention"),
        ("linter", "F841", "nit"),
        ("linter", "F821", "blocking"),
        ("linter", "W0612", "nit"),
        ("linter", "W0613", "suggestion"),
        ("linter", "E501", "attention"),
        ("api", "E501", "nit"),
        ("api", "F841", "nit"),
        ("api", "F401", "suggestion"),
        ("stranger", "sql", "blocking"),
    ],
    ids=lambda value: str(value),
)
def test_the_own_watchdog_then_the_longest_match_then_the_worst(watchdog: str, name: str, severity: str) -> None:
    assert weight(watchdog, name, "money").value == severity


@pytest.mark.parametrize("watchdog", ["api", "linter"])
@pytest.mark.parametrize("family", ["emergent/x", "logic:slug", "domain:slug"])
@pytest.mark.parametrize("impact", [*IMPACT_SEVERITY, None])
def test_without_a_rule_it_weighs_what_it_may_harm(watchdog: str, family: str, impact: str | None) -> None:
    expected = Severity.ATTENTION if impact is None else IMPACT_SEVERITY[impact]
    assert weight(watchdog, family, impact) is expected


def test_an_agents_undeclared_rule_weighs_what_it_may_harm() -> None:
    assert weight("api", "CWE-89", "security") is Severity.BLOCKING
    assert weight("api", "CWE-89") is Severity.ATTENTION


@pytest.mark.parametrize(
    ("watchdog", "name", "impact", "by"),
    [
        ("api", "sql", None, "rule sql of api"),
        ("linter", "sql", None, "rule sql of api"),
        ("linter", "F841", None, "rule unused of linter, which matches F841"),
        ("api", "F401", "money", "rule F401 of api"),
        ("linter", "W0613", "money", "a scanner's code that no rule declares"),
        ("api", "logic:slug", "money", "impact class money"),
        ("api", "CWE-89", None, "no rule that is declared, and no known impact class"),
    ],
)
def test_it_says_what_gave_the_severity(watchdog: str, name: str, impact: str | None, by: str) -> None:
    finding = Finding(watchdog, 0, RepoPath(b"a"), 1, None, Side.NEW, name, "m", impact_class=impact)
    assert weigh_findings([finding], ALL)[0].weighed_by == by


def test_who_answers_for_a_rule() -> None:
    assert [name for name, each in ALL.items() if answers_for(each, "F401")] == ["linter", "api"]


@pytest.mark.parametrize(
    ("lesser", "greater"), [((), ("F821",)), (("F821",), ("F82*",)), (("F82*",), ("F8*",)), (("F8*",), ("*",))]
)
def test_the_closer_fit_decides_even_where_it_is_milder(lesser: tuple[str, ...], greater: tuple[str, ...]) -> None:
    name = "mild" if lesser else "F821"
    tool = Watchdog(
        id="tool",
        title="Tool",
        rules=(rule(name, "nit", *lesser), rule("harsh", "blocking", *greater, number=2)),
    )
    finding = Finding("tool", 0, RepoPath(b"a"), 1, None, Side.NEW, "F821", "m")
    assert weigh_findings([finding], {"tool": tool})[0].severity is Severity.NIT
