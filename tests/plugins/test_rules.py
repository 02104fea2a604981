"""Every declared rule is documented and shown: a section in the page, a fixture that it hits and one that is clean."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import houndsman_plugins
from houndsman import Rule, Watchdog
from houndsman_plugins import debris, general, python, secrets, shell, spelling, structure, workflows
from houndsman_plugins.python_rules import TABLE, UNREAD, selection

FIXTURES = Path(__file__).parent / "fixtures"
PAGES = Path(houndsman_plugins.__file__).parent
MODULES = (debris, python, secrets, shell, spelling, structure, workflows)
CHECKED = {module.WATCHDOG.id: module for module in MODULES}
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
    assert {code for code in selection() if TABLE.rule_of(code) is None} == {UNREAD}


@pytest.mark.parametrize("watchdog", WATCHDOGS, ids=lambda watchdog: watchdog.id)
def test_no_code_belongs_to_two_rules(watchdog: Watchdog) -> None:
    patterns = [pattern for rule in watchdog.rules for pattern in rule.match]
    assert len(patterns) == len(set(patterns))


def test_every_file_of_ast_grep_s_rules_stands_for_a_declared_slip() -> None:
    files = sorted((PAGES / "structure_rules").glob("*/*.yml"))
    slips = {_slug(rule) for rule in structure.WATCHDOG.rules} - {"new-suppression"}
    assert {file.stem for file in files} == slips
    for file in files:
        ids = re.findall(r"^id: (\S+)$", file.read_text(encoding="utf-8"), re.MULTILINE)
        assert ids
        assert all(id_.startswith(f"{file.stem}.{file.parent.name}") for id_ in ids)


@pytest.mark.parametrize("file", sorted((PAGES / "structure_rules").glob("*/*.yml")), ids=lambda file: file.parent.name)
def test_every_slip_is_shown_in_each_language_that_has_a_rule_for_it(file: Path) -> None:
    suffix = {"python": "py", "typescript": "ts", "go": "go"}[file.parent.name]
    folder = FIXTURES / "structure" / file.stem
    assert (folder / f"hit.{suffix}").exists()
    assert list(folder.glob(f"clean.{suffix}*"))
