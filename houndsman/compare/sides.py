"""What is compared: two sides, each with the runs that it was given.

In: what a desk or a file knows of runs. Out: models, and sums over the runs of a side. A number that one run does not
know is not known of the side: a sum of some would pass for the whole. Nothing fails.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from math import fsum
from typing import NamedTuple

from houndsman.models.foreign import ForeignFinding


class Kind(StrEnum):
    """Where a side's results come from."""

    RUNS = "runs"  # of ours
    FINDINGS = "findings"  # of somebody else
    SCORES = "scores"  # made elsewhere


class Coverage(NamedTuple):
    """How much of what was asked for was done in one run."""

    answered: int
    """Watchdogs that answered."""
    watchdogs: int
    reviewed: int
    """Files that were read, each once for every watchdog that had to."""
    files: int


class Spent(NamedTuple):
    """What one run cost; null where nobody said."""

    seconds: float | None = None
    tokens_in: int | None = None
    tokens_out: int | None = None
    tokens_cached: int | None = None
    cost: float | None = None
    """US dollars."""


UNKNOWN_COST = Spent()


@dataclass(frozen=True, slots=True)
class Run:
    """One run of a side: one repeat."""

    name: str
    """`run 3`, or where the findings were read from."""
    findings: tuple[ForeignFinding, ...] = ()
    number: int | None = None
    """Of a run of ours."""
    head: str | None = None
    """The commit that was reviewed; null where nobody said."""
    complete: bool = True
    """False where somebody's answer is missing."""
    coverage: Coverage | None = None
    """Null for findings of somebody else: what their author looked at is not known."""
    spent: Spent = UNKNOWN_COST


@dataclass(frozen=True, slots=True)
class Side:
    """One way of reviewing."""

    name: str
    """The variant's label, or what stands for it."""
    kind: Kind
    runs: tuple[Run, ...] = ()
    """Its repeats; empty for scores made elsewhere."""
    review: str | None = None
    """The id of the review whose runs these are."""

    @property
    def is_whole(self) -> bool:
        """Whether no run lacks an answer."""
        return all(run.complete for run in self.runs)

    @property
    def coverage(self) -> Coverage | None:
        """Summed over the runs; null where one does not know."""
        known = [run.coverage for run in self.runs if run.coverage is not None]
        if not known or len(known) < len(self.runs):
            return None
        return Coverage(*(sum(column) for column in zip(*known, strict=True)))

    @property
    def spent_a_run(self) -> Spent:
        """The mean over the runs, each number for itself."""
        spent = [run.spent for run in self.runs]
        return Spent(
            seconds=_mean(each.seconds for each in spent),
            tokens_in=_rounded(_mean(each.tokens_in for each in spent)),
            tokens_out=_rounded(_mean(each.tokens_out for each in spent)),
            tokens_cached=_rounded(_mean(each.tokens_cached for each in spent)),
            cost=_mean(each.cost for each in spent),
        )


def heads(sides: Sequence[Side]) -> tuple[str, ...]:
    """The commits that the runs of `sides` reviewed, as far as they are known, each once."""
    return tuple(dict.fromkeys(run.head for side in sides for run in side.runs if run.head is not None))


def _mean(numbers: Iterable[float | None]) -> float | None:
    given = list(numbers)
    known = [number for number in given if number is not None]
    return fsum(known) / len(known) if known and len(known) == len(given) else None


def _rounded(number: float | None) -> int | None:
    return None if number is None else round(number)
