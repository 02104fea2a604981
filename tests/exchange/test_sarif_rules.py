"""What a SARIF run says about the rule of a result."""

from __future__ import annotations

import pytest

from houndsman.exchange.sarif_rules import Rules, category_of, taxon

RUN: dict[str, object] = {
    "tool": {
        "driver": {
            "name": "dog",
            "globalMessageStrings": {"shared": {"text": "of all"}, "own": {"text": "of all"}},
            "rules": [
                {
                    "id": "D1",
                    "defaultConfiguration": {"level": "note", "rank": 5.5},
                    "messageStrings": {"own": {"text": "of D1"}},
                },
                {"id": "D2", "shortDescription": {"text": "second"}, "properties": {"tags": ["external/cwe/cwe-089"]}},
                {"shortDescription": {"text": "nameless"}},
                "no object",
            ],
        },
        "extensions": [
            {"name": "pack", "guid": "g-1", "rules": [{"id": "E1", "defaultConfiguration": {"level": "error"}}]},
            "no object",
        ],
    }
}


@pytest.mark.parametrize(
    ("result", "rule_id", "level"),
    [
        ({"ruleId": "D1"}, "D1", "note"),
        ({"ruleIndex": 0}, "D1", "note"),
        ({"rule": {"id": "D1"}}, "D1", "note"),
        ({"rule": {"index": 0}}, "D1", "note"),
        ({"ruleId": "D1/a/b"}, "D1/a/b", "note"),
        ({"ruleId": "D1/a", "ruleIndex": 0}, "D1/a", "note"),
        ({"ruleId": "E1"}, "E1", "error"),
        ({"ruleId": "E1", "rule": {"toolComponent": {"index": 0}}}, "E1", "error"),
        ({"rule": {"index": 0, "toolComponent": {"index": 0}}}, "E1", "error"),
        ({"rule": {"index": 0, "toolComponent": {"name": "pack"}}}, "E1", "error"),
        ({"rule": {"index": 0, "toolComponent": {"guid": "g-1"}}}, "E1", "error"),
        ({"rule": {"index": 0, "toolComponent": {"name": "dog"}}}, "D1", "note"),
        ({"ruleId": "unknown"}, "unknown", None),
        ({"ruleId": "unknown", "ruleIndex": 99}, "unknown", None),
        ({"ruleId": "D1", "ruleIndex": -1}, "D1", "note"),
        ({"ruleIndex": 2}, None, None),
        ({"ruleIndex": 3}, None, None),
        ({"ruleId": 7, "ruleIndex": "0", "rule": []}, None, None),
        ({}, None, None),
    ],
)
def test_a_rule_is_found_by_id_or_index(result: dict[str, object], rule_id: str | None, level: str | None) -> None:
    rule = Rules(RUN).of(result)
    assert (rule.id, rule.level) == (rule_id, level)


def test_a_descriptor_gives_rank_title_category_and_messages() -> None:
    rules = Rules(RUN)
    first, second = rules.of({"ruleId": "D1"}), rules.of({"ruleId": "D2"})
    assert first.rank == 5.5
    assert first.messages == {"own": {"text": "of D1"}, "shared": {"text": "of all"}}
    assert (second.title, second.category) == ("second", "CWE-89")
    assert rules.of({}).messages == {"shared": {"text": "of all"}, "own": {"text": "of all"}}


@pytest.mark.parametrize("run", [{}, {"tool": None}, {"tool": {"driver": [], "extensions": {}}}])
def test_a_run_without_descriptors_knows_ids_alone(run: dict[str, object]) -> None:
    assert Rules(run).of({"ruleId": "X"}).id == "X"


@pytest.mark.parametrize(
    ("properties", "category"),
    [
        ({"cwe": "CWE-89"}, "CWE-89"),
        ({"cwe": 89}, "CWE-89"),
        ({"cwe": ["CWE-79: XSS", "CWE-89"]}, "CWE-79"),
        ({"tags": ["security", "external/cwe/cwe-022"]}, "CWE-22"),
        ({"tags": ["security"], "category": "Security"}, "Security"),
        ({"tags": ["security"]}, None),
        ({"tags": "CWE-89"}, None),
        ({"cwe": {}}, None),
        ([], None),
    ],
)
def test_the_category_is_a_cwe_where_one_is_named(properties: object, category: str | None) -> None:
    assert category_of({"properties": properties}) == category


@pytest.mark.parametrize(
    ("reference", "cwe"),
    [
        ({"id": "CWE-120", "toolComponent": {"name": "CWE"}}, "CWE-120"),
        ({"id": "120", "toolComponent": {"name": "cwe"}}, "CWE-120"),
        ({"id": "120", "toolComponent": {"name": "OWASP"}}, None),
        ({"id": "CWE-120"}, "CWE-120"),
        ({}, None),
    ],
)
def test_a_reference_to_a_taxonomy(reference: dict[str, object], cwe: str | None) -> None:
    assert taxon(reference) == cwe


def test_a_relationship_that_says_incomparable_is_no_category() -> None:
    def related(number: str, *kinds: str) -> dict[str, object]:
        return {"target": {"id": f"CWE-{number}", "toolComponent": {"name": "CWE"}}, "kinds": kinds and list(kinds)}

    rules = [{"id": "R", "relationships": [related("119", "incomparable"), related("120", "relevant")]}]
    assert Rules({"tool": {"driver": {"rules": rules}}}).of({"ruleId": "R"}).category == "CWE-120"
