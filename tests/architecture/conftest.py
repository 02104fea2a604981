"""The source of the project, as the tests of this folder look at it: parsed, never imported."""

from __future__ import annotations

import ast
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parents[2]


class Import(NamedTuple):
    """One name that a module imports, wherever the statement stands."""

    module: str
    """What is imported from, or imported whole."""
    name: str | None
    """The name; None for `import module`."""
    line: int


@dataclass(frozen=True)
class Module:
    """One source file."""

    name: str
    """Dotted; a package goes by its own name."""
    path: Path

    @cached_property
    def tree(self) -> ast.Module:
        """The syntax tree."""
        return ast.parse(self.path.read_bytes(), str(self.path))

    @cached_property
    def imports(self) -> Sequence[Import]:
        """Every import, also inside functions and under `TYPE_CHECKING`."""
        return tuple(self._imports())

    def _imports(self) -> Iterator[Import]:
        for node in ast.walk(self.tree):
            if isinstance(node, ast.Import):
                yield from (Import(alias.name, None, node.lineno) for alias in node.names)
            elif isinstance(node, ast.ImportFrom):
                assert node.level == 0, f"{self.path}:{node.lineno}: relative imports hide where a thing lives"
                yield from (Import(node.module or "", alias.name, node.lineno) for alias in node.names)

    @property
    def room(self) -> str:
        """The room that it is in: `houndsman.git` for `houndsman.git.runner`, `houndsman` for the face."""
        return ".".join(self.name.split(".")[:2])

    def at(self, line: int) -> str:
        """`file:line`, for a complaint."""
        return f"{self.path.relative_to(ROOT).as_posix()}:{line}"


class Source:
    """All modules of ours."""

    root = ROOT

    @cached_property
    def harness(self) -> Sequence[Module]:
        """`houndsman`."""
        return list(_modules(ROOT, "houndsman"))

    @cached_property
    def plugins(self) -> Sequence[Module]:
        """`houndsman_plugins`."""
        return list(_modules(ROOT / "plugins", "houndsman_plugins"))

    @property
    def modules(self) -> Sequence[Module]:
        """Both."""
        return [*self.harness, *self.plugins]


def _modules(source_root: Path, package: str) -> Iterator[Module]:
    for path in sorted((source_root / package).rglob("*.py")):
        parts = path.relative_to(source_root).with_suffix("").parts
        yield Module(".".join(parts[:-1] if parts[-1] == "__init__" else parts), path)


@pytest.fixture(scope="session")
def source() -> Source:
    """All modules of ours."""
    return Source()


class Contracts(NamedTuple):
    """What `[tool.importlinter]` says."""

    layers: dict[str, int]
    """Room, and how high it stands: 0 for the highest."""
    forbidden: list[tuple[str, str]]
    """Who may not import what, as prefixes of dotted names."""


@pytest.fixture(scope="session")
def contracts(source: Source) -> Contracts:
    """What `[tool.importlinter]` says."""
    said = tomllib.loads((source.root / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"]
    layers: dict[str, int] = {}
    forbidden = []
    for contract in said["contracts"]:
        for height, line in enumerate(contract.get("layers", [])):
            layers |= {name.strip(" ()"): height for name in line.split("|")}
        for importer in contract.get("source_modules", []):
            forbidden += [(importer, imported) for imported in contract["forbidden_modules"]]
    return Contracts(layers, forbidden)
