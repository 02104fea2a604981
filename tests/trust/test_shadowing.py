"""A repository cannot put its own modules and programs in the place of those that we run."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.conftest import Tree
    from tests.trust.conftest import Attack

#: Modules of ours, of what we import and of Python's own, and what Python runs as it starts.
MODULES = (
    "_pytest/__init__",
    "alembic",
    "click",
    "conftest",
    "detect_secrets/__init__",
    "detect_secrets/__main__",
    "git",
    "houndsman/__init__",
    "houndsman/__main__",
    "houndsman_plugins/__init__",
    "jinja2",
    "json",
    "pluggy",
    "pydantic",
    "ruff",
    "sitecustomize",
    "sqlalchemy",
    "tomllib",
    "usercustomize",
    "yaml",
)
PROGRAMS = ("detect-secrets", "git", "python3", "ruff")

#: How the program may be started inside the repository.
WAYS = {
    "the module": [sys.executable, "-P", "-m", "houndsman"],
    "the script": [str(Path(sys.executable).parent / "houndsman")],
}


@pytest.mark.parametrize("way", WAYS.values(), ids=WAYS)
def test_none_of_the_repositorys_own_runs(attack: Attack, tmp_path: Path, way: list[str]) -> None:
    mark = tmp_path / "ran"
    module = f"import pathlib\npathlib.Path({str(mark)!r}).open('a').write(__name__ + ' ')\n"
    program = f"#!/bin/sh\necho $0 >> {mark}\nexit 1\n"
    change: Tree = {**{f"{name}.py": module for name in MODULES}, **dict.fromkeys(PROGRAMS, program)}
    command_line = attack({}, {**change, "shop.py": "import json\n"})
    for name in PROGRAMS:
        command_line.repository.place(name).chmod(0o755)
    path = os.pathsep.join([".", "", os.environ["PATH"]])
    done = subprocess.run(
        [*way, "hunt", "-k", "python or secrets"],
        cwd=command_line.repository.path,
        env={**os.environ, "PATH": path},
        capture_output=True,
        text=True,
        check=False,
    )
    assert not mark.exists(), mark.read_text()
    assert done.returncode == 3, done.stderr
    assert "F401" in {item.rule for item in command_line.findings("--file", "shop.py")}
