"""What the user orders of one hunt: who is sent out, how many at a time, and what they may spend. Only data."""

from __future__ import annotations

from dataclasses import dataclass, field

from houndsman.hunt.ceilings import Ceiling
from houndsman.hunt.grounds import CONCURRENCY
from houndsman.hunt.recording import PREFIX
from houndsman.models.config import HuntSettings
from houndsman.models.hunt_notes import Depth


@dataclass(frozen=True, slots=True)
class Orders:
    """The options of `houndsman hunt` that are about agents."""

    agent: str | None = None
    """Who answers all briefs; null: each watchdog's own agent, else the configured one."""
    concurrency: int = CONCURRENCY
    """Agents at work at a time; at least 1."""
    ceiling: Ceiling = field(default_factory=Ceiling)
    """What the run may spend."""
    stop_at_first: bool = False
    """Once a watchdog owes its answer, nobody else is sent out."""
    only_owing: bool = False
    """Watchdogs that answered this run already are not asked again."""

    depth: Depth = field(default_factory=Depth)
    """Which sessions may follow the first; those that the configuration forbids do not."""

    def deep(self, config: HuntSettings) -> Depth:
        """How deep the hunt goes: as configured, but for what the user does not want."""
        return Depth(
            adversarial=config.adversarial and self.depth.adversarial,
            checklist=config.checklist and self.depth.checklist,
            second_opinion=config.second_opinion and self.depth.second_opinion,
        )

    @property
    def replayed(self) -> str | None:
        """The run whose recorded replies answer, by its number or path; None where agents do."""
        if self.agent is None or not self.agent.startswith(PREFIX):
            return None
        return self.agent.removeprefix(PREFIX)
