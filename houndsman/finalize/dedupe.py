"""Findings that are one finding become one. Everyone who reported it stays, with their own words.

In: findings with place and severity. Out: one `MergedFinding` for each dedupe key, in order of place. The result does
not depend on the order of the input. Nothing fails and nothing is lost.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from houndsman.matching.dedupe_key import DedupeKey, dedupe_key
from houndsman.models.finding import Anchor, Finding, MergedFinding, Note

_ANCHORS = {anchor: rank for rank, anchor in enumerate(Anchor)}  # best first


def merge_findings(findings: Iterable[Finding]) -> list[MergedFinding]:
    """One merged finding for each dedupe key, by path, line, rule, side and message."""
    by_key: dict[DedupeKey, list[Finding]] = {}
    for finding in findings:
        by_key.setdefault(dedupe_key(finding), []).append(finding)
    merged = [_merged(sorted(members, key=lambda f: (f.watchdog, f.index))) for members in by_key.values()]
    return sorted(merged, key=place_order)


def place_order(finding: MergedFinding) -> tuple[bytes, int, str, str, str]:
    """Sort key: by path, line (whole-file first), rule, side and folded message."""
    key = dedupe_key(finding)
    return key.path.raw, -1 if key.line is None else key.line, key.rule, key.side, key.message


def _merged(members: Sequence[Finding]) -> MergedFinding:
    """`members` (one key, by watchdog and index) as one: the worst severity, the best proof, the first one's words."""
    first = members[0]
    best = min(members, key=lambda member: _ANCHORS[member.anchor])
    return MergedFinding(
        path=first.path,
        line=first.line,
        end_line=best.end_line,
        side=first.side,
        rule=first.rule,
        severity=min((member.severity for member in members), key=lambda severity: severity.rank),
        message=_first_words(members, lambda member: member.message),
        action=_first_words(members, lambda member: member.action),
        quote=_first_words(members, lambda member: member.quote),
        anchor=best.anchor,
        members=tuple(members),
        notes=_each_once(note for member in members for note in member.notes),
    )


def _first_words(members: Sequence[Finding], said: Callable[[Finding], str]) -> str:
    """What the first watchdog said; where it said nothing, the next one that did."""
    return next((said(member) for member in members if said(member)), "")


def _each_once(notes: Iterable[Note]) -> tuple[Note, ...]:
    return tuple({(note.code, note.text): note for note in notes}.values())
