"""A comparison of two sides, put together: by known defects, by scores made elsewhere, or by what is reported.

In: two sides and, for each, what it is compared by. Out: a `Comparison`, which the three reports tell. Whatever makes
it say less than it seems to is a warning in it, the loudest first. Where no case has a score from both sides and there
is no defect either, there is nothing to compare: a `UsageError`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from houndsman.compare.cases import Cases, paired
from houndsman.compare.changes import Changes, changes
from houndsman.compare.defects import Defects, defects
from houndsman.compare.metric import Metric
from houndsman.compare.score_table import ScoreTable
from houndsman.compare.sides import Kind, Side, heads
from houndsman.compare.trials import Trial, pooled, scores_by_case
from houndsman.compare.verdict import Verdict, decide
from houndsman.errors import UsageError
from houndsman.golden.judge import Counts
from houndsman.models.golden import GoldenSet
from houndsman.models.manifest import RunWarning
from houndsman.statistics.bootstrap import RESAMPLES, SEED

INCOMPLETE_RUN = "incomplete-run"
OTHER_HEAD = "other-head"
UNPAIRED = "unpaired-cases"
UNEVEN = "uneven-repeats"
NO_FINGERPRINT = "no-fingerprint"

_NAMED = 5  # cases in a warning
_SHA = 12


class Basis(StrEnum):
    """What two sides are compared by."""

    GOLDEN = "golden"  # known defects
    SCORES = "scores"  # made elsewhere
    FINDINGS = "findings"  # what is reported: no verdict


@dataclass(frozen=True, slots=True)
class Options:
    """How to compare."""

    metric: Metric = Metric.F1
    seed: int = SEED
    """Of the bootstrap and of random signs."""
    resamples: int = RESAMPLES


class Judged(NamedTuple):
    """Both sides against the same defects."""

    a: tuple[Trial, ...]
    """One for each run of A."""
    b: tuple[Trial, ...]

    @property
    def counts_a(self) -> Counts:
        """Of all runs of A together."""
        return pooled(self.a)

    @property
    def counts_b(self) -> Counts:
        """Of all runs of B together."""
        return pooled(self.b)


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two sides beside each other. What does not apply is null."""

    basis: Basis
    a: Side
    b: Side
    options: Options
    golden: GoldenSet | None = None
    judged: Judged | None = None
    cases: Cases | None = None
    verdict: Verdict | None = None
    """Null for findings alone."""
    defects: Defects | None = None
    changes: Changes | None = None
    """Null for scores made elsewhere."""
    source: str | None = None
    """The file of scores made elsewhere."""
    warnings: tuple[RunWarning, ...] = ()

    @property
    def is_whole(self) -> bool:
        """Whether no run of either side lacks an answer."""
        return self.a.is_whole and self.b.is_whole

    @property
    def same_findings(self) -> bool:
        """Whether both sides report the same, as often and as severe: one report given twice, or two that agree."""
        return self.changes is not None and self.changes.are_none


def compare_by_golden(
    golden: GoldenSet, a: Side, b: Side, judged: Judged, options: Options, told: Sequence[RunWarning] = ()
) -> Comparison:
    """Compare by the defects of `golden`.

    Args:
        golden: the known defects.
        a: one side.
        b: the other.
        judged: a trial for each run of each.
        options: how.
        told: what is known already, such as the remarks of the scores.
    """
    cases = paired(scores_by_case(judged.a, options.metric), scores_by_case(judged.b, options.metric))
    known = defects(golden, judged.a, judged.b)
    if not cases.paired and not known.rows:
        hint = "Name another --metric: f1 has a score for every case whose defects have a place, and for clean ones."
        raise UsageError(f"no case has a {options.metric} from both sides", where=golden.path, hint=hint)
    return Comparison(
        basis=Basis.GOLDEN,
        a=a,
        b=b,
        options=options,
        golden=golden,
        judged=judged,
        cases=cases,
        verdict=decide(cases, known.flips, options.resamples, options.seed),
        defects=known,
        changes=changes(a, b),
        warnings=(*_of_sides(a, b), *_of_cases(cases), *told),
    )


def compare_by_scores(table: ScoreTable, a: str, b: str, options: Options) -> Comparison:
    """Compare the variants `a` and `b` of `table`. Raises `UsageError` for one that it does not have."""
    cases = paired(table.of(a, "--a"), table.of(b, "--b"))
    if not cases.paired:
        hint = "Both have to be scored on the same cases, under the same names."
        raise UsageError(f"{a!r} and {b!r} have no case in common", where=table.path, hint=hint)
    return Comparison(
        basis=Basis.SCORES,
        a=Side(a, Kind.SCORES),
        b=Side(b, Kind.SCORES),
        options=options,
        cases=cases,
        verdict=decide(cases, None, options.resamples, options.seed),
        source=table.path,
        warnings=tuple(_of_cases(cases)),
    )


def compare_by_findings(a: Side, b: Side, told: Sequence[RunWarning] = ()) -> Comparison:
    """Compare what both sides report. Which is better cannot be told from that, and is not."""
    warnings = [*_of_sides(a, b), *told]
    if Kind.FINDINGS in (a.kind, b.kind):
        words = "findings of somebody else have no fingerprint: one whose line has moved counts as gone and as new"
        warnings.append(RunWarning(code=NO_FINGERPRINT, message=words))
    return Comparison(Basis.FINDINGS, a, b, Options(), changes=changes(a, b), warnings=tuple(warnings))


def _of_sides(a: Side, b: Side) -> Iterator[RunWarning]:
    for letter, side in (("A", a), ("B", b)):
        wanting = [run.name for run in side.runs if not run.complete]
        if wanting:
            told = f"{letter} is not whole: somebody's answer is missing in {', '.join(wanting)}, and what it would say"
            yield RunWarning(code=INCOMPLETE_RUN, message=told)
    reviewed = heads((a, b))
    if len(reviewed) > 1:
        told = ", ".join(sha[:_SHA] for sha in reviewed)
        yield RunWarning(code=OTHER_HEAD, message=f"not all runs reviewed the same commit ({told})")


def _of_cases(cases: Cases) -> Iterator[RunWarning]:
    for letter, names in (("A", cases.only_a), ("B", cases.only_b)):
        if names:
            named = ", ".join(names[:_NAMED]) + (f" and {len(names) - _NAMED} more" if len(names) > _NAMED else "")
            told = (
                f"{len(names)} {'case has' if len(names) == 1 else 'cases have'} a score from {letter} alone and "
                f"{'is' if len(names) == 1 else 'are'} left out: {named}"
            )
            yield RunWarning(code=UNPAIRED, message=told)
    for letter, side in (("A", 0), ("B", 1)):
        repeats = {len(pair[side]) for pair in cases.pairs}
        if len(repeats) > 1:
            told = f"cases of {letter} have {min(repeats)} to {max(repeats)} repeats; every case weighs the same"
            yield RunWarning(code=UNEVEN, message=told)
