"""Published comparisons of reviewers, called as they should be.

BC-Bench: five runs of each variant on 81 or 100 cases with an F1 each. Martian: six pairs of tools on 50 pull requests,
by micro F1. Needs the public data sets (`HOUNDSMAN_SHARED`).
"""

from __future__ import annotations

import csv
import json
from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import pytest

from houndsman.statistics.bootstrap import bootstrap, expanded, f1
from houndsman.statistics.paired import PairedCase, differences, mcnemar, sign_test
from houndsman.statistics.power import visibility
from houndsman.statistics.verdict import Better, decide_by_cases

Variant = tuple[str, str, str, str]
"""Agent, model, version of the benchmark, variant."""

COPILOT = "GitHub Copilot"
OPUS = "claude-opus-4-8"

#: How far an end of an interval may be from the published one.
NEAR = 0.005


class Comparison(NamedTuple):
    """Two variants, and how their comparison is called in the published numbers."""

    published_as: str
    a: Variant
    b: Variant
    better: Better


COMPARISONS = (
    Comparison(
        "BC A/B copilot opus-4-8 0.7.1 baseline -> inline",
        (COPILOT, OPUS, "0.7.1", "baseline"),
        (COPILOT, OPUS, "0.7.1", "inline-knowledge"),
        Better.B,
    ),
    Comparison(
        "BC A/A copilot opus-4-8 baseline 0.7.0 -> 0.7.1",
        (COPILOT, OPUS, "0.7.0", "baseline"),
        (COPILOT, OPUS, "0.7.1", "baseline"),
        Better.NONE,
    ),
    Comparison(
        "BC close: copilot opus-4-8 0.6.0 -> claude-code opus-4-8 0.6.0",
        (COPILOT, OPUS, "0.6.0", "baseline"),
        ("Claude Code", OPUS, "0.6.0", "baseline"),
        Better.A,
    ),
    Comparison(
        "BC close: copilot haiku-4-5 0.6.0 -> gpt-5-5 0.6.0 (equal micro F1 .197)",
        (COPILOT, "claude-haiku-4-5", "0.6.0", "baseline"),
        (COPILOT, "gpt-5-5", "0.6.0", "baseline"),
        Better.NONE,
    ),
)


@pytest.fixture(scope="module")
def expected(published: Path) -> Mapping[str, dict[str, float] | list[list[float]]]:
    """The published numbers, by comparison."""
    numbers: Mapping[str, dict[str, float] | list[list[float]]] = json.loads(
        (published / "expected_ab_numbers.json").read_text(encoding="utf-8")
    )
    return numbers


@pytest.fixture(scope="module")
def runs(published: Path) -> Mapping[Variant, Mapping[str, list[float]]]:
    """The scores of each variant, by case."""
    read: dict[Variant, dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
    with (published / "bc-bench" / "converted" / "ab_runs.csv").open(encoding="utf-8", newline="") as lines:
        for row in csv.DictReader(lines):
            variant = (row["agent"], row["model"], row["benchmark_version"], row["variant"])
            read[variant][row["instance_id"]].append(float(row["f1"]))
    return read


def paired(runs: Mapping[Variant, Mapping[str, list[float]]], comparison: Comparison) -> list[PairedCase]:
    """The cases that both ran, by name."""
    a, b = runs[comparison.a], runs[comparison.b]
    return [PairedCase(a[name], b[name]) for name in sorted(a.keys() & b.keys())]


@pytest.mark.parametrize("comparison", COMPARISONS, ids=lambda each: each.published_as)
def test_bc_bench(
    comparison: Comparison,
    runs: Mapping[Variant, Mapping[str, list[float]]],
    expected: Mapping[str, Mapping[str, float]],
) -> None:
    numbers = expected[comparison.published_as]
    cases = paired(runs, comparison)
    apart = differences(cases)
    decision, signs = decide_by_cases(apart), sign_test(apart)
    assert len(cases) == numbers["n_instances"]
    assert decision.better is comparison.better
    assert decision.mean is not None
    assert decision.mean.value == pytest.approx(numbers["diff"], abs=5e-5)
    assert decision.mean[1:] == pytest.approx(numbers["boot95"], abs=NEAR)
    assert (signs.better_b, signs.better_a, signs.tied) == (numbers["better"], numbers["worse"], numbers["tie"])
    assert signs.p == pytest.approx(numbers["sign_p"], rel=1e-9)


def test_more_repeats_would_sharpen_the_comparison_of_equals_alone(
    runs: Mapping[Variant, Mapping[str, list[float]]],
) -> None:
    """Where two variants are one, all that differs is noise; where they are not, their cases differ."""
    seen = [visibility(paired(runs, comparison)) for comparison in COMPARISONS]
    assert [each.more_repeats for each in seen] == [None, 15, None, None]
    assert all(each.gap is not None and 0.02 < each.gap < 0.12 for each in seen)


TOOLS = (("augment", "bugbot"), ("greptile", "claude"), ("copilot", "qodo"))
JUDGES = ("anthropic_claude-opus-4-5-20251101", "openai_gpt-5.2")


@pytest.mark.parametrize("judge", JUDGES)
@pytest.mark.parametrize(("a", "b"), TOOLS)
def test_martian(published: Path, expected: Mapping[str, Mapping[str, float]], judge: str, a: str, b: str) -> None:
    numbers = expected[f"Martian {judge}: {a} -> {b}"]
    rows = _counts(published, judge, (a, b))
    sums = [sum(column) for column in zip(*rows, strict=True)]
    of_a, of_b = f1(0, 1, 2), f1(3, 4, 5)
    assert (of_a(sums), of_b(sums)) == pytest.approx((numbers["F1_a"], numbers["F1_b"]), abs=6e-5)

    def ahead(sums: Sequence[float]) -> float:
        return (of_b(sums) or 0) - (of_a(sums) or 0)

    (plain,), (wide,) = (bootstrap(rows, [ahead], confidence) for confidence in (0.95, expanded(0.95, len(rows))))
    assert plain is not None and wide is not None
    assert plain[:2] == pytest.approx(numbers["boot95"], abs=NEAR)
    assert wide.low <= plain.low < plain.high <= wide.high
    assert (plain.high < 0) is (numbers["boot95"][1] < 0)  # type: ignore[index]


def _counts(published: Path, judge: str, tools: Sequence[str]) -> list[tuple[int, ...]]:
    """One row a pull request, by its address: found, expected and reported of each of `tools`."""
    rows: dict[str, dict[str, tuple[int, ...]]] = defaultdict(dict)
    with (published / "martian" / "converted" / "per_pr_counts.csv").open(encoding="utf-8", newline="") as lines:
        for row in csv.DictReader(lines):
            if row["judge"] == judge:
                found, wrong, missing = (int(row[name]) for name in ("tp", "fp", "fn"))
                rows[row["pr"]][row["tool"]] = (found, found + missing, found + wrong)
    return [tuple(number for tool in tools for number in rows[name][tool]) for name in sorted(rows)]


def test_mcnemar(expected: Mapping[str, list[tuple[str, int, int, float, float]]]) -> None:
    for name, only_a, only_b, p, _ in expected["McNemar exact (published p vs scipy)"]:
        assert mcnemar(only_a, only_b) == pytest.approx(p, rel=1e-12), name
