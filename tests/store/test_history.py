"""What became of a finding is written down as it happens, once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from houndsman.models.records import DecisionRecord, FinalizeRecord, HistoryEntry, ReviewRecord, RunPlan, Told
from houndsman.models.triage import Decision, Status, StoredFinding
from houndsman.store.store import Store


@pytest.fixture
def found(store: Store, review: ReviewRecord, plan: RunPlan, record: FinalizeRecord) -> Store:
    """A review whose first run found one thing, and whose second run is under way."""
    store.begin_run(review, plan)
    store.record_finalize(record)
    store.begin_run(review, replace(plan, fresh=True))
    return store


def told(store: Store, review: ReviewRecord, finding: StoredFinding) -> list[tuple[str, int | None, str | None, str]]:
    history = store.history(review.review_id, finding.fingerprint)
    return [(entry.about.value, entry.run, entry.was, entry.became) for entry in history]


def second(record: FinalizeRecord, finding: StoredFinding, status: Status, why: str = "") -> FinalizeRecord:
    turned = replace(finding, status=status)
    return replace(record, run=2, findings=[turned], reasons={finding.fingerprint: why} if why else {})


def decide(review: ReviewRecord, finding: StoredFinding, decision: Decision, reason: str = "") -> DecisionRecord:
    when = "2026-01-02T00:00:00Z"
    return DecisionRecord(review.repository, [finding.fingerprint], decision, when, reason, review.review_id)


def test_what_is_only_found_has_no_history(found: Store, review: ReviewRecord, finding: StoredFinding) -> None:
    assert found.history(review.review_id, finding.fingerprint) == ()


def test_a_run_that_changes_a_status_says_so_and_why(
    found: Store, review: ReviewRecord, record: FinalizeRecord, finding: StoredFinding
) -> None:
    found.record_finalize(second(record, finding, Status.DONE, "its file is gone"))
    assert found.history(review.review_id, finding.fingerprint) == (
        HistoryEntry(Told.STATUS, review.review_id, 2, "open", "done", "its file is gone", record.finalized_at),
    )


@pytest.mark.parametrize(
    ("statuses", "entries"),
    [
        ([Status.DONE, Status.DONE], [("status", 2, "open", "done")]),
        ([Status.DONE, Status.OPEN], []),
        ([Status.OPEN, Status.DONE], [("status", 2, "open", "done")]),
        ([Status.DONE, Status.OPEN, Status.DONE], [("status", 2, "open", "done")]),
    ],
)
def test_a_run_that_is_finalized_again_corrects_what_it_said(
    found: Store,
    review: ReviewRecord,
    record: FinalizeRecord,
    finding: StoredFinding,
    statuses: Sequence[Status],
    entries: list[tuple[str, int | None, str | None, str]],
) -> None:
    for status in statuses:
        found.record_finalize(second(record, finding, status, "because"))
    assert told(found, review, finding) == entries
    assert all(entry.why == "because" for entry in found.history(review.review_id, finding.fingerprint))


def test_each_decision_stays_and_the_status_that_followed_it(
    found: Store, review: ReviewRecord, finding: StoredFinding
) -> None:
    for decision in (Decision.IGNORE, Decision.IGNORE, Decision.EXECUTE):
        found.decide(decide(review, finding, decision, "talked over"))
    assert told(found, review, finding) == [
        ("decision", None, "pending", "ignore"),
        ("status", None, "open", "dismissed"),
        ("decision", None, "ignore", "execute"),
        ("status", None, "dismissed", "open"),
    ]
    first, *_ = found.history(review.review_id, finding.fingerprint)
    assert (first.review_id, first.why, first.at) == (review.review_id, "talked over", "2026-01-02T00:00:00Z")


def test_a_lapse_is_told_before_the_status_that_it_brings(
    found: Store, review: ReviewRecord, record: FinalizeRecord, finding: StoredFinding
) -> None:
    found.decide(decide(review, finding, Decision.IGNORE))
    changed = replace(finding, covered_hash="e" * 64)
    for _ in range(2):
        found.record_finalize(replace(second(record, changed, Status.OPEN), lapsed=[finding.fingerprint]))
    assert told(found, review, finding)[2:] == [
        ("decision", 2, "ignore", "pending"),
        ("status", 2, "dismissed", "open"),
    ]


def test_one_that_is_dismissed_where_it_is_new_was_nothing_before(
    store: Store, review: ReviewRecord, plan: RunPlan, record: FinalizeRecord, finding: StoredFinding
) -> None:
    store.begin_run(review, plan)
    store.record_finalize(record)
    store.decide(decide(review, finding, Decision.IGNORE))
    other = replace(review, review_id="other-00000000", target_key="other")
    store.begin_run(other, plan)
    store.record_finalize(
        replace(record, review_id=other.review_id, findings=[replace(finding, status=Status.DISMISSED)])
    )
    assert told(store, other, finding) == [("decision", None, "pending", "ignore"), ("status", 1, None, "dismissed")]
    assert ("status", 1, None, "dismissed") not in told(store, review, finding), "each review has its own statuses"


def test_the_file_that_was_read_last_is_known_by_its_hash(
    found: Store, review: ReviewRecord, record: FinalizeRecord
) -> None:
    for digest in ("1" * 64, "2" * 64):
        found.record_finalize(replace(record, reply_hashes={"general": digest}))
    assert found.reply_hashes(review.review_id) == {(1, "general"): "2" * 64}
    found.record_finalize(record)
    assert found.reply_hashes(review.review_id) == {}


def test_how_a_run_knew_its_findings_is_told_but_for_the_new_ones(
    found: Store, review: ReviewRecord, record: FinalizeRecord, finding: StoredFinding
) -> None:
    (observation,) = record.observations
    assert found.recognised(review.review_id, 1) == {finding.fingerprint: observation.recognised}
    assert found.recognised(review.review_id, 2) == {}


def test_runs_are_listed_by_number(found: Store, review: ReviewRecord) -> None:
    assert [run.number for run in found.runs_of(review.review_id)] == [1, 2]
