"""When a run is over."""

from __future__ import annotations

import pytest

from houndsman.models.records import OWING, RunRecord, WatchdogState
from houndsman.models.triage import RunStatus


@pytest.mark.parametrize(("complete", "over"), [(None, False), (False, False), (True, True)])
def test_a_run_is_over_when_a_finalize_left_nothing_owed(complete: bool | None, over: bool) -> None:
    said = None if complete is None else "2026-01-01T00:00:00Z"
    run = RunRecord("a-12345678", 1, RunStatus.REVIEW_DONE, "h", "b", "c", None, "2026-01-01T00:00:00Z", said, complete)
    assert run.is_finalized is over


def test_who_failed_or_is_missing_owes_an_answer_and_who_waits_does_not_yet() -> None:
    assert set(WatchdogState) - OWING == {WatchdogState.EXPECTED, WatchdogState.ANSWERED}
