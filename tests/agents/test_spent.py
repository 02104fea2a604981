"""Numbers that nobody said stay unknown, whatever is added to or taken from them."""

from __future__ import annotations

import pytest

from houndsman.agents.spent import NOTHING, added, since, used, without_unpriced
from houndsman.models.preset import Tally
from houndsman.models.reply import Usage

TALLY = Tally(
    tokens_in=("usage.in", "usage.cached"), tokens_out=("usage.out",), tokens_cached=("usage.cached",), cost=("cost",)
)


@pytest.mark.parametrize(
    ("event", "usage"),
    [
        ({"usage": {"in": 60, "cached": 40, "out": 5}, "cost": 0.25}, Usage(
            tokens_in=100, tokens_out=5, tokens_cached=40, cost=0.25)),
        ({"usage": {"in": 60}}, Usage(tokens_in=60)),
        ({"usage": {"in": "60", "out": None}}, NOTHING),
        ({}, NOTHING),
        ("usage", NOTHING),
    ],
)  # fmt: skip
def test_an_event_says_what_was_used(event: object, usage: Usage) -> None:
    assert used(TALLY, event) == usage


@pytest.mark.parametrize(
    ("usages", "total"),
    [
        ((), NOTHING),
        ((NOTHING, NOTHING), NOTHING),
        ((Usage(tokens_in=1), Usage(tokens_in=2, cost=0.5)), Usage(tokens_in=3, cost=0.5)),
    ],
)
def test_together(usages: tuple[Usage, ...], total: Usage) -> None:
    assert added(usages) == total


@pytest.mark.parametrize(
    ("total", "before", "left"),
    [
        (Usage(tokens_in=5), Usage(tokens_in=2), Usage(tokens_in=3)),
        (Usage(tokens_in=5), NOTHING, Usage(tokens_in=5)),
        (NOTHING, Usage(tokens_in=2), NOTHING),
        (Usage(tokens_in=1), Usage(tokens_in=2), Usage(tokens_in=0)),
    ],
)
def test_what_came_after(total: Usage, before: Usage, left: Usage) -> None:
    assert since(total, before) == left


@pytest.mark.parametrize(
    ("usage", "cost"),
    [
        (Usage(tokens_in=5, tokens_out=1, cost=0.0), None),
        (Usage(tokens_in=5, cost=0.1), 0.1),
        (Usage(tokens_in=0, tokens_out=0, cost=0.0), 0.0),
        (Usage(cost=0.0), 0.0),
    ],
)
def test_something_for_nothing_has_no_known_price(usage: Usage, cost: float | None) -> None:
    assert without_unpriced(usage) == usage.model_copy(update={"cost": cost})
