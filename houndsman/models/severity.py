"""The four severities and what derives them."""

from __future__ import annotations

from enum import StrEnum


class Severity(StrEnum):
    """How much a finding weighs, worst first."""

    BLOCKING = "blocking"
    ATTENTION = "attention"
    SUGGESTION = "suggestion"
    NIT = "nit"

    @property
    def rank(self) -> int:
        """0 for the worst, 3 for the least."""
        return _RANKS[self]

    def at_least(self, threshold: Severity) -> bool:
        """Whether this is as bad as `threshold` or worse."""
        return self.rank <= threshold.rank


_RANKS = {severity: rank for rank, severity in enumerate(Severity)}


#: What an emergent finding (one without a declared rule) may harm, and what that weighs.
IMPACT_SEVERITY: dict[str, Severity] = {
    "data-loss": Severity.BLOCKING,
    "security": Severity.BLOCKING,
    "money": Severity.BLOCKING,
    "outage": Severity.BLOCKING,
    "correctness": Severity.ATTENTION,
    "contract": Severity.ATTENTION,
    "concurrency": Severity.ATTENTION,
    "performance": Severity.SUGGESTION,
    "maintainability": Severity.SUGGESTION,
    "test-gap": Severity.SUGGESTION,
    "style": Severity.NIT,
    "wording": Severity.NIT,
}
