"""What is imported, when, and that each module can be imported on its own."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.architecture.conftest import Source

#: What costs a tenth of a second or more, and is of no use to somebody who only asks for help.
HEAVY = ("houndsman.models", "pydantic", "git", "jinja2", "sqlalchemy", "alembic", "pytest", "rich", "tabulate", "yaml")


def _imported(*words: str) -> set[str]:
    """The modules that `houndsman WORDS` imports, as the interpreter itself reports them."""
    done = subprocess.run(
        [sys.executable, "-P", "-X", "importtime", "-m", "houndsman", *words],
        capture_output=True,
        text=True,
        check=True,
    )
    return {found[1] for found in re.finditer(r"^import time:.*\|\s+([\w.]+)$", done.stderr, re.MULTILINE)}


@pytest.mark.parametrize("words", [("--version",), ("--help",), ("-h",)])
def test_start_up_is_light(words: tuple[str, ...]) -> None:
    imported = _imported(*words)
    assert "houndsman.cli.main" in imported
    assert not [name for name in imported for heavy in HEAVY if name == heavy or name.startswith(f"{heavy}.")]


def test_importing_the_face_imports_nothing_else_of_ours() -> None:
    """It is what a plugin imports first, and pytest as soon as we are installed."""
    program = "import houndsman, sys; print(*[name for name in sys.modules if name.startswith('houndsman')])"
    done = subprocess.run([sys.executable, "-P", "-c", program], capture_output=True, text=True, check=True)
    assert [name for name in done.stdout.split() if not name.startswith("houndsman_")] == ["houndsman"]


#: One interpreter that imports nothing of ours, and a child of it for each module.
_EACH_ALONE = """
import importlib, os, sys, traceback
# The dependencies, so that a child has only ours to do; nothing of ours is imported here.
import alembic.command, click, concurrent.futures, filelock, git, jinja2, pathspec, platformdirs, pluggy, pydantic
import rapidfuzz.fuzz, sqlalchemy.dialects.sqlite, sqlalchemy.event, tabulate, tempfile, yaml
class _Warm(pydantic.BaseModel, frozen=True): x: int = 0  # pydantic imports most of itself for the first model
for at, name in enumerate(sys.argv[1:]):
    if at >= (os.cpu_count() or 1):
        os.wait()
    child = os.fork()
    if child == 0:
        try:
            importlib.import_module(name)
        except BaseException:
            print(name, file=sys.stderr)
            traceback.print_exc()
            sys.stderr.flush()
            os._exit(1)
        os._exit(0)
while True:
    try:
        os.wait()
    except ChildProcessError:
        break
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs os.fork")
def test_each_module_imports_alone(source: Source) -> None:
    names = [module.name for module in source.modules if not module.name.endswith("__main__")]
    done = subprocess.run([sys.executable, "-P", "-c", _EACH_ALONE, *names], capture_output=True, text=True, check=True)
    assert not done.stderr, done.stderr
