"""How long to wait for an agent that could not answer now, and when to stop asking it.

In: how its session ended, and how those before it did. Out: seconds until the same agent is asked again, or None: go on
to the next one. Pure, but for the random numbers that the caller gives. Nothing fails.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from houndsman.models.agent import AgentReply, End


@dataclass(frozen=True, slots=True)
class Patience:
    """How much of it there is."""

    waits: int = 5
    """How often a rate limit is waited for."""
    first_seconds: float = 2.0
    """The first wait where nobody says how long; each further one is twice as long."""
    cap_seconds: float = 300.0
    """No wait is longer. A limit that is lifted later than this is not waited for at all: asking sooner is in vain."""
    jitter: float = 0.25
    """Up to this share is added to a wait, so that those who were turned away together do not come back together."""
    randomly: Callable[[], float] = random.random
    """Numbers from 0 to 1."""

    def seconds_until_again(self, reply: AgentReply, before: Sequence[End]) -> float | None:
        """When to ask the same agent again; None for never.

        Args:
            reply: how it ended now.
            before: how the tries before ended, for the same question and agent.
        """
        if reply.end is End.RATE_LIMITED:
            waited = before.count(End.RATE_LIMITED)
            return None if waited >= self.waits else self._wait(reply.resets_in, waited)
        if reply.end in (End.TIMEOUT, End.CRASHED):
            return None if {End.TIMEOUT, End.CRASHED} & set(before) else 0.0
        return None  # it answered, or later is no help

    def _wait(self, resets_in: float | None, waited: int) -> float | None:
        if resets_in is None:
            least = min(self.first_seconds * 2**waited, self.cap_seconds)
        elif resets_in > self.cap_seconds:
            return None
        else:
            least = max(resets_in, 0.0)
        return float(least * (1 + self.jitter * self.randomly()))
