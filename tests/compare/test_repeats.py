"""The runs of one side beside each other."""

from __future__ import annotations

import pytest

from houndsman.compare.repeats import Repeats, Tally, estimate_row, stability_row


@pytest.mark.parametrize(
    ("hits", "runs", "found"), [(1, 1, True), (0, 1, False), (2, 4, False), (3, 4, True), (3, 5, True), (2, 5, False)]
)
def test_a_defect_is_found_if_more_than_half_of_the_runs_find_it(hits: int, runs: int, found: bool) -> None:
    assert Tally(hits, runs).found is found


def test_a_tally_reads_as_it_is_said() -> None:
    assert str(Tally(4, 5)) == "4 of 5"


def test_a_single_run_has_nothing_beside_it() -> None:
    assert Repeats.of([Tally(1, 1), Tally(0, 1)]) is None
    assert Repeats.of([]) is None
    assert (stability_row(None), estimate_row(None)) == (None, None)


def test_repeats_say_how_steady_they_are_and_what_all_of_them_miss() -> None:
    repeats = Repeats.of([Tally(2, 2), Tally(1, 2), Tally(1, 2), Tally(0, 2)])
    assert repeats is not None and repeats.missed is not None
    assert stability_row(repeats) == {
        "runs": 2,
        "foundIn": [1, 2, 1],
        "recallByRun": [0.5, 0.75],
        "gainedByRun": [0.5, 0.25],
        "recallEveryRun": [0.5, 0.25],
    }
    told = estimate_row(repeats.missed)
    assert told is not None
    assert (told["found"], told["total"], told["missed"]) == (3, 3.5, 0.5)  # 2 once, 1 twice: 2 x 1 / (2 x 2)
    assert "independent" in str(told["assumption"])


def test_nothing_found_has_no_estimate() -> None:
    repeats = Repeats.of([Tally(0, 3)])
    assert repeats is not None and repeats.missed is None
