"""Who may import whom. import-linter holds the same contracts in `.ci/run`; here they hold wherever the tests run."""

from __future__ import annotations

import sys
import tomllib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.architecture.conftest import Contracts, Import, Module, Source


def _targets(found: Import, known: set[str]) -> str:
    """The module that an import reaches: `from houndsman import errors` reaches `houndsman.errors`."""
    whole = f"{found.module}.{found.name}"
    return whole if whole in known else found.module


def _is_in(module: str, package: str) -> bool:
    return module == package or module.startswith(f"{package}.")


def _room(module: str) -> str:
    return ".".join(module.split(".")[:2])


def test_every_room_has_its_line(source: Source, contracts: Contracts) -> None:
    rooms = {module.room for module in source.harness} - {"houndsman"}
    assert rooms <= contracts.layers.keys()


def test_a_room_imports_only_from_below_itself(source: Source, contracts: Contracts) -> None:
    known = {module.name for module in source.modules}
    wrong = []
    for module in source.harness:
        for found in module.imports:
            importer, imported = module.room, _room(_targets(found, known))
            if importer not in contracts.layers or imported not in contracts.layers or importer == imported:
                continue
            if contracts.layers[imported] <= contracts.layers[importer]:
                wrong.append(f"{module.at(found.line)}: {importer} imports {imported}")
    assert not wrong, "\n".join(wrong)


def test_no_forbidden_import(source: Source, contracts: Contracts) -> None:
    assert contracts.forbidden
    known = {module.name for module in source.modules}
    wrong = [
        f"{module.at(found.line)}: imports {_targets(found, known)}"
        for importer, imported in contracts.forbidden
        for module in source.harness
        if _is_in(module.name, importer)
        for found in module.imports
        if _is_in(_targets(found, known), imported)
    ]
    assert not wrong, "\n".join(wrong)


def test_inside_the_harness_nobody_imports_the_face(source: Source) -> None:
    modules = {module.name for module in source.harness}
    wrong = [
        f"{module.at(found.line)}: {found.name or 'the package'} comes through the face"
        for module in source.harness
        for found in module.imports
        if found.module == "houndsman" and found.name != "__version__" and f"houndsman.{found.name}" not in modules
    ]
    assert not wrong, "\n".join(wrong)


def test_a_built_in_watchdog_imports_only_the_face(source: Source) -> None:
    """What ours can do, a stranger's can: nothing of ours reaches behind the face."""
    wrong = [f"{m.at(found.line)}: {found.module}" for m in source.plugins for found in m.imports if _is_behind(found)]
    assert not wrong, "\n".join(wrong)


def _is_behind(found: Import) -> bool:
    return found.module.startswith("houndsman.") or (found.module == "houndsman" and found.name is None)


def test_outside_packages_are_declared_dependencies(source: Source) -> None:
    """An import that works only because a dependency happens to bring it breaks one day without a word."""
    project = tomllib.loads((source.root / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    asked_for = [*project["dependencies"], *project["optional-dependencies"]["api"]]
    declared = {requirement.split(">=")[0].lower().replace("-", "_") for requirement in asked_for}
    named = {"git": "gitpython", "yaml": "pyyaml", "pydantic_core": "pydantic"}
    wrong = [
        f"{module.at(found.line)}: {found.module}"
        for module in source.modules
        for found in module.imports
        if _is_foreign(found, module) and named.get(_top(found), _top(found)) not in declared
    ]
    assert not wrong, "\n".join(wrong)


def _top(found: Import) -> str:
    return found.module.partition(".")[0].lower()


def _is_foreign(found: Import, module: Module) -> bool:
    ours = {"houndsman", "houndsman_plugins", "__future__"}
    return _top(found) not in ours and found.module.partition(".")[0] not in sys.stdlib_module_names
