"""Every declared rule is documented and shown: a section in the page, a fixture that it hits and one that is clean."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import houndsman_plugins
from houndsman import Rule, Watchdog
from houndsman_plugins import debris, general, python, secrets
from houndsman_plugins.python_rules import UNREAD, rule_of, selection

FIXTURES = Path(__file__).parent / "fixtures"
PAGES = Path(houndsman_plugins.__file__).parent
CHECKED = {module.WATCHDOG.id: module for module in (debris, python, secrets)}
WATCHDOGS = [general.WATCHDOG, *(module.WATCHDOG for module in CHECKED.values())]


def _slug(rule: Rule) -> str:
    return rule.id.rsplit("/", 1)[-1]


RULES = [(watchdog, rule) for watchdog in WATCHDOGS for rule in watchdog.rules]


@pytest.mark.parametrize(("watchdog", "rule"), RULES, ids=[rule.id for _, rule in RULES])
def test_every_rule_has_a_page_section_and_fixtures(watchdog: Watchdog, rule: Rule) -> None:
    page = (PAGES / f"{watchdog.id}.md").read_text(encoding="utf-8")
    section = re.search(rf"^## {re.escape(rule.id)}$(.*?)(?=^## |\Z)", page, re.MULTILINE | re.DOTALL)
    assert section, f"{watchdog.id}.md has no section '## {rule.id}'"
    for heading in ("### What it does", "### Why is this bad?", "### Example"):
        assert heading in section[1], f"the section of {rule.id} lacks '{heading}'"
    for kind in ("hit", "clean"):
        assert list((FIXTURES / watchdog.id / _slug(rule)).glob(f"{kind}.*")), f"{rule.id} has no fixture {kind}.*"


@pytest.mark.parametrize("watchdog", WATCHDOGS, ids=lambda watchdog: watchdog.id)
def test_page_and_fixtures_name_no_rule_that_does_not_exist(watchdog: Watchdog) -> None:
    page = (PAGES / f"{watchdog.id}.md").read_text(encoding="utf-8")
    ids = {rule.id for rule in watchdog.rules}
    assert set(re.findall(rf"^## ({watchdog.id}/\S+)$", page, re.MULTILINE)) == ids
    folder = FIXTURES / watchdog.id
    assert {place.name for place in folder.glob("*")} == {_slug(rule) for rule in watchdog.rules}


@pytest.mark.parametrize("watchdog", WATCHDOGS, ids=lambda watchdog: watchdog.id)
def test_rules_are_numbered_without_gaps(watchdog: Watchdog) -> None:
    assert [rule.number for rule in watchdog.rules] == list(range(1, len(watchdog.rules) + 1))


def test_every_code_that_ruff_is_asked_for_belongs_to_one_rule() -> None:
    assert {code for code in selection() if rule_of(code) is None} == {UNREAD}
    patterns = [pattern for rule in python.WATCHDOG.rules for pattern in rule.match]
    assert len(patterns) == len(set(patterns))
