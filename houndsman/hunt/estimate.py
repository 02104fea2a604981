"""What a hunt would take, told before anything is spent.

In: the manifest, who would be asked for what, how deep the hunt goes, and the briefs of single files. Out: a row for
each brief: the tokens of the sessions that are sure to be asked, each once, and their cost where the model is named and
its price is known. Agents that look around take more, and so do verdicts that stay open and second opinions. Pure;
nothing fails.
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


def estimates(
    manifest: Manifest,
    asked: Mapping[str, Sequence[Recruit]],
    depth: Depth,
    by_file: Mapping[str, Sequence[int]] | None = None,
) -> tuple[Estimate, ...]:
    """A row for each watchdog with a brief, in the order of the manifest.

    Args:
        manifest: of the run that would be hunted.
        asked: by watchdog, who would be asked.
        depth: which sessions may follow the first.
        by_file: by watchdog that has an agent for each file, the tokens of their briefs.
    """
    roles = 1 + depth.adversarial + depth.checklist
    rows = []
    for watchdog in manifest.watchdogs:
        if watchdog.brief:
            once = [watchdog.estimated_tokens] * (roles if watchdog.id == GENERAL else 1)
            rows.append(_estimate(watchdog, asked.get(watchdog.id, ()), (by_file or {}).get(watchdog.id) or once))
    return tuple(rows)


def _estimate(watchdog: ManifestWatchdog, chain: Sequence[Recruit], briefs: Sequence[int]) -> Estimate:
    tokens_in, tokens_out = sum(briefs), sum(map(expected_output, briefs))
    model = chain[0].settings.model if chain else None
    usage = Usage(tokens_in=tokens_in, tokens_out=tokens_out)
    cost = None if model is None else estimated_cost(usage, model)
    return Estimate(watchdog.id, chain[0].name if chain else None, len(briefs), tokens_in, tokens_out, cost)
