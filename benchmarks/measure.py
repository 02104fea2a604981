"""What the programs beside this one share: timing in one run, inputs of a known size, and the printed table.

Machines are shared and noisy: every figure is a median, and every goal is a ratio to a floor that is measured in the
same run.
"""

from __future__ import annotations

import os
import random
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from tabulate import tabulate

from houndsman.git.samples import SampleRepository

ROUNDS = 5


class Size(NamedTuple):
    """A change of a known size."""

    name: str
    files: int
    lines: int
    """Added and removed, all together."""


#: The sizes of `LIBRARIES.md`'s table of goals: two releases of a small, a middling and a large package.
SIZES = (Size("S", 42, 1_700), Size("M", 1_100, 238_000), Size("L", 9_100, 891_000))


def median_seconds(work: Callable[[], object], rounds: int = ROUNDS) -> float:
    """The median of `rounds` runs of `work`, in seconds."""
    times = []
    for _ in range(rounds):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return statistics.median(times)


def run(command: Sequence[str], cwd: Path | None = None, environ: Mapping[str, str] | None = None) -> None:
    """Run a program to its end, output thrown away; exit codes of a review are no failure."""
    environment = {**os.environ, **(environ or {})}
    subprocess.run(command, cwd=cwd, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)


def repository(folder: Path, size: Size) -> SampleRepository:
    """A repository whose branch `feature` differs from `main` by `size`, the same each time."""
    words = random.Random(size.name)
    sample = SampleRepository.create(folder, origin=f"https://example.com/bench/{size.name}.git")
    per_file = max(2, size.lines // size.files)
    before = {f"src/part{n % 97:02}/file{n:05}.py": _text(words, 3 * per_file) for n in range(size.files)}
    for path, lines in before.items():
        sample.write(path, "\n".join(lines) + "\n")
    sample.commit("Before")
    sample.branch("feature")
    for path, lines in before.items():
        at = 0
        while at < len(lines):  # one line in six is replaced (a removed and an added line each), in runs as people do
            length = words.choice((1, 1, 2, 3, 5, 8, 12))
            lines[at : at + length] = [f"changed_{at + n} = {words.randrange(10**6)}" for n in range(length)]
            at += 6 * length
        sample.write(path, "\n".join(lines) + "\n")
    sample.commit("After")
    return sample


def table(title: str, headers: Sequence[str], rows: Sequence[Sequence[object]]) -> None:
    """Print one table of results."""
    print(f"\n{title}\n")
    print(tabulate([[str(cell) for cell in row] for row in rows], headers, disable_numparse=True))
    sys.stdout.flush()


def ratio(measured: float, floor: float) -> str:
    """`measured` over `floor`, as in `1.24 x`."""
    return f"{measured / floor:.2f} x"


def _text(words: random.Random, count: int) -> list[str]:
    return [f"name_{n} = {words.randrange(10**6)}  # line {n}" for n in range(count)]
