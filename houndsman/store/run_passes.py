"""The passes of one run, as its journal needs them: rows in, rows out. What the database refuses is a `StoreError`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from houndsman.models.passes import PassRecord
from houndsman.store.store import Store


@dataclass(frozen=True)
class RunPasses:
    """The passes of run `number` of a review."""

    store: Store
    review: str
    number: int

    def passes(self) -> Sequence[PassRecord]:
        """All rows of the run, in the order in which they were begun."""
        return self.store.passes(self.review, self.number)

    def write_passes(self, records: Sequence[PassRecord]) -> None:
        """Commit tries that begin, which are not finished, and what is known of those that ended."""
        self.store.write_passes(self.review, self.number, records)
