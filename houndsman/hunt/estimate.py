"""What a hunt would take, told before anything is spent.

In: the manifest, and who would be asked for what. Out: a row for each brief: the tokens of one session that asks once,
and their cost where the model is named and its price is known. Agents that look around take more. Pure; nothing fails.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from houndsman.agents.prices import estimated_cost
from houndsman.hunt.ceilings import expected_output
from houndsman.hunt.roster import Recruit
from houndsman.models.manifest import Manifest
from houndsman.models.reply import Usage


class Estimate(NamedTuple):
    """One brief."""

    watchdog: str
    agent: str | None
    """Who would be asked; None where the brief would wait."""
    tokens_in: int
    tokens_out: int
    cost: float | None
    """US dollars; None where it is not known."""


def estimates(manifest: Manifest, asked: Mapping[str, Sequence[Recruit]]) -> tuple[Estimate, ...]:
    """A row for each watchdog with a brief, in the order of the manifest."""
    return tuple(
        _estimate(watchdog.id, asked.get(watchdog.id, ()), watchdog.estimated_tokens)
        for watchdog in manifest.watchdogs
        if watchdog.brief
    )


def _estimate(watchdog: str, chain: Sequence[Recruit], tokens_in: int) -> Estimate:
    tokens_out = expected_output(tokens_in)
    model = chain[0].settings.model if chain else None
    usage = Usage(tokens_in=tokens_in, tokens_out=tokens_out)
    cost = None if model is None else estimated_cost(usage, model)
    return Estimate(watchdog, chain[0].name if chain else None, tokens_in, tokens_out, cost)
