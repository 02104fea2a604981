"""How far a hunt has come, seen from outside: for each watchdog whether it waits, is at work, has answered, or owes.

In: what the store and the run's folder tell, and when somebody was last seen at work. Out: a `Standing`. Whoever has
given no sign for ten minutes is taken to be gone: that is derived each time, and kept nowhere. Pure; nothing fails.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from houndsman.hunt.ceilings import Spent
from houndsman.models.passes import PassRecord
from houndsman.models.records import OWING, HuntOutcome, RunRecord

#: Without a sign of life for this long, nobody is at work any more.
TIMED_OUT = timedelta(minutes=10)


class Stage(StrEnum):
    """Where a watchdog stands."""

    WAITING = "waiting"
    RUNNING = "running"
    FINISHED = "finished"
    MISSING = "missing"  # it failed, or could not be asked
    TIMED_OUT = "timed-out"  # it was at work, and nobody gives a sign any more
    INTERRUPTED = "interrupted"  # it was at work, and whoever had sent it out is gone


@dataclass(frozen=True, slots=True)
class Row:
    """One watchdog."""

    watchdog: str
    stage: Stage
    agent: str
    """Who was asked last; empty where nobody was."""
    why: str
    """Why it is missing; else empty."""
    spent: Spent


@dataclass(frozen=True, slots=True)
class Standing:
    """A whole run."""

    review: str
    run: int
    status: str
    """That of the run, `timed-out` or `interrupted`."""
    last_sign: datetime | None
    """When somebody was last seen at work; null where nobody ever was."""
    rows: tuple[Row, ...]
    spent: Spent
    """By all sessions that are over."""


@dataclass(frozen=True, slots=True)
class Seen:
    """What is known of a run."""

    record: RunRecord
    watchdogs: Sequence[str]
    """Who owes an answer, in the order of the manifest."""
    outcomes: Mapping[str, HuntOutcome]
    whole: Collection[str]
    """Whose whole answer is there."""
    passes: Sequence[PassRecord]
    last_sign: datetime | None
    now: datetime
    is_hunted: bool = True
    """Whether a command is at work on the review, so that sessions that are not over are somebody's."""


def standing(seen: Seen) -> Standing:
    """How far the run has come."""
    gone = seen.last_sign is not None and seen.now - seen.last_sign > TIMED_OUT
    at_work = Stage.TIMED_OUT if gone else Stage.RUNNING
    rows = tuple(_row(seen, name, at_work if seen.is_hunted else Stage.INTERRUPTED) for name in seen.watchdogs)
    over = seen.record.is_finalized or all(row.stage in (Stage.FINISHED, Stage.MISSING) for row in rows)
    status = seen.record.status.value
    if not over and any(row.stage is Stage.INTERRUPTED for row in rows):
        status = Stage.INTERRUPTED.value
    elif not over and gone:
        status = Stage.TIMED_OUT.value
    return Standing(seen.record.review_id, seen.record.number, status, seen.last_sign, rows, _spent(seen.passes))


def _row(seen: Seen, watchdog: str, at_work: Stage) -> Row:
    tries = [each for each in seen.passes if each.asked.watchdog == watchdog]
    outcome = seen.outcomes.get(watchdog)
    why = ""
    if watchdog in seen.whole:
        stage = Stage.FINISHED
    elif any(each.finished_at is None for each in tries):
        stage = at_work
    elif outcome is not None and outcome.state in OWING:
        stage, why = Stage.MISSING, outcome.reason
    else:
        stage = Stage.WAITING
    return Row(watchdog, stage, tries[-1].asked.agent if tries else "", why, _spent(tries))


def _spent(tries: Sequence[PassRecord]) -> Spent:
    spent = Spent()
    for each in tries:
        if each.finished_at is not None:
            spent.add(each.usage, each.seconds or 0.0)
    return spent
