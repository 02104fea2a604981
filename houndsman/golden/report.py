"""A score as data for machines, as a page for people, and as the few rows that a terminal shows.

In: a score and, where a run of ours was scored, a few words on it. Out: what `golden --json` prints and
`golden-<stem>.json` holds; the Markdown of `golden-<stem>.md`; rows of text. The same score gives the same bytes, and
nothing in them depends on the order in which findings and anchors came. Nothing fails.
"""

from __future__ import annotations

from collections.abc import Mapping

from houndsman.golden import rows
from houndsman.golden.page import render_page
from houndsman.golden.score import Score


def as_json(score: Score, run: Mapping[str, object] | None = None) -> dict[str, object]:
    """The score as plain JSON data.

    Args:
        score: what is written.
        run: which run of ours was scored, as its reader should see it; None for somebody else's findings.
    """
    expected = score.counts.expected + sum(not anchor.ignored for anchor in score.unanchored_expected)
    relocation = score.relocation
    states = {} if relocation is None else relocation.words
    return {
        "golden": rows.set_row(score.golden, expected),
        "run": None if run is None else dict(run),
        **_numbers(score),
        "matches": [rows.match_row(match, states.get(match.anchor.source)) for match in score.matches],
        "missing": [rows.anchor_row(anchor) for anchor in score.missing],
        "outside": [rows.reported_row(each) for each in score.outside],
        "duplicates": [rows.repeat_row(each) for each in score.duplicates],
        "ignored": [rows.repeat_row(each) for each in score.ignored],
        "unanchored": {
            "expected": [rows.anchor_row(anchor) for anchor in score.unanchored_expected],
            "findings": [rows.reported_row(each) for each in score.unanchored_findings],
        },
        "relocation": None if relocation is None else rows.relocation_row(relocation),
        "cases": [rows.case_row(case) for case in score.cases],
        "stability": None,
        "missedEstimate": None,
        "seed": score.seed,
        "resamples": score.resamples,
        "warnings": rows.warning_rows(score.warnings),
    }


def as_markdown(score: Score, run: Mapping[str, object] | None = None, findings: str | None = None) -> str:
    """The score as a page of Markdown; `findings` says where somebody else's lie, the others are as of `as_json`."""
    return render_page(score, run, findings)


def _numbers(score: Score) -> dict[str, object]:
    precision, macro, by = score.precision, score.macro, score.by
    return {
        "recall": rows.recall_row(score.recall),
        "precision": {
            "strict": rows.precision_row(precision.strict),
            "neutral": rows.precision_row(precision.neutral),
            "any": rows.precision_row(precision.any),
        },
        "f1": rows.estimate_row(score.f1),
        "macro": {
            "recall": rows.estimate_row(macro.recall),
            "precision": rows.estimate_row(macro.precision),
            "f1": rows.estimate_row(macro.f1),
        },
        "severityAgreement": rows.agreement_row(score.severity_agreement),
        "falseAlarms": rows.false_alarms_row(score.false_alarms),
        "by": {
            "severity": {name: rows.slice_row(part) for name, part in by.severity.items()},
            "category": {name: rows.slice_row(part) for name, part in by.category.items()},
            "size": {name: rows.slice_row(part) for name, part in by.size.items()},
        },
    }
