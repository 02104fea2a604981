"""What is said to sessions that come after the first one of a watchdog.

In: what was found by then, and what is still open. Out: prompts, or what a brief is followed by. What agents said is
shown as data. Pure; nothing fails.
"""

from __future__ import annotations

import json
from collections.abc import Mapping

from houndsman.intake.finding import keyed
from houndsman.models.owed import Owed
from houndsman.prompt.foreign import block, ours
from houndsman.prompt.render import render

#: Characters of earlier findings that a later session is shown.
COVERED_CHARS = 40_000

_SHOWN = ("file", "line", "rule", "message")
_KEYS = frozenset(_SHOWN)


def pending_verdicts(still_open: Owed, *, goes_on: bool) -> str:
    """Asks for these verdicts alone.

    Args:
        still_open: their ids.
        goes_on: whoever reads it knows the brief, and has answered it.
    """
    return render(
        "pending-verdicts.md.j2",
        goes_on=goes_on,
        checks=ours(", ".join(still_open.checks)),
        rules=ours(", ".join(still_open.rules)),
    )


def adversarial(reply: Mapping[str, object]) -> str:
    """Follows the brief of the session that attacks what `reply` passed."""
    return render("adversarial.md.j2", covered=block(_covered(reply), COVERED_CHARS, "json"))


def second_opinion(reply: Mapping[str, object], still_open: Owed, why: str) -> str:
    """Follows the brief of the session that reviews once more, because `why`."""
    return render(
        "second-opinion.md.j2",
        why=ours(why),
        covered=block(_covered(reply), COVERED_CHARS, "json"),
        open=ours(", ".join((*still_open.checks, *(f"rule {number}" for number in still_open.rules)))),
    )


def _covered(reply: Mapping[str, object]) -> str:
    """The findings of a reply, one a line, as far as they say what is covered."""
    found = reply.get("findings")
    entries = (
        [keyed(entry, _KEYS).known for entry in found if isinstance(entry, dict)] if isinstance(found, list) else []
    )
    lines = [json.dumps({key: entry.get(key) for key in _SHOWN}, ensure_ascii=False) for entry in entries]
    return "[" + ",\n ".join(lines) + "]"
