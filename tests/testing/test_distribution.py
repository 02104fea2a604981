"""What is laid out is what an installer leaves: found by its name, with its version and its plugins."""

from __future__ import annotations

import sys
from importlib.metadata import distributions
from pathlib import Path

import pytest

from houndsman.plugin_manager import GROUP
from houndsman.testing import write_distribution


def test_it_is_found_with_version_and_plugins(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    site = tmp_path / "site"
    modules = write_distribution(site, "acme-watch", {"one": "VALUE = 1\n", "two": "    VALUE = 2\n"}, version="2.5")
    assert modules == ["acme_watch_one", "acme_watch_two"]
    (found,) = distributions(path=[str(site)])
    assert (found.name, found.version) == ("acme-watch", "2.5")
    monkeypatch.syspath_prepend(str(site))
    loaded = {entry.name: entry.load().VALUE for entry in found.entry_points if entry.group == GROUP}
    assert loaded == {"one": 1, "two": 2}
    for module in modules:
        sys.modules.pop(module)
