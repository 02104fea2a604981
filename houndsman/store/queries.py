"""What can be asked of the database. Each answer is in one fixed order.

In: a connection of `Database.reading` (or `writing`). Out: models. Fails with `UsageError` where a finding is named by
an id that nobody, or more than one, has; what is merely absent is None or empty.
"""

from __future__ import annotations

import re

from sqlalchemy import ColumnElement, Connection, or_, select

from houndsman.errors import UsageError
from houndsman.models.passes import PassRecord
from houndsman.models.records import OWING, HistoryEntry, HuntOutcome, ReviewRecord, RunRecord, Told, WatchdogState
from houndsman.models.triage import Observation, Recognised, StoredDecision, StoredFinding
from houndsman.store import tables
from houndsman.store.rows import (
    decision_of,
    finding_of,
    history_of,
    observation_of,
    pass_of,
    recognised_of,
    review_of,
    run_of,
)
from houndsman.store.tables import decisions, findings, observations, reviews, runs, watchdog_runs

_PREFIX = re.compile(r"[0-9a-f]{6,}")
_CANDIDATES_SHOWN = 10


def review_by_id(connection: Connection, review_id: str) -> ReviewRecord | None:
    """The review of this id."""
    row = connection.execute(select(reviews).where(reviews.c.review_id == review_id)).first()
    return None if row is None else review_of(row)


def find_reviews(connection: Connection, repository: str) -> tuple[ReviewRecord, ...]:
    """All reviews of a repository, the oldest first."""
    asked = select(reviews).where(reviews.c.repository == repository)
    rows = connection.execute(asked.order_by(reviews.c.created_at, reviews.c.review_id))
    return tuple(review_of(row) for row in rows)


def run(connection: Connection, review_id: str, number: int) -> RunRecord | None:
    """One run of a review."""
    row = connection.execute(select(runs).where(runs.c.review_id == review_id, runs.c.number == number)).first()
    return None if row is None else run_of(row)


def latest_run(connection: Connection, review_id: str) -> RunRecord | None:
    """The run with the highest number."""
    asked = select(runs).where(runs.c.review_id == review_id).order_by(runs.c.number.desc()).limit(1)
    row = connection.execute(asked).first()
    return None if row is None else run_of(row)


def runs_of(connection: Connection, review_id: str) -> tuple[RunRecord, ...]:
    """All runs of a review, by number."""
    rows = connection.execute(select(runs).where(runs.c.review_id == review_id).order_by(runs.c.number))
    return tuple(run_of(row) for row in rows)


def hunt_outcomes(connection: Connection, review_id: str, number: int) -> dict[str, HuntOutcome]:
    """Where each watchdog of a run stands, by id."""
    asked = select(watchdog_runs.c.watchdog, watchdog_runs.c.state, watchdog_runs.c.reason)
    asked = asked.where(watchdog_runs.c.review_id == review_id, watchdog_runs.c.run == number)
    rows = connection.execute(asked.order_by(watchdog_runs.c.watchdog))
    return {watchdog: HuntOutcome(WatchdogState(state), reason) for watchdog, state, reason in rows}


def hunt_failures(connection: Connection, review_id: str, number: int) -> dict[str, str]:
    """Why each watchdog that failed or is missing owes its answer, by id."""
    outcomes = hunt_outcomes(connection, review_id, number)
    return {watchdog: outcome.reason for watchdog, outcome in outcomes.items() if outcome.state in OWING}


def passes(connection: Connection, review_id: str, number: int) -> tuple[PassRecord, ...]:
    """Every session of an agent that a run began, in the order in which they were begun."""
    asked = select(tables.passes).where(tables.passes.c.review_id == review_id, tables.passes.c.run == number)
    return tuple(pass_of(row) for row in connection.execute(asked.order_by(tables.passes.c.number)))


def stored_findings(connection: Connection, review_id: str) -> tuple[StoredFinding, ...]:
    """Every finding of a review, by fingerprint."""
    asked = select(findings).where(findings.c.review_id == review_id).order_by(findings.c.fingerprint)
    return tuple(finding_of(row) for row in connection.execute(asked))


def observations_of(connection: Connection, review_id: str, fingerprint: str) -> dict[int, tuple[Observation, ...]]:
    """What each run of a review reported of one finding, by run, each by watchdog and index."""
    asked = select(observations)
    asked = asked.where(observations.c.review_id == review_id, observations.c.fingerprint == fingerprint)
    by_run: dict[int, tuple[Observation, ...]] = {}
    for row in connection.execute(asked.order_by(observations.c.run, observations.c.watchdog, observations.c.idx)):
        by_run[row.run] = (*by_run.get(row.run, ()), observation_of(row))
    return by_run


def observations_in(connection: Connection, review_id: str, number: int) -> tuple[Observation, ...]:
    """What one run reported, by watchdog and index."""
    asked = select(observations).where(observations.c.review_id == review_id, observations.c.run == number)
    rows = connection.execute(asked.order_by(observations.c.watchdog, observations.c.idx))
    return tuple(observation_of(row) for row in rows)


def reported(connection: Connection, review_id: str) -> dict[int, dict[str, dict[int, str]]]:
    """The fingerprint of all that each run of a review reported: by run, watchdog, and position in its findings file.
    Who reported nothing is left out."""
    columns = observations.c.run, observations.c.watchdog, observations.c.idx, observations.c.fingerprint
    asked = select(*columns).where(observations.c.review_id == review_id)
    by_run: dict[int, dict[str, dict[int, str]]] = {}
    rows = connection.execute(asked.order_by(observations.c.run, observations.c.watchdog, observations.c.idx))
    for number, watchdog, index, fingerprint in rows:
        by_run.setdefault(number, {}).setdefault(watchdog, {})[index] = fingerprint
    return by_run


def recognised(connection: Connection, review_id: str, number: int) -> dict[str, Recognised]:
    """How a run that was finalized knew the findings that were not new to it, by fingerprint."""
    asked = select(observations.c.fingerprint, observations.c.how, observations.c.origin).distinct()
    asked = asked.where(
        observations.c.review_id == review_id, observations.c.run == number, observations.c.origin.is_not(None)
    )
    rows = connection.execute(asked.order_by(observations.c.fingerprint))
    found = ((fingerprint, recognised_of(how, origin)) for fingerprint, how, origin in rows)
    return {fingerprint: how for fingerprint, how in found if how is not None}


def reply_hashes(connection: Connection, review_id: str) -> dict[tuple[int, str], str]:
    """The sha256 of each findings file that a finalize read, by run and watchdog; those that were kept."""
    asked = select(watchdog_runs.c.run, watchdog_runs.c.watchdog, watchdog_runs.c.reply_hash)
    asked = asked.where(watchdog_runs.c.review_id == review_id, watchdog_runs.c.reply_hash.is_not(None))
    rows = connection.execute(asked.order_by(watchdog_runs.c.run, watchdog_runs.c.watchdog))
    return {(number, watchdog): digest for number, watchdog, digest in rows}


def history(connection: Connection, review_id: str, fingerprint: str) -> tuple[HistoryEntry, ...]:
    """What became of a finding, in order: its status in one review, and what was decided in the repository."""
    repository = select(reviews.c.repository).where(reviews.c.review_id == review_id).scalar_subquery()
    asked = select(tables.history).where(
        tables.history.c.repository == repository,
        tables.history.c.fingerprint == fingerprint,
        or_(tables.history.c.about == Told.DECISION.value, tables.history.c.review_id == review_id),
    )
    return tuple(history_of(row) for row in connection.execute(asked.order_by(tables.history.c.number)))


def decisions_in(connection: Connection, repository: str) -> dict[str, StoredDecision]:
    """What was decided in a repository, by fingerprint. All its reviews and variants share this."""
    asked = select(decisions).where(decisions.c.repository == repository).order_by(decisions.c.fingerprint)
    return {row.fingerprint: decision_of(row) for row in connection.execute(asked)}


def fingerprints(connection: Connection, repository: str) -> list[str]:
    """Every fingerprint of a repository, each once, ascending."""
    asked = select(findings.c.fingerprint).distinct().where(_in_repository(repository))
    return list(connection.execute(asked.order_by(findings.c.fingerprint)).scalars())


def resolve_id(connection: Connection, repository: str, prefix: str) -> str:
    """The fingerprint in this repository that begins with `prefix`, six characters or more.

    Raises:
        UsageError: `prefix` is no id, or nobody's, or that of several findings, which are then listed.
    """
    wanted = prefix.strip().lower()
    if not _PREFIX.fullmatch(wanted):
        raise UsageError(
            f"{prefix!r} is no finding's id",
            hint="An id is six or more of 0-9 and a-f, as `houndsman findings list` prints it.",
        )
    asked = select(findings.c.fingerprint, findings.c.file, findings.c.line, findings.c.rule)
    # A range, unlike LIKE, uses the index whatever the database's collation; "g" comes after every hex digit.
    asked = asked.where(
        findings.c.fingerprint >= wanted, findings.c.fingerprint < wanted + "g", _in_repository(repository)
    )
    # Of several reviews that hold it, the place shown is that of the latest run.
    rows = connection.execute(asked.order_by(findings.c.fingerprint, findings.c.last_run, findings.c.review_id))
    places: dict[str, str] = {fingerprint: f"{_place(file, line)}  {rule}" for fingerprint, file, line, rule in rows}
    if not places:
        raise UsageError(
            f"no finding of this repository has the id {prefix}",
            hint="`houndsman findings list` prints the ids; --variant and --base choose the review.",
        )
    if len(places) > 1:
        shown = sorted(places)[:_CANDIDATES_SHOWN]
        lines = [f"{fingerprint[: len(wanted) + 6]}  {places[fingerprint]}" for fingerprint in shown]
        if len(places) > len(shown):
            lines.append(f"and {len(places) - len(shown)} more")
        raise UsageError(
            f"the id {prefix} fits {len(places)} findings", hint="Name one by more of its id:\n  " + "\n  ".join(lines)
        )
    (only,) = places
    return only


def _in_repository(repository: str) -> ColumnElement[bool]:
    return findings.c.review_id.in_(select(reviews.c.review_id).where(reviews.c.repository == repository))


def _place(file: str, line: int | None) -> str:
    return file if line is None else f"{file}:{line}"
