"""Prepare on changes of three sizes, beside one bare `git diff` of the same commits, in one run.

Net = without interpreter start and imports, and without the reading root, which is made when the first agent needs it
and is timed apart. Goals: net at most 1.5 x git on M and L; memory of our own under 150 MB.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from measure import SIZES, Size, median_seconds, ratio, repository, run, table

from houndsman.desk import Request
from houndsman.session import Session

ROUNDS = 5
GOAL = 1.5
CHECKING_OUT = "checking out the reading root"
MEMORY = """
import os, resource, sys
from houndsman.cli.main import run
run(["prepare", "--dry-run", "--json"])
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024, file=sys.stderr)
"""


def main() -> None:
    """Print the table."""
    rows = [_measured(size) for size in SIZES]
    table(
        "Prepare",
        ["size", "files", "git diff", "prepare, net", "ratio", "goal", "", "reading root", "peak memory"],
        rows,
    )


def _measured(size: Size) -> list[str]:
    with tempfile.TemporaryDirectory(prefix="houndsman-bench-") as place:
        folder = Path(place).resolve()
        sample = repository(folder / "repository", size)
        diff = ["git", "diff", "--raw", "-p", "-U0", "-z", "-M", "main", "feature"]
        floor = median_seconds(lambda: run(diff, cwd=sample.path), ROUNDS)
        net, checkout = [], []
        for number in range(ROUNDS):
            prepared, made = _prepare(sample.path, folder / f"home{number}")
            net.append(prepared)
            checkout.append(made)
        ours, root = sorted(net)[ROUNDS // 2], sorted(checkout)[ROUNDS // 2]
        met = "" if size.name == "S" else "met" if ours <= GOAL * floor else "missed"
        return [
            size.name,
            str(size.files),
            f"{floor:.3f} s",
            f"{ours:.3f} s",
            ratio(ours, floor),
            "-" if size.name == "S" else f"{GOAL} x",
            met,
            f"{root:.2f} s",
            f"{_memory(sample.path, folder)} MB",
        ]


def _prepare(repository: Path, home: Path) -> tuple[float, float]:
    """Seconds until everything is written, and seconds for the reading root after that."""
    written: list[float] = []

    def tell(doing: str) -> None:
        if doing == CHECKING_OUT:
            written.append(time.perf_counter())

    environ = {**os.environ, "HOUNDSMAN_HOME": str(home), "HOUNDSMAN_CONFIG": os.devnull}
    start = time.perf_counter()
    with Session(Request(cwd=repository, environ=environ), tell) as session:
        session.prepare()
    end = time.perf_counter()
    return written[0] - start, end - written[0]


def _memory(repository: Path, folder: Path) -> str:
    environ = {**os.environ, "HOUNDSMAN_HOME": str(folder / "memory"), "HOUNDSMAN_CONFIG": os.devnull}
    done = subprocess.run(
        [sys.executable, "-c", MEMORY], cwd=repository, env=environ, capture_output=True, text=True, check=True
    )
    return done.stderr.strip().split("\n")[-1]


if __name__ == "__main__":
    main()
