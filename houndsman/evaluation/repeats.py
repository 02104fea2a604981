"""Which runs of a review are repeats of each other.

In: all runs of a review, by number. Out: those that were finalized and reviewed the same with the same as the latest
such run did, which is what an equal manifest hash says. Nothing fails.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from houndsman.models.records import RunRecord


class Repeated(NamedTuple):
    """The repeats of a review, by number."""

    runs: tuple[RunRecord, ...]
    """The whole ones; where none is whole, all of them. None where no run was finalized."""
    left_out: tuple[RunRecord, ...]
    """Equal to them but for an answer that is missing: with these, a reviewer would be blamed for what it was not
    asked, or could not say."""


def repeats_of(runs: Sequence[RunRecord]) -> Repeated:
    """The repeats among `runs`."""
    done = [run for run in runs if run.finalized_at is not None]
    alike = [run for run in done if run.manifest_hash == done[-1].manifest_hash]
    whole = [run for run in alike if run.complete]
    if not whole:
        return Repeated(tuple(alike), ())
    return Repeated(tuple(whole), tuple(run for run in alike if not run.complete))
