"""Each session of an agent has a row from before it began, and what came of it afterwards."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy.exc import IntegrityError

from houndsman.errors import StoreError
from houndsman.models.agent import End, Priced
from houndsman.models.passes import Asked, PassRecord, Turn
from houndsman.models.records import ReviewRecord, RunPlan
from houndsman.models.reply import Usage
from houndsman.models.triage import RunStatus
from houndsman.store.home import Home
from houndsman.store.store import Store

BEGUN = PassRecord(
    Asked("general", "flow", "café.py", 2, "0" * 64, "claude", "claude:1"), 1, Turn.REPAIR, "t1", reserved=700
)
FINISHED = replace(
    BEGUN,
    finished_at="t2",
    end=End.RATE_LIMITED,
    reason="HTTP 429: später",
    usage=Usage(tokens_in=10, tokens_out=2, tokens_cached=3, cost=0.125),
    priced=Priced.ESTIMATED,
    seconds=1.5,
    model="m-1",
    session="s-1",
    reply_hash="1" * 64,
)


@pytest.fixture
def begun(store: Store, review: ReviewRecord, plan: RunPlan) -> str:
    """A review with run 1; its id."""
    store.begin_run(review, plan)
    return review.review_id


def test_a_session_that_began_is_there_with_nothing_known_of_its_end(store: Store, begun: str) -> None:
    store.write_passes(begun, 1, [BEGUN])
    assert store.passes(begun, 1) == (BEGUN,)


def test_a_session_that_ended_is_there_with_all_that_is_known_of_it(store: Store, begun: str) -> None:
    store.write_passes(begun, 1, [BEGUN])
    store.write_passes(begun, 1, [FINISHED])
    assert store.passes(begun, 1) == (FINISHED,)


def test_sessions_come_in_the_order_in_which_they_began(store: Store, begun: str) -> None:
    records = [
        replace(BEGUN, attempt=2),
        BEGUN,
        replace(BEGUN, asked=replace(BEGUN.asked, watchdog="a")),
        replace(BEGUN, asked=replace(BEGUN.asked, turn=1)),
    ]
    for record in records:
        store.write_passes(begun, 1, [record])
    store.write_passes(begun, 1, [FINISHED])
    assert store.passes(begun, 1) == (records[0], FINISHED, *records[2:])


def test_a_run_is_being_reviewed_once_an_agent_was_sent_out(store: Store, begun: str) -> None:
    store.write_passes(begun, 1, [BEGUN])
    run = store.run(begun, 1)
    assert run is not None and run.status is RunStatus.REVIEWING


def test_the_same_try_cannot_begin_twice(store: Store, begun: str) -> None:
    store.write_passes(begun, 1, [BEGUN])
    with pytest.raises(IntegrityError):
        store.write_passes(begun, 1, [BEGUN])
    assert store.passes(begun, 1) == (BEGUN,)


def test_a_session_of_no_run_is_refused(store: Store, begun: str) -> None:
    with pytest.raises(StoreError, match="there is no run 2"):
        store.write_passes(begun, 2, [BEGUN])


def test_what_never_began_cannot_end(store: Store, begun: str) -> None:
    store.write_passes(begun, 1, [BEGUN])
    with pytest.raises(StoreError, match="never began"):
        store.write_passes(begun, 1, [replace(FINISHED, attempt=2)])
    assert store.passes(begun, 1) == (BEGUN,)


def test_words_that_no_database_can_hold_are_made_storable(store: Store, begun: str) -> None:
    store.write_passes(begun, 1, [BEGUN])
    store.write_passes(begun, 1, [replace(FINISHED, reason="half a pair: \ud800")])
    assert store.passes(begun, 1)[0].reason == "half a pair: ?"


def test_reading_makes_no_database(tmp_path: Path) -> None:
    with Store(Home(tmp_path / "nowhere")) as store:
        assert store.passes("review", 1) == ()
    assert not (tmp_path / "nowhere").exists()


def test_those_that_begin_and_those_that_ended_are_written_at_once_or_not_at_all(store: Store, begun: str) -> None:
    other, never = (replace(BEGUN, asked=replace(BEGUN.asked, watchdog=name)) for name in ("a", "b"))
    store.write_passes(begun, 1, [BEGUN])
    store.write_passes(begun, 1, [other, FINISHED])
    assert set(store.passes(begun, 1)) == {FINISHED, other}
    with pytest.raises(StoreError, match="never began"):
        store.write_passes(begun, 1, [never, replace(FINISHED, attempt=2)])
    assert set(store.passes(begun, 1)) == {FINISHED, other}
