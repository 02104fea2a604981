"""The numbers of a score."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from houndsman.golden.judge import Counts
from houndsman.golden.rates import Rate, Rates, f1_of, precision_of, rates, recall_of
from houndsman.statistics.bootstrap import RESAMPLES, SEED
from houndsman.statistics.intervals import Interval, wilson

NOTHING = Counts()


def of(*cases: Counts, homeless: Counts = NOTHING, resamples: int = 500) -> Rates:
    return rates(cases, homeless, resamples, SEED)


def test_each_by_its_name() -> None:
    told = of(Counts(expected=10, matched=4, duplicates=2, outside=2, ignored=9, unplaced=9))
    assert told.recall == Rate(4, 10)
    assert told.precision == (Rate(4, 8), Rate(4, 6), Rate(6, 8))
    assert told.f1.value == pytest.approx(2 * 0.4 * 0.5 / (0.4 + 0.5))


@pytest.mark.parametrize(
    ("counts", "recall", "precision", "f1"),
    [
        (Counts(), None, None, None),
        (Counts(expected=2), 0, None, 0),  # silence about defects is no perfection
        (Counts(outside=2), None, 0, 0),
        (Counts(expected=2, outside=2), 0, 0, 0),
        (Counts(expected=2, matched=1, outside=1), 0.5, 0.5, 0.5),
        (Counts(ignored=3, unplaced=3), None, None, None),
    ],
)
def test_what_is_not_there_is_null(
    counts: Counts, recall: float | None, precision: float | None, f1: float | None
) -> None:
    assert (recall_of(counts), precision_of(counts), f1_of(counts)) == (recall, precision, f1)
    told = of(counts)
    assert (told.recall.value, told.precision.strict.value, told.f1.value) == (recall, precision, f1)


def test_wilsons_interval_and_none_where_nothing_is_counted() -> None:
    assert Rate(3, 10).interval == wilson(3, 10)
    assert Rate(0, 0).interval is None


def test_duplicates_alone_leave_neutral_precision_undefined() -> None:
    assert of(Counts(duplicates=2)).precision.neutral.value is None


def test_a_single_case_says_nothing_about_others() -> None:
    told = of(Counts(expected=10, matched=4, outside=4))
    assert told.recall.clustered is told.f1.clustered is told.macro.f1.clustered is None


def test_cases_that_are_alike_leave_nothing_to_chance() -> None:
    told = of(*[Counts(expected=4, matched=1, duplicates=1, outside=2)] * 3)
    for ends, value in [
        (told.recall.clustered, 0.25),
        (told.precision.strict.clustered, 0.25),
        (told.precision.neutral.clustered, 1 / 3),
        (told.precision.any.clustered, 0.5),
        (told.f1.clustered, 0.25),
        (told.macro.recall.clustered, 0.25),
        (told.macro.precision.clustered, 0.25),
        (told.macro.f1.clustered, 0.25),
    ]:
        assert ends == pytest.approx((value, value))


def test_means_over_the_cases_that_have_the_number() -> None:
    told = of(Counts(expected=4, matched=1), Counts(expected=2, matched=2, outside=2), Counts(outside=3), Counts())
    assert told.macro.recall.value == pytest.approx((1 / 4 + 1) / 2)
    assert told.macro.precision.value == pytest.approx((1 + 1 / 2 + 0) / 3)
    assert told.macro.f1.value == pytest.approx((2 / 5 + 4 / 6 + 0) / 3)
    assert [mean.cases for mean in told.macro] == [2, 3, 3]


def test_what_belongs_to_no_case_is_in_every_resample() -> None:
    told = of(*[Counts(expected=1, matched=1)] * 3, homeless=Counts(outside=3))
    assert told.precision.strict == Rate(3, 6, Interval(0.5, 0.5))


def test_two_cases_are_resampled_into_three_outcomes() -> None:
    told = of(Counts(expected=1, matched=1), Counts(expected=3), resamples=RESAMPLES)
    assert told.recall == Rate(1, 4, Interval(0.0, 1.0))


_COUNTS = st.builds(Counts, *[st.integers(0, 5)] * 6).map(
    lambda each: Counts(max(each.expected, each.matched), each.matched, each.duplicates, each.outside)
)


@given(st.lists(_COUNTS, max_size=5), _COUNTS)
def test_precisions_are_ordered_and_intervals_hold_values(cases: list[Counts], homeless: Counts) -> None:
    told = of(*cases, homeless=Counts(outside=homeless.outside), resamples=20)
    strict, neutral, any_ = told.precision
    if neutral.value is not None and strict.value is not None:
        assert strict.value <= neutral.value
    if strict.value is not None and any_.value is not None:
        assert strict.value <= any_.value
    for rate in (told.recall, *told.precision):
        assert (rate.interval is None) == (rate.value is None)
        if rate.interval is not None and rate.value is not None:
            assert rate.interval.low <= rate.value <= rate.interval.high
        if rate.clustered is not None:
            assert 0 <= rate.clustered.low <= rate.clustered.high <= 1
