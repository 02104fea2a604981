"""`golden-<stem>.md`: a score on one page, what must be known first on top.

In: a score and, where a run of ours was scored, a few words on it. Out: Markdown; the same input gives the same bytes.
Every foreign text is capped and kept in its cell, and so is every list; the whole lists stand in the JSON. Nothing
fails.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from houndsman.golden.breakdowns import UNKNOWN, Slice
from houndsman.golden.carried_set import Relocation
from houndsman.golden.headline import headline, percent
from houndsman.golden.judge import Repeat, Reported
from houndsman.golden.nearest import Neighbourhood
from houndsman.golden.page_parts import LISTED, named, rows_of, said, section, table, warned, where
from houndsman.golden.rates import Rate, f1_of, precision_of, recall_of
from houndsman.golden.relocate import Relocated, State
from houndsman.golden.score import CaseScore, Score
from houndsman.models.foreign import ForeignFinding
from houndsman.models.golden import GoldenAnchor
from houndsman.prompt.foreign import sentence

_SHA = 12  # characters of a commit
_PAIRS = 3  # of commits

_STATES = {state.value: state.value for state in State} | {"notCarried": "not carried"}

_OUTSIDE = (
    "*Outside* means that no known defect is there. No golden set is complete: such a finding may be true and was "
    "never triaged, so that precision is a lower bound. What turns out to be true belongs in the set."
)


def render_page(score: Score, run: Mapping[str, object] | None = None, findings: str | None = None) -> str:
    """The page of `score`.

    Args:
        score: what is written.
        run: which run of ours was scored; None for somebody else's findings.
        findings: where the latter lie; None where nobody knows.
    """
    sections = [
        f"# Score against {named(score.golden.stem)}",
        *warned(score.warnings),
        "\n".join(f"- {line}" for line in _facts(score, _scored(run, findings))),
        _headline(score),
        *([_OUTSIDE] if score.outside else []),
        *_breakdowns(score),
        *_lists(score),
        *_cases(score),
    ]
    return "\n\n".join(sections) + "\n"


def _scored(run: Mapping[str, object] | None, findings: str | None) -> str:
    if run is not None:
        return ", ".join(f"{sentence(key)} {sentence(str(value))}" for key, value in sorted(run.items()))
    return "findings of somebody else" + (f", from {said(findings)}" if findings else "")


def _facts(score: Score, scored: str) -> Iterator[str]:
    golden, counts = score.golden, score.counts
    clean = sum(case.clean for case in golden.cases)
    commit = f", commit {sentence(golden.commit, 40)}" if golden.commit else ""
    yield f"Golden set: {sentence(golden.path)}, version {golden.version}, sha256 {golden.hash}{commit}"
    if score.relocation is not None:
        told = ", ".join(f"{count} {_STATES[state]}" for state, count in score.relocation.counts.items() if count)
        yield f"Anchors carried from {_carried(score.relocation)}: {told}"
    yield f"Cases: {len(golden.cases)}, of which {clean} without a known defect"
    yield f"Scored: {scored}"
    yield (
        f"Findings: {counts.reported} reported, of which {counts.matched} prove a defect, {counts.duplicates} repeat "
        f"one and {counts.outside} are outside; {counts.ignored} ignored, {counts.unplaced} without a place"
    )
    if len(score.cases) > 1:
        yield f"Intervals by case: {score.resamples} resamples, seed {score.seed}"


def _carried(relocation: Relocation) -> str:
    """From where to where, in a few words."""
    shown = [f"{old[:_SHA]} to {new[:_SHA]}" for old, new in relocation.commits[:_PAIRS]]
    return ", ".join(shown) + (
        f" and {len(relocation.commits) - _PAIRS} more" if len(relocation.commits) > _PAIRS else ""
    )


def _headline(score: Score) -> str:
    rows = [[row.name, row.value, row.wilson, row.clustered, row.counts] for row in headline(score)]
    return table(["", "value", "95 % (Wilson)", "95 % (by case)", "counted"], rows, right=(1, 2, 3))


_DEFECT = ["defect", "place", "severity", "category", "note"]
_MISSING = [*_DEFECT, "nearest finding", "why it does not prove it"]
_FINDING = ["case", "place", "severity", "rule", "message"]
_ANCHOR = ["defect", "was", "now", "state", "why"]
_REPEAT = ["place", "defect", "rule", "message"]


def _lists(score: Score) -> Iterator[str]:
    if score.missing:  # whom a defect is near to is only asked for those that are listed
        around = Neighbourhood(score)
        yield from section("## Missing", _MISSING, score.missing, lambda anchor: _missing(anchor, around))
    if score.relocation is not None:
        moved = score.relocation.unsure
        yield from section("## Anchors that did not stay with their lines", _ANCHOR, moved, _relocated)
    yield from section("## Duplicates", _REPEAT, score.duplicates, _repeat)
    yield from section("## Outside", _FINDING, score.outside, _reported)
    yield from section("## Ignored", _REPEAT, score.ignored, _repeat)
    yield from section("## Defects without a place", _DEFECT, score.unanchored_expected, _defect)
    yield from section("## Findings without a place", _FINDING, score.unanchored_findings, _reported)


def _defect(anchor: GoldenAnchor) -> list[str]:
    place = where(anchor.file, anchor.line, anchor.end_line)
    return [named(anchor.id), place, anchor.severity or "", named(anchor.category), said(anchor.note)]


def _missing(anchor: GoldenAnchor, around: Neighbourhood) -> list[str]:
    """A defect that nobody found, and what came nearest to it."""
    for miss in around.near(anchor, 1):
        nearest = f"{_place_of(miss.finding)} {said(miss.finding.message)}".rstrip()
        return [*_defect(anchor), nearest, "; ".join(map(said, miss.reasons))]
    return [*_defect(anchor), "", ""]


def _relocated(relocated: Relocated) -> list[str]:
    was, now = relocated.was, relocated.now
    place = "" if relocated.state is State.VANISHED else where(now.file, now.line, now.end_line)
    before = where(was.file, was.line, was.end_line)
    return [named(was.id), before, place, relocated.told, said(relocated.why)]


def _repeat(repeat: Repeat) -> list[str]:
    finding = repeat.finding
    return [_place_of(finding), named(repeat.anchor.id), named(finding.rule), said(finding.message)]


def _reported(reported: Reported) -> list[str]:
    finding = reported.finding
    words = [named(finding.rule), said(finding.message)]
    return [named(reported.case), _place_of(finding), finding.severity or "", *words]


def _place_of(finding: ForeignFinding) -> str:
    return where(finding.file, finding.line, finding.end_line)


def _breakdowns(score: Score) -> Iterator[str]:
    by = score.by
    titles = (("severity", by.severity), ("category", by.category), ("size of change, in lines", by.size))
    for title, parts in titles:
        if parts.keys() - {UNKNOWN}:
            yield f"## By {title}"
            yield _slices(parts)


def _slices(parts: Mapping[str, Slice]) -> str:
    """A table of one breakdown."""
    headers = ["", "recall", "found", "precision", "matched"]
    rows = [[named(name), *_shares(part.recall), *_shares(part.precision)] for name, part in parts.items()]
    if all(part.precision is None for part in parts.values()):
        headers, rows = headers[:3], [row[:3] for row in rows]
    return table(headers, rows[:LISTED], right=range(1, len(headers)))


def _shares(rate: Rate | None) -> list[str]:
    return ["", ""] if rate is None else [percent(rate.value), f"{rate.hits} of {rate.of}"]


def _cases(score: Score) -> Iterator[str]:
    if len(score.cases) < 2:
        return
    headers = ["case", "recall", "precision", "F1", "found", "reported", "duplicates", "outside", "ignored", "no place"]
    yield f"## Cases ({len(score.cases)})"
    yield from rows_of(headers, score.cases, _case, right=range(1, len(headers)))


def _case(case: CaseScore) -> list[str]:
    counts = case.counts
    shares = [percent(share) for share in (recall_of(counts), precision_of(counts), f1_of(counts))]
    numbers = (counts.reported, counts.duplicates, counts.outside, counts.ignored, counts.unplaced)
    return [named(case.name), *shares, f"{counts.matched} of {counts.expected}", *map(str, numbers)]
