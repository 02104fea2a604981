"""How much of what one run finds the next one finds again, and what more runs bring.

In: for each known defect, in how many of `runs` equal runs it was found. Out: shares between 0 and 1. Fails with
`ValueError` where a defect was found more often than there were runs, or where more runs are asked of than there were.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import comb, fsum
from typing import NamedTuple


class Stability(NamedTuple):
    """A reviewer's repeats beside each other."""

    runs: int
    found_in: tuple[int, ...]
    """How many defects were found in 0, 1, ... and all runs: the last entry is what can be relied on, the first what
    nobody saw."""
    recall_by_run: tuple[float, ...]
    """Recall of 1, 2, ... runs taken together, expected over all orders in which they could have come."""
    recall_every_run: tuple[float, ...]
    """Share of the defects that 1, 2, ... runs would all find."""

    @property
    def gained_by_run(self) -> tuple[float, ...]:
        """What the first, second, ... run adds to recall."""
        before = (0.0, *self.recall_by_run)
        return tuple(after - known for known, after in zip(before, self.recall_by_run, strict=False))


def stability(hits: Sequence[int], runs: int) -> Stability | None:
    """The repeats of one reviewer on a golden set; None without a defect or a run.

    Recall by run is the accumulation curve of ecology, which is pass@k averaged over the defects. Source:
    R. K. Colwell, C. X. Mao and J. Chang (2004), Interpolating, extrapolating, and comparing incidence-based species
    accumulation curves, Ecology 85:2717-2727, doi:10.1890/03-0557.
    """
    if not hits or not runs:
        return None
    _check(hits, runs)
    times = Counter(hits)
    return Stability(
        runs,
        tuple(times[found] for found in range(runs + 1)),
        tuple(_average(times, [pass_at_k(runs, found, k) for found in range(runs + 1)]) for k in range(1, runs + 1)),
        tuple(_average(times, [pass_hat_k(runs, found, k) for found in range(runs + 1)]) for k in range(1, runs + 1)),
    )


def pass_at_k(runs: int, hits: int, k: int) -> float:
    """pass@k: the chance that at least one of `k` runs finds what `hits` of `runs` found; unbiased for k up to `runs`.

    Source: M. Chen et al. (2021), Evaluating large language models trained on code, arXiv:2107.03374, equation 1.
    """
    _check([hits], runs, k)
    return 1 - comb(runs - hits, k) / comb(runs, k)


def pass_hat_k(runs: int, hits: int, k: int) -> float:
    """pass^k: the chance that all of `k` runs find what `hits` of `runs` found; unbiased for k up to `runs`.

    Source: S. Yao, N. Shinn, P. Razavi and K. Narasimhan (2024), tau-bench: a benchmark for tool-agent-user interaction
    in real-world domains, arXiv:2406.12045.
    """
    _check([hits], runs, k)
    return comb(hits, k) / comb(runs, k)


def _average(times: Counter[int], chances: Sequence[float]) -> float:
    return fsum(count * chances[found] for found, count in times.items()) / times.total()


def _check(hits: Sequence[int], runs: int, k: int = 1) -> None:
    if not 0 <= min(hits) <= max(hits) <= runs:
        raise ValueError(f"found in {min(hits)} to {max(hits)} of {runs} runs")
    if not 1 <= k <= runs:
        raise ValueError(f"{k} of {runs} runs")
