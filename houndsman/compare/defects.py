"""Known defects, one by one: which side found which, how reliably, and how many nobody found.

In: a golden set and the trials of both sides. Out: `Defects`. With repeats a side *finds* a defect if more than half of
its runs do; estimates of what was missed count a defect that any run found. Nothing fails.

Only defects that could be found in what both sides reviewed are here: one without a place, or whose code is gone from a
commit, tells nothing of a reviewer.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from houndsman.compare.repeats import Repeats, Tally
from houndsman.compare.trials import Trial
from houndsman.compare.verdict import Flips
from houndsman.models.golden import GoldenAnchor, GoldenSet
from houndsman.statistics.agreement import krippendorff_alpha
from houndsman.statistics.missed import Estimate, lincoln_petersen


class Defect(NamedTuple):
    """One defect, and who found it."""

    anchor: GoldenAnchor
    a: Tally
    b: Tally


@dataclass(frozen=True, slots=True)
class Defects:
    """All of them, in the order of the set."""

    rows: tuple[Defect, ...]

    @property
    def only_a(self) -> tuple[Defect, ...]:
        """Those that A found and B did not."""
        return tuple(row for row in self.rows if row.a.found and not row.b.found)

    @property
    def only_b(self) -> tuple[Defect, ...]:
        """Those that B found and A did not."""
        return tuple(row for row in self.rows if row.b.found and not row.a.found)

    @property
    def flips(self) -> Flips:
        """Their counts."""
        return Flips(len(self.only_a), len(self.only_b), len(self.rows))

    @property
    def repeats_a(self) -> Repeats | None:
        """A's runs beside each other."""
        return Repeats.of([row.a for row in self.rows])

    @property
    def repeats_b(self) -> Repeats | None:
        """B's runs beside each other."""
        return Repeats.of([row.b for row in self.rows])

    @property
    def missed_by_both(self) -> Estimate | None:
        """Lincoln and Petersen's estimate from what any run of A and any run of B found; None where neither found
        anything."""
        by_a = sum(row.a.hits > 0 for row in self.rows)
        by_b = sum(row.b.hits > 0 for row in self.rows)
        by_both = sum(row.a.hits > 0 and row.b.hits > 0 for row in self.rows)
        return lincoln_petersen(by_a, by_b, by_both) if by_a + by_b else None

    @property
    def alpha(self) -> float | None:
        """Krippendorff's, between A and B on found or not; None where both found all, or nothing."""
        return krippendorff_alpha((row.a.found, row.b.found) for row in self.rows)


def defects(golden: GoldenSet, a: Sequence[Trial], b: Sequence[Trial]) -> Defects:
    """Who found which defect of `golden`; each side has a trial or more."""
    anchors = _findable(golden, (*a, *b))
    rows = zip(anchors, _tallies(anchors, a), _tallies(anchors, b), strict=True)
    return Defects(tuple(Defect(*row) for row in rows))


def tallies(golden: GoldenSet, trials: Sequence[Trial]) -> list[Tally]:
    """How many of `trials`, one or more, found each defect of `golden`."""
    return _tallies(_findable(golden, trials), trials)


def _findable(golden: GoldenSet, trials: Sequence[Trial]) -> list[GoldenAnchor]:
    common = frozenset.intersection(*(trial.expected for trial in trials))
    return [anchor for anchor in golden.anchors if not anchor.ignored and anchor.source in common]


def _tallies(anchors: Iterable[GoldenAnchor], trials: Sequence[Trial]) -> list[Tally]:
    return [Tally(sum(anchor.source in trial.found for trial in trials), len(trials)) for anchor in anchors]
