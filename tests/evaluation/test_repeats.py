"""Which runs are repeats of each other."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from houndsman.evaluation.repeats import repeats_of
from houndsman.models.records import RunRecord
from houndsman.models.triage import RunStatus


def run(number: int, manifest: str, complete: bool | None) -> RunRecord:
    """A run; without `complete` it was never finalized."""
    at = "2025-01-01T00:00:00Z"
    head = "a" * 40
    return RunRecord(
        "r", number, RunStatus.REVIEWING, manifest, head, head, None, at, None if complete is None else at, complete
    )


@pytest.mark.parametrize(
    ("runs", "taken", "left_out"),
    [
        pytest.param([], [], [], id="none"),
        pytest.param([("a", None)], [], [], id="only-prepared"),
        pytest.param([("a", True), ("a", True)], [1, 2], [], id="alike"),
        pytest.param([("a", True), ("b", True)], [2], [], id="the-latest-counts"),
        pytest.param([("a", True), ("b", True), ("a", True)], [1, 3], [], id="what-was-between-does-not"),
        pytest.param([("a", True), ("b", None)], [1], [], id="what-is-not-finalized-does-not"),
        pytest.param([("a", True), ("a", False)], [1], [2], id="one-is-not-whole"),
        pytest.param([("a", False), ("a", False)], [1, 2], [], id="none-is-whole"),
    ],
)
def test_repeats_are_what_reviewed_the_same_as_the_latest_did(
    runs: Sequence[tuple[str, bool | None]], taken: list[int], left_out: list[int]
) -> None:
    found = repeats_of([run(number, *each) for number, each in enumerate(runs, 1)])
    assert ([each.number for each in found.runs], [each.number for each in found.left_out]) == (taken, left_out)
