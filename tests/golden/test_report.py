"""A score as data."""

from __future__ import annotations

import json
import random
from typing import Any

from hypothesis import given

from houndsman.golden.report import as_json, as_markdown
from houndsman.golden.score import ScoreOptions, score
from houndsman.models.artifact import artifact_bytes
from houndsman.models.foreign import ForeignFinding
from houndsman.models.golden import GoldenSet
from tests.golden.making import anchor, finding, golden_set, golden_sets, reports

QUICK = ScoreOptions(resamples=20)

KEYS = {
    "golden": {"path", "hash", "version", "commit", "expected"},
    "recall": {"value", "low", "high", "found", "expected", "clustered"},
    "precision": {"strict", "neutral", "any"},
    "f1": {"value", "low", "high", "cases", "clustered"},
    "macro": {"recall", "precision", "f1"},
    "unanchored": {"expected", "findings"},
    "by": {"severity", "category", "size"},
    "falseAlarms": {"value", "low", "high", "flagged", "clean", "findings"},
    "severityAgreement": {"value", "low", "high", "agreed", "compared"},
}
LISTS = {"matches", "missing", "outside", "duplicates", "ignored", "cases", "warnings"}
REST = {"relocation", "run", "stability", "missedEstimate", "seed", "resamples"}


def written(golden: GoldenSet, *findings: ForeignFinding) -> dict[str, Any]:
    """The report as a reader of the file gets it."""
    read: dict[str, Any] = json.loads(artifact_bytes(as_json(score(golden, findings, QUICK))))
    return read


def test_the_keys_that_are_promised() -> None:
    told = written(golden_set(anchor("a", 3), clean=["tax"]), finding(3))
    assert told.keys() == KEYS.keys() | LISTS | REST
    assert {key: set(told[key]) for key in KEYS} == KEYS
    assert {key for key in told if isinstance(told[key], list)} == LISTS
    assert (told["stability"], told["missedEstimate"], told["run"], told["seed"]) == (None, None, None, 1979)


def test_defects_without_a_place_are_expected_of_the_set_and_in_no_ratio() -> None:
    neutral = anchor("n", None)._replace(ignored=True)
    told = written(golden_set(anchor("a", 3), anchor("u", None), neutral))
    assert told["golden"]["expected"] == 2
    assert told["recall"]["expected"] == 1
    assert len(told["unanchored"]["expected"]) == 2


def test_the_run_is_told_as_it_was_given() -> None:
    told = as_json(score(golden_set(anchor("a", 3)), []), {"reviewId": "main-1", "run": 3})
    assert told["run"] == {"reviewId": "main-1", "run": 3}


@given(golden_sets(), reports())
def test_the_same_bytes_whatever_the_order(golden: GoldenSet, report: list[ForeignFinding]) -> None:
    shuffled = [each._replace(source=str(at)) for at, each in enumerate(random.Random(3).sample(report, len(report)))]
    one, other = score(golden, report, QUICK), score(golden, shuffled, QUICK)
    assert artifact_bytes(as_json(one)) == artifact_bytes(as_json(other))
    assert as_markdown(one) == as_markdown(other)
