"""A scanner that is not installed: named with the line that installs it, and never "nothing found"."""

from __future__ import annotations

import os
import subprocess
import sysconfig
import venv
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.conftest import CommandLine


@pytest.fixture
def bare_python(tmp_path: Path) -> Path:
    """An interpreter that can import what this one can, in an environment without any program but Python."""
    folder = tmp_path / "environment"
    venv.create(folder, symlinks=os.name != "nt", with_pip=False)
    base = {"base": str(folder), "platbase": str(folder)}
    modules = Path(sysconfig.get_path("purelib", "venv", vars=base))
    ours = sysconfig.get_path("purelib")
    (modules / "borrowed.pth").write_text(f"import site; site.addsitedir({ours!r})\n", encoding="utf-8")
    return Path(sysconfig.get_path("scripts", "venv", vars=base)) / "python"


def _hunt(bare_python: Path, shop: CommandLine, *words: str) -> subprocess.CompletedProcess[str]:
    git = [folder for folder in os.environ["PATH"].split(os.pathsep) if not (Path(folder) / "ruff").exists()]
    return subprocess.run(
        [bare_python, "-P", "-m", "houndsman", "hunt", *words],
        cwd=shop.repository.path,
        env={**os.environ, "PATH": os.pathsep.join(git)},
        capture_output=True,
        text=True,
        check=False,
    )


def test_it_is_named_with_its_install_line_and_the_run_is_incomplete(shop: CommandLine, bare_python: Path) -> None:
    shop.scanners = ()
    shop.answer(shop.prepare(), "general")
    done = _hunt(bare_python, shop, "--allow-missing")
    assert done.returncode == 3, done.stderr
    told = {line.split()[1]: line for line in done.stderr.splitlines() if line.startswith("missing ")}
    assert set(told) == {"python:", "secrets:", "spelling:", "structure:"}
    assert all("pip install 'houndsman[watchdogs]'" in line for line in told.values())
    assert "'ruff' is not installed" in told["python:"]
    (place,) = (shop.home / "reviews").glob("*/runs/1/review-resume.md")
    page = place.read_text(encoding="utf-8")
    assert "- Status: **incomplete**" in page
    assert "ruff" in page


def test_a_scanner_that_nobody_needs_is_not_missed(shop: CommandLine, bare_python: Path) -> None:
    """No Python file changed, so nobody asks for ruff."""
    repository = shop.repository
    repository.switch("main")
    repository.branch("words")
    repository.write("README.md", "# A shop\n")
    repository.commit("Words")
    shop.blocked, shop.scanners = ("secrets", "spelling"), ()
    shop.answer(shop.prepare(), "general")
    done = _hunt(bare_python, shop, "-pno:secrets", "-pno:spelling")
    assert (done.returncode, done.stderr) == (0, "")


def test_an_answer_from_before_the_scanner_went_is_kept_and_the_failure_is_said(
    shop: CommandLine, bare_python: Path
) -> None:
    shop.blocked = ("secrets",)
    shop("hunt")
    left_out = [f"-pno:{name}" for name in (*shop.blocked, *shop.scanners)]
    done = _hunt(bare_python, shop, *left_out)
    assert "python failed now (the program 'ruff' is not installed" in done.stderr
    assert "its earlier answer to this run counts" in done.stderr
