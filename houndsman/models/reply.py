"""What an agent (or a person, or a plugin's code) writes for one watchdog: `findings/<watchdog>.json`.

These models are the *contract told to agents*: the JSON schema in every brief comes from here. Reading is more
forgiving and is `intake`'s work, which never sees these models.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Literal

from houndsman.models.base import Model


class Asks(StrEnum):
    """What is asked of an agent."""

    ALL = "all"
    FINDINGS = "findings"  # no verdict
    VERDICTS = "verdicts"  # nothing but verdicts


class ReplyFinding(Model):
    """One defect."""

    file: str
    """Path relative to the repository root, with `/`."""
    line: int | None
    """First line in the new version of the file, counted from 1; null only for a defect of the whole file."""
    end_line: int | None = None
    """Last line; null for one line."""
    side: Literal["new", "old"] = "new"
    """`old` only for a line that the change removed."""
    rule: str | int | None = None
    """Id or number of the rule it breaks."""
    message: str
    """What is wrong and what happens because of it."""
    action: str = ""
    """What to change."""
    quote: str
    """The line or lines it is about, copied from the file. The finding is placed by it."""
    severity: str | None = None
    """Your own opinion; it is kept, but the rule decides."""
    impact_class: (
        Literal[
            "data-loss",
            "security",
            "money",
            "outage",
            "correctness",
            "contract",
            "concurrency",
            "performance",
            "maintainability",
            "test-gap",
            "style",
            "wording",
        ]
        | None
    ) = None
    """What it may harm; needed where no rule is broken."""
    confidence: float | None = None
    """0 to 1."""


class Skipped(Model):
    """A file that was not read."""

    file: str
    reason: str
    """`budget`, `out-of-flow`, or words."""


class Verdict(Model):
    """An answer to one checklist item or rule."""

    id: str
    verdict: Literal["ok", "gap", "n/a"]
    at: str | None = None
    """`path:line` that proves it."""
    note: str = ""


class Usage(Model):
    """What the answer cost. Filled in by the harness."""

    tokens_in: int | None = None
    tokens_out: int | None = None
    tokens_cached: int | None = None
    cost: float | None = None
    """US dollars."""


class Reply(Model):
    """The whole file."""

    watchdog: str
    findings: list[ReplyFinding]
    """Empty is the way to say "nothing found"."""
    reviewed_files: list[str]
    """Files of the brief that you really read."""
    skipped: list[Skipped] = []
    checks: list[Verdict] = []
    """One for each flow (F1), invariant (I1) and checklist item (C1) of the brief."""
    rules: list[Verdict] = []
    """One for each numbered rule; `id` is the number."""
    business_summary: str | None = None
    """Only where the brief asks for it."""
    usage: Usage | None = None
