"""One plugin that implements every hook, and what each of its answers comes to in a real review."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.conftest import CommandLine

PLUGIN = """
from houndsman import (
    AgentPreset, Exporter, FileVerdict, Note, RawFinding, Rule, Section, Severity, Watchdog, hookimpl
)

RULE = Rule(id="all/word", number=1, title="No such word", severity=Severity.SUGGESTION)


@hookimpl
def houndsman_watchdogs(config):
    return [
        Watchdog(id="words", title="Words", paths=("*.md",), agent="code", rules=(RULE,)),
        Watchdog(id="asks", title=f"Asks in {config.project_name}", paths=("nothing/**",), agent="oracle"),
    ]


@hookimpl
def houndsman_agents(config):
    return [AgentPreset(id="oracle", title="Answers everything")]


@hookimpl
def houndsman_classify_file(file, config):
    if str(file.path) == "settings.py":
        return FileVerdict(excluded="settled elsewhere")
    if str(file.path) == "orders.py":
        return FileVerdict(watchdogs=("asks",))


@hookimpl
def houndsman_brief_sections(watchdog, change):
    names = ", ".join(str(file.path) for file in change.files)
    return [Section(title="From the plugin", text=f"{watchdog.id} sees {names}")]


@hookimpl
def houndsman_check(watchdog, change, reading_root):
    if watchdog.id != "words":
        return None
    return [
        RawFinding(file=file.path, line=line, rule=1, message="A word.", quote=reading_root.lines(file.path)[line - 1])
        for file in change.files
        for line in file.changed_lines()
        if "discounts" in reading_root.lines(file.path)[line - 1]
    ]


@hookimpl
def houndsman_finding(finding):
    return [Note(code="seen", text=f"{finding.rule} at {finding.file}:{finding.line}")]


@hookimpl
def houndsman_exporters():
    return [Exporter("lines", "A line each", lambda items: b"".join(f"{i.file}:{i.line}\\n".encode() for i in items))]
"""


@pytest.fixture
def plugin(shop: CommandLine, tmp_path: Path) -> str:
    """The `-p` that loads it, and the shop made ready for it."""
    shop.blocked = ("python", "secrets")
    shop.repository.write("settings.py", "PAGE = 30\n")
    shop.repository.commit("Settings")
    place = tmp_path / "every_hook.py"
    place.write_text(PLUGIN, encoding="utf-8")
    return f"-p{place}"


def test_every_answer_counts(shop: CommandLine, plugin: str) -> None:
    manifest = shop.prepare(plugin)
    assert [each.id for each in manifest.watchdogs] == ["general", "asks", "debris", "words"]
    assert not manifest.warnings, "the agent `oracle` is declared"
    excluded = {str(file.path): file.excluded for file in manifest.files}
    assert excluded == {"README.md": None, "orders.py": None, "settings.py": "settled elsewhere"}
    assert [str(path) for path in manifest.watchdogs[1].files] == ["orders.py"]
    brief = (shop.staging(manifest) / "briefs" / "asks.md").read_text(encoding="utf-8")
    assert "From the plugin" in brief
    assert "asks sees orders.py" in brief

    shop.answer(manifest, "general")
    shop.answer(manifest, "asks")
    ran = shop("hunt", plugin)
    assert ran.code == 0, ran.err
    (item,) = shop.findings()
    assert (str(item.file), item.line, item.rule, str(item.severity)) == ("README.md", 3, "all/word", "suggestion")
    assert (item.notes[-1].code, item.notes[-1].text) == ("seen", "all/word at README.md:3")
    exported = shop("findings", "list", "--format", "lines", plugin)
    assert (exported.code, exported.out) == (0, "README.md:3\n")


def test_an_agent_that_nobody_declares_is_reported(shop: CommandLine, plugin: str) -> None:
    place = Path(plugin.removeprefix("-p"))
    place.write_text(PLUGIN.replace('id="oracle"', 'id="someone-else"'), encoding="utf-8")
    (warning,) = shop.prepare(plugin).warnings
    assert warning.code == "unknown-agent"
    assert "'oracle'" in warning.message


def test_a_plugin_of_the_repository_loads_only_when_it_is_named(shop: CommandLine, plugin: str) -> None:
    shop.repository.write("conftest.py", PLUGIN)
    shop.repository.write("every_hook.py", PLUGIN)
    shop.repository.commit("A plugin that comes with the change")
    assert "words" not in [each.id for each in shop.prepare().watchdogs]


def test_a_format_that_nobody_adds_is_refused(shop: CommandLine, plugin: str) -> None:
    shop("hunt", plugin)
    ran = shop("findings", "list", "--format", "csv", plugin)
    assert ran.code == 2
    assert "plugins here add: lines" in ran.err
