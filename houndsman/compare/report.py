"""A comparison as data for machines: what `compare --json` prints and `compare-<a>--<b>.json` holds.

In: a comparison. Out: plain JSON data with every key, null where it does not apply or nobody knows. The same comparison
gives the same data. Nothing fails.
"""

from __future__ import annotations

from collections.abc import Sequence

from houndsman.compare.cases import Cases, ScoredCase
from houndsman.compare.changes import Changes, SeenFinding
from houndsman.compare.comparison import Basis, Comparison
from houndsman.compare.defects import Defect, Defects
from houndsman.compare.headline import last_line
from houndsman.compare.repeats import Tally, estimate_row, stability_row
from houndsman.compare.sides import Run, Side, Spent
from houndsman.compare.verdict import Flips, Verdict
from houndsman.golden.judge import Counts
from houndsman.golden.rows import Row, set_row, shares_row, warning_rows
from houndsman.models.artifact import ARTIFACT_VERSION
from houndsman.statistics.verdict import Better

_BETTER = {Better.A: "a", Better.B: "b", Better.NONE: None}


def as_json(of: Comparison) -> Row:
    """All of `of`."""
    counts = (None, None) if of.judged is None else (of.judged.counts_a, of.judged.counts_b)
    return {
        "version": ARTIFACT_VERSION,
        "basis": of.basis,
        "a": _side(of.a, counts[0]),
        "b": _side(of.b, counts[1]),
        "golden": None if of.golden is None else set_row(of.golden, 0 if of.defects is None else len(of.defects.rows)),
        "scores": of.source,
        "metric": of.options.metric if of.basis is Basis.GOLDEN else None,
        "verdict": None if of.verdict is None else _verdict(of.verdict),
        "says": last_line(of),
        "score": None if of.cases is None else _means(of.cases, of.verdict),
        "cases": [] if of.cases is None else [_case(case) for case in of.cases.paired],
        "unpaired": {
            "a": [] if of.cases is None else list(of.cases.only_a),
            "b": [] if of.cases is None else list(of.cases.only_b),
        },
        "defects": [] if of.defects is None else [_defect(defect) for defect in of.defects.rows],
        "flips": None if of.defects is None else _flips(of.defects),
        "stability": {
            "a": None if of.defects is None else stability_row(of.defects.repeats_a),
            "b": None if of.defects is None else stability_row(of.defects.repeats_b),
        },
        "missedEstimate": _missed(of.defects),
        "agreement": None if of.defects is None else {"alpha": of.defects.alpha, "defects": len(of.defects.rows)},
        "changes": None if of.changes is None else _changes(of.changes),
        "seed": of.options.seed if of.cases is not None else None,
        "resamples": of.options.resamples if of.cases is not None else None,
        "warnings": warning_rows(of.warnings),
    }


def _side(side: Side, counts: Counts | None) -> Row:
    return {
        "name": side.name,
        "kind": side.kind,
        "reviewId": side.review,
        "runs": [_run(run) for run in side.runs],
        "coverage": None if side.coverage is None else side.coverage._asdict(),
        "spentARun": _spent(side.spent_a_run),
        **shares_row(counts),
    }


def _run(run: Run) -> Row:
    return {
        "name": run.name,
        "run": run.number,
        "head": run.head,
        "complete": run.complete,
        "findings": len(run.findings),
        "coverage": None if run.coverage is None else run.coverage._asdict(),
        "spent": _spent(run.spent),
    }


def _spent(spent: Spent) -> Row:
    return {
        "seconds": spent.seconds,
        "tokensIn": spent.tokens_in,
        "tokensOut": spent.tokens_out,
        "tokensCached": spent.tokens_cached,
        "cost": spent.cost,
    }


def _verdict(verdict: Verdict) -> Row:
    flip, signs, seen, flips = verdict.sign_flip, verdict.signs, verdict.visible, verdict.flips
    return {
        "better": _BETTER[verdict.better],
        "method": verdict.method,
        "signFlip": None if flip is None else {"p": flip.p, "exact": flip.exact},
        "signTest": None
        if signs is None
        else {"betterA": signs.better_a, "betterB": signs.better_b, "tied": signs.tied, "p": signs.p},
        "mcnemar": None if flips is None else _mcnemar(flips),
        "visibleGap": verdict.gap,
        "standardError": None if seen is None else seen.standard_error,
        "withinCases": None if seen is None else seen.within,
        "moreCases": None if seen is None else seen.more_cases,
        "moreRepeats": None if seen is None else seen.more_repeats,
    }


def _mcnemar(flips: Flips) -> Row:
    return {"onlyA": flips.only_a, "onlyB": flips.only_b, "defects": flips.of, "p": flips.p}


def _means(cases: Cases, verdict: Verdict | None) -> Row:
    mean = None if verdict is None else verdict.mean
    return {
        "a": cases.mean(0),
        "b": cases.mean(1),
        "difference": None if mean is None else mean.value,
        "low": None if mean is None else mean.low,
        "high": None if mean is None else mean.high,
        "cases": len(cases.paired),
    }


def _case(case: ScoredCase) -> Row:
    return {
        "case": case.name,
        "a": case.mean_a,
        "b": case.mean_b,
        "difference": case.scores.difference,
        "repeatsA": len(case.scores.a),
        "repeatsB": len(case.scores.b),
    }


def _defect(defect: Defect) -> Row:
    anchor = defect.anchor
    return {
        "id": anchor.id,
        "case": anchor.case,
        "file": anchor.file,
        "line": anchor.line,
        "severity": anchor.severity,
        "category": anchor.category,
        "note": anchor.note,
        "a": _tally(defect.a),
        "b": _tally(defect.b),
    }


def _tally(tally: Tally) -> Row:
    return {"found": tally.found, "hits": tally.hits, "runs": tally.runs}


def _flips(known: Defects) -> Row:
    def ids(rows: Sequence[Defect]) -> list[Row]:
        return [{"id": row.anchor.id, "case": row.anchor.case} for row in rows]

    return {"onlyA": ids(known.only_a), "onlyB": ids(known.only_b)}


def _missed(known: Defects | None) -> Row:
    repeats = (None, None) if known is None else (known.repeats_a, known.repeats_b)
    a, b = (None if each is None else estimate_row(each.missed) for each in repeats)
    return {"a": a, "b": b, "both": None if known is None else estimate_row(known.missed_by_both)}


def _changes(of: Changes) -> Row:
    return {
        "new": [_seen(each) for each in of.new],
        "gone": [_seen(each) for each in of.gone],
        "kept": [_seen(each) for each in of.kept],
        "reweighed": len(of.reweighed),
    }


def _seen(each: SeenFinding) -> Row:
    finding = each.finding
    return {
        "id": finding.id,
        "case": finding.case,
        "file": finding.file,
        "line": finding.line,
        "rule": finding.rule,
        "message": finding.message,
        "severityA": each.severity_a,
        "severityB": each.severity_b,
        "hitsA": each.hits_a,
        "runsA": each.runs_a,
        "hitsB": each.hits_b,
        "runsB": each.runs_b,
    }
