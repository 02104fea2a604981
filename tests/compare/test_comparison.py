"""A comparison, put together: what it is by, what it warns of, and what it refuses."""

from __future__ import annotations

import csv
import json
import os
from dataclasses import replace
from pathlib import Path

import pytest

from houndsman.compare.comparison import (
    Basis,
    Comparison,
    Options,
    compare_by_findings,
    compare_by_scores,
)
from houndsman.compare.metric import Metric
from houndsman.compare.score_table import parse_columns, read_scores
from houndsman.compare.sides import Kind, Side
from houndsman.errors import UsageError
from houndsman.statistics.verdict import Better
from tests.compare.making import compared, found, golden_set, many_cases, side

SHARED = os.environ.get("HOUNDSMAN_SHARED")
EXTRACT = Path(__file__).parent / "extracts" / "bc-bench.csv"
COLUMNS = "case=instance_id,variant=agent+model+benchmark_version+variant,repeat=run_id,score=f1"
COPILOT = "GitHub Copilot+claude-opus-4-8+"

#: Two variants of BC-Bench, how their comparison is published, and what it has to end with.
PUBLISHED = [
    pytest.param(
        f"{COPILOT}0.7.1+baseline",
        f"{COPILOT}0.7.1+inline-knowledge",
        "BC A/B copilot opus-4-8 0.7.1 baseline -> inline",
        "B is better",
        id="A/B",
    ),
    pytest.param(
        f"{COPILOT}0.7.0+baseline",
        f"{COPILOT}0.7.1+baseline",
        "BC A/A copilot opus-4-8 baseline 0.7.0 -> 0.7.1",
        "no difference shown (a gap under 2.6 points would not be seen)",
        id="A/A",
    ),
    pytest.param(
        f"{COPILOT}0.6.0+baseline",
        "Claude Code+claude-opus-4-8+0.6.0+baseline",
        "BC close: copilot opus-4-8 0.6.0 -> claude-code opus-4-8 0.6.0",
        "A is better",
        id="close",
    ),
]


def by_scores(place: Path, a: str, b: str) -> Comparison:
    return compare_by_scores(read_scores(place, parse_columns(COLUMNS)), a, b, Options())


@pytest.mark.skipif(SHARED is None, reason="HOUNDSMAN_SHARED names no folder of public data")
@pytest.mark.parametrize(("a", "b", "name", "line"), PUBLISHED)
def test_published_scores_are_called_as_they_should_be(a: str, b: str, name: str, line: str) -> None:
    data = Path(SHARED or ".") / "data"
    published = json.loads((data / "expected_ab_numbers.json").read_text(encoding="utf-8"))[name]
    of = by_scores(data / "bc-bench" / "converted" / "ab_runs.csv", a, b)
    assert of.verdict is not None and of.verdict.mean is not None and of.verdict.signs is not None
    assert of.cases is not None and len(of.cases.paired) == published["n_instances"]
    assert of.verdict.line == line
    assert of.verdict.mean.value == pytest.approx(published["diff"], abs=5e-5)
    assert of.verdict.mean[1:] == pytest.approx(published["boot95"], abs=0.005)
    assert of.verdict.signs.p == pytest.approx(published["sign_p"], abs=5e-5)


@pytest.mark.parametrize("version", ["0.7.0", "0.7.1"])
def test_the_extract_shows_the_win(version: str) -> None:
    a, b = f"{COPILOT}{version}+baseline", f"{COPILOT}0.7.1+inline-knowledge"
    forth, back = by_scores(EXTRACT, a, b).verdict, by_scores(EXTRACT, b, a).verdict
    assert forth is not None and back is not None
    assert (forth.line, back.line) == ("B is better", "A is better")


def test_the_extract_shows_none_between_equals() -> None:
    of = by_scores(EXTRACT, f"{COPILOT}0.7.0+baseline", f"{COPILOT}0.7.1+baseline")
    assert of.verdict is not None
    assert of.verdict.line == "no difference shown (a gap under 6.2 points would not be seen)"


def test_repeats_are_averaged_and_never_pooled() -> None:
    """Fifty copies of each run are as many cases as before: an interval from pooled runs would be seven times too
    narrow."""
    with EXTRACT.open(encoding="utf-8", newline="") as lines:
        rows = [row for row in csv.DictReader(lines) if row["benchmark_version"] == "0.7.1"]
    scores: dict[str, dict[str, list[float]]] = {}
    for row in rows:
        scores.setdefault(row["variant"], {}).setdefault(row["instance_id"], []).append(float(row["f1"]))
    once, often = (
        compare_by_scores(
            replace(read_scores(EXTRACT, parse_columns(COLUMNS)), variants=variants),
            "baseline",
            "inline-knowledge",
            Options(),
        ).verdict
        for variants in (
            scores,
            {name: {case: each * 50 for case, each in cases.items()} for name, cases in scores.items()},
        )
    )
    assert once is not None and often is not None and once.mean is not None and often.mean is not None
    assert often.mean == pytest.approx(once.mean, abs=1e-9)


def test_a_variant_against_itself_is_no_difference() -> None:
    name = f"{COPILOT}0.7.1+baseline"
    of = by_scores(EXTRACT, name, name)
    assert of.verdict is not None and of.verdict.line == "no difference shown (no case differs)"


def test_the_same_input_gives_the_same_comparison() -> None:
    name = f"{COPILOT}0.7.1+"
    assert by_scores(EXTRACT, f"{name}baseline", f"{name}inline-knowledge").verdict == (
        by_scores(EXTRACT, f"{name}baseline", f"{name}inline-knowledge").verdict
    )


@pytest.mark.parametrize(
    ("of_a", "of_b", "metric", "line"),
    [
        pytest.param([1], [1, 2, 3], Metric.F1, "B is better", id="more-found"),
        pytest.param([1, 2, 3], [1], Metric.RECALL, "A is better", id="fewer-found"),
        pytest.param([1, 2, 0, 0], [1, 2], Metric.PRECISION, "B is better", id="fewer-wrong"),
        pytest.param(
            [1, 2, 0, 0], [1, 2], Metric.RECALL, "no difference shown (no case differs)", id="recall-is-blind"
        ),
        pytest.param([1, 2], [1, 2], Metric.F1, "no difference shown (no case differs)", id="the-same"),
        pytest.param([1, 2], [3, 4], Metric.F1, "no difference shown (no case differs)", id="others-as-many"),
    ],
)
def test_many_cases_are_judged_by_case(of_a: list[int], of_b: list[int], metric: Metric, line: str) -> None:
    told = many_cases(30, of_a, of_b)
    assert told.golden is not None
    of = compared(told.golden, told.a, told.b, Options(metric=metric))
    assert of.verdict is not None
    assert (of.basis, of.verdict.line) == (Basis.GOLDEN, line)


def test_a_single_case_is_judged_by_its_defects_whatever_its_scores() -> None:
    golden = golden_set([("pay", 9)])
    of = compared(golden, side("a", found("pay", 1)), side("b", found("pay", *range(1, 10))))
    assert of.verdict is not None and of.verdict.mean is None and of.verdict.flips is not None
    assert (of.verdict.line, of.verdict.flips.p) == ("B is better", 2 / 2**8)


def test_repeats_of_a_single_case_are_no_cases() -> None:
    """Twenty runs that all find one more defect are one defect more."""
    golden = golden_set([("pay", 9)])
    runs_a, runs_b = [found("pay", 1)] * 20, [found("pay", 1, 2)] * 20
    of = compared(golden, side("a", *runs_a), side("b", *runs_b))
    assert of.verdict is not None and of.verdict.better is Better.NONE


def test_clean_cases_punish_who_is_never_silent() -> None:
    golden = golden_set([*((f"c{at:02}", 0) for at in range(20)), ("pay", 1)])
    noisy = [each for at in range(20) for each in found(f"c{at:02}", 0)]
    of = compared(golden, side("a", found("pay", 1)), side("b", [*found("pay", 1), *noisy]))
    assert of.verdict is not None and of.verdict.line == "A is better"


def test_nothing_to_compare_by_is_refused() -> None:
    with pytest.raises(UsageError, match=r"set\.jsonl: no case has a recall from both sides") as raised:
        compared(golden_set([("clean", 0)]), side("a", []), side("b", []), Options(metric=Metric.RECALL))
    assert "--metric" in (raised.value.hint or "")
    table = replace(read_scores(EXTRACT, parse_columns(COLUMNS)), variants={"x": {"a": [1]}, "y": {"b": [1]}})
    with pytest.raises(UsageError, match="'x' and 'y' have no case in common"):
        compare_by_scores(table, "x", "y", Options())


def warned(of: Comparison) -> dict[str, str]:
    return {warning.code: warning.message for warning in of.warnings}


def test_cases_of_one_side_alone_are_left_out_loudly() -> None:
    variants = {"x": {"a": [1.0], "b": [1.0]}, "y": {name: [0.5] for name in "bcdefgh"}}
    table = replace(read_scores(EXTRACT, parse_columns(COLUMNS)), variants=variants)
    of = compare_by_scores(table, "x", "y", Options())
    assert [warning.message for warning in of.warnings] == [
        "1 case has a score from A alone and is left out: a",
        "6 cases have a score from B alone and are left out: c, d, e, f, g and 1 more",
    ]


def test_uneven_repeats_are_told() -> None:
    table = replace(
        read_scores(EXTRACT, parse_columns(COLUMNS)),
        variants={"x": {"a": [1.0], "b": [1.0]}, "y": {"a": [1.0] * 3, "b": [1.0] * 5}},
    )
    of = compare_by_scores(table, "x", "y", Options())
    assert warned(of) == {"uneven-repeats": "cases of B have 3 to 5 repeats; every case weighs the same"}


def test_a_run_that_is_not_whole_and_another_commit_are_told_first() -> None:
    a, b = side("a", [], []), side("b", [])
    second = replace(a.runs[1], complete=False, head="b" * 40)
    broken = replace(a, runs=(a.runs[0], second))
    of = compare_by_findings(broken, b)
    assert not of.is_whole
    assert [warning.code for warning in of.warnings] == ["incomplete-run", "other-head"]
    assert "A is not whole: somebody's answer is missing in run 2" in of.warnings[0].message
    assert "aaaaaaaaaaaa, bbbbbbbbbbbb" in of.warnings[1].message


def test_findings_alone_have_no_verdict() -> None:
    of = compare_by_findings(side("a", found("pay", 1)), side("b", found("pay", 1, 2)))
    assert (of.basis, of.verdict, of.cases, of.defects) == (Basis.FINDINGS, None, None, None)
    assert of.changes is not None and len(of.changes.new) == 1
    assert of.warnings == ()


def test_findings_of_somebody_else_without_a_golden_set_are_known_by_place_which_is_told() -> None:
    theirs = Side("b", Kind.FINDINGS, side("b", found("pay", 1)).runs)
    assert list(warned(compare_by_findings(side("a", found("pay", 1)), theirs))) == ["no-fingerprint"]
