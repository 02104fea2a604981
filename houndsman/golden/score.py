"""Grade a reviewer against known defects.

In: a golden set and anyone's findings, in any order. Out: a `Score`, in one order whatever that of the input. It keeps
every finding and every defect, each in one place, and every number with what it was counted from. Whatever makes it say
less than it seems to is a warning in it. An anchor's `match` that cannot be decided raises `GoldenError`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from houndsman.golden.breakdowns import Breakdowns, break_down
from houndsman.golden.carried_set import Carried, Relocation, remarks_on
from houndsman.golden.judge import Counts, Judgement, Match, Repeat, Reported, judge
from houndsman.golden.rates import Estimate, Macro, Precision, Rate, rates
from houndsman.golden.relocate import State
from houndsman.golden.remarks import UNANCHORED, remarks
from houndsman.models.foreign import ForeignFinding
from houndsman.models.golden import GoldenAnchor, GoldenSet, Thresholds
from houndsman.models.manifest import RunWarning
from houndsman.statistics.bootstrap import RESAMPLES, SEED

#: What to do about a threshold on false alarms where nothing can be a false alarm.
ADD_CLEAN_CASE = 'Add a case with no defects, {"case": "…", "expected": []}, or take `falseAlarms` out'


@dataclass(frozen=True, slots=True)
class ScoreOptions:
    """How to score, and what is known of the run whose findings are scored."""

    seed: int = SEED
    """Of the bootstrap."""
    resamples: int = RESAMPLES
    tolerance: int | None = None
    """In lines, instead of each anchor's own."""
    head: str | None = None
    """The commit that was reviewed, for findings that do not say; null where nobody knows."""
    changed_lines: int | None = None
    """Size of the change that was reviewed, lines added and removed, for a set of one case that does not say."""
    relocate: bool = True
    """Carry anchors to the commit that was reviewed, where the repository has it and theirs."""


class FalseAlarms(NamedTuple):
    """What a reviewer says where there is nothing to find."""

    rate: Rate
    """Of the clean cases, those with a finding. One without a place is as false there as any other; what an ignored
    anchor takes is not."""
    findings: int
    """How many there are in clean cases."""


class CaseScore(NamedTuple):
    """One case."""

    name: str
    counts: Counts


@dataclass(frozen=True, slots=True)
class Score:
    """What a reviewer is worth against one golden set. Lists are by case, file and line."""

    golden: GoldenSet
    counts: Counts
    """Over all cases, and what belongs to none."""
    recall: Rate
    precision: Precision
    f1: Estimate
    macro: Macro
    severity_agreement: Rate
    """Of the proved defects, those to which the reviewer gave the severity of the set, where both give one."""
    false_alarms: FalseAlarms
    by: Breakdowns
    cases: tuple[CaseScore, ...]
    """By name."""
    matches: Sequence[Match]
    missing: Sequence[GoldenAnchor]
    duplicates: Sequence[Repeat]
    ignored: Sequence[Repeat]
    outside: Sequence[Reported]
    unanchored_expected: Sequence[GoldenAnchor]
    unanchored_findings: Sequence[Reported]
    seed: int
    resamples: int
    warnings: tuple[RunWarning, ...]
    """The loudest first."""
    relocation: Relocation | None = None
    """What became of the anchors on their way to the commit that was reviewed; null where they stayed as they are."""


def score_carried(carried: Carried, findings: Sequence[ForeignFinding], options: ScoreOptions | None = None) -> Score:
    """Score `findings` against a set that was carried to where they are counted; otherwise as `score`."""
    scored = score(carried.golden, findings, options)
    if carried.relocation is None:
        return scored
    lost = {each.was.source for each in carried.relocation.anchors if each.state is State.VANISHED}
    # Without a place they are because they vanished, which is said of them already.
    only_lost = not scored.unanchored_findings and all(each.source in lost for each in scored.unanchored_expected)
    rest = [warning for warning in scored.warnings if not (only_lost and warning.code == UNANCHORED)]
    return replace(scored, relocation=carried.relocation, warnings=(*remarks_on(carried.relocation), *rest))


def score(golden: GoldenSet, findings: Sequence[ForeignFinding], options: ScoreOptions | None = None) -> Score:
    """Score `findings` against `golden`. Raises `GoldenError` where an anchor's `match` cannot be decided."""
    wanted = options or ScoreOptions()
    judged = judge(golden, findings, wanted.tolerance)
    numbers = rates(judged.counts, judged.homeless, wanted.resamples, wanted.seed)
    return Score(
        golden=golden,
        counts=judged.total,
        recall=numbers.recall,
        precision=numbers.precision,
        f1=numbers.f1,
        macro=numbers.macro,
        severity_agreement=_severity_agreement(judged.matches),
        false_alarms=_false_alarms(judged),
        by=break_down(judged, wanted.changed_lines),
        cases=tuple(CaseScore(case.name, counts) for case, counts in zip(judged.cases, judged.counts, strict=True)),
        matches=judged.matches,
        missing=judged.missing,
        duplicates=judged.duplicates,
        ignored=judged.ignored,
        outside=judged.outside,
        unanchored_expected=judged.unplaced_anchors,
        unanchored_findings=judged.unplaced_findings,
        seed=wanted.seed,
        resamples=wanted.resamples,
        warnings=(*remarks(golden, findings, judged, wanted.head), *golden.warnings),
    )


def missed_thresholds(scored: Score, thresholds: Thresholds, whose: str = "") -> tuple[str, ...]:
    """Which of `thresholds` the score does not reach, in words. A number that is not there reaches none.

    Args:
        scored: the score.
        thresholds: what is wanted.
        whose: what was scored, named in each sentence; empty where its reader knows.
    """
    of = f" of {whose}" if whose else ""
    told = []
    for name, value, least in (
        ("recall", scored.recall.value, thresholds.recall),
        ("precision", scored.precision.strict.value, thresholds.precision),
    ):
        if least is not None and (value is None or value < least):
            told.append(f"{name}{of} is {_said(value)}, at least {_said(least)} is wanted")
    most, alarms = thresholds.false_alarms, scored.false_alarms.rate.value
    if most is not None and (alarms is None or alarms > most):
        missed = f"the share of clean cases with a finding{of} is {_said(alarms)}, at most {_said(most)} is wanted"
        told.append(missed if alarms is not None else f"{missed}: there is no clean case. {ADD_CLEAN_CASE}")
    return tuple(told)


def _said(value: float | None) -> str:
    return "undefined" if value is None else f"{100 * value:.4g} %"


def _severity_agreement(matches: Sequence[Match]) -> Rate:
    compared = [match for match in matches if match.anchor.severity and match.finding.severity]
    return Rate(sum(match.anchor.severity is match.finding.severity for match in compared), len(compared))


def _false_alarms(judged: Judgement) -> FalseAlarms:
    clean = [counts for case, counts in zip(judged.cases, judged.counts, strict=True) if case.clean]
    alarms = [counts.alarms for counts in clean]
    return FalseAlarms(Rate(sum(map(bool, alarms)), len(clean)), sum(alarms))
