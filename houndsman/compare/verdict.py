"""The verdict of a comparison, what it rests on, and the last line that says it.

In: paired cases; or, where there is only one, the defects that one side alone found. Out: a `Verdict`. Nothing fails:
too little to go by is "no difference shown", with what it would have taken.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from itertools import count
from typing import NamedTuple

from houndsman.compare.cases import Cases
from houndsman.statistics.bootstrap import RESAMPLES, SEED
from houndsman.statistics.paired import MeanDifference, SignFlipTest, SignTest, mcnemar, sign_test
from houndsman.statistics.power import Visibility, visibility
from houndsman.statistics.verdict import FEWEST_CASES, Better, decide_by_cases, decide_by_defects


class Method(StrEnum):
    """What a verdict rests on."""

    BOOTSTRAP = "paired-bootstrap"
    BOOTSTRAP_AND_SIGN_FLIP = "paired-bootstrap-and-sign-flip"  # with few cases both must agree
    MCNEMAR = "mcnemar"


class Flips(NamedTuple):
    """Defects of which one side alone has found each, and McNemar's test of them."""

    only_a: int
    only_b: int
    of: int
    """All defects."""

    @property
    def p(self) -> float:
        """Of a split at least as uneven, if both are equally good."""
        return mcnemar(self.only_a, self.only_b)

    @property
    def visible_gap(self) -> float | None:
        """The smallest difference in recall that would have been called, given how often the side that is behind finds
        what the other does not; None where there are too few defects for any."""
        behind = min(self.only_a, self.only_b)
        enough = next(ahead for ahead in count(behind) if decide_by_defects(behind, ahead) is not Better.NONE)
        return (enough - behind) / self.of if behind + enough <= self.of else None


@dataclass(frozen=True, slots=True)
class Verdict:
    """Which side is better, or that nothing shows it."""

    better: Better
    method: Method
    line: str
    """The last line of every report."""
    mean: MeanDifference | None = None
    """B less A over the cases; null for fewer than two."""
    sign_flip: SignFlipTest | None = None
    """Null where it was not asked: from twenty cases on."""
    signs: SignTest | None = None
    flips: Flips | None = None
    """Null for scores made elsewhere, which know of no defects."""
    visible: Visibility | None = None
    gap: float | None = None
    """The smallest difference that would have been seen, in the unit of the scores; null where none would."""


def decide(cases: Cases, flips: Flips | None, resamples: int = RESAMPLES, seed: int = SEED) -> Verdict:
    """The verdict over `cases`; over the defects in `flips` where there is no second case."""
    if len(cases.paired) < 2:
        return _by_defects(flips)
    return _by_cases(cases, flips, resamples, seed)


def points(difference: float, *, shares: bool) -> str:
    """A difference without its sign: in hundredths for shares, else in the unit of the scores."""
    return f"{100 * abs(difference):.1f}" if shares else f"{abs(difference):.4g}"


def _by_cases(cases: Cases, flips: Flips | None, resamples: int, seed: int) -> Verdict:
    apart = cases.apart
    decision, seen = decide_by_cases(apart, resamples, seed), visibility(cases.pairs)
    if seen.gap is not None:
        why = _not_seen(points(seen.gap, shares=cases.are_shares))
    elif len(apart) < FEWEST_CASES:
        why = f"with {len(apart)} cases no gap would be seen, it takes {FEWEST_CASES}"
    else:
        why = "no case differs"
    return Verdict(
        better=decision.better,
        method=Method.BOOTSTRAP if decision.sign_flip is None else Method.BOOTSTRAP_AND_SIGN_FLIP,
        line=_line(decision.better, why),
        mean=decision.mean,
        sign_flip=decision.sign_flip,
        signs=sign_test(apart),
        flips=flips,
        visible=seen,
        gap=seen.gap,
    )


def _by_defects(flips: Flips | None) -> Verdict:
    if flips is None or not flips.of:
        why = "a single case says nothing about others"
        return Verdict(Better.NONE, Method.MCNEMAR, _line(Better.NONE, why), flips=flips)
    better, gap = decide_by_defects(flips.only_a, flips.only_b), flips.visible_gap
    few = f"with {flips.of} defect{'' if flips.of == 1 else 's'} in a single case no gap would be seen"
    why = few if gap is None else _not_seen(points(gap, shares=True))
    return Verdict(better, Method.MCNEMAR, _line(better, why), flips=flips, gap=gap)


def _not_seen(told: str) -> str:
    return f"a gap under {told} points would not be seen"


def _line(better: Better, why: str) -> str:
    match better:
        case Better.A:
            return "A is better"
        case Better.B:
            return "B is better"
        case Better.NONE:
            return f"no difference shown ({why})"
