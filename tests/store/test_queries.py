from __future__ import annotations

from dataclasses import replace

import pytest

from houndsman.errors import UsageError
from houndsman.models.records import FinalizeRecord, ReviewRecord, RunPlan
from houndsman.models.triage import Observation, StoredFinding
from houndsman.store.store import Store

IDS = ("1e5000" + "0" * 58, "1e5001" + "0" * 58, "abcdef" + "1" * 58, "abcdef" + "2" * 58, "000123" + "4" * 58)


@pytest.fixture
def filled(store: Store, review: ReviewRecord, plan: RunPlan, record: FinalizeRecord, finding: StoredFinding) -> Store:
    store.begin_run(review, plan)
    store.record_finalize(replace(record, findings=[replace(finding, fingerprint=name) for name in IDS]))
    return store


def test_reviews_of_a_repository_come_oldest_first(store: Store, review: ReviewRecord, plan: RunPlan) -> None:
    newer = replace(review, review_id="a-00000000", target_key="a", created_at="2026-02-01T00:00:00Z")
    foreign = replace(review, review_id="b-00000000", repository="example.org/other")
    for one in (newer, foreign, review):
        store.begin_run(one, plan)
    assert store.find_reviews(review.repository) == (review, newer)


def test_fingerprints_are_texts_each_once_and_sorted(
    filled: Store, review: ReviewRecord, plan: RunPlan, record: FinalizeRecord, finding: StoredFinding
) -> None:
    other = replace(review, review_id="other-00000000", target_key="other")
    filled.begin_run(other, plan)
    filled.record_finalize(replace(record, review_id=other.review_id))
    assert filled.fingerprints(review.repository) == sorted(IDS)
    assert filled.fingerprints("example.org/other") == []


@pytest.mark.parametrize(
    ("prefix", "fingerprint"),
    [
        ("1e5000", IDS[0]),
        ("1e5001", IDS[1]),
        ("1E5001", IDS[1]),
        (" 000123 ", IDS[4]),
        ("abcdef1", IDS[2]),
        (IDS[3], IDS[3]),
    ],
)
def test_an_id_is_a_prefix_of_one_fingerprint(
    filled: Store, review: ReviewRecord, prefix: str, fingerprint: str
) -> None:
    assert filled.resolve_id(review.repository, prefix) == fingerprint


@pytest.mark.parametrize("prefix", ["", "1e500", "1e500%", "1e5000' OR 1", "12345g", "123456"])
def test_what_is_nobodys_id_is_said_with_a_way_to_find_one(filled: Store, review: ReviewRecord, prefix: str) -> None:
    with pytest.raises(UsageError, match="houndsman findings list"):
        filled.resolve_id(review.repository, prefix)


def test_an_id_belongs_to_its_repository(filled: Store) -> None:
    with pytest.raises(UsageError, match="no finding of this repository"):
        filled.resolve_id("example.org/other", "1e5000")


def test_an_id_that_fits_several_lists_them(filled: Store, review: ReviewRecord) -> None:
    with pytest.raises(UsageError, match="fits 2 findings") as caught:
        filled.resolve_id(review.repository, "abcdef")
    place = r'"new/caf\351.py":12  logic:off-by-one'
    assert str(caught.value).splitlines()[2:] == [f"  abcdef111111  {place}", f"  abcdef222222  {place}"]


def test_a_long_list_of_candidates_is_cut_and_counted(
    store: Store, review: ReviewRecord, plan: RunPlan, record: FinalizeRecord, finding: StoredFinding
) -> None:
    store.begin_run(review, plan)
    many = [replace(finding, fingerprint=f"aaaaaa{number:058x}") for number in range(13)]
    store.record_finalize(replace(record, findings=many))
    with pytest.raises(UsageError, match="and 3 more"):
        store.resolve_id(review.repository, "aaaaaa")


def test_what_a_run_reported_comes_by_watchdog_and_index(
    store: Store, review: ReviewRecord, plan: RunPlan, record: FinalizeRecord, observation: Observation
) -> None:
    order = [("python", 2), ("general", 10), ("general", 9)]
    seen = [replace(observation, watchdog=name, index=at) for name, at in order]
    store.begin_run(review, plan)
    store.record_finalize(replace(record, observations=seen))
    found = store.observations_in(review.review_id, 1)
    assert [(each.watchdog, each.index) for each in found] == [("general", 9), ("general", 10), ("python", 2)]
    assert found[0] == seen[2]
    assert store.observations_in(review.review_id, 2) == ()


def test_who_reported_what_comes_by_run_watchdog_and_index(
    store: Store, review: ReviewRecord, plan: RunPlan, record: FinalizeRecord, observation: Observation
) -> None:
    told = [("python", 0, "a"), ("general", 10, "b"), ("general", 9, "a")]
    seen = [replace(observation, watchdog=name, index=at, fingerprint=which) for name, at, which in told]
    store.begin_run(review, plan)
    store.record_finalize(replace(record, observations=seen))
    store.begin_run(review, replace(plan, fresh=True))
    store.record_finalize(replace(record, run=2, observations=seen[:1]))
    assert store.reported(review.review_id) == {
        1: {"general": {9: "a", 10: "b"}, "python": {0: "a"}},
        2: {"python": {0: "a"}},
    }
    assert store.reported("other-00000000") == {}
