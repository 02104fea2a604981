"""Nothing without a test, nothing without its place in the docs."""

from __future__ import annotations

import ast
import inspect
import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from houndsman import hookspecs
from houndsman.plugin_manager import hook_names

if TYPE_CHECKING:
    from tests.architecture.conftest import Module, Source

#: The way in; every test that starts a process goes through it, and nothing imports it.
ENTRY = "houndsman.__main__"


def _tests(folder: Path) -> list[Path]:
    return sorted(folder.rglob("test_*.py"))


def _does_something(module: Module) -> bool:
    """Whether there is a function with a body: what only declares fields and signatures has nothing to test."""
    return any(
        not all(isinstance(each, ast.Expr) and isinstance(each.value, ast.Constant) for each in node.body)
        for node in ast.walk(module.tree)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    )


def _is_tested(module: Module, tests: Path) -> bool:
    """Whether a test file has its name, or a test of its room imports it."""
    *rooms, own = module.name.split(".")[1:]
    folder = tests / ("plugins" if module.name.startswith("houndsman_plugins.") else (rooms or [""])[0])
    if (folder / f"test_{own}.py").is_file():
        return True
    parent = module.name.rpartition(".")[0]
    imports = re.compile(
        rf"^\s*(from {re.escape(module.name)} import |import {re.escape(module.name)}\b"
        rf"|from {re.escape(parent)} import [\w, ]*\b{own}\b)",
        re.MULTILINE,
    )
    return any(imports.search(each.read_text(encoding="utf-8")) for each in _tests(folder))


def test_every_module_has_a_test_in_the_folder_of_its_room(source: Source) -> None:
    tests = source.root / "tests"
    packages = {module.name for module in source.modules if module.path.name == "__init__.py"}
    migrations = {module.name for module in source.modules if ".migrations.versions." in module.name}
    modules = [m for m in source.modules if m.name not in packages | migrations | {ENTRY}]
    untested = [module.name for module in modules if _does_something(module) and not _is_tested(module, tests)]
    assert not untested, "\n".join(untested)


def test_every_test_folder_mirrors_a_room(source: Source) -> None:
    rooms = {module.room.rpartition(".")[2] for module in source.harness}
    folders = {each.parent.relative_to(source.root / "tests").parts[:1] for each in _tests(source.root / "tests")}
    others = {"plugins", "architecture", "docs", "end_to_end", "reading", "faults", "trust", "model_server"}
    assert {folder for (folder,) in filter(None, folders)} <= rooms | others


@pytest.mark.parametrize("hook", hook_names())
def test_every_hook_is_documented(source: Source, hook: str) -> None:
    page = (source.root / "docs" / "reference" / "hooks.md").read_text(encoding="utf-8")
    found = re.search(rf"^## {hook}$\n(.*?)(?=^## |\Z)", page, re.MULTILINE | re.DOTALL)
    assert found, "it needs a section of its own"
    prose = re.sub(r"^```.*?^```", "", found[1], flags=re.MULTILINE | re.DOTALL)
    for argument in inspect.signature(getattr(hookspecs, hook)).parameters:
        assert f"`{argument}`" in prose or f"{argument}:" in prose, argument


@pytest.mark.parametrize("hook", hook_names())
def test_every_hook_is_exercised(source: Source, hook: str) -> None:
    """A plugin in some test implements it."""
    here = source.root / "tests" / "architecture"
    files = [each for each in (source.root / "tests").rglob("*.py") if here not in each.parents]
    assert [each.name for each in files if f"def {hook}(" in each.read_text(encoding="utf-8")]


def test_every_room_stands_in_the_table_of_the_docs(source: Source) -> None:
    page = (source.root / "docs" / "rooms.md").read_text(encoding="utf-8")
    top = source.root / "houndsman"
    rooms = {place.stem for place in top.iterdir() if (place / "__init__.py").is_file() or place.suffix == ".py"}
    assert not [room for room in sorted(rooms - {"__init__"}) if f"| `{room}` |" not in page]


def test_every_command_stands_in_the_reference_of_the_docs(source: Source) -> None:
    from houndsman.cli.main import COMMANDS

    pages = "\n".join(page.read_text(encoding="utf-8") for page in sorted((source.root / "docs").rglob("*.md")))
    assert not [command for command in COMMANDS if f"houndsman {command}" not in pages]
