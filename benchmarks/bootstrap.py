"""The bootstrap by case, 10,000 resamples, beside scipy's in the same run; and how it grows with the cases.

Goal: 500 cases in under a second, without scipy, whose import alone takes about as long. Whole processes are compared
as well, since that is what a command costs. (Not named for its room: a `statistics.py` here would hide the standard
library's from every program of this folder.)
"""

from __future__ import annotations

import random
import sys
from collections.abc import Sequence

import numpy as np
import scipy.stats
from measure import median_seconds, ratio, run, table

from houndsman.statistics.bootstrap import RESAMPLES, bootstrap, f1
from houndsman.statistics.bootstrap import ratio as share

GOAL = 1.0  # seconds
ROUNDS = 5

OURS = """
from houndsman.statistics.paired import paired_bootstrap
paired_bootstrap([n % 7 / 7 - 0.4 for n in range(500)])
"""

SCIPY = """
import scipy.stats
scipy.stats.bootstrap(([n % 7 / 7 - 0.4 for n in range(500)],), lambda x, axis: x.mean(axis),
                      n_resamples=10_000, method="percentile")
"""


def main() -> None:
    """Print the three tables."""
    rows = _cases(500)
    _in_this_process(rows)
    _whole_processes()
    _growth((500, 2_000, 10_000))


def _in_this_process(rows: Sequence[tuple[int, ...]]) -> None:
    wanted = {"recall": [share(0, 1)], "recall, precision and F1": [share(0, 1), share(0, 2), f1(0, 1, 2)]}
    as_it_comes, in_batches = (median_seconds(lambda n=n: _scipy(rows, n), ROUNDS) for n in (None, 500))  # type: ignore[misc]
    lines = []
    for name, statistics in wanted.items():
        measured = median_seconds(lambda statistics=statistics: bootstrap(rows, statistics), ROUNDS)  # type: ignore[misc]
        met = "met" if measured < GOAL else "missed"
        lines.append([name, f"{measured:.2f} s", ratio(measured, as_it_comes), ratio(measured, in_batches), met])
    title = f"{len(rows)} cases (scipy, recall: {as_it_comes:.2f} s, {in_batches:.2f} s in batches of 500)"
    table(title, ["statistics", "measured", "against scipy", "in batches", "goal: under 1 s"], lines)


def _scipy(rows: Sequence[tuple[int, ...]], batch: int | None) -> None:
    found, expected, _ = np.array(rows, dtype=float).T
    scipy.stats.bootstrap(
        (found, expected),
        lambda found, expected, axis: found.sum(axis) / expected.sum(axis),
        paired=True,
        n_resamples=RESAMPLES,
        batch=batch,
        method="percentile",
    )


def _whole_processes() -> None:
    ours, theirs = (median_seconds(lambda code=code: run([sys.executable, "-c", code]), 3) for code in (OURS, SCIPY))  # type: ignore[misc]
    table(
        "A process that compares 500 pairs",
        ["measured", "scipy", "against scipy"],
        [[f"{ours:.2f} s", f"{theirs:.2f} s", ratio(ours, theirs)]],
    )


def _growth(sizes: Sequence[int]) -> None:
    lines = []
    for size in sizes:
        ten_kinds = [row for row in _cases(10) for _ in range(size // 10)]
        apart, alike = (
            median_seconds(lambda rows=rows: bootstrap(rows, [f1(0, 1, 2)]), 1)  # type: ignore[misc]
            for rows in (_cases(size), ten_kinds)
        )
        lines.append([size, f"{apart:.2f} s", f"{1e9 * apart / size / RESAMPLES:.0f} ns", f"{alike:.2f} s"])
    table("Growth", ["cases", "hardly two alike", "a case and resample", "of ten kinds"], lines)


def _cases(count: int) -> list[tuple[int, ...]]:
    """Found, expected and reported of `count` cases."""
    source = random.Random(count)
    rows = []
    for _ in range(count):
        expected = source.randint(1, 40)
        found = source.randint(0, expected)
        rows.append((found, expected, found + source.randint(0, 40)))
    return rows


if __name__ == "__main__":
    main()
