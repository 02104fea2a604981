"""Being installed costs a stranger next to nothing."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.pytest_plugin.conftest import Project

_OURS = "[name for name in sys.modules if name.partition('.')[0] == 'houndsman']"


def test_importing_the_plugin_imports_nothing_else_of_ours() -> None:
    program = f"import pytest, sys; before = set(sys.modules); import houndsman.pytest_plugin; print(*{_OURS})"
    program += "; print(*(set(sys.modules) - before))"
    done = subprocess.run([sys.executable, "-P", "-c", program], capture_output=True, text=True, check=True)
    ours, new = done.stdout.splitlines()
    assert set(ours.split()) == {"houndsman", "houndsman.pytest_plugin"}
    assert set(new.split()) == set(ours.split())


@pytest.mark.parametrize("words", [[], ["--help"], ["--collect-only"]])
def test_a_run_without_golden_sets_imports_no_more(project: Project, words: list[str]) -> None:
    (project.root / "golden" / "pay.json").unlink()
    project.write("data.txt", "version expected")
    project.write("conftest.py", f"import sys\ndef pytest_unconfigure(): print('ours', *{_OURS})\n")
    project.write("test_own.py", "def test_own(): pass\n")
    lines = project.run_apart(*words, "-p", "no:houndsman-testing").outlines
    (imported,) = [line.split()[1:] for line in lines if line.startswith("ours ")]
    assert {"houndsman", "houndsman.pytest_plugin"} <= set(imported)
    assert set(imported) <= {"houndsman", "houndsman.pytest_plugin", "houndsman.pytest_plugin.claims"}


def test_options_and_ini_are_explained(project: Project) -> None:
    told = "\n".join(project.run("--help").outlines)
    for option in ("--houndsman-variant=LABEL", "--houndsman-findings=PATH", "--houndsman-hunt", "houndsman_golden"):
        assert option in told


def test_it_can_be_left_out(project: Project) -> None:
    assert project.run("-p", "no:houndsman").ret == pytest.ExitCode.NO_TESTS_COLLECTED
