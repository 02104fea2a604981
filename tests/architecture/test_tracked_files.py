"""What must not be in any file of the repository, and what must be in the wheel."""

from __future__ import annotations

import fnmatch
import re
import subprocess
import sys
import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.architecture.conftest import Source

# Assembled, so that this file does not name them either.
REGISTRIES = [
    ".".join(parts)
    for parts in (
        ("pypi", "org"),
        ("pythonhosted", "org"),
        ("npmjs", "org"),
        ("npmjs", "com"),
        ("crates", "io"),
        ("rubygems", "org"),
        ("deb", "debian", "org"),
        ("archive", "ubuntu", "com"),
        ("proxy", "golang", "org"),
    )
]


@pytest.fixture(scope="module")
def tracked(source: Source) -> Sequence[Path]:
    """Every file that is, or is about to be, in the repository."""
    if not (source.root / ".git").exists():
        pytest.skip("not a checkout: there is no .git")
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=source.root,
        capture_output=True,
        check=True,
    ).stdout
    places = [source.root / name.decode() for name in listed.split(b"\0") if name]
    return [place for place in places if place.is_file()]


def test_no_file_names_a_package_registry(tracked: Sequence[Path]) -> None:
    """Where packages come from is the business of whoever installs them."""
    pattern = re.compile("|".join(re.escape(host) for host in REGISTRIES).encode())
    assert not [str(place) for place in tracked if pattern.search(place.read_bytes())]


def test_no_file_names_a_place_of_this_machine(source: Source, tracked: Sequence[Path]) -> None:
    places = {str(place) for place in (source.root, Path.home(), Path(sys.prefix)) if len(place.parts) > 1}
    pattern = re.compile("|".join(rf"(?<![\w.])({re.escape(place)})/" for place in sorted(places)).encode())
    assert not [str(place) for place in tracked if pattern.search(place.read_bytes())]


def _packages(source: Source) -> dict[str, Path]:
    return {"houndsman": source.root / "houndsman", "houndsman_plugins": source.root / "plugins" / "houndsman_plugins"}


def test_every_data_file_of_a_package_is_declared(source: Source) -> None:
    declared = tomllib.loads((source.root / "pyproject.toml").read_text(encoding="utf-8"))
    patterns: dict[str, list[str]] = declared["tool"]["setuptools"]["package-data"]
    found = []
    for package, folder in _packages(source).items():
        for place in folder.rglob("*"):
            name = place.relative_to(folder).as_posix()
            if place.is_file() and place.suffix not in (".py", ".pyc"):
                found.append(name)
                assert any(fnmatch.fnmatchcase(name, each) for each in patterns[package]), f"{package}: {name}"
    assert {"py.typed", "prompt/templates/brief.md.j2", "secrets.md"} <= set(found)


def test_every_folder_with_code_is_a_package(source: Source) -> None:
    """setuptools leaves out what has no `__init__.py`, and the editable install does not show it."""
    folders = {module.path.parent for module in source.modules}
    assert not [str(folder) for folder in folders if not (folder / "__init__.py").is_file()]


def test_every_built_in_watchdog_is_an_entry_point_with_a_page(source: Source) -> None:
    declared = tomllib.loads((source.root / "pyproject.toml").read_text(encoding="utf-8"))
    entries: dict[str, str] = declared["project"]["entry-points"]["houndsman"]
    hooked = {m.name for m in source.plugins if "\ndef houndsman_" in m.path.read_text(encoding="utf-8")}
    assert set(entries.values()) == hooked
    for name, module in entries.items():
        assert module == f"houndsman_plugins.{name}"
        assert (source.root / "plugins" / "houndsman_plugins" / f"{name}.md").is_file()
