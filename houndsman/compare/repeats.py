"""The repeats of one side beside each other: how reliably defects are found, and how many more runs would find.

In: for each defect, in how many runs it was found. Out: `Repeats`, and how it is written in JSON. Nothing fails: a
single run has nothing beside it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from houndsman.statistics.missed import Estimate, chao1
from houndsman.statistics.stability import Stability, stability


class Tally(NamedTuple):
    """How many of a side's runs found a defect."""

    hits: int
    runs: int

    @property
    def found(self) -> bool:
        """Whether more than half did."""
        return 2 * self.hits > self.runs

    def __str__(self) -> str:
        """`k of n`."""
        return f"{self.hits} of {self.runs}"


@dataclass(frozen=True, slots=True)
class Repeats:
    """What the runs of one side say beside each other; only where there are several."""

    stability: Stability
    missed: Estimate | None
    """Chao's, over the runs; null where nothing was found."""

    @classmethod
    def of(cls, tallies: Sequence[Tally]) -> Repeats | None:
        """Of one side; None for a single run, and without a defect."""
        runs = max((tally.runs for tally in tallies), default=0)
        hits = [tally.hits for tally in tallies]
        known = stability(hits, runs) if runs > 1 else None
        return None if known is None else cls(known, chao1(hits))


def stability_row(repeats: Repeats | None) -> dict[str, object] | None:
    """What the runs of one side say beside each other; null for a single run."""
    if repeats is None:
        return None
    known = repeats.stability
    return {
        "runs": known.runs,
        "foundIn": list(known.found_in),
        "recallByRun": list(known.recall_by_run),
        "gainedByRun": list(known.gained_by_run),
        "recallEveryRun": list(known.recall_every_run),
    }


def estimate_row(estimate: Estimate | None) -> dict[str, object] | None:
    """How much nobody found, and what the number takes for granted."""
    if estimate is None:
        return None
    return {
        "found": estimate.found,
        "total": estimate.total,
        "low": estimate.low,
        "high": estimate.high,
        "missed": estimate.missed,
        "assumption": estimate.assumption,
    }
