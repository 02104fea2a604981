"""What `watchdogs new` writes works at once, and takes nothing away."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from houndsman.cli.watchdog_new import Order, write
from houndsman.golden.check import check_golden
from houndsman.golden.load import load_golden
from houndsman.testing import Kennel

if TYPE_CHECKING:
    from tests.conftest import CommandLine

CODE = [
    "pay-day/houndsman_pay_day/__init__.py",
    "pay-day/houndsman_pay_day/pay_day.md",
    "pay-day/houndsman_pay_day/pay_day.py",
    "pay-day/pyproject.toml",
    "pay-day/tests/cases/pay-day/after/orders.py",
    "pay-day/tests/cases/pay-day/before/orders.py",
    "pay-day/tests/cases/pay-day/golden.jsonl",
    "pay-day/tests/test_pay_day.py",
]
MARKDOWN = [
    ".houndsman/tests/cases/pay-day/after/orders.py",
    ".houndsman/tests/cases/pay-day/answer.json",
    ".houndsman/tests/cases/pay-day/before/orders.py",
    ".houndsman/tests/cases/pay-day/golden.jsonl",
    ".houndsman/tests/test_pay_day.py",
    ".houndsman/watchdogs/pay-day.md",
]


def _files(folder: Path) -> list[str]:
    found = (place.relative_to(folder) for place in folder.rglob("*") if place.is_file())
    return sorted(place.as_posix() for place in found if place.parts[0] != ".git")


def _pytest(*words: str) -> subprocess.CompletedProcess[str]:
    """pytest as its user calls it, with the kit and without what else is installed here."""
    environ = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "houndsman.testing.plugin", "-W", "error", "-q", *words],
        env={**environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize(("words", "files"), [((), MARKDOWN), (("--code",), CODE)], ids=["markdown", "code"])
def test_it_writes_a_watchdog_whose_test_passes_and_whose_commands_run(
    houndsman: CommandLine, words: tuple[str, ...], files: list[str]
) -> None:
    ran = houndsman("watchdogs", "new", "pay-day", *words)
    assert (ran.code, ran.err) == (0, "")
    assert _files(Path.cwd()) == files
    written, _, following = ran.out.partition("\nNext:\n")
    assert sorted(line.removeprefix("wrote ") for line in written.splitlines()) == files
    commands = [shlex.split(line, comments=True) for line in following.splitlines()]

    assert [command[0] for command in commands[:3]] == ["pytest", "houndsman", "houndsman"]
    tested = _pytest(*commands[0][1:])
    assert tested.returncode == 0, tested.stdout + tested.stderr
    checked = houndsman(*commands[1][1:])
    assert (checked.code, checked.out) == (0, "1 watchdog checked: 0 errors, 0 warnings, 0 notes\n")


def test_the_test_fails_where_the_watchdog_no_longer_finds_the_planted_line(houndsman: CommandLine) -> None:
    houndsman("watchdogs", "new", "owners", "--code")
    plugin = Path("owners/houndsman_owners/owners.py")
    plugin.write_text(plugin.read_text(encoding="utf-8").replace("localhost|", "elsewhere|"), encoding="utf-8")
    tested = _pytest("owners")
    assert tested.returncode == 1
    assert "0 of 1 defects found" in tested.stdout
    assert "missing    orders.py:3  owners-charge" in tested.stdout


def test_the_plugin_finds_what_is_in_the_working_tree(houndsman: CommandLine) -> None:
    repository = houndsman.repository
    repository.write("orders.py", "PAYMENTS = 1\n")
    repository.commit("Before")
    houndsman("watchdogs", "new", "owners", "--code", "--path", "tools/owners")
    repository.write("orders.py", 'PAYMENTS = "http://localhost/"\n')
    houndsman.blocked = ("python", "secrets")
    houndsman("hunt", "--working-tree", "-p", "tools/owners/houndsman_owners/owners.py")
    found = [item for item in houndsman.findings("--working-tree") if str(item.file) == "orders.py"]
    assert [(item.rule, item.line, str(item.anchor)) for item in found] == [("owners/localhost", 1, "exact")]


def test_the_distribution_names_module_and_page(houndsman: CommandLine) -> None:
    houndsman("watchdogs", "new", "a.b-c", "--code")
    project = tomllib.loads(Path("a.b-c/pyproject.toml").read_text(encoding="utf-8"))
    (entry,) = project["project"]["entry-points"]["houndsman"].items()
    assert entry == ("a.b-c", "houndsman_a_b_c.a_b_c")
    package = Path("a.b-c/houndsman_a_b_c")
    assert project["tool"]["setuptools"] == {"packages": [package.name], "package-data": {package.name: ["*.md"]}}
    assert {place.name for place in package.iterdir()} == {"__init__.py", "a_b_c.py", "a_b_c.md"}


@pytest.mark.parametrize("words", [(), ("--code",)], ids=["markdown", "code"])
def test_the_golden_case_is_a_sound_golden_set(houndsman: CommandLine, words: tuple[str, ...]) -> None:
    houndsman("watchdogs", "new", "owners", *words)
    (place,) = Path.cwd().rglob("golden.jsonl")
    golden = load_golden(place)
    assert [each.code for each in check_golden(golden, None)] == ["not-checked"]  # it names no commit
    (anchor,) = golden.anchors
    line = (place.parent / "after" / str(anchor.file)).read_text(encoding="utf-8").split("\n")[(anchor.line or 0) - 1]
    assert line == anchor.code


def test_a_project_that_is_there_is_left_as_it_is(houndsman: CommandLine) -> None:
    houndsman("watchdogs", "new", "first", "--code", "--path", "kit")
    before = Path("kit/pyproject.toml").read_bytes()
    ran = houndsman("watchdogs", "new", "second", "--code", "--path", "kit")
    assert ran.code == 0
    assert Path("kit/pyproject.toml").read_bytes() == before
    assert "kit/pyproject.toml was there and is left as it is" in ran.out
    assert '"second" = "houndsman_second.second"' in ran.out


@pytest.mark.parametrize("taken", [MARKDOWN[0], MARKDOWN[4]])
def test_nothing_is_overwritten_and_nothing_is_written_by_half(houndsman: CommandLine, taken: str) -> None:
    houndsman.repository.write(taken, "mine\n")
    ran = houndsman("watchdogs", "new", "pay-day")
    assert ran.code == 2
    assert f"{taken}: this is there already" in ran.err
    assert _files(Path.cwd()) == [taken]
    assert Path(taken).read_text(encoding="utf-8") == "mine\n"


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("Pay", "must be 1 to 64 of a-z"),
        ("../pay", "must be 1 to 64 of a-z"),
        ("general", "the id 'general' is reserved"),
        ("debris", "taken by built-in plugin debris"),
        ("mine", "taken by .houndsman/watchdogs/mine.md"),
    ],
)
def test_a_name_that_cannot_be_is_refused(houndsman: CommandLine, name: str, told: str) -> None:
    houndsman.repository.write(".houndsman/watchdogs/mine.md", "---\ntitle: Mine\n---\n")
    for words in ((), ("--code",)):
        ran = houndsman("watchdogs", "new", name, *words)
        assert ran.code == 2
        assert told in ran.err
    assert _files(Path.cwd()) == [".houndsman/watchdogs/mine.md"]


def test_markdown_is_for_the_repository_wherever_one_stands_in_it(kennel: Kennel, tmp_path: Path) -> None:
    kennel.repository.write("sub/a.py", "1\n")
    inside = kennel.repository.path / "sub"
    write(Order("pay", False, None, tmp_path), None, {})
    assert (tmp_path / ".houndsman/watchdogs/pay.md").is_file()
    kennel.houndsman("watchdogs", "new", "pay", "--path", str(inside))
    assert (inside / ".houndsman/watchdogs/pay.md").is_file()
    kennel.houndsman("watchdogs", "new", "pay")
    assert (kennel.repository.path / ".houndsman/watchdogs/pay.md").is_file()


def test_a_place_with_a_space_is_quoted(tmp_path: Path) -> None:
    commands = [command for command, _ in write(Order("pay", True, tmp_path / "my kit", tmp_path), None, {}).commands]
    assert commands[0] == "pytest 'my kit'"
