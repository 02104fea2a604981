"""The JSON: every key in every kind of comparison, and the same bytes for the same input."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TypeVar

import pytest

from houndsman.compare.comparison import Comparison, Options, compare_by_findings, compare_by_scores
from houndsman.compare.report import as_json
from houndsman.compare.score_table import ScoreTable
from houndsman.models.artifact import artifact_bytes
from houndsman.models.severity import Severity
from tests.compare.making import compared, finding, found, golden_set, many_cases, side

_T = TypeVar("_T")


def at(value: object, *keys: str) -> object:
    for key in keys:
        assert isinstance(value, dict)
        value = value[key]
    return value


GOLDEN = golden_set([("pay", 3)])
BY_DEFECTS = compared(GOLDEN, side("a", found("pay", 1), found("pay", 1, 2)), side("b", found("pay", 2, 3, 0)))
BY_CASES = many_cases(8, [1], [1, 2])
BY_SCORES = compare_by_scores(
    ScoreTable("s.csv", {"x": {"a": [0.5, 0.7], "b": [0.5]}, "y": {"a": [0.5], "c": [1]}}), "x", "y", Options()
)
BY_FINDINGS = compare_by_findings(
    side("a", [finding("pay", 1, Severity.NIT)]), side("b", [finding("pay", 1, Severity.BLOCKING), finding("pay", 2)])
)
ALL = pytest.mark.parametrize(
    "of", [BY_DEFECTS, BY_CASES, BY_SCORES, BY_FINDINGS], ids=["defects", "cases", "scores", "findings"]
)


@ALL
def test_every_comparison_has_every_key(of: Comparison) -> None:
    assert as_json(of).keys() == as_json(BY_CASES).keys()


@ALL
def test_it_is_plain_data_that_reads_back_as_it_was(of: Comparison) -> None:
    data = as_json(of)
    assert json.loads(artifact_bytes(data)) == data


def test_defects_flips_and_repeats() -> None:
    data = as_json(BY_DEFECTS)
    assert at(data, "verdict", "mcnemar") == {"onlyA": 1, "onlyB": 2, "defects": 3, "p": 1.0}
    assert (at(data, "verdict", "better"), at(data, "verdict", "method")) == (None, "mcnemar")
    assert at(data, "flips") == {
        "onlyA": [{"id": "pay-1", "case": "pay"}],
        "onlyB": [{"id": "pay-2", "case": "pay"}, {"id": "pay-3", "case": "pay"}],
    }
    rows = data["defects"]
    assert isinstance(rows, list)
    assert [(row["id"], row["a"], row["b"]["found"]) for row in rows] == [
        ("pay-1", {"found": True, "hits": 2, "runs": 2}, False),
        ("pay-2", {"found": False, "hits": 1, "runs": 2}, True),
        ("pay-3", {"found": False, "hits": 0, "runs": 2}, True),
    ]
    assert at(data, "stability", "a", "foundIn") == [1, 1, 1]
    assert at(data, "stability", "b") is None
    assert at(data, "missedEstimate", "a", "found") == 2
    assert at(data, "missedEstimate", "both", "found") == 3
    assert at(data, "agreement", "defects") == 3
    assert at(data, "golden", "expected") == 3
    assert at(data, "b", "precision") == pytest.approx(2 / 3)
    assert data["says"] == "no difference shown (with 3 defects in a single case no gap would be seen)"


def test_cases_and_both_tests() -> None:
    data = as_json(BY_CASES)
    assert at(data, "verdict", "better") == "b"
    assert at(data, "verdict", "method") == "paired-bootstrap-and-sign-flip"
    assert at(data, "verdict", "signFlip") == {"p": 2 / 2**8, "exact": True}
    assert at(data, "verdict", "signTest", "betterB") == 8
    score = at(data, "score")
    assert isinstance(score, dict)
    assert score["cases"] == 8 and score["a"] < score["b"]
    assert score["difference"] == pytest.approx(score["b"] - score["a"])
    rows = data["cases"]
    assert isinstance(rows, list) and (rows[0]["case"], rows[0]["repeatsA"]) == ("case000", 1)
    assert (data["metric"], data["seed"], data["resamples"]) == ("f1", 1979, 10_000)


def test_scores_know_of_no_defects() -> None:
    data = as_json(BY_SCORES)
    assert data["unpaired"] == {"a": ["b"], "b": ["c"]}
    assert (data["scores"], data["metric"], data["golden"], data["changes"]) == ("s.csv", None, None, None)
    assert at(data, "a", "spentARun", "cost") is None


def test_findings_have_no_verdict_and_say_what_changed() -> None:
    data = as_json(BY_FINDINGS)
    assert (data["verdict"], data["score"], data["cases"], data["seed"]) == (None, None, [], None)
    assert at(data, "changes", "reweighed") == 1
    (kept,) = _list(at(data, "changes", "kept"))
    assert (kept["severityA"], kept["severityB"]) == ("nit", "blocking")
    assert len(_list(at(data, "changes", "new"))) == 1 and _list(at(data, "changes", "gone")) == []


def test_a_run_says_which_it_was() -> None:
    (run,) = _list(at(as_json(BY_FINDINGS), "b", "runs"))
    assert (run["run"], run["head"], run["complete"], run["findings"]) == (1, "a" * 40, True, 2)


def test_the_order_of_runs_changes_nothing_but_their_own_list() -> None:
    a, b = side("a", found("pay", 1), found("pay", 1, 2)), side("b", found("pay", 3))
    turned = replace(a, runs=a.runs[::-1])
    one, other = (as_json(compared(GOLDEN, each, b)) for each in (a, turned))
    for data in (one, other):
        runs = _list(at(data, "a", "runs"))
        runs.sort(key=lambda run: str(run["name"]))
    assert one == other


def _list(value: object) -> list[dict[str, object]]:
    assert isinstance(value, list)
    return value
