"""A stranger's distribution, installed beside us and used in a real review, in a process of its own."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.conftest import CommandLine

SOURCE = Path(__file__).parents[1] / "example_plugin"


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """The distribution as an installer leaves it.

    Unpacked by hand, because a plain environment has no build backend and a test asks no network; `.ci/run` installs
    it with pip.
    """
    project = tomllib.loads((SOURCE / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    folder = tmp_path / "site"
    shutil.copytree(SOURCE / "houndsman_example", folder / "houndsman_example")
    info = folder / f"houndsman_example-{project['version']}.dist-info"
    info.mkdir()
    metadata = f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n"
    (info / "METADATA").write_text(metadata, encoding="utf-8")
    entries = [f"{name} = {place}\n" for name, place in project["entry-points"]["houndsman"].items()]
    (info / "entry_points.txt").write_text("".join(["[houndsman]\n", *entries]), encoding="utf-8")
    return folder


def _run(shop: CommandLine, site: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-P", "-m", "houndsman", *words],
        cwd=shop.repository.path,
        env={**os.environ, "PYTHONPATH": str(site)},
        capture_output=True,
        text=True,
        check=False,
    )


def test_it_is_found_asked_and_its_findings_are_filed(shop: CommandLine, site: Path) -> None:
    shop.repository.write("orders.py", "total = 1  # LATER: taxes\nrate = 2  # LATER #12: a table\n")
    shop.repository.write("api/orders.py", "def total() -> int:\n    return 1\n")
    shop.repository.commit("Reminders")
    quick = ("-pno:secrets", "-pno:python")

    listed = json.loads(_run(shop, site, "plugins", "--json").stdout)
    (example,) = [each for each in listed["plugins"] if each["name"] == "example"]
    assert (example["distribution"], example["version"]) == ("houndsman-example", "1.2.0")
    assert example["hooks"] == ["houndsman_check", "houndsman_watchdogs"]
    assert listed["failures"] == []

    done = _run(shop, site, "hunt", *quick)
    assert done.returncode == 3, done.stderr
    assert "missing public-api: no findings file" in done.stderr
    (item,) = shop.findings("--watchdog", "reminders")
    assert (str(item.file), item.line, item.rule) == ("orders.py", 1, "example/reminder-without-issue")
    assert (str(item.severity), str(item.anchor)) == ("suggestion", "exact")

    (brief,) = (shop.home / "work").glob("*/briefs/public-api.md")
    text = brief.read_text(encoding="utf-8")
    assert "A public function names the errors that it raises" in text
    assert "C1" in text
    assert "api/orders.py" in text


def test_it_can_be_blocked(shop: CommandLine, site: Path) -> None:
    listed = json.loads(_run(shop, site, "plugins", "-p", "no:example", "--json").stdout)
    assert "example" not in [each["name"] for each in listed["plugins"]]
