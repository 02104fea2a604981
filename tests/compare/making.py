"""Sides, trials and comparisons for the tests of comparing: made by hand, and made up."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from houndsman.compare.comparison import Comparison, Judged, Options, compare_by_golden
from houndsman.compare.sides import Kind, Run, Side
from houndsman.compare.trials import Trial
from houndsman.golden.score import ScoreOptions, score
from houndsman.models.foreign import ForeignFinding
from houndsman.models.golden import GoldenAnchor, GoldenCase, GoldenSet
from houndsman.models.severity import Severity


def golden_set(cases: Iterable[tuple[str, int]]) -> GoldenSet:
    """Cases with so many defects each, at lines 10, 20, ... of the file that is called after the case."""
    return GoldenSet(
        path="set.jsonl",
        stem="set",
        hash="0" * 64,
        version=1,
        commit=None,
        cases=tuple(
            GoldenCase(name, tuple(_anchor(name, at) for at in range(1, defects + 1)), frozenset({f"{name}.py"}))
            for name, defects in sorted(cases)
        ),
    )


def found(case: str, *numbers: int) -> list[ForeignFinding]:
    """Findings that prove these defects of a case; number 0 is wrong and proves none."""
    return [finding(case, 10 * number or 5) for number in numbers]


def finding(case: str, line: int, severity: Severity | None = None, rule: str = "R1") -> ForeignFinding:
    """A finding in the file that is called after a case."""
    return ForeignFinding(f"{case}.py", line, rule=rule, message="It is wrong.", severity=severity)


def side(name: str, *runs: Sequence[ForeignFinding], kind: Kind = Kind.RUNS) -> Side:
    """A side with these runs, which are whole."""
    return Side(
        name,
        kind,
        tuple(Run(f"run {at}", tuple(findings), at, head="a" * 40) for at, findings in enumerate(runs, 1)),
        review=f"feature-{name}",
    )


def trials(golden: GoldenSet, of: Side) -> tuple[Trial, ...]:
    """The runs of a side, judged."""
    return tuple(Trial.of(score(golden, run.findings, ScoreOptions(resamples=0))) for run in of.runs)


def compared(golden: GoldenSet, a: Side, b: Side, options: Options | None = None) -> Comparison:
    """Two sides by the defects of `golden`."""
    return compare_by_golden(golden, a, b, Judged(trials(golden, a), trials(golden, b)), options or Options())


def many_cases(number: int, of_a: Sequence[int], of_b: Sequence[int]) -> Comparison:
    """A comparison on `number` cases of four defects each, in each of which A and B find these."""
    names = [f"case{at:03}" for at in range(number)]
    golden = golden_set((name, 4) for name in names)
    a, b = ([each for name in names for each in found(name, *numbers)] for numbers in (of_a, of_b))
    return compared(golden, side("plain", a), side("deep", b))


def _anchor(case: str, number: int) -> GoldenAnchor:
    line = 10 * number
    return GoldenAnchor(f"{case}-{number}", case, f"{case}.py", line, source=f"set.jsonl:{case}:{number}")
