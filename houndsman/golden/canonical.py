"""One order for findings and for anchors, whatever the order in which they came.

In: findings, as a rule of one file, or anchors. Out: the same, sorted by place, then by everything else that is
compared or shown; two that are equal in all of it are interchangeable. Where a finding was read from and what its
reader had no use for are neither compared nor shown. Nothing fails.
"""

from __future__ import annotations

from collections.abc import Iterable

from houndsman.models.foreign import ForeignFinding
from houndsman.models.golden import GoldenAnchor

_Key = tuple[str | int | bool, ...]


def ordered_findings(findings: Iterable[ForeignFinding]) -> list[ForeignFinding]:
    """By line, then by words. Few share a line, so few need the whole key, which costs ten times the sorting."""
    ordered = sorted(findings, key=_line)
    lines = [*map(_line, ordered), -1]
    start = 0
    for at in range(1, len(lines)):
        if lines[at] != lines[start]:
            if at - start > 1:
                ordered[start:at] = sorted(ordered[start:at], key=_finding_key)
            start = at
    return ordered


def ordered_anchors(anchors: Iterable[GoldenAnchor]) -> list[GoldenAnchor]:
    """By file and line, then by id."""
    return sorted(anchors, key=_anchor_key)


def _line(finding: ForeignFinding) -> int:
    return finding.line or 0


def _finding_key(finding: ForeignFinding) -> _Key:
    texts = (finding.side, finding.severity, finding.rule, finding.category, finding.case, finding.id, finding.commit)
    return (
        finding.last,
        finding.file or "",
        finding.message,
        finding.action,
        finding.quote,
        *[text or "" for text in texts],
        finding.file is None,
        finding.line is None,
        finding.end_line is None,
        *[text is None for text in texts],
    )


def _anchor_key(anchor: GoldenAnchor) -> _Key:
    texts = (anchor.side, anchor.match, anchor.severity, anchor.category, anchor.rule, anchor.code)
    return (
        anchor.file or "",
        anchor.line or 0,
        anchor.last,
        anchor.id,
        anchor.tolerance,
        anchor.ignored,
        anchor.note,
        *[text or "" for text in texts],
        anchor.file is None,
        anchor.line is None,
        anchor.end_line is None,
        *[text is None for text in texts],
    )
