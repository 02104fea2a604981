"""Short names of findings, and the record as readers see it.

In: fingerprints of a repository. Out: for each wanted one the shortest prefix, six characters or more, that no other
has. Adding fingerprints may make ids longer, never different in what they begin with.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable

from houndsman.models.triage import Decision, StoredDecision, StoredFinding, TriageItem

LEAST = 6  # characters


def shortest_ids(wanted: Iterable[str], repository: Iterable[str], least: int = LEAST) -> dict[str, str]:
    """The id of each wanted fingerprint, unique among those of the repository and the wanted ones."""
    asked = list(wanted)
    ordered = sorted({*asked, *repository})
    return {name: name[: max(least, _length(ordered, name))] for name in asked}


def to_item(stored: StoredFinding, decision: StoredDecision | None, short_id: str) -> TriageItem:
    """The record `stored` as `houndsman findings list --json` shows it."""
    return TriageItem(
        id=short_id,
        fingerprint=stored.fingerprint,
        file=stored.file,
        line=stored.line,
        end_line=stored.end_line,
        side=stored.side,
        rule=stored.rule,
        severity=stored.severity,
        message=stored.message,
        messages=stored.messages,
        action=stored.action,
        quote=stored.quote,
        watchdogs=stored.watchdogs,
        anchor=stored.anchor,
        group=stored.group,
        status=stored.status,
        decision=Decision.PENDING if decision is None else decision.decision,
        first_seen=stored.first_seen,
        last_seen=stored.last_seen,
        notes=stored.notes,
    )


def _length(ordered: list[str], name: str) -> int:
    """How many characters tell `name` from its neighbours in order, which share the most with it."""
    at = bisect_left(ordered, name)
    neighbours = ordered[max(0, at - 1) : at] + ordered[at + 1 : at + 2]
    return 1 + max((_shared(name, other) for other in neighbours), default=0)


def _shared(one: str, other: str) -> int:
    """Length of the common beginning."""
    length = min(len(one), len(other))
    return next((at for at in range(length) if one[at] != other[at]), length)
