"""How scanners are found, run and ended."""

from __future__ import annotations

import fcntl
import os
import sys
import time
from pathlib import Path
from typing import IO, TYPE_CHECKING

import pytest

from houndsman import CheckUnavailable, ExitCode
from houndsman_plugins import scanner

if TYPE_CHECKING:
    from tests.plugins.conftest import FakeScanner

TOOL = scanner.Program("tool", "tool_module")


def test_a_program_beside_the_interpreter_is_found_without_activation(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, fake_scanner: FakeScanner
) -> None:
    fake_scanner("tool", prints="from path")
    beside = fake_scanner("tool", prints="from beside", folder=tmp_path / "venv" / "bin")
    monkeypatch.setattr(sys, "executable", str(beside.parent / "python"))
    assert scanner.run(TOOL, [], tmp_path) == "from beside\n"


def test_a_relative_entry_of_path_is_never_searched(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, fake_scanner: FakeScanner
) -> None:
    fake_scanner("tool", folder=tmp_path / "hostile")
    monkeypatch.chdir(tmp_path / "hostile")
    monkeypatch.setenv("PATH", os.pathsep.join([".", "", "../hostile"]))
    with pytest.raises(CheckUnavailable, match="not installed"):
        scanner.command(TOOL)


def test_a_module_is_run_where_there_is_no_program(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, no_scanners: None
) -> None:
    (tmp_path / "tool_module.py").write_text("")
    monkeypatch.setattr(scanner, "module_folders", lambda: [str(tmp_path)])
    assert scanner.command(TOOL) == [sys.executable, "-P", "-m", "tool_module"]


def test_a_module_in_the_working_directory_is_not_an_installed_one(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, no_scanners: None
) -> None:
    (tmp_path / "tool_module.py").write_text("")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    with pytest.raises(CheckUnavailable):
        scanner.command(TOOL)


def test_a_missing_program_counts_as_incomplete(no_scanners: None) -> None:
    with pytest.raises(CheckUnavailable) as caught:
        scanner.command(TOOL)
    assert caught.value.exit_code is ExitCode.INCOMPLETE


def test_an_abnormal_end_is_an_error_that_repeats_the_complaint_in_short(
    tmp_path: Path, fake_scanner: FakeScanner
) -> None:
    fake_scanner("tool", script="import sys; sys.exit('broken ' * 500)")
    with pytest.raises(CheckUnavailable, match="ended with status 1: broken broken") as caught:
        scanner.run(TOOL, [], tmp_path)
    assert len(str(caught.value)) < 700


def test_a_program_that_cannot_be_started_is_an_error(tmp_path: Path, fake_scanner: FakeScanner) -> None:
    fake_scanner("tool").write_text("#!/no/such/interpreter\n")
    with pytest.raises(CheckUnavailable, match="cannot be started"):
        scanner.run(TOOL, [], tmp_path)


def test_a_program_that_takes_too_long_is_ended_with_its_children(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, fake_scanner: FakeScanner
) -> None:
    monkeypatch.setattr(scanner, "TIMEOUT_SECONDS", 2.0)
    held = tmp_path / "held"
    fake_scanner(
        "tool",
        script="import fcntl, os, time\n"
        "if os.fork() == 0:\n"
        f"    file = open({str(held)!r}, 'w')\n"
        "    fcntl.flock(file, fcntl.LOCK_EX)\n"
        "time.sleep(600)\n",
    )
    with pytest.raises(CheckUnavailable, match="ended after 2 seconds"):
        scanner.run(TOOL, [], tmp_path)
    with held.open() as file:
        _wait_for_lock(file)


def _wait_for_lock(file: IO[str]) -> None:
    """Return once nobody holds `file`: its holder is dead, be it reaped or not."""
    for _ in range(500):
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            time.sleep(0.02)
        else:
            return
    pytest.fail("a child of the scanner outlived it")


def test_a_scanner_knows_little_of_the_environment_and_has_no_input(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, fake_scanner: FakeScanner
) -> None:
    monkeypatch.setenv("API_TOKEN", "x")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    monkeypatch.setenv("RUFF_CONFIG", "x")
    fake_scanner("tool", script="import os, sys\nprint(sorted(os.environ), repr(sys.stdin.read()))")
    printed = scanner.run(TOOL, [], tmp_path)
    for name in ("API_TOKEN", "PYTHONPATH", "RUFF_CONFIG"):
        assert name not in printed
    assert "PATH" in printed
    assert printed.endswith("''\n")


def test_output_that_is_no_json_is_an_error(tmp_path: Path, fake_scanner: FakeScanner) -> None:
    fake_scanner("tool", prints="warning: [1, 2")
    with pytest.raises(CheckUnavailable, match="printed no JSON: warning"):
        scanner.run_for_json(TOOL, [], tmp_path)


def test_a_status_that_means_findings_is_no_failure(tmp_path: Path, fake_scanner: FakeScanner) -> None:
    fake_scanner("tool", script="print('[1]'); raise SystemExit(2)")
    assert scanner.run_for_json(TOOL, [], tmp_path, accepted=(0, 2)) == [1]
    with pytest.raises(CheckUnavailable, match="ended with status 2"):
        scanner.run_for_json(TOOL, [], tmp_path, accepted=(0, 1))


def test_an_attempt_leaves_the_judgement_to_its_caller(tmp_path: Path, fake_scanner: FakeScanner) -> None:
    fake_scanner("tool", script="import sys; print('out'); sys.exit('why')")
    assert scanner.attempt(TOOL, [], tmp_path) == scanner.Ended(1, "out\n", "why\n")


def test_a_program_without_a_module_is_never_looked_for_as_one(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, no_scanners: None
) -> None:
    (tmp_path / "tool.py").write_text("")
    monkeypatch.setattr(scanner, "module_folders", lambda: [str(tmp_path)])
    with pytest.raises(CheckUnavailable, match="not installed"):
        scanner.command(scanner.Program("tool"))
