"""What one side reports that the other does not: new, gone, kept, and weighed differently.

In: the findings of both sides, run by run, and how one is known again. Out: `Changes`, the same whatever the order of
findings or runs. Nothing fails. No golden set is needed, and which of the two is better is not told.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from houndsman.compare.sides import Kind, Run, Side
from houndsman.matching.dedupe_key import fold_message
from houndsman.models.foreign import ForeignFinding
from houndsman.models.severity import Severity

Identity = Callable[[ForeignFinding], str]
"""Findings of which this is equal are one."""


class SeenFinding(NamedTuple):
    """One finding, and how many runs of each side report it."""

    finding: ForeignFinding
    """As B reports it, else as A does: of equal ones the first by place and words."""
    hits_a: int
    runs_a: int
    hits_b: int
    runs_b: int
    severity_a: Severity | None
    """The worst of its runs; null where it is not reported, or nobody says."""
    severity_b: Severity | None


class Changes(NamedTuple):
    """By place and rule."""

    new: tuple[SeenFinding, ...]
    """No run of A reports it."""
    gone: tuple[SeenFinding, ...]
    """No run of B reports it."""
    kept: tuple[SeenFinding, ...]

    @property
    def reweighed(self) -> tuple[SeenFinding, ...]:
        """Kept, and of another severity, where both sides say one."""
        return tuple(
            each for each in self.kept if each.severity_a and each.severity_b and each.severity_a is not each.severity_b
        )

    @property
    def are_none(self) -> bool:
        """Whether there are findings, and the two sides have the same ones in the same share of their runs."""
        steady = all(each.hits_a * each.runs_b == each.hits_b * each.runs_a for each in self.kept)
        return bool(self.kept) and steady and not (self.new or self.gone or self.reweighed)


def identity_for(a: Side, b: Side) -> Identity:
    """How findings of `a` and `b` are known again: runs of ours by fingerprint, of which the short id is the beginning;
    anybody else's by case, place and rule, or by words where there is no rule. Runs of ours name no case.
    """
    if a.kind is Kind.RUNS and b.kind is Kind.RUNS:
        return lambda finding: finding.id or _place(finding)
    if Kind.RUNS in (a.kind, b.kind):
        return _place
    return lambda finding: f"{finding.case or ''}\0{_place(finding)}"


def changes(a: Side, b: Side) -> Changes:
    """What `b` reports more and less than `a`."""
    identity = identity_for(a, b)
    of_a, of_b = _by_identity(a.runs, identity), _by_identity(b.runs, identity)
    seen = sorted((_seen(of_a.get(key), of_b.get(key), a, b) for key in of_a.keys() | of_b.keys()), key=_order)
    return Changes(
        tuple(each for each in seen if not each.hits_a),
        tuple(each for each in seen if not each.hits_b),
        tuple(each for each in seen if each.hits_a and each.hits_b),
    )


class _Reports(NamedTuple):
    findings: list[ForeignFinding]
    hits: int
    """Runs that have it."""


def _by_identity(runs: Iterable[Run], identity: Identity) -> dict[str, _Reports]:
    findings: dict[str, list[ForeignFinding]] = {}
    hits: Counter[str] = Counter()
    for run in runs:
        for finding in run.findings:
            findings.setdefault(identity(finding), []).append(finding)
        hits.update({identity(finding) for finding in run.findings})
    return {key: _Reports(found, hits[key]) for key, found in findings.items()}


def _seen(a: _Reports | None, b: _Reports | None, side_a: Side, side_b: Side) -> SeenFinding:
    told = [reports for reports in (b, a) if reports is not None]
    first = min(told[0].findings, key=_shown)
    of_a, of_b = (
        (0, None) if reports is None else (reports.hits, _worst(each.severity for each in reports.findings))
        for reports in (a, b)
    )
    return SeenFinding(first, of_a[0], len(side_a.runs), of_b[0], len(side_b.runs), of_a[1], of_b[1])


def _worst(severities: Iterable[Severity | None]) -> Severity | None:
    known: Sequence[Severity] = [severity for severity in severities if severity is not None]
    return min(known, key=lambda severity: severity.rank, default=None)


def _place(finding: ForeignFinding) -> str:
    words = finding.rule or fold_message(finding.message)
    return "\0".join((finding.file or "", finding.side or "new", str(finding.line), words))


def _shown(finding: ForeignFinding) -> tuple[str, int, int, str, str]:
    return finding.file or "", finding.line or 0, finding.last, finding.rule or "", finding.message


def _order(seen: SeenFinding) -> tuple[str, int, int, str, str, str]:
    return *_shown(seen.finding), seen.finding.id or ""
