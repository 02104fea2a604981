"""How long an agent is waited for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from houndsman.hunt.patience import Patience
from houndsman.models.agent import End
from tests.hunt.scripted import failed

LIMITED = failed(End.RATE_LIMITED)
CALM = Patience(waits=3, first_seconds=2.0, cap_seconds=60.0, jitter=0.5, randomly=lambda: 0.0)


@pytest.mark.parametrize(
    ("end", "before", "seconds"),
    [
        (End.OK, [], None),
        (End.CEILING, [], None),
        (End.QUOTA, [], None),
        (End.REFUSED, [], None),
        (End.CRASHED, [], 0.0),
        (End.TIMEOUT, [], 0.0),
        (End.CRASHED, [End.CRASHED], None),
        (End.CRASHED, [End.TIMEOUT], None),
        (End.CRASHED, [End.RATE_LIMITED, End.RATE_LIMITED], 0.0),
        (End.RATE_LIMITED, [], 2.0),
        (End.RATE_LIMITED, [End.RATE_LIMITED], 4.0),
        (End.RATE_LIMITED, [End.RATE_LIMITED, End.CRASHED, End.RATE_LIMITED], 8.0),
        (End.RATE_LIMITED, [End.RATE_LIMITED] * 3, None),
    ],
)
def test_when_the_same_agent_is_asked_again(end: End, before: Sequence[End], seconds: float | None) -> None:
    assert CALM.seconds_until_again(failed(end), before) == seconds


@pytest.mark.parametrize(("resets_in", "seconds"), [(0.0, 0.0), (-3.0, 0.0), (59.5, 59.5), (60.0, 60.0), (60.5, None)])
def test_a_reset_time_is_honoured_up_to_the_cap(resets_in: float, seconds: float | None) -> None:
    assert CALM.seconds_until_again(replace(LIMITED, resets_in=resets_in), []) == seconds


def test_waits_that_nobody_named_grow_up_to_the_cap() -> None:
    patience = replace(CALM, waits=9)
    waits = [patience.seconds_until_again(LIMITED, [End.RATE_LIMITED] * n) for n in range(9)]
    assert waits == [2, 4, 8, 16, 32, 60, 60, 60, 60]


@pytest.mark.parametrize("resets_in", [10.0, None])
def test_jitter_only_ever_adds(resets_in: float | None) -> None:
    drawn = iter((0.0, 0.5, 1.0))
    patience = replace(CALM, first_seconds=10.0, randomly=lambda: next(drawn))
    waits = [patience.seconds_until_again(replace(LIMITED, resets_in=resets_in), []) for _ in range(3)]
    assert waits == [10.0, 12.5, 15.0]
