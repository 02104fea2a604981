"""The rows and lines of a comparison, read as a person does."""

from __future__ import annotations

from dataclasses import replace

import pytest

from houndsman.compare.comparison import Options, compare_by_findings, compare_by_scores
from houndsman.compare.headline import (
    NO_VERDICT,
    NOTHING_APART,
    chance,
    change_line,
    defect_lines,
    estimates,
    last_line,
    number_rows,
    reasons,
    repeat_rows,
    same_line,
    side_line,
    signed,
    told_estimate,
)
from houndsman.compare.score_table import ScoreTable
from houndsman.compare.sides import Coverage, Kind, Side, Spent
from houndsman.statistics.missed import Estimate
from tests.compare.making import compared, found, golden_set, many_cases, side


def test_the_first_row_is_what_the_verdict_is_about() -> None:
    of = many_cases(30, [1, 2], [1, 2, 3, 4])
    rows = {row.name: row[1:] for row in number_rows(of)}
    assert list(rows) == [
        "F1, mean of 30 cases",
        "recall, all runs",
        "precision, strict, all runs",
        "F1, all runs",
        "findings, a run",
    ]
    assert rows["F1, mean of 30 cases"] == ("66.7 %", "100.0 %", "+33.3", "+33.3 to +33.3")
    assert rows["recall, all runs"] == ("50.0 %", "100.0 %", "+50.0", "–")
    assert rows["findings, a run"] == ("60", "120", "–", "–")
    assert last_line(of) == "B is better"


def test_what_nobody_knows_has_no_row() -> None:
    golden = golden_set([("pay", 2)])
    a, b = side("a", found("pay", 1)), side("b", found("pay", 1))
    spent = replace(a.runs[0], coverage=Coverage(1, 2, 3, 4), spent=Spent(1.25, 1000, 50, None, 0.0125))
    rows = {row.name: (row.a, row.b) for row in number_rows(compared(golden, replace(a, runs=(spent,)), b))}
    assert rows["reviews of a file"] == ("3 of 4", "–")
    assert rows["seconds, a run"] == ("1.2", "–")
    assert rows["tokens in and out, a run"] == ("1000 and 50", "–")
    assert rows["cost, USD, a run"] == ("0.0125", "–")
    assert not any("tokens" in row.name or "seconds" in row.name for row in number_rows(compared(golden, b, b)))


def test_scores_beyond_shares_keep_their_unit() -> None:
    table = ScoreTable("s.csv", {"x": {"a": [50.0], "b": [70.0]}, "y": {"a": [55.0], "b": [65.5]}})
    (row,) = number_rows(compare_by_scores(table, "x", "y", Options()))
    assert row[:4] == ("score, mean of 2 cases", "60", "60.25", "+0.25")


@pytest.mark.parametrize(
    ("difference", "told"), [(0.2541, "+25.4"), (-0.0415, "-4.2"), (0.0, "+0.0"), (-0.0001, "+0.0")]
)
def test_a_difference_has_a_sign(difference: float, told: str) -> None:
    assert signed(difference, shares=True) == told


@pytest.mark.parametrize(("p", "told"), [(0.33230, "p 0.3323"), (1.0, "p 1.0000"), (2.9e-8, "p under 0.0001")])
def test_a_chance_is_never_nought(p: float, told: str) -> None:
    assert chance(p) == told


def test_few_cases_say_that_two_tests_have_to_agree() -> None:
    lines = list(reasons(many_cases(8, [1], [1, 2, 3])))
    assert lines == [
        "few cases: the sign-flip test has to agree with p under 0.05, and gives p 0.0078 (exact)",
        "cases: B ahead in 8, A in 0, 0 tied (sign test, p 0.0078)",
    ]


def test_what_would_have_been_seen_and_what_would_halve_it() -> None:
    names = [f"{at:02}" for at in range(40)]
    a = {name: [0.5, 0.5] for name in names}
    b = {name: [0.5 + (0.1 if at % 2 else -0.1), 0.5] for at, name in enumerate(names)}
    of = compare_by_scores(ScoreTable("s.csv", {"x": a, "y": b}), "x", "y", Options())
    assert list(reasons(of))[-1] == (
        "a gap of 2.2 points is seen in 80 of 100 such comparisons; 120 more cases, or 7 more repeats of each, would "
        "halve it"
    )


def test_a_single_case_says_what_it_does_not_say() -> None:
    golden = golden_set([("pay", 2)])
    (line,) = reasons(compared(golden, side("a", found("pay", 1)), side("b", found("pay", 2))))
    assert "McNemar" in line and "(p 1.0000)" in line and "nothing about other cases" in line


def test_defects_in_words() -> None:
    golden = golden_set([("pay", 4)])
    of = compared(golden, side("a", found("pay", 1), found("pay", 1, 2)), side("b", found("pay", 3)))
    lines = list(defect_lines(of))
    assert lines[0] == "of 4 defects only A finds 1 and only B 1"
    assert lines[1].startswith("they agree on which are found with Krippendorff's alpha ")
    assert lines[2] == (
        "A in 2 runs: 1 of 4 defects found by all of them, 2 by none; one run finds 37.5 %, all together 50.0 %"
    )
    assert lines[3:] == [
        "A and B: 3 of 4 known defects found; too few runs to tell how many more of this kind there are"
    ]  # A's runs alone: about 2 of a kind, fewer than the set knows


def test_an_estimate_says_what_is_estimated_and_a_report_what_it_takes_for_granted() -> None:
    golden = golden_set([("pay", 20)])
    of = compared(golden, side("a", found("pay", *range(1, 17))), side("b", found("pay", *range(8, 20))))
    (told,) = estimates(of)
    assert told.line == (
        "A and B: 19 of 20 known defects found; of the kind that either can find there are about 21, known or not "
        "(95 % 19 to 36)"
    )
    assert "independent" in told.assumption and told.line in list(defect_lines(of))


@pytest.mark.parametrize(
    ("estimate", "told"),
    [
        (Estimate(20, 20.0, 20.0, 49.1, "It is so."), None),
        (Estimate(8, 30.0, 8.0, 5301.6, "It is so."), "too few runs to tell how many more of this kind there are"),
        (Estimate(20, 24.4, 21.0, 49.1, "It is so."), "about 24, known or not (95 % 21 to 49)"),
    ],
    ids=["below what the set knows", "too wide", "as it should be"],
)
def test_an_estimate_that_says_nothing_is_not_given(estimate: Estimate, told: str | None) -> None:
    line = told_estimate("A", estimate, 24)
    assert (line and line.line.endswith(told or "")) is (None if told is None else True)


def test_two_sides_that_say_the_same_are_no_two_witnesses() -> None:
    golden = golden_set([("pay", 8)])
    a = side("a", found("pay", *range(1, 9)))
    of = compared(golden, a, replace(a, name="b"))
    assert not list(estimates(of))
    assert same_line(of) == "A and B are the same findings"
    assert last_line(of).startswith("no difference shown")
    assert same_line(compared(golden, a, side("b", found("pay", 1)))) is None


def test_the_same_findings_without_known_defects_are_no_difference() -> None:
    of = compare_by_findings(side("a", found("pay", 1, 2)), side("b", found("pay", 2, 1)))
    assert (last_line(of), same_line(of)) == (NOTHING_APART, None)
    assert last_line(compare_by_findings(side("a", []), side("b", []))) == NO_VERDICT


def test_no_line_of_prose_is_longer_than_a_terminal_folds_twice() -> None:
    golden = golden_set([("pay", 20)])
    a = side("a", found("pay", *range(1, 17)), found("pay", *range(1, 15)))
    for of in (compared(golden, a, side("b", found("pay", *range(8, 20)))), many_cases(8, [1], [1, 2, 3])):
        assert all(len(line) <= 160 for line in (*reasons(of), *defect_lines(of)))


def test_each_number_of_runs_has_a_row() -> None:
    golden = golden_set([("pay", 4)])
    of = compared(golden, side("a", found("pay", 1), found("pay", 1, 2)), side("b", []))
    assert of.defects is not None and of.defects.repeats_a is not None
    assert repeat_rows(of.defects.repeats_a) == [
        ["1", "37.5 %", "37.5 %", "37.5 %", "1"],
        ["2", "50.0 %", "12.5 %", "25.0 %", "1"],
    ]


def test_changes_in_words_and_what_they_do_not_tell() -> None:
    of = compare_by_findings(side("a", found("pay", 1, 2)), side("b", found("pay", 2, 3, 4)))
    assert change_line(of) == "findings of B: 2 new, 1 gone, 1 kept, 0 of these with another severity"
    assert (last_line(of), list(reasons(of)), number_rows(of)) == (NO_VERDICT, [], [])
    scores = compare_by_scores(ScoreTable("s.csv", {"x": {"a": [1.0]}}), "x", "x", Options())
    assert change_line(scores) is None


@pytest.mark.parametrize(
    ("of", "told"),
    [
        (side("deep", [], []), "deep: runs 1, 2 of feature-deep"),
        (side("deep", []), "deep: run 1 of feature-deep"),
        (side("lint", [], kind=Kind.FINDINGS), "lint: findings in run 1"),
        (Side("Copilot+opus", Kind.SCORES), "Copilot+opus"),
        (Side("evil\x1b[31m\nname", Kind.SCORES), "evil\\x1b[31m name"),
    ],
    ids=["runs", "run", "findings", "scores", "steering"],
)
def test_a_side_says_whose_results_these_are(of: Side, told: str) -> None:
    assert side_line(of) == told
