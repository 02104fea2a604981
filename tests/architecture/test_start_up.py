"""What is imported, when, and that each module can be imported on its own."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.architecture.conftest import Contracts, Source

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


#: Reads lines of modules, the lowest layer first. Each module is imported by a child that has all lower layers and
#: nothing else of ours; what is imported from its own layer or from above has to hold by itself.
_EACH_ALONE = """
import importlib, os, sys, traceback
# The dependencies, so that a child has only ours to do; nothing of ours is imported here.
import alembic.command, click, concurrent.futures, filelock, git, jinja2, pathspec, platformdirs, pluggy, pydantic
import rapidfuzz.fuzz, sqlalchemy.dialects.sqlite, sqlalchemy.event, tabulate, tempfile, yaml
class _Warm(pydantic.BaseModel, frozen=True): x: int = 0  # pydantic imports most of itself for the first model

def import_in_a_child(name):
    if os.fork() == 0:
        try:
            importlib.import_module(name)
        except BaseException:
            print(name, file=sys.stderr)
            traceback.print_exc()
            sys.stderr.flush()
            os._exit(1)
        os._exit(0)

def wait_for_child():
    if os.waitstatus_to_exitcode(os.wait()[1]) != 0:
        os._exit(1)  # the child has said why

for layer in sys.stdin:
    for at, name in enumerate(layer.split()):
        if at >= (os.cpu_count() or 1):
            wait_for_child()
        import_in_a_child(name)
    for _ in layer.split()[:os.cpu_count() or 1]:
        wait_for_child()
    for name in layer.split():
        importlib.import_module(name)
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs os.fork")
def test_each_module_imports_alone(source: Source, contracts: Contracts) -> None:
    """From below it may take what it likes: that nothing there reaches up again is held by `test_imports.py`."""
    layers: dict[int, list[str]] = {}
    for module in source.modules:
        if not module.name.endswith("__main__"):
            layers.setdefault(contracts.layers.get(module.room, -1), []).append(module.name)
    lines = [" ".join(layers[height]) for height in sorted(layers, reverse=True)]
    words = [sys.executable, "-P", "-c", _EACH_ALONE]
    done = subprocess.run(words, input="\n".join(lines), capture_output=True, text=True, check=False)
    assert done.returncode == 0 and not done.stderr, done.stderr
