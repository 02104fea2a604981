"""pytest on a golden set of 1,000 defects, beside 1,000 empty parametrised tests and one empty test, in one run.

Goal: at most 1.5 x the parametrised tests, whole process against whole process. `--failing` leaves every second defect
unfound, so that 500 failures are explained; pytest prints them, so that its own 500 failures stand beside them.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from measure import ROUNDS, ratio, table

COUNTS = (1_000, 2_000, 4_000)
GOAL = 1.5
PER_FILE = 10  # defects

_EMPTY = """import pytest
@pytest.mark.parametrize("number", range({count}))
def test_empty(number):
    {body}
"""


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--failing", action="store_true", help="also measure with every second defect missing")
    options = parser.parse_args()
    headers = ["defects", "one empty test", "parametrised tests", "golden set", "ratio", "goal", ""]
    table("pytest items: all pass", headers, [_row(count, failing=False) for count in COUNTS])
    if options.failing:
        table("pytest items: every second fails", headers, [_row(count, failing=True) for count in COUNTS])


def _row(count: int, *, failing: bool) -> list[str]:
    with TemporaryDirectory() as place:
        folder = Path(place)
        _write(folder, count, failing)
        words = (["test_one.py"], ["test_empty.py"], ["golden.json", "--houndsman-findings=findings.json"])
        rounds = [[_seconds(folder, each) for each in words] for _ in range(ROUNDS)]  # by turns: the machine is shared
        start, floor, ours = map(statistics.median, zip(*rounds, strict=True))
    verdict = "met" if ours <= GOAL * floor else "missed"
    goal = [f"{GOAL} x", verdict] if count == COUNTS[0] and not failing else ["", ""]
    return [f"{count:,}", f"{start:.3f} s", f"{floor:.3f} s", f"{ours:.3f} s", ratio(ours, floor), *goal]


def _seconds(folder: Path, words: list[str]) -> float:
    """What one run of pytest takes, with our plugin on both sides and without those that happen to be here."""
    environ = {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    command = [sys.executable, "-m", "pytest", "-q", "-p", "houndsman.pytest_plugin", "-p", "no:cacheprovider", *words]
    begun = time.perf_counter()
    done = subprocess.run(command, cwd=folder, env=os.environ | environ, capture_output=True, text=True, check=False)
    taken = time.perf_counter() - begun
    if done.returncode > 1 or " error" in done.stdout.splitlines()[-1]:
        raise SystemExit(done.stdout)  # what did not run took no time
    return taken


def _write(folder: Path, count: int, failing: bool) -> None:
    """A set of `count` defects, findings for all or for every second, and tests that end the same way."""
    body = "assert number % 2 == 0" if failing else "pass"
    (folder / "test_empty.py").write_text(_EMPTY.format(count=count, body=body), encoding="utf-8")
    (folder / "test_one.py").write_text("def test_one(): pass\n", encoding="utf-8")
    anchors = [_anchor(number) for number in range(count)]
    found = [each for at, each in enumerate(anchors) if not failing or at % 2 == 0]
    findings = [{"file": each["file"], "line": each["line"], "message": "This is wrong."} for each in found]
    (folder / "golden.json").write_text(json.dumps({"version": 1, "expected": anchors}), encoding="utf-8")
    (folder / "findings.json").write_text(json.dumps(findings), encoding="utf-8")


def _anchor(number: int) -> dict[str, object]:
    return {
        "id": f"defect-{number}",
        "file": f"src/part{number // PER_FILE}.py",
        "line": 20 * (number % PER_FILE) + 1,
        "severity": ("blocking", "attention")[number % 2],
        "code": f"value = compute({number})",
        "note": "What it computes is wrong.",
    }


if __name__ == "__main__":
    main()
