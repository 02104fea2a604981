"""The passes of one run, and of no other."""

from __future__ import annotations

from dataclasses import replace

from houndsman.models.agent import End
from houndsman.models.passes import Asked, PassRecord, Turn
from houndsman.models.records import ReviewRecord, RunPlan
from houndsman.store.run_passes import RunPasses
from houndsman.store.store import Store

BEGUN = PassRecord(Asked("general", "hunt", "", 1, "0" * 64, "owl", "owl:1"), 1, Turn.BRIEF, "2026-01-01T11:00:00Z")


def test_what_is_begun_and_finished_is_that_of_the_run(store: Store, review: ReviewRecord, plan: RunPlan) -> None:
    store.begin_run(review, plan)
    store.begin_run(review, replace(plan, fresh=True))
    first, second = RunPasses(store, review.review_id, 1), RunPasses(store, review.review_id, 2)
    first.write_passes([BEGUN])
    second.write_passes([BEGUN])
    over = replace(BEGUN, finished_at="2026-01-01T11:00:09Z", end=End.OK)
    first.write_passes([over])
    assert list(first.passes()) == [over]
    assert list(second.passes()) == [BEGUN]
