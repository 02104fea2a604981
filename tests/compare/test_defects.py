"""Who found which defect."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from houndsman.compare.defects import Defect, Defects, defects, tallies
from houndsman.compare.repeats import Tally
from houndsman.compare.verdict import Flips
from houndsman.models.golden import GoldenSet
from tests.compare.making import found, golden_set, side, trials

GOLDEN = golden_set([("pay", 4)])


def between(a: Sequence[Sequence[int]], b: Sequence[Sequence[int]], golden: GoldenSet = GOLDEN) -> Defects:
    """By the numbers of the defects that each run of A and of B found."""
    runs = [[found("pay", *numbers) for numbers in each] for each in (a, b)]
    return defects(golden, *(trials(golden, side("x", *each)) for each in runs))


def ids(rows: Sequence[Defect]) -> list[str]:
    return [row.anchor.id for row in rows]


def test_flips_are_what_one_side_alone_finds() -> None:
    known = between([[1, 2]], [[2, 3, 4]])
    assert (ids(known.only_a), ids(known.only_b)) == (["pay-1"], ["pay-3", "pay-4"])
    assert known.flips == Flips(1, 2, 4)


def test_with_repeats_the_majority_decides_and_each_row_says_k_of_n() -> None:
    known = between([[1, 2], [1], [3]], [[1], [3, 1], [3]])
    assert [(str(row.a), str(row.b)) for row in known.rows] == [
        ("2 of 3", "2 of 3"),
        ("1 of 3", "0 of 3"),
        ("1 of 3", "2 of 3"),
        ("0 of 3", "0 of 3"),
    ]
    assert (ids(known.only_a), ids(known.only_b)) == ([], ["pay-3"])


def test_an_estimate_counts_what_any_run_found() -> None:
    known = between([[1, 2], [1], [3]], [[1], [3, 1], [3]])
    assert known.missed_by_both is not None
    assert known.missed_by_both.found == 3  # 1, 2 and 3 by A; 1 and 3 by B
    assert known.missed_by_both.total == pytest.approx(4 * 3 / 3 - 1)


def test_where_nobody_finds_anything_there_is_no_estimate_and_no_agreement() -> None:
    known = between([[]], [[0]])
    assert (known.missed_by_both, known.alpha) == (None, None)


@pytest.mark.parametrize(
    ("a", "b", "alpha"), [([1, 2], [1, 2], 1.0), ([1, 2], [3, 4], -0.75), ([1, 2, 3, 4], [1, 2, 3, 4], None)]
)
def test_agreement_goes_by_found_and_not_found(a: list[int], b: list[int], alpha: float | None) -> None:
    assert between([a], [b]).alpha == (None if alpha is None else pytest.approx(alpha))


def test_only_sides_with_repeats_have_something_to_say_of_them() -> None:
    known = between([[1], [2]], [[1]])
    assert known.repeats_a is not None and known.repeats_a.stability.runs == 2
    assert known.repeats_b is None


def test_a_defect_that_one_side_could_not_find_is_no_flip() -> None:
    """Its code is gone from what A reviewed, so that it has no line there."""
    (case,) = GOLDEN.cases
    first, *others = case.anchors
    gone = replace(GOLDEN, cases=(replace(case, anchors=(first._replace(line=None), *others)),))
    a, b = trials(gone, side("a", found("pay", 2))), trials(GOLDEN, side("b", found("pay", 1, 2)))
    known = defects(GOLDEN, a, b)
    assert ids(known.rows) == ["pay-2", "pay-3", "pay-4"]
    assert known.flips == Flips(0, 0, 3)


def test_tallies_are_of_one_side() -> None:
    assert tallies(GOLDEN, trials(GOLDEN, side("x", found("pay", 1), found("pay", 1, 4)))) == [
        Tally(2, 2),
        Tally(0, 2),
        Tally(0, 2),
        Tally(1, 2),
    ]
