"""What a finding weighs. The declaration decides, never the reviewer's mood.

In: anchored findings and the watchdogs of the run. Out: the findings with their severity. A declared rule weighs what
it declares, by its id or by the longest of its `match` patterns, the finding's own watchdog before the others. A
scanner's code that nobody declares is a `suggestion`. Everything else weighs what it may harm, `attention` where that
is unknown. Nothing fails.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import NamedTuple

from houndsman.models.finding import EMERGENT, Finding
from houndsman.models.severity import IMPACT_SEVERITY, Severity
from houndsman.models.watchdog import Rule, Watchdog

_FAMILIES = (EMERGENT, "logic:", "domain:")


def weigh_findings(findings: Iterable[Finding], watchdogs: Mapping[str, Watchdog]) -> list[Finding]:
    """Each finding with its derived severity; what the reviewer claimed stays beside it."""
    weights = Weights(watchdogs)
    weighed = ((finding, weights.of(finding)) for finding in findings)
    return [replace(finding, severity=weight.severity, weighed_by=weight.by) for finding, weight in weighed]


class Weight(NamedTuple):
    """A severity and where it comes from."""

    severity: Severity
    by: str
    """In words, for whoever asks why."""


class Weights:
    """The declared severities of a run."""

    def __init__(self, watchdogs: Mapping[str, Watchdog]) -> None:
        self._watchdogs = watchdogs
        self._known: dict[tuple[str, str], Weight | None] = {}

    def of(self, finding: Finding) -> Weight:
        """What `finding` weighs."""
        declared = self._declared(finding.watchdog, finding.rule)
        if declared is not None:
            return declared
        own = self._watchdogs.get(finding.watchdog)
        if own is not None and own.is_code_only and not finding.rule.startswith(_FAMILIES):
            return _UNDECLARED
        return _HARMS.get(finding.impact_class or "", _UNKNOWN)

    def _declared(self, watchdog: str, rule: str) -> Weight | None:
        key = (watchdog, rule)
        if key not in self._known:
            own = self._watchdogs.get(watchdog)
            found = _declared_weight([own], rule) if own is not None else None
            self._known[key] = found or _declared_weight(self._watchdogs.values(), rule)
        return self._known[key]


_UNDECLARED = Weight(Severity.SUGGESTION, "a scanner's code that no rule declares")
_UNKNOWN = Weight(Severity.ATTENTION, "no rule that is declared, and no known impact class")
_HARMS = {name: Weight(severity, f"impact class {name}") for name, severity in IMPACT_SEVERITY.items()}


def answers_for(watchdog: Watchdog, rule: str) -> bool:
    """Whether `watchdog` declares `rule`, by id or by `match`."""
    return _declared_weight([watchdog], rule) is not None


def _declared_weight(watchdogs: Iterable[Watchdog], name: str) -> Weight | None:
    """What their best fitting rule declares: the id itself, else the longest pattern; the worst among equals."""
    fits: list[tuple[int, int, str, int, Rule]] = []
    for watchdog in watchdogs:
        for rule in watchdog.rules:
            length = _fit(rule, name)
            if length is not None:
                fits.append((-length, rule.severity.rank, watchdog.id, rule.number, rule))
    if not fits:
        return None
    _, _, watchdog_id, _, best = min(fits, key=lambda fit: fit[:4])
    matches = "" if best.id == name else f", which matches {name}"
    return Weight(best.severity, f"rule {best.id} of {watchdog_id}{matches}")


def _fit(rule: Rule, name: str) -> int | None:
    """How closely `rule` fits the code `name`: the characters it agrees on, more than all for its id; None for not."""
    if rule.id == name:
        return len(name) + 2
    lengths = [_matched(pattern, name) for pattern in rule.match]
    return max((length for length in lengths if length is not None), default=None)


def _matched(pattern: str, name: str) -> int | None:
    if pattern.endswith("*"):
        return len(pattern) - 1 if name.startswith(pattern[:-1]) else None
    return len(name) + 1 if pattern == name else None
