"""The one door to the database: each method is one named transaction, or one query.

In: the home folder. Out: models. Nothing is opened before the first call, and reading never makes a database. Fails
with `StoreError` (see `database`, `transactions`), `BusyError`, and `UsageError` for a finding that is not there.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import TracebackType
from typing import Self

from houndsman.models.passes import PassRecord
from houndsman.models.records import (
    DecisionRecord,
    FinalizeRecord,
    HistoryEntry,
    HuntOutcome,
    ReviewRecord,
    RunPlan,
    RunRecord,
    RunSlot,
)
from houndsman.models.triage import Observation, Recognised, StoredDecision, StoredFinding
from houndsman.store import queries, transactions
from houndsman.store.database import Database
from houndsman.store.home import Home


class Store:
    """What is known of all reviews of this home folder. Close it, or use it in a `with`."""

    def __init__(self, home: Home) -> None:
        self._database = Database(home)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the connections."""
        self._database.close()

    # Transactions

    def begin_run(self, review: ReviewRecord, plan: RunPlan) -> RunSlot:
        """Begin the run that `plan` belongs to, or keep the unfinished one that has the same manifest hash.

        A run is finished once a finalize left nothing owed; until then answers can be added and finalized again.
        """
        with self._database.writing() as connection:
            return transactions.begin_run(connection, review, plan)

    def record_hunt(self, review_id: str, number: int, outcomes: Mapping[str, HuntOutcome]) -> None:
        """Record how the hunts of these watchdogs ended; what is known of others stays."""
        with self._database.writing() as connection:
            transactions.record_hunt(connection, review_id, number, outcomes)

    def write_passes(self, review_id: str, number: int, records: Sequence[PassRecord]) -> None:
        """Record agents that are sent out in this run, before anything is spent on them, and how sessions ended, once
        their replies are on disk."""
        with self._database.writing() as connection:
            transactions.write_passes(connection, review_id, number, records)

    def record_finalize(self, record: FinalizeRecord) -> None:
        """Record all that one finalize found: findings, observations, watchdogs, lapsed dismissals and the run."""
        with self._database.writing() as connection:
            transactions.record_finalize(connection, record)

    def decide(self, record: DecisionRecord) -> None:
        """Record a person's decision on findings, for the whole repository."""
        with self._database.writing() as connection:
            transactions.decide(connection, record)

    # Queries

    def peek_run(self, review_id: str, plan: RunPlan) -> RunSlot:
        """Which run `begin_run` would choose. Nothing is written."""
        return transactions.slot(self.latest_run(review_id), plan)

    def review_by_id(self, review_id: str) -> ReviewRecord | None:
        """The review of this id."""
        with self._database.reading() as connection:
            return queries.review_by_id(connection, review_id)

    def find_reviews(self, repository: str) -> tuple[ReviewRecord, ...]:
        """All reviews of a repository, the oldest first."""
        with self._database.reading() as connection:
            return queries.find_reviews(connection, repository)

    def run(self, review_id: str, number: int) -> RunRecord | None:
        """One run of a review."""
        with self._database.reading() as connection:
            return queries.run(connection, review_id, number)

    def latest_run(self, review_id: str) -> RunRecord | None:
        """The run with the highest number."""
        with self._database.reading() as connection:
            return queries.latest_run(connection, review_id)

    def hunt_outcomes(self, review_id: str, number: int) -> dict[str, HuntOutcome]:
        """Where each watchdog of a run stands, by id."""
        with self._database.reading() as connection:
            return queries.hunt_outcomes(connection, review_id, number)

    def hunt_failures(self, review_id: str, number: int) -> dict[str, str]:
        """Why each watchdog that failed or is missing owes its answer, by id."""
        with self._database.reading() as connection:
            return queries.hunt_failures(connection, review_id, number)

    def passes(self, review_id: str, number: int) -> tuple[PassRecord, ...]:
        """Every session of an agent that a run began, in the order in which they were begun."""
        with self._database.reading() as connection:
            return queries.passes(connection, review_id, number)

    def stored_findings(self, review_id: str) -> tuple[StoredFinding, ...]:
        """Every finding of a review, by fingerprint."""
        with self._database.reading() as connection:
            return queries.stored_findings(connection, review_id)

    def observations(self, review_id: str, fingerprint: str) -> dict[int, tuple[Observation, ...]]:
        """What each run of a review reported of one finding, by run, each by watchdog and index."""
        with self._database.reading() as connection:
            return queries.observations_of(connection, review_id, fingerprint)

    def observations_in(self, review_id: str, number: int) -> tuple[Observation, ...]:
        """What one run reported, by watchdog and index; empty before its first finalize."""
        with self._database.reading() as connection:
            return queries.observations_in(connection, review_id, number)

    def reported(self, review_id: str) -> dict[int, dict[str, dict[int, str]]]:
        """The fingerprint of all that each run of a review reported: by run, watchdog, and position in its findings
        file. Who reported nothing is left out."""
        with self._database.reading() as connection:
            return queries.reported(connection, review_id)

    def recognised(self, review_id: str, number: int) -> dict[str, Recognised]:
        """How a run that was finalized knew the findings that were not new to it, by fingerprint."""
        with self._database.reading() as connection:
            return queries.recognised(connection, review_id, number)

    def runs_of(self, review_id: str) -> tuple[RunRecord, ...]:
        """All runs of a review, by number."""
        with self._database.reading() as connection:
            return queries.runs_of(connection, review_id)

    def reply_hashes(self, review_id: str) -> dict[tuple[int, str], str]:
        """The sha256 of each findings file that a finalize read, by run and watchdog; those that were kept."""
        with self._database.reading() as connection:
            return queries.reply_hashes(connection, review_id)

    def history(self, review_id: str, fingerprint: str) -> tuple[HistoryEntry, ...]:
        """What became of a finding, in order: its status in one review, and what was decided in the repository."""
        with self._database.reading() as connection:
            return queries.history(connection, review_id, fingerprint)

    def decisions(self, repository: str) -> dict[str, StoredDecision]:
        """What was decided in a repository, by fingerprint."""
        with self._database.reading() as connection:
            return queries.decisions_in(connection, repository)

    def fingerprints(self, repository: str) -> list[str]:
        """Every fingerprint of a repository, each once, ascending."""
        with self._database.reading() as connection:
            return queries.fingerprints(connection, repository)

    def resolve_id(self, repository: str, prefix: str) -> str:
        """The fingerprint in this repository that begins with `prefix`; `UsageError` where none or several do."""
        with self._database.reading() as connection:
            return queries.resolve_id(connection, repository, prefix)
