"""How far several reviewers of one change agree: who reports what, beyond what chance would have them.

In: what each of them reports, the units of the change, and a tolerance. Out: `Agreement`, the same whatever the order
of reviewers and findings. Nothing fails: where agreement cannot be told there is None, and why.

What plain code reports is the same for every reviewer whose review had that code. It stands in the lists, because
whoever reads them wants everything, and is left out of the numbers, which are about the reviewers.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import NamedTuple

from houndsman.compare.same_findings import Cluster, Item, Reported, clusters_of
from houndsman.compare.units import Units
from houndsman.models.foreign import ForeignFinding
from houndsman.statistics.agreement import jaccard_index, krippendorff_alpha


@dataclass(frozen=True, slots=True)
class Reviewer:
    """One way of reviewing, with one run."""

    name: str
    """Distinct among those that are set beside each other."""
    findings: tuple[ForeignFinding, ...]
    """What it reports."""
    code_findings: tuple[ForeignFinding, ...] = ()
    """What plain code reports, the same for every reviewer."""
    read: frozenset[str] = frozenset()
    """Files that its agents say they read: its silence tells something of these alone."""
    variant: str | None = None
    review: str | None = None
    run: int | None = None
    head: str | None = None
    """The commit that it reviewed."""
    agents: tuple[str, ...] = ()
    """Who was sent out, by name."""
    complete: bool = True
    """False where somebody's answer is missing."""


class Pair(NamedTuple):
    """Two reviewers beside each other."""

    a: int
    """Position, as the next."""
    b: int
    both: int
    """Clusters that both report."""
    only_a: int
    only_b: int
    jaccard: float | None
    """Both of all that either reports; null where neither reports anything."""
    alpha: float | None
    """As of all reviewers."""


@dataclass(frozen=True)
class Agreement:
    """Reviewers set beside each other."""

    reviewers: tuple[Reviewer, ...]
    """By name."""
    units: Units
    tolerance: int
    """Lines between two findings that may still be one."""
    clusters: tuple[Cluster, ...]
    """All that any of them reports, by place."""

    @cached_property
    def counted(self) -> tuple[Cluster, ...]:
        """The clusters that the numbers are about."""
        return tuple(cluster for cluster in self.clusters if not cluster.by_code)

    def of(self, reviewer: int) -> frozenset[int]:
        """The positions in `counted` of what a reviewer reports."""
        return frozenset(at for at, cluster in enumerate(self.counted) if reviewer in cluster.reviewers)

    @cached_property
    def answers(self) -> tuple[tuple[bool | None, ...], ...]:
        """For each unit and reviewer whether it reports something there; null where it did not read."""
        found = {
            (unit, reviewer)
            for cluster in self.counted
            if (unit := self.units.of(cluster.finding)) is not None
            for reviewer in cluster.reviewers
        }
        return tuple(
            tuple(
                True if (at, reviewer) in found else False if unit.file in each.read else None
                for reviewer, each in enumerate(self.reviewers)
            )
            for at, unit in enumerate(self.units.all)
        )

    @property
    def elsewhere(self) -> int:
        """Clusters in files that did not change: alpha knows nothing of them."""
        return sum(self.units.of(cluster.finding) is None for cluster in self.counted)

    @property
    def alpha(self) -> float | None:
        """Krippendorff's, of all reviewers: whether there is something to report, unit by unit."""
        return krippendorff_alpha(self.answers)

    @property
    def why_no_alpha(self) -> str:
        """Why there is no alpha, in words; empty where there is one."""
        if self.alpha is not None:
            return ""
        told = [[each for each in unit if each is not None] for unit in self.answers]
        paired = [unit for unit in told if len(unit) > 1]
        if not paired:
            return "no part of the change was read by two of them"
        return "all report something everywhere" if paired[0][0] else "nobody reports anything in what was changed"

    @cached_property
    def pairs(self) -> tuple[Pair, ...]:
        """Every two of them."""
        return tuple(self._pair(a, b) for a, b in combinations(range(len(self.reviewers)), 2))

    @property
    def union(self) -> tuple[Item, ...]:
        """What any of them reports: what a review by all of them would hold, with near-duplicates."""
        return tuple(item for cluster in self.clusters for item in cluster.items)

    @property
    def majority(self) -> tuple[Item, ...]:
        """One for each cluster that more than half of them report."""
        return self._reported_by(len(self.reviewers) // 2 + 1)

    @property
    def intersection(self) -> tuple[Item, ...]:
        """One for each cluster that all of them report."""
        return self._reported_by(len(self.reviewers))

    def _reported_by(self, least: int) -> tuple[Item, ...]:
        return tuple(cluster.items[0] for cluster in self.clusters if len(cluster.reviewers) >= least)

    def _pair(self, a: int, b: int) -> Pair:
        of_a, of_b = self.of(a), self.of(b)
        alpha = krippendorff_alpha((unit[a], unit[b]) for unit in self.answers)
        return Pair(a, b, len(of_a & of_b), len(of_a - of_b), len(of_b - of_a), jaccard_index(of_a, of_b), alpha)


def agreement(reviewers: Sequence[Reviewer], units: Units, tolerance: int) -> Agreement:
    """Set `reviewers` beside each other.

    Args:
        reviewers: two or more, with distinct names.
        units: of the change that all of them reviewed.
        tolerance: lines between two findings that may still be one.
    """
    ordered = tuple(sorted(reviewers, key=lambda reviewer: reviewer.name))
    reported = [
        Reported(at, finding, by_code)
        for at, reviewer in enumerate(ordered)
        for by_code, findings in ((False, reviewer.findings), (True, reviewer.code_findings))
        for finding in findings
    ]
    return Agreement(ordered, units, tolerance, clusters_of(reported, tolerance))
