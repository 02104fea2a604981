"""What a watchdog may be, and how its rules are named."""

from __future__ import annotations

import pytest
from pydantic import ValidationError

from houndsman.models.severity import Severity
from houndsman.models.watchdog import Rule, Watchdog


def _rule(number: int, name: str) -> Rule:
    return Rule(id=name, number=number, title="T", severity=Severity.NIT)


@pytest.mark.parametrize("name", ["a", "python", "a-b.c_d", "3", "x" * 64])
def test_an_id_is_also_a_file_name(name: str) -> None:
    assert Watchdog(id=name, title="T").id == name


@pytest.mark.parametrize("name", ["", "A", "a b", "a/b", "../a", "-a", "a-", ".a", "a.", "x" * 65, "é", "a\n", "a\0"])
def test_what_is_no_safe_file_name_is_no_id(name: str) -> None:
    with pytest.raises(ValidationError, match=r"the id .* must be 1 to 64"):
        Watchdog(id=name, title="T")


@pytest.mark.parametrize("glob", ["*.py", "src/", "!src/keep", "**", "[a-c].py", "a b", "\\#a", "/a", "*"])
def test_a_gitignore_pattern_is_a_glob(glob: str) -> None:
    assert Watchdog(id="a", title="T", paths=(glob,)).paths == (glob,)


@pytest.mark.parametrize("glob", ["", "  ", "# a comment", "!", "/", "[z-a]", "a\\"])
def test_what_cannot_compile_or_match_is_no_glob(glob: str) -> None:
    with pytest.raises(ValidationError, match="the glob"):
        Watchdog(id="a", title="T", exclude=(glob,))


@pytest.mark.parametrize(
    ("rules", "told"),
    [
        ((_rule(1, "a"), _rule(1, "b")), "the rule number 1 is given twice in the watchdog 'dog'"),
        ((_rule(1, "a"), _rule(2, "a")), "the rule id 'a' is given twice in the watchdog 'dog'"),
    ],
)
def test_rules_are_distinct(rules: tuple[Rule, ...], told: str) -> None:
    with pytest.raises(ValidationError, match=told):
        Watchdog(id="dog", title="T", rules=rules)


@pytest.mark.parametrize(
    ("name", "found"),
    [
        (3, "pay/round"),
        ("3", "pay/round"),
        ("R3", "pay/round"),
        ("r3", "pay/round"),
        ("#3", "pay/round"),
        ("Rule 3", "pay/round"),
        ("03", "pay/round"),
        (" 3 ", "pay/round"),
        ("pay/round", "pay/round"),
        ("7", "7"),
        ("PAY/ROUND", "pay/round"),
        (4, None),
        ("x3", None),
        ("3.0", None),
        ("", None),
        ("9" * 400, None),
    ],
)
def test_a_rule_is_named_by_id_or_number_and_an_id_wins(name: str | int, found: str | None) -> None:
    dog = Watchdog(id="dog", title="T", rules=(_rule(3, "pay/round"), _rule(7, "a"), _rule(8, "7")))
    rule = dog.rule_named(name)
    assert (rule.id if rule else None) == found


@pytest.mark.parametrize("name", ["", "  ", "two\nlines", "bell\x07", "x" * 201])
def test_a_rules_id_is_one_line_of_text(name: str) -> None:
    with pytest.raises(ValidationError):
        _rule(1, name)


@pytest.mark.parametrize("number", [0, -1])
def test_rules_are_numbered_from_1(number: int) -> None:
    with pytest.raises(ValidationError):
        _rule(number, "a")


def test_code_is_an_agent_that_needs_no_brief() -> None:
    assert Watchdog(id="a", title="T", agent="code").is_code_only
    assert not Watchdog(id="a", title="T", agent="owl").is_code_only
    assert not Watchdog(id="a", title="T").is_code_only


def test_json_is_camel_case_and_comes_back() -> None:
    dog = Watchdog(id="a", title="T", max_files_per_brief=3, sees_excluded=True, rules=(_rule(1, "a"),))
    data = dog.to_json()
    assert data["maxFilesPerBrief"] == 3 and data["seesExcluded"] is True
    assert Watchdog.model_validate(data) == dog


def test_a_declaration_cannot_be_altered() -> None:
    with pytest.raises(ValidationError, match="frozen"):
        Watchdog(id="a", title="T").title = "U"  # type: ignore[misc]
