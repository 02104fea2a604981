"""Which cases are compared, and as what."""

from __future__ import annotations

import pytest

from houndsman.compare.cases import paired


def test_only_cases_of_both_are_paired_and_the_others_are_named() -> None:
    cases = paired({"b": [1.0], "a": [0.5, 1.0], "x": [1]}, {"a": [0.25], "b": [0.5], "z": [0], "y": [0]})
    assert [(case.name, case.mean_a, case.mean_b) for case in cases.paired] == [("a", 0.75, 0.25), ("b", 1.0, 0.5)]
    assert (cases.only_a, cases.only_b) == (("x",), ("y", "z"))


def test_repeats_are_averaged_inside_their_case_and_every_case_weighs_the_same() -> None:
    cases = paired({"a": [1.0] * 9, "b": [0.0]}, {"a": [0.5, 0.0], "b": [0.5]})
    assert cases.apart == [-0.75, 0.5]
    assert (cases.mean(0), cases.mean(1)) == (0.5, 0.375)


def test_no_pair_has_no_mean() -> None:
    assert paired({"a": [1.0]}, {}).mean(0) is None


@pytest.mark.parametrize(("score", "shares"), [(1.0, True), (1.5, False), (-0.1, False)])
def test_a_score_beyond_a_share_makes_them_numbers_of_their_own(score: float, shares: bool) -> None:
    assert paired({"a": [0.5]}, {"a": [0.5, score]}).are_shares is shares
