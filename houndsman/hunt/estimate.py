"""What a hunt would take, told before anything is spent.

In: the manifest, who would be asked for what, and how deep the hunt goes. Out: a row for each brief: the tokens of the
sessions that are sure to be asked, each once, and their cost where the model is named and its price is known. Agents
that look around take more, and so do verdicts that stay open and second opinions. Pure; nothing fails.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from houndsman.agents.prices import estimated_cost
from houndsman.hunt.ceilings import expected_output
from houndsman.hunt.roster import Recruit
from houndsman.models.hunt_notes import Depth
from houndsman.models.manifest import Manifest, ManifestWatchdog
from houndsman.models.reply import Usage
from houndsman.models.watchdog import GENERAL


class Estimate(NamedTuple):
    """One brief."""

    watchdog: str
    agent: str | None
    """Who would be asked; None where the brief would wait."""
    sessions: int
    tokens_in: int
    tokens_out: int
    cost: float | None
    """US dollars; None where it is not known."""


def estimates(manifest: Manifest, asked: Mapping[str, Sequence[Recruit]], depth: Depth) -> tuple[Estimate, ...]:
    """A row for each watchdog with a brief, in the order of the manifest."""
    roles = 1 + depth.adversarial + depth.checklist
    return tuple(
        _estimate(watchdog, asked.get(watchdog.id, ()), roles if watchdog.id == GENERAL else 1)
        for watchdog in manifest.watchdogs
        if watchdog.brief
    )


def _estimate(watchdog: ManifestWatchdog, chain: Sequence[Recruit], sessions: int) -> Estimate:
    tokens_in = sessions * watchdog.estimated_tokens
    tokens_out = sessions * expected_output(watchdog.estimated_tokens)
    model = chain[0].settings.model if chain else None
    usage = Usage(tokens_in=tokens_in, tokens_out=tokens_out)
    cost = None if model is None else estimated_cost(usage, model)
    return Estimate(watchdog.id, chain[0].name if chain else None, sessions, tokens_in, tokens_out, cost)
