"""What can be written to the database. Each function is one transaction of `Database.writing`, whole or not at all.

In: a connection that holds the write lock, and records. Out: what the caller must know of what was written. The same
record written twice leaves the same rows: no time is taken here, and a row that says the same already is not touched.
Fails with `StoreError` where the record does not fit what is stored, and with `UsageError` for a finding that is not
there.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TypeVar

from sqlalchemy import Connection, Table, and_, bindparam, delete, func, insert, select, update

from houndsman.errors import StoreError, UsageError
from houndsman.models.passes import PassRecord
from houndsman.models.records import (
    DecisionRecord,
    FinalizeRecord,
    HuntOutcome,
    ReviewRecord,
    RunPlan,
    RunRecord,
    RunSlot,
    WatchdogState,
)
from houndsman.models.triage import Decision, RunStatus, Status, StoredDecision, StoredFinding
from houndsman.store import history, queries
from houndsman.store.rows import PASS_KEY, Values, finding_values, observation_values, pass_key, pass_values, storable
from houndsman.store.tables import decisions, findings, observations, passes, reviews, runs, watchdog_runs

#: Rows that are built and handed to the driver at a time: a million findings must not be in memory twice.
_CHUNK = 10_000

#: Values in one IN (...): every database takes this many.
_IN_CHUNK = 500

#: Columns of the key of `findings`, which stand first in its rows and last in an UPDATE.
_FINDING_KEY = len(findings.primary_key.columns)

#: Where the status stands in them.
_FINDING_STATUS = list(findings.c.keys()).index("status")

#: Two of these for each session of an agent: building a statement costs more than SQLite does.
_REVIEWING = (
    update(runs)
    .where(runs.c.review_id == bindparam("in_review"), runs.c.number == bindparam("in_run"))
    .values(status=RunStatus.REVIEWING.value)
)
_BEGIN_PASS = insert(passes)
_FINISH_PASS = update(passes).where(
    passes.c.review_id == bindparam("in_review"),
    passes.c.run == bindparam("in_run"),
    *(passes.c[name] == bindparam(f"of_{name}") for name in PASS_KEY),
)

_T = TypeVar("_T")


def slot(latest: RunRecord | None, plan: RunPlan) -> RunSlot:
    """Which run a prepare belongs to: the latest, while that is unfinished and its manifest the same; else the next.

    Numbers of runs that only their files know of are not given again.
    """
    if latest is None:
        return RunSlot(plan.kept + 1, is_new=True, previous=None, created_at=None)
    if not plan.fresh and not latest.is_finalized and latest.manifest_hash == plan.manifest_hash:
        return RunSlot(latest.number, is_new=False, previous=latest.number - 1 or None, created_at=latest.created_at)
    number = max(latest.number, plan.kept) + 1
    return RunSlot(number, is_new=True, previous=latest.number, created_at=None)


def begin_run(connection: Connection, review: ReviewRecord, plan: RunPlan) -> RunSlot:
    """Record the review, where it is new, and the run that this prepare belongs to."""
    _record_review(connection, review)
    chosen = slot(queries.latest_run(connection, review.review_id), plan)
    if chosen.is_new:
        row = RunRecord(
            review.review_id,
            chosen.number,
            RunStatus.PREPARED,
            plan.manifest_hash,
            plan.target.base,
            plan.target.head,
            plan.target.merge_base,
            plan.created_at,
            finalized_at=None,
            complete=None,
        )
        connection.execute(insert(runs).values({column.name: getattr(row, column.name) for column in runs.c}))
        expected = {watchdog: HuntOutcome(WatchdogState.EXPECTED) for watchdog in plan.watchdogs}
        _record_outcomes(connection, review.review_id, chosen.number, expected)
    return chosen


def record_hunt(connection: Connection, review_id: str, number: int, outcomes: Mapping[str, HuntOutcome]) -> None:
    """Record how the hunts of these watchdogs ended. The run is being reviewed from then on."""
    _check_run(connection, review_id, number)
    _record_outcomes(connection, review_id, number, outcomes)
    this_run = and_(runs.c.review_id == review_id, runs.c.number == number)
    connection.execute(update(runs).where(this_run).values(status=RunStatus.REVIEWING.value))


def write_passes(connection: Connection, review_id: str, number: int, records: Sequence[PassRecord]) -> None:
    """Record agents that are sent out, from which on the run is being reviewed, and how sessions ended."""
    this_run = {"in_review": review_id, "in_run": number}
    begun = [record for record in records if record.finished_at is None]
    if begun:
        if connection.execute(_REVIEWING, this_run).rowcount != 1:
            raise _no_run(review_id, number)
        key = {"review_id": review_id, "run": number}
        connection.execute(_BEGIN_PASS, [{**key, **pass_key(one), **pass_values(one)} for one in begun])
    ended = [record for record in records if record.finished_at is not None]
    if ended:
        keys = [{f"of_{name}": key for name, key in pass_key(one).items()} for one in ended]
        rows = [{**this_run, **key, **pass_values(one)} for key, one in zip(keys, ended, strict=True)]
        if connection.execute(_FINISH_PASS, rows).rowcount != len(ended):
            raise StoreError(
                f"a session ended that never began in run {number} of {review_id}",
                where=", ".join(sorted({one.asked.watchdog for one in ended})),
                hint="Its reply is on disk all the same: run `houndsman hunt` again.",
            )


def record_finalize(connection: Connection, record: FinalizeRecord) -> None:
    """Replace what is known of a review by what one finalize found."""
    _check_run(connection, record.review_id, record.run)
    repository = connection.execute(
        select(reviews.c.repository).where(reviews.c.review_id == record.review_id)
    ).scalar_one()
    _lapse(connection, repository, record)
    turns = _write_findings(connection, record, queries.decisions_in(connection, repository))
    history.turned_in_run(connection, repository, record, turns)
    _replace_observations(connection, record)
    _record_outcomes(connection, record.review_id, record.run, record.outcomes)
    _record_replies(connection, record)
    this_run = and_(runs.c.review_id == record.review_id, runs.c.number == record.run)
    connection.execute(
        update(runs)
        .where(this_run)
        .values(status=RunStatus.REVIEW_DONE.value, complete=record.complete, finalized_at=record.finalized_at)
    )


def decide(connection: Connection, record: DecisionRecord) -> None:
    """Record what a person decided, and let the findings of all the repository's reviews follow.

    A dismissal covers the lines that the person saw: it reaches findings with the same covered lines, and no others.
    """
    wanted = sorted(set(record.fingerprints))
    covered = _covered_hashes(connection, record, wanted)
    unknown = [fingerprint for fingerprint in wanted if fingerprint not in covered]
    if unknown:
        raise UsageError(
            f"no finding of this repository has the fingerprint {unknown[0]}",
            hint="`houndsman findings list` prints the ids of what is there.",
        )
    known = queries.decisions_in(connection, record.repository)
    for fingerprint in wanted:
        before = known.get(fingerprint)
        new = StoredDecision(
            fingerprint=fingerprint,
            decision=record.decision,
            covered_hash=covered[fingerprint],
            reason=storable(record.reason),
        )
        if before != new:
            _write_decision(connection, record, new)
            history.decided(connection, record, before, new)
        _follow(connection, record, new)


def _record_review(connection: Connection, review: ReviewRecord) -> None:
    known = queries.review_by_id(connection, review.review_id)
    if known is None:
        connection.execute(insert(reviews).values({column.name: getattr(review, column.name) for column in reviews.c}))
        return
    if (known.repository, known.target_key, known.variant) != (review.repository, review.target_key, review.variant):
        raise StoreError(
            f"the name {review.review_id} already stands for {known.target_key!r} of {known.repository}",
            hint="Two reviews fell on one name, which is all but impossible: use another --variant, and report this.",
        )


def _check_run(connection: Connection, review_id: str, number: int) -> None:
    if queries.run(connection, review_id, number) is None:
        raise _no_run(review_id, number)


def _no_run(review_id: str, number: int) -> StoreError:
    return StoreError(f"there is no run {number} of {review_id}", hint="Run `houndsman prepare` for this target.")


def _record_outcomes(connection: Connection, review_id: str, number: int, outcomes: Mapping[str, HuntOutcome]) -> None:
    known = queries.hunt_outcomes(connection, review_id, number)
    for watchdog in sorted(outcomes):
        outcome = outcomes[watchdog]._replace(reason=storable(outcomes[watchdog].reason))
        key = {"review_id": review_id, "run": number, "watchdog": watchdog}
        says = {"state": outcome.state.value, "reason": outcome.reason}
        if watchdog not in known:
            connection.execute(insert(watchdog_runs).values({**key, **says}))
        elif known[watchdog] != outcome:
            connection.execute(update(watchdog_runs).filter_by(**key).values(says))


def _record_replies(connection: Connection, record: FinalizeRecord) -> None:
    """Which bytes the run's findings were read from; a watchdog that left none has none."""
    here = and_(watchdog_runs.c.review_id == record.review_id, watchdog_runs.c.run == record.run)
    for watchdog, known in connection.execute(
        select(watchdog_runs.c.watchdog, watchdog_runs.c.reply_hash).where(here)
    ).all():
        digest = record.reply_hashes.get(watchdog)
        if digest != known:
            this = and_(here, watchdog_runs.c.watchdog == watchdog)
            connection.execute(update(watchdog_runs).where(this).values(reply_hash=digest))


def _lapse(connection: Connection, repository: str, record: FinalizeRecord) -> None:
    """Take back dismissals. Their reason stays: it is what the person will want to read again."""
    for some in _chunks(sorted(record.lapsed), _IN_CHUNK):
        theirs = and_(
            decisions.c.repository == repository,
            decisions.c.fingerprint.in_(some),
            decisions.c.decision == Decision.IGNORE.value,
        )
        standing = connection.execute(select(decisions.c.fingerprint).where(theirs)).scalars()
        history.lapsed(connection, repository, record, sorted(standing))
        connection.execute(update(decisions).where(theirs).values(decision=Decision.PENDING.value))


def _write_findings(
    connection: Connection, record: FinalizeRecord, decided: Mapping[str, StoredDecision]
) -> list[history.Turn]:
    """Insert or update every finding by its key, in the order of the key, which is the fastest for the index.

    Says whose status is another than before, beginning with `open`.
    """
    turns: list[history.Turn] = []
    add, alter = _inserting(connection, findings), _altering(connection, findings)
    for some in _chunks(sorted(record.findings, key=lambda finding: finding.fingerprint), _CHUNK):
        here = and_(
            findings.c.review_id == record.review_id,
            findings.c.fingerprint.between(some[0].fingerprint, some[-1].fingerprint),
        )
        known = {row.fingerprint: tuple(row) for row in connection.execute(select(findings).where(here))}
        wanted = [finding_values(record.review_id, one, _standing(one, decided)) for one in some]
        _many(connection, add, [values for values in wanted if values[1] not in known])
        turns += _turns(some, known, wanted, record.reasons)
        differing = [values for values in wanted if known.get(values[1], values) != values]
        _many(connection, alter, [values[_FINDING_KEY:] + values[:_FINDING_KEY] for values in differing])
    held = connection.execute(
        select(func.count()).select_from(findings).where(findings.c.review_id == record.review_id)
    ).scalar_one()
    if held != len(record.findings):
        raise StoreError(
            f"{held - len(record.findings)} findings of {record.review_id} are stored and would be forgotten",
            hint="Another finalize came between, so nothing was written: run `houndsman finalize` again.",
        )
    return turns


def _turns(
    some: Sequence[StoredFinding],
    known: Mapping[str, tuple[object, ...]],
    wanted: Sequence[Values],
    reasons: Mapping[str, str],
) -> Iterator[history.Turn]:
    """Whose status, of what is `known` and `wanted` as rows, is another than before."""
    for one, values in zip(some, wanted, strict=True):
        row, status = known.get(one.fingerprint), values[_FINDING_STATUS]
        if status != (Status.OPEN.value if row is None else row[_FINDING_STATUS]):
            was = None if row is None else Status(str(row[_FINDING_STATUS]))
            became = Status(str(status))
            why = reasons.get(one.fingerprint, "") if became is one.status else "decided while the run was finalized"
            yield history.Turn(one.fingerprint, was, became, why)


def _standing(finding: StoredFinding, decided: Mapping[str, StoredDecision]) -> Status:
    """The status to store: a person may have decided while the finalize was at work, and that holds."""
    decision = decided.get(finding.fingerprint)
    ignored = decision is not None and decision.decision is Decision.IGNORE
    if finding.status is Status.OPEN and decision and ignored and decision.covered_hash == finding.covered_hash:
        return Status.DISMISSED
    if finding.status is Status.DISMISSED and not ignored:
        return Status.OPEN
    return finding.status


def _replace_observations(connection: Connection, record: FinalizeRecord) -> None:
    this_run = and_(observations.c.review_id == record.review_id, observations.c.run == record.run)
    connection.execute(delete(observations).where(this_run))
    add = _inserting(connection, observations)
    for some in _chunks(sorted(record.observations, key=lambda one: (one.watchdog, one.index)), _CHUNK):
        _many(connection, add, [observation_values(record.review_id, record.run, one) for one in some])


def _covered_hashes(
    connection: Connection, record: DecisionRecord, fingerprints: Sequence[str]
) -> dict[str, str | None]:
    """The covered lines of each finding as the person saw it."""
    covered: dict[str, str | None] = {}
    for some in _chunks(fingerprints, _IN_CHUNK):
        asked = (
            select(findings.c.fingerprint, findings.c.covered_hash)
            .join(reviews, reviews.c.review_id == findings.c.review_id)
            .join(runs, and_(runs.c.review_id == findings.c.review_id, runs.c.number == findings.c.last_run))
            .where(reviews.c.repository == record.repository, findings.c.fingerprint.in_(some))
            # The last one counts: that of the review in hand, else of the one hunted last.
            .order_by(findings.c.review_id == (record.seen_in or ""), runs.c.created_at, findings.c.review_id)
        )
        covered.update((row.fingerprint, row.covered_hash) for row in connection.execute(asked))
    return covered


def _write_decision(connection: Connection, record: DecisionRecord, new: StoredDecision) -> None:
    this = and_(decisions.c.repository == record.repository, decisions.c.fingerprint == new.fingerprint)
    says = {
        "decision": new.decision.value,
        "covered_hash": new.covered_hash,
        "reason": new.reason,
        "decided_at": record.decided_at,
    }
    if connection.execute(update(decisions).where(this).values(says)).rowcount == 0:
        key = {"repository": record.repository, "fingerprint": new.fingerprint}
        connection.execute(insert(decisions).values({**key, **says}))


def _follow(connection: Connection, record: DecisionRecord, new: StoredDecision) -> None:
    """Give the findings of every review the status that the decision asks for; what is done stays done."""
    theirs = and_(
        findings.c.fingerprint == new.fingerprint,
        findings.c.review_id.in_(select(reviews.c.review_id).where(reviews.c.repository == record.repository)),
    )
    if new.decision is Decision.IGNORE:
        was, became = Status.OPEN, Status.DISMISSED
        theirs = and_(theirs, findings.c.covered_hash.is_not_distinct_from(new.covered_hash))
    else:
        was, became = Status.DISMISSED, Status.OPEN
    reached = and_(theirs, findings.c.status == was.value)
    reviewed = select(findings.c.review_id).where(reached).order_by(findings.c.review_id)
    for review_id in connection.execute(reviewed).scalars():
        history.followed(connection, record, review_id, history.Turn(new.fingerprint, was, became, "as decided"))
    connection.execute(update(findings).where(reached).values(status=became.value))


def _inserting(connection: Connection, table: Table) -> str:
    return str(insert(table).compile(dialect=connection.dialect))


def _altering(connection: Connection, table: Table) -> str:
    """The UPDATE of all columns beside the key, whose values come last."""
    key = table.primary_key.columns
    this = and_(*(column == bindparam(f"key_{column.name}") for column in key))
    rest = [column.name for column in table.c if column.name not in key]
    return str(update(table).where(this).compile(dialect=connection.dialect, column_keys=rest))


def _many(connection: Connection, statement: str, rows: list[Values]) -> None:
    """Run a compiled statement for each row, by the driver itself: SQLAlchemy's own way takes three times as long."""
    if rows:
        connection.exec_driver_sql(statement, rows)


def _chunks(items: Sequence[_T], size: int) -> Iterator[Sequence[_T]]:
    for start in range(0, len(items), size):
        yield items[start : start + size]
