"""The page: warnings on top, the verdict at the end, and nothing foreign that breaks it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from houndsman.compare.comparison import Options, compare_by_findings, compare_by_scores
from houndsman.compare.page import render_page
from houndsman.compare.score_table import ScoreTable
from houndsman.models.severity import Severity
from tests.compare.making import compared, finding, found, golden_set, many_cases, side


def test_warnings_are_on_top_and_the_verdict_is_the_last_line() -> None:
    told = many_cases(20, [1], [1, 2, 3])
    broken = replace(told.b, runs=tuple(replace(run, complete=False) for run in told.b.runs))
    assert told.golden is not None
    lines = render_page(compared(told.golden, told.a, broken)).splitlines()
    assert lines[0] == "# plain (A) against deep (B)"
    assert lines[2].startswith("> **Warning, incomplete-run:** B is not whole")
    assert lines[-1] == "B is better"


def test_the_flip_table_says_k_of_n() -> None:
    golden = golden_set([("pay", 3)])
    page = render_page(compared(golden, side("a", found("pay", 1), found("pay", 1)), side("b", found("pay", 1, 3))))
    assert "### Found by B alone (1)" in page
    assert "| pay-3    | pay    | pay.py:30 |            | 0 of 2       | 1 of 1       |" in page
    assert "Found by A alone" not in page


def test_defects_that_only_some_runs_find_are_listed() -> None:
    golden = golden_set([("pay", 3)])
    page = render_page(compared(golden, side("a", found("pay", 1, 2), found("pay", 1)), side("b", [])))
    _, _, unsteady = page.partition("### Found by some runs and not by others (1)")
    assert "| pay-2 " in unsteady and "1 of 2" in unsteady
    assert "### The runs of A" in page and "### The runs of B" not in page


def test_cases_that_differ_most_come_first() -> None:
    table = ScoreTable("s.csv", {"x": {"a": [0.5], "b": [0.5], "c": [0.5]}, "y": {"a": [0.6], "b": [0.1], "c": [0.5]}})
    page = render_page(compare_by_scores(table, "x", "y", Options()))
    rows = [line for line in page.splitlines() if line.startswith(("| a", "| b", "| c "))]
    assert [row.split()[1] for row in rows] == ["b", "a", "c"]
    assert "-40.0" in rows[0]


def test_without_known_defects_new_and_gone_are_the_answer() -> None:
    old, new = finding("pay", 1, Severity.NIT), finding("pay", 2, Severity.BLOCKING)
    page = render_page(compare_by_findings(side("a", [old]), side("b", [new])))
    assert page.index("### New: B reports them and A does not (1)") < page.index("### Gone:")
    assert page.splitlines()[-1] == "which is better takes known defects: --golden"


def test_another_severity_has_both() -> None:
    weighed = [finding("pay", 1, severity) for severity in (Severity.NIT, Severity.BLOCKING)]
    page = render_page(compare_by_findings(side("a", weighed[:1]), side("b", weighed[1:])))
    assert "### Kept, with another severity (1)" in page
    assert "| pay.py:1 | nit | blocking |" in page


@pytest.mark.parametrize("words", ["a | b\n# Heading", "<script>", "`x` *y*"])
def test_foreign_words_stay_in_their_cell(words: str) -> None:
    theirs = finding("pay", 2)._replace(message=words, rule=words)
    page = render_page(compare_by_findings(side("a", []), side("b", [theirs])))
    assert "\n# Heading" not in page and "<script>" not in page and "| a | b" not in page and "`x`" not in page


def test_long_lists_are_cut_and_say_so() -> None:
    page = render_page(compare_by_findings(side("a", []), side("b", [finding("pay", at) for at in range(1, 303)])))
    assert "(302)" in page and "… and 102 more, which stand in the JSON beside this page." in page
    assert "pay.py:200" in page and "pay.py:201" not in page


def test_what_an_estimate_takes_for_granted_stands_once_below_the_lines() -> None:
    golden = golden_set([("pay", 20)])
    page = render_page(compared(golden, side("a", found("pay", *range(1, 17))), side("b", found("pay", *range(8, 20)))))
    _, _, below = page.partition("of the kind that either can find there are about 21")
    assert below.count("as independent") == 1 and "What these estimates take for granted:" in below


def test_a_side_against_itself_is_said_to_be_the_same() -> None:
    golden, of = golden_set([("pay", 3)]), side("a", found("pay", 1))
    page = render_page(compared(golden, of, replace(of, name="b")))
    assert "\nA and B are the same findings.\n" in page and "take for granted" not in page
