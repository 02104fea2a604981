"""Krippendorff's alpha: the published examples, and what it may not depend on; and Jaccard's index."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from houndsman.statistics.agreement import jaccard_index, krippendorff_alpha

units = st.lists(st.lists(st.sampled_from(("bug", "style", "nothing", None)), min_size=2, max_size=4), max_size=12)


def by_unit(*observers: str) -> list[list[str | None]]:
    """A letter for each unit of each observer, a dot for no answer, turned into units."""
    return [[None if each == "." else each for each in unit] for unit in zip(*observers, strict=True)]


@pytest.mark.parametrize(
    ("observers", "alpha"),
    [
        (("0100000010", "1110010000"), 0.095),
        (("aabbdcccedda", "babbbccceddd"), 0.692),
        (("123321412...", "1233224125.3", ".3332342251.", "12332441251."), 0.743),
    ],
    ids=["A: two observers, yes or no", "B: two observers, five names", "C: four observers, answers missing"],
)
def test_equals_the_published_examples(observers: tuple[str, ...], alpha: float) -> None:
    """K. Krippendorff (2011), Computing Krippendorff's alpha-reliability, parts A to C."""
    assert krippendorff_alpha(by_unit(*observers)) == pytest.approx(alpha, abs=5e-4)


@pytest.mark.parametrize(
    "answers",
    [[], [["bug"]], [["bug", None], [None, "style"]], [["bug", "bug"], ["bug", "bug"]]],
    ids=["no units", "one reviewer", "no unit with two answers", "nobody could disagree"],
)
def test_agreement_that_cannot_be_told_from_chance(answers: list[list[str | None]]) -> None:
    assert krippendorff_alpha(answers) is None


@pytest.mark.parametrize(
    ("answers", "alpha"),
    [([("bug", "bug"), ("style", "style")], 1.0), ([("bug", "style"), ("style", "bug")], -0.5)],
    ids=["full agreement", "opposition"],
)
def test_its_ends(answers: list[tuple[str, str]], alpha: float) -> None:
    assert krippendorff_alpha(answers) == pytest.approx(alpha)


@given(units, st.randoms(use_true_random=False))
def test_neither_order_nor_names_nor_silence_matter(answers: list[list[str | None]], source: Random) -> None:
    other: dict[str | None, int | None] = {"bug": 1, "style": 2, "nothing": 3, None: None}
    changed: list[list[int | None]] = [
        [*(other[each] for each in source.sample(unit, len(unit))), None] for unit in answers
    ]
    shuffled: list[list[int | None]] = [*source.sample(changed, len(changed)), [3]]
    alpha = krippendorff_alpha(answers)
    assert krippendorff_alpha(shuffled) == (None if alpha is None else pytest.approx(alpha))


@given(st.lists(st.lists(st.booleans(), min_size=2, max_size=2), min_size=1, max_size=20))
def test_two_complete_reviewers_are_compared_by_the_textbook_form(answers: list[list[bool]]) -> None:
    """1 - observed over expected disagreement of two observers, Krippendorff (2011), part A."""
    values = [each for unit in answers for each in unit]
    yes, no = values.count(True), values.count(False)
    apart = sum(one != other for one, other in answers)
    alpha = krippendorff_alpha(answers)
    if not yes or not no:
        assert alpha is None
    else:
        assert alpha == pytest.approx(1 - (len(values) - 1) * apart / (yes * no))


def test_chance_agreement_is_near_zero() -> None:
    source = Random(1)
    assert krippendorff_alpha([[source.randrange(3) for _ in range(3)] for _ in range(3_000)]) == pytest.approx(
        0, abs=0.03
    )


@pytest.mark.parametrize(
    ("one", "other", "share"),
    [("abc", "bcd", 2 / 4), ("ab", "ab", 1.0), ("ab", "cd", 0.0), ("ab", "", 0.0), ("", "", None)],
)
def test_the_share_that_both_report_of_all_that_either_reports(one: str, other: str, share: float | None) -> None:
    assert jaccard_index(frozenset(one), frozenset(other)) == share == jaccard_index(frozenset(other), frozenset(one))
