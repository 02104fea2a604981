"""What became of a finding, written down as it happens: a decision overwrites the one before, a status the status.

In: a connection that holds the write lock, and what turned. Out: rows of `history`, numbered in the order in which they
were written. A run that is finalized again corrects what it wrote, and writes nothing twice. Nothing fails.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from sqlalchemy import Connection, and_, delete, insert, select, update

from houndsman.models.records import DecisionRecord, FinalizeRecord, Told
from houndsman.models.triage import Decision, Status, StoredDecision
from houndsman.store.rows import storable
from houndsman.store.tables import history


class Turn(NamedTuple):
    """A finding whose status a run found to be another."""

    fingerprint: str
    was: Status | None
    """None for one that the review did not know."""
    became: Status
    why: str


def turned_in_run(connection: Connection, repository: str, record: FinalizeRecord, turns: Iterable[Turn]) -> None:
    """Record what a finalize made of statuses, as against what they were before its run began."""
    this_run = and_(
        history.c.review_id == record.review_id, history.c.run == record.run, history.c.about == Told.STATUS.value
    )
    told = {row.fingerprint: row for row in connection.execute(select(history).where(this_run))}
    added = []
    for turn in turns:
        says = {"became": turn.became.value, "why": storable(turn.why), "at": record.finalized_at}
        earlier = told.get(turn.fingerprint)
        if earlier is None:
            was = None if turn.was is None else turn.was.value
            whose = {"repository": repository, "fingerprint": turn.fingerprint, "about": Told.STATUS.value}
            added.append({**whose, **says, "review_id": record.review_id, "run": record.run, "was": was})
        elif (earlier.was or Status.OPEN.value) == turn.became.value:
            connection.execute(delete(history).where(history.c.number == earlier.number))
        else:
            connection.execute(update(history).where(history.c.number == earlier.number).values(says))
    if added:
        connection.execute(insert(history), added)


def lapsed(connection: Connection, repository: str, record: FinalizeRecord, fingerprints: Iterable[str]) -> None:
    """Record that a finalize took dismissals back."""
    for fingerprint in fingerprints:
        connection.execute(
            insert(history).values(
                repository=repository,
                fingerprint=fingerprint,
                about=Told.DECISION.value,
                review_id=record.review_id,
                run=record.run,
                was=Decision.IGNORE.value,
                became=Decision.PENDING.value,
                why="the lines that it covered have changed",
                at=record.finalized_at,
            )
        )


def decided(connection: Connection, record: DecisionRecord, before: StoredDecision | None, new: StoredDecision) -> None:
    """Record a person's decision."""
    connection.execute(
        insert(history).values(
            repository=record.repository,
            fingerprint=new.fingerprint,
            about=Told.DECISION.value,
            review_id=record.seen_in,
            was=(Decision.PENDING if before is None else before.decision).value,
            became=new.decision.value,
            why=new.reason,
            at=record.decided_at,
        )
    )


def followed(connection: Connection, record: DecisionRecord, review_id: str, turn: Turn) -> None:
    """Record that a finding's status in one review followed a person's decision."""
    connection.execute(
        insert(history).values(
            repository=record.repository,
            fingerprint=turn.fingerprint,
            about=Told.STATUS.value,
            review_id=review_id,
            was=None if turn.was is None else turn.was.value,
            became=turn.became.value,
            why=turn.why,
            at=record.decided_at,
        )
    )
