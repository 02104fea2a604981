"""Wilson's interval: scipy's, the published ones, and sound at its ends."""

from __future__ import annotations

import pytest
import scipy.stats  # type: ignore[import-untyped]
from hypothesis import given
from hypothesis import strategies as st

from houndsman.statistics.intervals import Interval, wilson

#: `hits`, `of` of a share.
shares = st.integers(1, 10_000).flatmap(lambda of: st.tuples(st.integers(0, of), st.just(of)))


@given(shares, st.sampled_from((0.8, 0.9, 0.95, 0.99)))
def test_equals_scipy(share: tuple[int, int], confidence: float) -> None:
    reference = scipy.stats.binomtest(*share).proportion_ci(confidence, method="wilson")
    assert wilson(*share, confidence) == pytest.approx((reference.low, reference.high), rel=1e-9, abs=1e-12)


@pytest.mark.parametrize(
    ("hits", "of", "low", "high"),
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)],
)
def test_equals_the_published_examples(hits: int, of: int, low: float, high: float) -> None:
    """R. G. Newcombe (1998), Two-sided confidence intervals for the single proportion, Statistics in Medicine
    17:857-872, table I, method 3."""
    assert wilson(hits, of) == pytest.approx((low, high), abs=5e-5)


@given(shares)
def test_holds_the_share_and_stays_between_0_and_1(share: tuple[int, int]) -> None:
    hits, of = share
    interval = wilson(hits, of)
    assert interval is not None
    assert 0 <= interval.low <= hits / of <= interval.high <= 1


@given(shares)
def test_misses_mirror_hits(share: tuple[int, int]) -> None:
    hits, of = share
    found, missed = wilson(hits, of), wilson(of - hits, of)
    assert found is not None and missed is not None
    assert (1 - missed.high, 1 - missed.low) == pytest.approx(found, abs=1e-12)


@pytest.mark.parametrize(("hits", "end"), [(0, 0.0), (7, 1.0)])
def test_its_ends_are_exact(hits: int, end: float) -> None:
    assert end in (wilson(hits, 7) or Interval(-1, -1))


def test_of_nothing_there_is_no_share() -> None:
    assert wilson(0, 0) is None


@pytest.mark.parametrize(("hits", "of"), [(3, 2), (-1, 2), (0, -1)])
def test_counts_that_cannot_be(hits: int, of: int) -> None:
    with pytest.raises(ValueError, match=f"{hits} hits of {of}"):
        wilson(hits, of)
