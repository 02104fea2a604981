from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import replace

import pytest

from houndsman.errors import StoreError, UsageError
from houndsman.models.finding import Note
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
from houndsman.models.triage import (
    Decision,
    Message,
    Observation,
    RunStatus,
    Sighting,
    Status,
    StoredDecision,
    StoredFinding,
)
from houndsman.store.home import Home, review_id
from houndsman.store.store import Store

ANSWERED = HuntOutcome(WatchdogState.ANSWERED)


def dump(home: Home) -> list[str]:
    with closing(sqlite3.connect(home.database)) as connection:
        return list(connection.iterdump())


def ignore(review: ReviewRecord, *fingerprints: str, seen_in: str | None = None) -> DecisionRecord:
    return DecisionRecord(
        review.repository, fingerprints, Decision.IGNORE, "2026-01-02T00:00:00Z", "by design", seen_in
    )


def statuses(store: Store, review: ReviewRecord) -> dict[str, Status]:
    return {finding.fingerprint: finding.status for finding in store.stored_findings(review.review_id)}


@pytest.fixture
def variant(review: ReviewRecord) -> ReviewRecord:
    """Another way of reviewing the same target."""
    name = review_id(review.repository, review.target_key, "b")
    return replace(review, review_id=name, variant="b", created_at="2026-01-05T00:00:00Z")


@pytest.fixture
def begun(store: Store, review: ReviewRecord, plan: RunPlan) -> Store:
    store.begin_run(review, plan)
    return store


# Beginning a run


def test_the_first_run_is_recorded_with_all_it_was_planned_with(
    store: Store, review: ReviewRecord, plan: RunPlan
) -> None:
    assert store.begin_run(review, plan) == RunSlot(1, is_new=True, previous=None, created_at=None)
    assert store.review_by_id(review.review_id) == review
    assert store.run(review.review_id, 1) == RunRecord(
        review.review_id,
        1,
        RunStatus.PREPARED,
        "hash-a",
        "a" * 40,
        "b" * 40,
        "c" * 40,
        plan.created_at,
        finalized_at=None,
        complete=None,
    )
    expected = HuntOutcome(WatchdogState.EXPECTED)
    assert store.hunt_outcomes(review.review_id, 1) == {"general": expected, "python": expected}


@pytest.mark.parametrize(
    ("finalized", "manifest_hash", "fresh", "slot"),
    [
        (None, "hash-a", False, RunSlot(1, False, None, "2026-01-01T00:00:00Z")),
        (None, "hash-b", False, RunSlot(2, True, 1, None)),
        (None, "hash-a", True, RunSlot(2, True, 1, None)),
        ("incomplete", "hash-a", False, RunSlot(1, False, None, "2026-01-01T00:00:00Z")),
        ("incomplete", "hash-b", False, RunSlot(2, True, 1, None)),
        ("complete", "hash-a", False, RunSlot(2, True, 1, None)),
    ],
)
def test_an_unfinished_run_is_kept_while_its_manifest_is_the_same(
    begun: Store,
    review: ReviewRecord,
    plan: RunPlan,
    record: FinalizeRecord,
    finalized: str | None,
    manifest_hash: str,
    fresh: bool,
    slot: RunSlot,
) -> None:
    if finalized:
        begun.record_finalize(replace(record, complete=finalized == "complete"))
    later = replace(plan, manifest_hash=manifest_hash, fresh=fresh, created_at="2026-01-03T00:00:00Z")
    assert begun.peek_run(review.review_id, later) == slot
    assert begun.begin_run(review, later) == slot


def test_a_kept_run_is_not_touched(begun: Store, home: Home, review: ReviewRecord, plan: RunPlan) -> None:
    begun.record_hunt(review.review_id, 1, {"general": ANSWERED})
    before = dump(home)
    begun.begin_run(review, replace(plan, created_at="2026-01-03T00:00:00Z"))
    assert dump(home) == before


def test_the_hash_of_an_older_run_starts_a_run_of_its_own(begun: Store, review: ReviewRecord, plan: RunPlan) -> None:
    begun.begin_run(review, replace(plan, manifest_hash="hash-b"))
    assert begun.begin_run(review, plan) == RunSlot(3, is_new=True, previous=2, created_at=None)
    assert begun.begin_run(review, plan) == RunSlot(3, is_new=False, previous=2, created_at=plan.created_at)


@pytest.mark.parametrize(("kept", "number"), [(0, 2), (1, 2), (7, 8)])
def test_the_number_of_a_run_that_only_files_know_of_is_not_given_again(
    begun: Store, review: ReviewRecord, plan: RunPlan, kept: int, number: int
) -> None:
    later = replace(plan, fresh=True, kept=kept)
    assert begun.begin_run(review, later) == RunSlot(number, is_new=True, previous=1, created_at=None)


def test_a_lost_database_begins_after_the_runs_that_are_kept(store: Store, review: ReviewRecord, plan: RunPlan) -> None:
    assert store.begin_run(review, replace(plan, kept=4)) == RunSlot(5, is_new=True, previous=None, created_at=None)


def test_two_reviews_never_share_a_name(begun: Store, review: ReviewRecord, plan: RunPlan) -> None:
    with pytest.raises(StoreError, match="already stands for"):
        begun.begin_run(replace(review, repository="example.org/other"), plan)


# Recording a hunt


def test_outcomes_are_recorded_beside_those_that_are_known(begun: Store, review: ReviewRecord) -> None:
    failed = HuntOutcome(WatchdogState.FAILED, "no JSON in the answer")
    begun.record_hunt(review.review_id, 1, {"python": failed, "late": ANSWERED})
    begun.record_hunt(review.review_id, 1, {"general": HuntOutcome(WatchdogState.MISSING, "timed out")})
    assert begun.hunt_failures(review.review_id, 1) == {"general": "timed out", "python": "no JSON in the answer"}
    begun.record_hunt(review.review_id, 1, {"general": ANSWERED})
    assert begun.hunt_failures(review.review_id, 1) == {"python": "no JSON in the answer"}
    assert list(begun.hunt_outcomes(review.review_id, 1)) == ["general", "late", "python"]
    run = begun.run(review.review_id, 1)
    assert run is not None
    assert run.status is RunStatus.REVIEWING


def test_a_run_that_nobody_began_cannot_be_recorded(begun: Store, review: ReviewRecord, record: FinalizeRecord) -> None:
    with pytest.raises(StoreError, match="no run 7"):
        begun.record_hunt(review.review_id, 7, {"general": ANSWERED})
    with pytest.raises(StoreError, match="no run 7"):
        begun.record_finalize(replace(record, run=7))


# Recording a finalize


def test_what_is_recorded_comes_back_whole(
    begun: Store, review: ReviewRecord, record: FinalizeRecord, finding: StoredFinding, observation: Observation
) -> None:
    bare = replace(
        finding,
        fingerprint="0" * 64,
        covered_hash=None,
        line=None,
        end_line=None,
        group=None,
        messages=(),
        watchdogs=(),
        notes=(),
    )
    begun.record_finalize(replace(record, findings=[finding, bare], outcomes={"general": ANSWERED}))
    assert begun.stored_findings(review.review_id) == (bare, finding)
    assert begun.observations(review.review_id, finding.fingerprint) == {1: (observation,)}
    assert begun.hunt_outcomes(review.review_id, 1)["general"] == ANSWERED
    run = begun.latest_run(review.review_id)
    assert run is not None
    assert (run.status, run.complete, run.finalized_at) == (RunStatus.REVIEW_DONE, True, "2026-01-01T01:00:00Z")


def test_the_same_finalize_twice_changes_nothing(
    begun: Store, home: Home, review: ReviewRecord, record: FinalizeRecord, finding: StoredFinding
) -> None:
    many = [replace(finding, fingerprint=f"{number * 7919:064x}") for number in range(50)]
    record = replace(record, findings=many, outcomes={"general": ANSWERED}, lapsed=(finding.fingerprint,))
    begun.record_finalize(record)
    before = dump(home)
    begun.record_finalize(replace(record, findings=many[::-1]))
    assert dump(home) == before


def test_findings_are_updated_by_their_fingerprint(
    begun: Store, review: ReviewRecord, record: FinalizeRecord, finding: StoredFinding
) -> None:
    other = replace(finding, fingerprint="f" * 64)
    begun.record_finalize(replace(record, findings=[finding, other]))
    moved = replace(
        finding,
        line=99,
        end_line=None,
        status=Status.DONE,
        last_seen=Sighting(run=2, sha="e" * 40),
        placed_sha="e" * 40,
    )
    new = replace(finding, fingerprint="0" * 64)
    begun.record_finalize(replace(record, findings=[other, moved, new]))
    assert begun.stored_findings(review.review_id) == (new, moved, other)


def test_a_finding_is_never_forgotten_silently(
    begun: Store, home: Home, record: FinalizeRecord, finding: StoredFinding
) -> None:
    begun.record_finalize(replace(record, findings=[finding, replace(finding, fingerprint="f" * 64)]))
    before = dump(home)
    with pytest.raises(StoreError, match=r"1 findings .* would be forgotten"):
        begun.record_finalize(record)
    assert dump(home) == before


def test_observations_of_a_run_are_replaced_and_those_of_others_kept(
    begun: Store, review: ReviewRecord, plan: RunPlan, record: FinalizeRecord, observation: Observation
) -> None:
    second = replace(observation, watchdog="python", index=3)
    begun.record_finalize(replace(record, observations=[second, observation]))
    begun.begin_run(review, plan)
    begun.record_finalize(replace(record, run=2, observations=[second, replace(observation, index=1)]))
    begun.record_finalize(replace(record, run=2, observations=[second]))
    assert begun.observations(review.review_id, observation.fingerprint) == {1: (observation, second), 2: (second,)}


def test_half_a_character_in_an_agents_words_does_not_stop_the_finalize(
    begun: Store, review: ReviewRecord, record: FinalizeRecord, finding: StoredFinding, observation: Observation
) -> None:
    half = "bad \ud83d end"
    broken = replace(
        finding,
        message=half,
        messages=(Message(watchdog="general", message=half),),
        action=half,
        quote=half,
        rule=half,
        notes=(Note(code="c", text=half),),
    )
    said = replace(observation, message=half, severity_claimed=half)
    begun.record_finalize(replace(record, findings=[broken], observations=[said]))
    begun.record_hunt(review.review_id, 1, {"general": HuntOutcome(WatchdogState.FAILED, half)})
    begun.decide(replace(ignore(review, finding.fingerprint), reason=half))
    assert begun.hunt_failures(review.review_id, 1) == {"general": "bad ? end"}
    assert begun.decisions(review.repository)[finding.fingerprint].reason == "bad ? end"
    (stored,) = begun.stored_findings(review.review_id)
    assert (stored.message, stored.messages[0].message, stored.quote) == ("bad ? end",) * 3


def test_more_findings_than_one_chunk_are_compared_by_chunk(
    begun: Store, review: ReviewRecord, record: FinalizeRecord, finding: StoredFinding, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("houndsman.store.transactions._CHUNK", 3)
    many = tuple(replace(finding, fingerprint=f"{number:064x}") for number in range(10))
    begun.record_finalize(replace(record, findings=many[::2]))
    altered = tuple(replace(one, line=number) for number, one in enumerate(many))
    begun.record_finalize(replace(record, findings=altered))
    assert begun.stored_findings(review.review_id) == altered


# Deciding


@pytest.fixture
def found(begun: Store, record: FinalizeRecord) -> Store:
    begun.record_finalize(record)
    return begun


@pytest.mark.parametrize(
    ("before", "decision", "after"),
    [
        (Status.OPEN, Decision.IGNORE, Status.DISMISSED),
        (Status.OPEN, Decision.EXECUTE, Status.OPEN),
        (Status.OPEN, Decision.PENDING, Status.OPEN),
        (Status.DONE, Decision.IGNORE, Status.DONE),
        (Status.DONE, Decision.PENDING, Status.DONE),
    ],
)
def test_the_status_follows_the_decision(
    begun: Store,
    review: ReviewRecord,
    record: FinalizeRecord,
    finding: StoredFinding,
    before: Status,
    decision: Decision,
    after: Status,
) -> None:
    begun.record_finalize(replace(record, findings=[replace(finding, status=before)]))
    begun.decide(replace(ignore(review, finding.fingerprint), decision=decision))
    assert statuses(begun, review) == {finding.fingerprint: after}
    assert begun.decisions(review.repository) == {
        finding.fingerprint: StoredDecision(
            fingerprint=finding.fingerprint, decision=decision, covered_hash="d" * 64, reason="by design"
        )
    }


@pytest.mark.parametrize("decision", [Decision.EXECUTE, Decision.PENDING])
def test_a_dismissal_can_be_taken_back(
    found: Store, review: ReviewRecord, finding: StoredFinding, decision: Decision
) -> None:
    found.decide(ignore(review, finding.fingerprint))
    found.decide(replace(ignore(review, finding.fingerprint), decision=decision))
    assert statuses(found, review) == {finding.fingerprint: Status.OPEN}


def test_the_same_decision_twice_keeps_the_first_date(
    found: Store, home: Home, review: ReviewRecord, finding: StoredFinding
) -> None:
    found.decide(ignore(review, finding.fingerprint))
    before = dump(home)
    found.decide(replace(ignore(review, finding.fingerprint), decided_at="2027-01-01T00:00:00Z"))
    assert dump(home) == before


def test_a_decision_on_a_finding_that_is_not_there_decides_nothing(
    found: Store, home: Home, review: ReviewRecord, finding: StoredFinding
) -> None:
    before = dump(home)
    with pytest.raises(UsageError, match="no finding of this repository"):
        found.decide(ignore(review, finding.fingerprint, "f" * 64))
    with pytest.raises(UsageError, match="no finding of this repository"):
        found.decide(replace(ignore(review, finding.fingerprint), repository="example.org/other"))
    assert dump(home) == before


def test_many_findings_are_decided_at_once(
    begun: Store, review: ReviewRecord, record: FinalizeRecord, finding: StoredFinding
) -> None:
    many = [replace(finding, fingerprint=f"{number:064x}") for number in range(1_200)]
    begun.record_finalize(replace(record, findings=many))
    begun.decide(ignore(review, *(one.fingerprint for one in many)))
    assert set(statuses(begun, review).values()) == {Status.DISMISSED}


# Variants and lapses


def test_a_variant_never_alters_another(
    found: Store,
    review: ReviewRecord,
    variant: ReviewRecord,
    plan: RunPlan,
    record: FinalizeRecord,
    finding: StoredFinding,
) -> None:
    before = found.stored_findings(review.review_id), found.latest_run(review.review_id)
    found.begin_run(variant, plan)
    other = replace(finding, message="said otherwise", status=Status.DONE)
    found.record_finalize(replace(record, review_id=variant.review_id, findings=[other], observations=[]))
    assert (found.stored_findings(review.review_id), found.latest_run(review.review_id)) == before
    assert found.stored_findings(variant.review_id) == (other,)


def test_decisions_are_shared_by_the_variants_of_a_repository(
    found: Store,
    review: ReviewRecord,
    variant: ReviewRecord,
    plan: RunPlan,
    record: FinalizeRecord,
    finding: StoredFinding,
) -> None:
    found.begin_run(variant, plan)
    found.record_finalize(replace(record, review_id=variant.review_id))
    found.decide(ignore(review, finding.fingerprint))
    assert statuses(found, variant) == statuses(found, review) == {finding.fingerprint: Status.DISMISSED}


@pytest.mark.parametrize("seen_in_first", [True, False])
def test_a_dismissal_reaches_only_the_lines_that_the_person_saw(
    found: Store,
    review: ReviewRecord,
    variant: ReviewRecord,
    plan: RunPlan,
    record: FinalizeRecord,
    finding: StoredFinding,
    seen_in_first: bool,
) -> None:
    variant = replace(variant, review_id="a-00000000")  # hunted last, although its name comes first
    found.begin_run(variant, replace(plan, created_at="2026-01-05T00:00:00Z"))
    elsewhere = replace(finding, covered_hash="e" * 64)
    found.record_finalize(replace(record, review_id=variant.review_id, findings=[elsewhere]))
    found.decide(ignore(review, finding.fingerprint, seen_in=review.review_id if seen_in_first else None))
    dismissed, untouched = (review, variant) if seen_in_first else (variant, review)
    assert statuses(found, dismissed) == {finding.fingerprint: Status.DISMISSED}
    assert statuses(found, untouched) == {finding.fingerprint: Status.OPEN}


def test_decisions_of_another_repository_are_its_own(
    found: Store, review: ReviewRecord, plan: RunPlan, record: FinalizeRecord, finding: StoredFinding
) -> None:
    fork = replace(review, review_id="fork-00000000", repository="example.org/fork")
    found.begin_run(fork, plan)
    found.record_finalize(replace(record, review_id=fork.review_id))
    found.decide(ignore(fork, finding.fingerprint))
    assert statuses(found, review) == {finding.fingerprint: Status.OPEN}
    assert found.decisions(review.repository) == {}


def test_a_lapsed_dismissal_is_pending_again_and_keeps_its_reason(
    found: Store, review: ReviewRecord, record: FinalizeRecord, finding: StoredFinding
) -> None:
    found.decide(ignore(review, finding.fingerprint))
    changed = replace(finding, covered_hash="e" * 64)
    found.record_finalize(replace(record, findings=[changed], lapsed=[finding.fingerprint]))
    decision = found.decisions(review.repository)[finding.fingerprint]
    assert (decision.decision, decision.reason) == (Decision.PENDING, "by design")
    assert statuses(found, review) == {finding.fingerprint: Status.OPEN}


def test_only_a_dismissal_can_lapse(
    found: Store, review: ReviewRecord, record: FinalizeRecord, finding: StoredFinding
) -> None:
    found.decide(replace(ignore(review, finding.fingerprint), decision=Decision.EXECUTE))
    found.record_finalize(replace(record, lapsed=[finding.fingerprint]))
    assert found.decisions(review.repository)[finding.fingerprint].decision is Decision.EXECUTE


@pytest.mark.parametrize(
    ("decision", "covered_hash", "given", "stored"),
    [
        (Decision.IGNORE, "d" * 64, Status.OPEN, Status.DISMISSED),
        (Decision.IGNORE, "e" * 64, Status.OPEN, Status.OPEN),
        (Decision.IGNORE, "d" * 64, Status.DONE, Status.DONE),
        (Decision.PENDING, "d" * 64, Status.DISMISSED, Status.OPEN),
    ],
    ids=["dismissed", "dismissed other lines", "done", "taken back"],
)
def test_a_decision_made_while_finalize_was_at_work_holds(
    found: Store,
    review: ReviewRecord,
    record: FinalizeRecord,
    finding: StoredFinding,
    decision: Decision,
    covered_hash: str,
    given: Status,
    stored: Status,
) -> None:
    found.decide(replace(ignore(review, finding.fingerprint), decision=decision))
    found.record_finalize(replace(record, findings=[replace(finding, covered_hash=covered_hash, status=given)]))
    assert statuses(found, review) == {finding.fingerprint: stored}
