"""What the orders of a hunt mean."""

from __future__ import annotations

import pytest

from houndsman.hunt.orders import Orders


@pytest.mark.parametrize(
    ("agent", "run"), [(None, None), ("claude", None), ("replay:3", "3"), ("replay:a/b c", "a/b c"), ("replay", None)]
)
def test_a_replay_names_the_run_that_answers(agent: str | None, run: str | None) -> None:
    assert Orders(agent=agent).replayed == run
