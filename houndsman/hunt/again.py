"""What an agent is told when it is asked again.

In: why, and what it said. Out: the prompt. An agent that goes on with its session gets the errors and the schema alone;
one that begins anew gets what was said before as well, as data. Pure; nothing fails.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from houndsman.models.passes import Turn
from houndsman.prompt.foreign import block, ours
from houndsman.prompt.render import render

#: Characters of an earlier answer that are shown to whoever did not give it: its end is where the answer stands.
_REPLY_CHARS = 100_000

_TEMPLATE = "ask-again.md.j2"


@dataclass(frozen=True, slots=True)
class Before:
    """What there is when an agent is asked again."""

    brief: str
    schema: str
    messages: Sequence[str] = ()
    """Of the last answer."""
    errors: Sequence[str] = ()
    """What is wrong with it, in words for an agent."""
    kept: Mapping[str, object] | None = None
    """What is kept of the answers so far, as a findings file."""

    def prompt(self, kind: Turn, *, goes_on: bool) -> str:
        """What to say next.

        Args:
            kind: why the agent is asked.
            goes_on: the agent knows the brief and what it said, because its session is gone on with.
        """
        if kind is Turn.REPAIR and not goes_on and not any(message.strip() for message in self.messages):
            return self.brief  # nothing to put right: the question is asked anew
        foreign = not goes_on
        said = "\n\n".join(self.messages)[-_REPLY_CHARS:]
        return render(
            _TEMPLATE,
            kind=kind.value,
            brief=ours(self.brief) if foreign and kind is Turn.REST else None,
            reply=block(said, None) if foreign and kind is Turn.REPAIR else None,
            kept=block(self._kept_findings(), None, "json"),
            errors=block("\n".join(self.errors), None),
            schema=ours(self.schema),
        )

    def _kept_findings(self) -> str:
        return json.dumps((self.kept or {}).get("findings", []), indent=1, ensure_ascii=False)
