"""A newcomer who does what docs/how-to/test-a-watchdog.md says gets what it shows."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from houndsman.testing import Kennel

HOW_TO = Path(__file__).parents[2] / "docs" / "how-to"
PAGE = (HOW_TO / "test-a-watchdog.md").read_text(encoding="utf-8")
WRITE_PAGE = (HOW_TO / "write-a-watchdog.md").read_text(encoding="utf-8")
REFERENCE = (HOW_TO.parent / "reference" / "testing.md").read_text(encoding="utf-8")


def _blocks(text: str, language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


def _pytest(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    environ = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "houndsman.testing.plugin", "-q", *words],
        cwd=folder,
        env={**environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
        capture_output=True,
        text=True,
        check=False,
    )


def _said(kennel: Kennel, block: str) -> None:
    """Run the command of a console block, and compare what it prints."""
    command, _, shown = block.partition("\n")
    words = shlex.split(command.removeprefix("$ "))
    assert words[0] == "houndsman"
    assert kennel.houndsman(*words[1:]).out == shown


def test_a_plugin_is_written_with_its_test(kennel: Kennel) -> None:
    here = kennel.repository.path
    new, check = _blocks(PAGE, "console")
    case, test, _ = _blocks(PAGE, "python")
    (golden,) = _blocks(PAGE, "jsonl")
    (failure,) = _blocks(PAGE, "text")
    (plugin,) = _blocks(WRITE_PAGE, "python")

    _said(kennel, new)
    assert _pytest(here, "owners").returncode == 0

    (here / "owners/tests/cases/owners/after/orders.py").write_text(case, encoding="utf-8")
    (here / "owners/tests/cases/owners/golden.jsonl").write_text(golden, encoding="utf-8")
    (here / "owners/tests/test_owners.py").write_text(test, encoding="utf-8")
    failed = _pytest(here, "owners")
    assert failed.returncode == 1
    folded = "\n".join(line.removeprefix("E").strip() for line in failed.stdout.splitlines())
    assert "\n".join(line.strip() for line in failure.splitlines()) in folded

    (here / "owners/houndsman_owners/owners.py").write_text(plugin, encoding="utf-8")
    passed = _pytest(here, "owners")
    assert passed.returncode == 0, passed.stdout
    _said(kennel, check)


def test_markdown_is_written_with_its_test_and_an_answer_is_scored(kennel: Kennel) -> None:
    here = kennel.repository.path
    begin, score = _blocks(PAGE, "sh")
    new, test = (shlex.split(line) for line in begin.splitlines())
    assert kennel.houndsman(*new[1:]).code == 0
    passed = _pytest(here, *test[1:])
    assert passed.returncode == 0, passed.stdout

    (here / "answer.json").write_bytes((here / ".houndsman/tests/cases/payments/answer.json").read_bytes())
    ran = kennel.houndsman(*shlex.split(score)[1:])
    assert ran.code == 0, ran.err
    assert "0 missing, 0 outside" in ran.out
    assert kennel.houndsman("watchdogs", "check", "payments").code == 0


@pytest.mark.parametrize("at", range(len(_blocks(REFERENCE, "python")) - 1))
def test_the_examples_of_the_reference_pass(tmp_path: Path, at: int) -> None:
    (tmp_path / "test_example.py").write_text(_blocks(REFERENCE, "python")[at], encoding="utf-8")
    passed = _pytest(tmp_path)
    assert passed.returncode == 0, passed.stdout


def test_the_reference_has_every_name_of_the_kit() -> None:
    import houndsman.testing
    from houndsman.testing import Kennel

    named = {"Kennel", *(name for name in vars(Kennel) if not name.startswith("_"))}
    assert not [name for name in sorted(named) if f"`{name}" not in REFERENCE]
    assert not [name for name in houndsman.testing.__all__ if f"`{name}" not in REFERENCE and name[0].islower()]
