"""Who declares what, from where, as it lies here."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from houndsman.cli.watchdog_sources import Surroundings, named
from houndsman.errors import ConfigError, UsageError

if TYPE_CHECKING:
    from tests.conftest import CommandLine

MARKDOWN = "---\ntitle: Payments\n---\nLook twice.\n"
DECLARES = """
from houndsman import Watchdog, hookimpl

@hookimpl
def houndsman_watchdogs(config):
    return [Watchdog(id="{id}", title=f"In {{config.project_name}}")]
"""


def _around(folder: Path, *plugins: str) -> Surroundings:
    return Surroundings.of(folder, dict(os.environ), plugins)


def test_plugins_and_files_stand_together_with_where_they_come_from(
    houndsman: CommandLine, install: Callable[..., None]
) -> None:
    install("acme", {"watch": DECLARES.format(id="watch")}, version="2.5")
    houndsman.repository.write(".houndsman/watchdogs/payments.md", MARKDOWN)
    Path("owners.py").write_text(DECLARES.format(id="owners"), encoding="utf-8")
    sources = {each.watchdog.id: each for each in _around(Path.cwd(), "owners.py").all()}
    assert list(sources) == sorted(sources)
    assert {name: (sources[name].kind, sources[name].said) for name in ("debris", "owners", "payments", "watch")} == {
        "debris": ("built-in", "built-in plugin debris"),
        "owners": ("plugin", "plugin owners (-p)"),
        "payments": ("project", ".houndsman/watchdogs/payments.md"),
        "watch": ("plugin", "plugin watch (acme 2.5)"),
    }
    assert sources["watch"].watchdog.title == "In sample"
    assert sources["watch"].file.endswith("acme_watch.py")


def test_the_configuration_has_its_say(houndsman: CommandLine, install: Callable[..., None]) -> None:
    install("acme", {"watch": DECLARES.format(id="watch")})
    houndsman.repository.write(".houndsman/config.toml", 'projectName = "the shop"\n')
    assert named(_around(Path.cwd()).all(), "watch").watchdog.title == "In the shop"
    houndsman.repository.write(".houndsman/config.toml", "nonsense = 1\n")
    with pytest.raises(ConfigError, match=r"config\.toml:1"):
        _around(Path.cwd())


def test_outside_of_a_repository_there_are_plugins_and_no_files(houndsman: CommandLine, tmp_path: Path) -> None:
    around = _around(tmp_path)
    assert {each.kind for each in around.all()} == {"built-in"}
    assert around.paths == ()


def test_files_are_those_that_are_or_could_be_tracked(houndsman: CommandLine) -> None:
    repository = houndsman.repository
    for name in ("tracked.py", "sub/tracked.py", "new.py", "ignored.py"):
        repository.write(name, "1\n")
    repository.write(".gitignore", "ignored.py\n")
    repository.git("add", "tracked.py", "sub")
    assert [str(path) for path in _around(repository.path / "sub").paths] == [
        ".gitignore",
        "new.py",
        "sub/tracked.py",
        "tracked.py",
    ]


def test_a_bare_repository_shows_its_head(houndsman: CommandLine, tmp_path: Path) -> None:
    houndsman.repository.write(".houndsman/watchdogs/payments.md", MARKDOWN)
    houndsman.repository.commit("Guard")
    houndsman.repository.clone_to(tmp_path / "bare.git", options=["--bare"])
    around = _around(tmp_path / "bare.git")
    assert [str(path) for path in around.paths] == [".houndsman/watchdogs/payments.md"]
    assert [each.watchdog.id for each in around.by_files()] == ["payments"]


def test_a_name_that_is_nobodys_is_told_with_the_nearest(houndsman: CommandLine) -> None:
    sources = _around(Path.cwd()).all()
    with pytest.raises(UsageError, match="Did you mean 'debris'"):
        named(sources, "debri")
    with pytest.raises(UsageError, match="watchdogs list"):
        named(sources, "zzzzzz")


def test_a_name_that_is_twos_is_refused(houndsman: CommandLine) -> None:
    houndsman.repository.write(".houndsman/watchdogs/debris.md", MARKDOWN)
    with pytest.raises(
        UsageError, match=r"declared twice: built-in plugin debris and \.houndsman/watchdogs/debris\.md"
    ):
        named(_around(Path.cwd()).all(), "debris")
