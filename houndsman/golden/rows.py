"""How each part of a score is written in JSON.

In: a rate, a finding, an anchor, a case. Out: an object with the keys that `golden --json` promises, each always there,
null where nothing is known. Nothing fails.
"""

from __future__ import annotations

from collections.abc import Iterable

from houndsman.golden.breakdowns import Slice
from houndsman.golden.carried_set import Relocation
from houndsman.golden.judge import Counts, Match, Repeat, Reported
from houndsman.golden.rates import Estimate, Rate, f1_of, precision_of, recall_of
from houndsman.golden.relocate import Relocated, State
from houndsman.golden.score import CaseScore, FalseAlarms
from houndsman.models.foreign import ForeignFinding
from houndsman.models.golden import GoldenAnchor, GoldenSet
from houndsman.models.manifest import RunWarning
from houndsman.statistics.intervals import Interval

Row = dict[str, object]


def set_row(golden: GoldenSet, expected: int) -> Row:
    """What was scored against, with `expected` defects."""
    told: Row = {"path": golden.path, "hash": golden.hash, "version": golden.version, "commit": golden.commit}
    return told | {"expected": expected}


def warning_rows(warnings: Iterable[RunWarning]) -> list[Row]:
    """What must be known of a score or a comparison."""
    return [{"code": warning.code, "message": warning.message} for warning in warnings]


def shares_row(counts: Counts | None) -> Row:
    """What counts come to, without intervals; null throughout for none. `precision` is the strict one."""
    return {
        "recall": None if counts is None else recall_of(counts),
        "precision": None if counts is None else precision_of(counts),
        "f1": None if counts is None else f1_of(counts),
        "reported": None if counts is None else counts.reported,
    }


def recall_row(rate: Rate) -> Row:
    """Recall, overall or of a slice."""
    return _rate(rate, "found", "expected") | {"clustered": _ends(rate.clustered)}


def precision_row(rate: Rate) -> Row:
    """One of the precisions."""
    return _rate(rate, "matched", "reported") | {"clustered": _ends(rate.clustered)}


def agreement_row(rate: Rate) -> Row:
    """How often the severities of a pair are the same."""
    return _rate(rate, "agreed", "compared")


def false_alarms_row(alarms: FalseAlarms) -> Row:
    """The share of clean cases with a finding."""
    return _rate(alarms.rate, "flagged", "clean") | {"findings": alarms.findings}


def estimate_row(estimate: Estimate) -> Row:
    """F1, or a mean over cases. There is no formula for the ends, so they are those of the bootstrap."""
    low, high = estimate.clustered or (None, None)
    ends = _ends(estimate.clustered)
    return {"value": estimate.value, "low": low, "high": high, "cases": estimate.cases, "clustered": ends}


def slice_row(part: Slice) -> Row:
    """What a breakdown says of one name. Categories have no precision."""
    row: Row = {"recall": _rate(part.recall, "found", "expected")}
    if part.precision is not None:
        row["precision"] = _rate(part.precision, "matched", "reported")
    return row


def case_row(case: CaseScore) -> Row:
    """One case."""
    counts = case.counts
    return {
        "case": case.name,
        "found": counts.matched,
        "expected": counts.expected,
        "matched": counts.matched,
        "duplicates": counts.duplicates,
        "outside": counts.outside,
        "ignored": counts.ignored,
        "unanchored": counts.unplaced,
        **shares_row(counts),
    }


def match_row(match: Match, relocated: str | None = None) -> Row:
    """A proved defect; `relocated` says how its anchor came to its line, null where it was not carried."""
    return {
        "expected": match.anchor.id,
        "case": match.anchor.case,
        "finding": finding_row(match.finding, match.anchor.case),
        "distance": match.gap,
        "offset": match.offset,
        "relocated": relocated,
    }


def relocation_row(relocation: Relocation) -> Row:
    """How the anchors came to the commit that was reviewed; those that stayed with their lines are only counted."""
    return {
        "commits": [{"from": old, "to": new} for old, new in relocation.commits],
        **relocation.counts,
        "anchors": [relocated_row(each) for each in relocation.unsure],
    }


def relocated_row(relocated: Relocated) -> Row:
    """One anchor, carried. Where a vanished one stood nothing stands now."""
    was, now, gone = relocated.was, relocated.now, relocated.state is State.VANISHED
    return {
        "id": was.id,
        "case": was.case,
        "was": {"file": was.file, "line": was.line, "endLine": was.end_line},
        "now": None if gone else {"file": now.file, "line": now.line, "endLine": now.end_line},
        "state": relocated.state,
        "drift": relocated.drift,
        "why": relocated.why,
    }


def repeat_row(repeat: Repeat) -> Row:
    """A finding that touches an anchor, real or ignored, without proving it."""
    case = repeat.anchor.case
    return {"expected": repeat.anchor.id, "case": case, "finding": finding_row(repeat.finding, case)}


def reported_row(reported: Reported) -> Row:
    """A finding that stands for itself."""
    return finding_row(reported.finding, reported.case)


def finding_row(finding: ForeignFinding, case: str | None) -> Row:
    """A finding in `case`, which need not be the one that it names; null for none.

    Where it was read from is left out: findings that are equal but for that are interchangeable.
    """
    return {
        "id": finding.id,
        "case": case,
        "file": finding.file,
        "line": finding.line,
        "endLine": finding.end_line,
        "side": finding.side,
        "rule": finding.rule,
        "message": finding.message,
        "action": finding.action,
        "quote": finding.quote,
        "severity": finding.severity,
        "category": finding.category,
        "commit": finding.commit,
    }


def anchor_row(anchor: GoldenAnchor) -> Row:
    """A defect that nobody proved, or that has no place."""
    return {
        "id": anchor.id,
        "case": anchor.case,
        "file": anchor.file,
        "line": anchor.line,
        "endLine": anchor.end_line,
        "side": anchor.side,
        "tolerance": anchor.tolerance,
        "match": anchor.match,
        "rule": anchor.rule,
        "severity": anchor.severity,
        "category": anchor.category,
        "note": anchor.note,
        "ignored": anchor.ignored,
    }


def _rate(rate: Rate, hits: str, of: str) -> Row:
    low, high = rate.interval or (None, None)
    return {"value": rate.value, "low": low, "high": high, hits: rate.hits, of: rate.of}


def _ends(interval: Interval | None) -> Row | None:
    return None if interval is None else {"low": interval.low, "high": interval.high}
