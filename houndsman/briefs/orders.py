"""Warnings for a person that briefs hold words which give orders to agents.

In: the briefs, each with all the foreign text that its agent is handed: changed lines, names in the code and of files,
what commits say, plugins' sections.
Out: a warning for each such phrase, with who is handed it. Pure; nothing fails.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping

from houndsman.models.manifest import RunWarning
from houndsman.prompt.injection import orders_in

#: Code of the warning.
INSTRUCTIONS_IN_DATA = "instructions-in-data"

#: Who is handed the brief on what the change is for, which shows more of what the commits say than `general`'s.
INTENT_STEP = "the intent step"

#: Phrases that are told one by one: who writes thousands has made the point.
_TOLD = 10


def orders_in_briefs(briefs: Mapping[str, str]) -> tuple[RunWarning, ...]:
    """One warning for each phrase, in the order of the briefs; one for the rest where there are many."""
    handed: dict[str, list[str]] = defaultdict(list)
    for watchdog, text in briefs.items():
        for phrase in orders_in(text):
            handed[phrase].append(watchdog)
    told = [
        f"what is reviewed gives orders to agents: {name!r} (in the brief of {', '.join(who)})"
        for name, who in handed.items()
    ]
    if len(told) > _TOLD:
        told = [*told[:_TOLD], f"what is reviewed gives orders to agents: {len(told) - _TOLD} more phrases"]
    return tuple(RunWarning(code=INSTRUCTIONS_IN_DATA, message=each) for each in told)
