"""The cases that both sides have a score for, side by side.

In: for each side the scores of each case, repeats and all. Out: pairs, and what has no partner, by name. Nothing fails:
who has no case in common has no pair.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import fsum
from typing import NamedTuple

from houndsman.statistics.paired import PairedCase, differences


class ScoredCase(NamedTuple):
    """One case, and what each side made of it."""

    name: str
    scores: PairedCase

    @property
    def mean_a(self) -> float:
        """Over the repeats."""
        return fsum(self.scores.a) / len(self.scores.a)

    @property
    def mean_b(self) -> float:
        """Over the repeats."""
        return fsum(self.scores.b) / len(self.scores.b)


class Cases(NamedTuple):
    """All cases, by name."""

    paired: tuple[ScoredCase, ...]
    only_a: tuple[str, ...]
    """Cases that B has no score for."""
    only_b: tuple[str, ...]

    @property
    def pairs(self) -> list[PairedCase]:
        """The scores alone."""
        return [case.scores for case in self.paired]

    @property
    def apart(self) -> list[float]:
        """B less A, one number a case."""
        return differences(self.pairs)

    @property
    def are_shares(self) -> bool:
        """Whether all scores lie between 0 and 1, so that a hundredth is a point."""
        return all(0 <= score <= 1 for case in self.pairs for side in case for score in side)

    def mean(self, side: int) -> float | None:
        """The mean score of A (0) or B (1) over the pairs, every case weighing the same; None without one."""
        means = [(case.mean_a, case.mean_b)[side] for case in self.paired]
        return fsum(means) / len(means) if means else None


def paired(a: Mapping[str, Sequence[float]], b: Mapping[str, Sequence[float]]) -> Cases:
    """Pair the cases of `a` and `b`, in each of which every case has one score or more."""
    return Cases(
        tuple(ScoredCase(name, PairedCase(tuple(a[name]), tuple(b[name]))) for name in sorted(a.keys() & b.keys())),
        tuple(sorted(a.keys() - b.keys())),
        tuple(sorted(b.keys() - a.keys())),
    )
