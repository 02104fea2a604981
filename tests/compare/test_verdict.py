"""Every last line, and what it rests on."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from houndsman.compare.cases import Cases, paired
from houndsman.compare.verdict import Flips, Method, decide, points
from houndsman.statistics.paired import mcnemar
from houndsman.statistics.verdict import Better

NOISE = (0.1, -0.1, 0.2, -0.2, 0.0)


def cases(apart: Sequence[float], base: float = 0.5) -> Cases:
    """One case for each difference."""
    names = [f"case{at:03}" for at in range(len(apart))]
    return paired(
        {name: [base] for name in names}, {name: [base + each] for name, each in zip(names, apart, strict=True)}
    )


@pytest.mark.parametrize(
    ("apart", "line", "method"),
    [
        pytest.param([0.3, 0.2] * 10, "B is better", Method.BOOTSTRAP, id="B"),
        pytest.param([-0.3, -0.2] * 10, "A is better", Method.BOOTSTRAP, id="A"),
        pytest.param([0.3, 0.2] * 4, "B is better", Method.BOOTSTRAP_AND_SIGN_FLIP, id="B-by-few-cases"),
        pytest.param(
            NOISE * 4,
            "no difference shown (a gap under 9.1 points would not be seen)",
            Method.BOOTSTRAP,
            id="noise",
        ),
        pytest.param(
            [0.3] * 5,
            "no difference shown (with 5 cases no gap would be seen, it takes 6)",
            Method.BOOTSTRAP_AND_SIGN_FLIP,
            id="too-few-cases",
        ),
        pytest.param([0.0] * 20, "no difference shown (no case differs)", Method.BOOTSTRAP, id="the-same"),
        pytest.param(
            [0.0] * 7, "no difference shown (no case differs)", Method.BOOTSTRAP_AND_SIGN_FLIP, id="the-same-few"
        ),
    ],
)
def test_over_cases(apart: Sequence[float], line: str, method: Method) -> None:
    verdict = decide(cases(apart), None)
    assert (verdict.line, verdict.method) == (line, method)


def test_under_twenty_cases_the_interval_alone_makes_no_winner() -> None:
    """Seven of nine are ahead by a hair and two behind by as much: the interval excludes zero, chance does not."""
    apart = [0.2, 0.2, 0.2, 0.01, 0.01, 0.01, 0.01, -0.03, 0.01]
    verdict = decide(cases(apart), None)
    assert verdict.mean is not None and verdict.mean.excludes_zero
    assert verdict.sign_flip is not None and verdict.sign_flip.p >= 0.05
    assert verdict.better is Better.NONE


@pytest.mark.parametrize(
    ("flips", "line"),
    [
        pytest.param(Flips(0, 6, 20), "B is better", id="B"),
        pytest.param(Flips(19, 6, 40), "A is better", id="A"),
        pytest.param(
            Flips(0, 5, 20), "no difference shown (a gap under 30.0 points would not be seen)", id="one-short-of-six"
        ),
        pytest.param(Flips(0, 0, 40), "no difference shown (a gap under 15.0 points would not be seen)", id="the-same"),
        pytest.param(
            Flips(3, 4, 40), "no difference shown (a gap under 22.5 points would not be seen)", id="noise-hides-more"
        ),
        pytest.param(
            Flips(0, 5, 5), "no difference shown (with 5 defects in a single case no gap would be seen)", id="few"
        ),
        pytest.param(
            Flips(1, 0, 1), "no difference shown (with 1 defect in a single case no gap would be seen)", id="one"
        ),
        pytest.param(Flips(0, 0, 0), "no difference shown (a single case says nothing about others)", id="clean"),
        pytest.param(None, "no difference shown (a single case says nothing about others)", id="scores"),
    ],
)
def test_over_the_defects_of_a_single_case(flips: Flips | None, line: str) -> None:
    verdict = decide(cases([0.9]), flips)
    assert (verdict.line, verdict.method, verdict.mean) == (line, Method.MCNEMAR, None)


@pytest.mark.parametrize("behind", [0, 1, 3, 9])
def test_the_gap_of_a_single_case_is_the_first_that_mcnemar_calls(behind: int) -> None:
    flips = Flips(behind, behind, 200)
    gap = flips.visible_gap
    assert gap is not None
    ahead = behind + round(gap * 200)
    assert mcnemar(behind, ahead) < 0.05 <= mcnemar(behind, ahead - 1)


def test_a_point_is_a_hundredth_of_a_share_and_else_what_was_scored() -> None:
    assert (points(-0.0931, shares=True), points(12.3456, shares=False)) == ("9.3", "12.35")
    line = decide(cases([3.0, -1.0, 2.0, -2.0] * 6, base=50.0), None).line
    assert line.startswith("no difference shown (a gap under 1.") and line.endswith(" points would not be seen)")
