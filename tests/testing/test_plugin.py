"""The plugin as pytest loads it from an installed Houndsman: a fixture for whoever asks, and nothing for others."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Mapping
from pathlib import Path

import pytest

PLUGIN = "houndsman.testing.plugin"

#: The entry point's name, which `-p` takes as well.
NAME = "houndsman-testing"

#: What may be imported of ours before a test asks for a fixture.
LIGHT = {"houndsman", "houndsman.testing", PLUGIN}

PRINTS_WHAT_IS_IMPORTED = """
import sys

def pytest_unconfigure():
    names = [name for name in sys.modules if name.split(".")[0] in ("houndsman", "pydantic", "click", "yaml")]
    print("IMPORTED", *names)
"""


def _pytest(folder: Path, *words: str, **environ: str) -> subprocess.CompletedProcess[str]:
    """pytest in a process of its own, with no plugin of anybody but the one that is named, unless `environ` says so."""
    usual = {name: value for name, value in os.environ.items() if not name.startswith(("PYTEST_", "HOUNDSMAN_"))}
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-W", "error", "-q", *words],
        cwd=folder,
        env={**usual, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", **environ},
        capture_output=True,
        text=True,
        check=False,
    )


def test_a_run_that_does_not_use_it_imports_nothing_of_it(tmp_path: Path) -> None:
    (tmp_path / "conftest.py").write_text(PRINTS_WHAT_IS_IMPORTED, encoding="utf-8")
    (tmp_path / "test_else.py").write_text("def test_it() -> None:\n    pass\n", encoding="utf-8")
    ran = _pytest(tmp_path, "-p", PLUGIN, "-s")
    assert ran.returncode == 0, ran.stdout + ran.stderr
    (told,) = [line for line in ran.stdout.splitlines() if line.startswith("IMPORTED")]
    assert set(told.split()[1:]) == LIGHT


KENNEL = """
import os
from pathlib import Path
from houndsman.testing import Kennel

def test_it(kennel: Kennel, tmp_path: Path) -> None:
    assert not list(tmp_path.iterdir())
    assert "HOUNDSMAN_BASE" not in os.environ
    assert Path(os.environ["HOUNDSMAN_HOME"]) == kennel.home
    kennel.change({"shop.py": ("total = 1\\n", "total = 1\\nbreakpoint()\\n")})
    (found,) = kennel.check("debris")
    assert found.line == 2

def test_another_has_another(kennel: Kennel) -> None:
    assert not kennel.home.exists()
    assert [each.name for each in kennel.repository.path.iterdir()] == [".git"]
"""


def test_a_kennel_is_a_tests_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOUNDSMAN_BASE", "elsewhere")
    (tmp_path / "test_own.py").write_text(KENNEL, encoding="utf-8")
    ran = _pytest(tmp_path, "-p", PLUGIN)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert "2 passed" in ran.stdout


#: What a test asks too early, or of nobody, and what it is told.
MISTAKES = {
    "no change": ("kennel.hunt()", "Begin with kennel.change"),
    "answer": ("kennel.change({'a.txt': 'a'}); kennel.answer('pay', {})", "'pay' gets no brief"),
    "brief": ("kennel.change({'a.txt': 'a'}); kennel.brief('pay')", "'pay' gets no brief"),
    "answer of the command line": (
        "kennel.change({'a.txt': 'a'}); kennel.houndsman.answer(kennel.houndsman.prepare(), 'pay')",
        "'pay' has nothing to review",
    ),
}


@pytest.fixture(scope="module")
def printed(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, str]:
    """What pytest prints of each mistake, all made in one run of it."""
    folder = tmp_path_factory.mktemp("mistakes")
    source = "".join(
        f"def test_it_{number}(kennel):\n    {asked}\n" for number, (asked, _) in enumerate(MISTAKES.values())
    )
    (folder / "test_own.py").write_text(source, encoding="utf-8")
    ran = _pytest(folder, "-p", PLUGIN, "-r", "N")
    _, *failures = re.split(r"^_+ test_it_\d+ _+$", ran.stdout, flags=re.MULTILINE)
    return dict(zip(MISTAKES, failures, strict=True))


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_failure_shows_the_tests_line_and_not_ours(printed: Mapping[str, str], mistake: str) -> None:
    failure = printed[mistake]
    assert f"test_own.py:{2 + 2 * list(MISTAKES).index(mistake)}: UsageError" in failure
    assert MISTAKES[mistake][1] in failure
    assert "houndsman/testing/" not in failure and "Manifest(" not in failure


@pytest.fixture
def installed(tmp_path: Path) -> Mapping[str, str]:
    """An environment in which a distribution has our entry point."""
    info = tmp_path / "site" / "installed-1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: installed\nVersion: 1.0\n", encoding="utf-8")
    (info / "entry_points.txt").write_text(f"[pytest11]\n{NAME} = {PLUGIN}\n", encoding="utf-8")
    return {"PYTHONPATH": str(info.parent)}


@pytest.mark.parametrize(
    ("words", "environ"),
    [((), {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": ""}), (("-p", NAME), {})],
    ids=["by itself", "by its name where plugins are switched off"],
)
def test_the_entry_point_brings_the_fixture(
    tmp_path: Path, installed: Mapping[str, str], words: tuple[str, ...], environ: dict[str, str]
) -> None:
    folder = tmp_path / "project"
    folder.mkdir()
    (folder / "test_own.py").write_text("def test_it(kennel):\n    assert kennel.home\n", encoding="utf-8")
    ran = _pytest(folder, *words, **installed, **environ)
    assert ran.returncode == 0, ran.stdout + ran.stderr


def test_the_entry_point_is_declared() -> None:
    project = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["entry-points"]["pytest11"][NAME] == PLUGIN
