"""A watchdog's rules as one table: what each stands for, how much it weighs, and what to do about it.

In: rows, and the scanner's codes that each stands for. Out: the declared rules, and for a code the row that fits it
best. Nothing fails.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import NamedTuple

from houndsman import Rule, Severity


class Row(NamedTuple):
    """One rule."""

    name: str
    """The last part of its id."""
    severity: Severity
    title: str
    codes: str
    """The scanner's codes, exact or with a final `*`, with spaces between them."""
    action: str


class RuleTable:
    """The rules of one watchdog, numbered in the order of their rows."""

    def __init__(self, watchdog: str, rows: Iterable[Row]) -> None:
        self._rows = {f"{watchdog}/{row.name}": row for row in rows}

    @cached_property
    def rules(self) -> tuple[Rule, ...]:
        """The declarations."""
        return tuple(
            Rule(id=id_, number=number, title=row.title, severity=row.severity, match=tuple(row.codes.split()))
            for number, (id_, row) in enumerate(self._rows.items(), start=1)
        )

    def rule_of(self, code: str) -> str | None:
        """The id of the rule that `code` (or an id) stands for, by the longest pattern, or None."""
        if code in self._rows:
            return code
        fits = [
            (len(pattern), id_)
            for id_, row in self._rows.items()
            for pattern in row.codes.split()
            if code == pattern or (pattern.endswith("*") and code.startswith(pattern[:-1]))
        ]
        return max(fits)[1] if fits else None

    def action(self, code: str) -> str:
        """What to do about a finding with this code (or id); empty where no rule stands for it."""
        rule = self.rule_of(code)
        return self._rows[rule].action if rule else ""
