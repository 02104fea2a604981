"""How far a hunt has come, for each thing that can be known of a watchdog."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from houndsman.hunt.standing import Seen, Stage, standing
from houndsman.models.agent import End
from houndsman.models.passes import Asked, PassRecord, Turn
from houndsman.models.records import HuntOutcome, RunRecord, WatchdogState
from houndsman.models.reply import Usage
from houndsman.models.triage import RunStatus

NOW = datetime(2026, 1, 1, 12, tzinfo=UTC)
RECORD = RunRecord("feature", 3, RunStatus.REVIEWING, "hash", "a" * 40, "b" * 40, None, "", None, complete=None)
BEGUN = PassRecord(Asked("general", "hunt", "", 1, "0" * 64, "owl", "owl:1"), 1, Turn.BRIEF, "2026-01-01T11:00:00Z")
OVER = replace(BEGUN, finished_at="x", end=End.OK, usage=Usage(tokens_in=70, tokens_out=7, cost=0.5), seconds=9.0)
EXPECTED = HuntOutcome(WatchdogState.EXPECTED)
SEEN = Seen(RECORD, ["general"], {"general": EXPECTED}, (), (), None, NOW)


@pytest.mark.parametrize(
    ("seen", "stage"),
    [
        (SEEN, Stage.WAITING),
        (replace(SEEN, passes=[BEGUN]), Stage.RUNNING),
        (replace(SEEN, passes=[BEGUN], last_sign=NOW - timedelta(minutes=10)), Stage.RUNNING),
        (replace(SEEN, passes=[BEGUN], last_sign=NOW - timedelta(minutes=10, seconds=1)), Stage.TIMED_OUT),
        (replace(SEEN, passes=[BEGUN], is_hunted=False), Stage.INTERRUPTED),
        (replace(SEEN, passes=[OVER], is_hunted=False), Stage.WAITING),
        (replace(SEEN, passes=[OVER], whole=["general"]), Stage.FINISHED),
        (replace(SEEN, outcomes={"general": HuntOutcome(WatchdogState.FAILED, "why")}), Stage.MISSING),
        (replace(SEEN, outcomes={"general": HuntOutcome(WatchdogState.MISSING, "why")}), Stage.MISSING),
        (replace(SEEN, outcomes={}), Stage.WAITING),
    ],
)
def test_the_stage_of_a_watchdog(seen: Seen, stage: Stage) -> None:
    (row,) = standing(seen).rows
    assert row.stage is stage
    assert row.why == ("why" if stage is Stage.MISSING else "")


def test_what_is_over_is_counted_and_what_runs_is_not() -> None:
    told = standing(replace(SEEN, passes=[OVER, BEGUN]))
    assert (told.spent.sessions, told.spent.tokens, told.spent.cost, told.spent.seconds) == (1, 77, 0.5, 9.0)
    assert (told.rows[0].agent, told.rows[0].spent) == ("owl", told.spent)


@pytest.mark.parametrize(
    ("seen", "status"),
    [
        (SEEN, "reviewing"),
        (replace(SEEN, is_hunted=False), "reviewing"),
        (replace(SEEN, passes=[BEGUN], is_hunted=False, last_sign=NOW - timedelta(minutes=11)), "interrupted"),
        (replace(SEEN, passes=[BEGUN], is_hunted=False, whole=["general"]), "reviewing"),
        (replace(SEEN, last_sign=NOW - timedelta(minutes=11)), "timed-out"),
        (replace(SEEN, last_sign=NOW - timedelta(minutes=9)), "reviewing"),
        (replace(SEEN, last_sign=NOW - timedelta(minutes=11), whole=["general"]), "reviewing"),
        (replace(SEEN, last_sign=NOW - timedelta(days=1), record=replace(RECORD, complete=True)), "reviewing"),
    ],
)
def test_a_run_is_timed_out_only_while_somebody_owes_an_answer(seen: Seen, status: str) -> None:
    assert standing(seen).status == status
