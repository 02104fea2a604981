"""The page for people."""

from __future__ import annotations

import pytest

from houndsman.golden.page import render_page
from houndsman.golden.score import ScoreOptions, score
from houndsman.models.severity import Severity
from tests.golden.making import anchor, finding, golden_set

QUICK = ScoreOptions(resamples=50)

GOLDEN = golden_set(
    anchor("a", 3)._replace(note="sums as float"),
    anchor("b", 9, 12)._replace(severity=Severity.NIT, category="money", note="rounds twice"),
    anchor("n", 30)._replace(ignored=True),
    anchor("u", None),
    clean=["tax"],
    commit="abc1234",
)
REPORT = [finding(3), finding(3, words="again"), finding(20, words="odd"), finding(30), finding(None, words="hm")]


def page(head: str | None = None) -> str:
    return render_page(score(GOLDEN, REPORT, ScoreOptions(resamples=50, head=head)))


def section(text: str, title: str) -> str:
    return text.partition(f"\n## {title}")[2].partition("\n## ")[0]


def test_warnings_stand_on_top_the_commit_first() -> None:
    lines = [line for line in page(head="def5678").splitlines() if line]
    assert lines[0] == "# Score against golden"
    assert lines[1].startswith("> **Warning, other-commit:** another commit was reviewed")
    assert lines[2].startswith("> **Warning, unanchored:**")
    assert lines[3].startswith("- Golden set: golden.json, version 1, sha256 000000")


def test_outside_is_explained_in_words_where_there_is_any() -> None:
    assert "such a finding may be true" in page()
    assert "such a finding may be true" not in render_page(score(GOLDEN, [], QUICK))


@pytest.mark.parametrize(
    ("title", "cells"),
    [
        (
            "Missing (1)",
            [
                "b",
                "pay.py:9-12",
                "nit",
                "money",
                "rounds twice",
                "pay.py:3",
                "it is 6 lines above, and the tolerance is 0",
            ],
        ),
        ("Duplicates (1)", ["pay.py:3", "a", "", "again"]),
        ("Outside (1)", ["pay", "pay.py:20", "", "", "odd"]),
        ("Ignored (1)", ["pay.py:30", "n", "", ""]),
        ("Defects without a place (1)", ["u", "pay.py", "", "", ""]),
        ("Findings without a place (1)", ["pay", "pay.py", "", "", "hm"]),
        ("By severity", ["nit", "0.0 %", "0 of 1", "–", "0 of 0"]),
        ("By category", ["money", "0.0 %", "0 of 1"]),
        ("Cases (2)", ["pay", "50.0 %", "33.3 %", "40.0 %", "1 of 2", "3", "1", "1", "1", "1"]),
    ],
)
def test_each_list_has_its_section(title: str, cells: list[str]) -> None:
    rows = [
        [cell.strip() for cell in line.strip("|").split("|")]
        for line in section(page(), title).splitlines()
        if line.startswith("|")
    ]
    assert cells in rows


def test_no_section_for_nothing() -> None:
    text = render_page(score(golden_set(anchor("a", 3)), [finding(3)], QUICK))
    assert "## " not in text


def test_what_strangers_write_stays_in_its_cell() -> None:
    hostile = finding(20, file="a|b\n# c.py", words="| x |\n## Missing\n<b>`*\x1b[31m" + "y" * 500)._replace(rule="_r_")
    text = render_page(score(GOLDEN, [hostile._replace(case="pay")], QUICK))
    (line,) = [line for line in text.splitlines() if "y" * 20 in line]
    assert r"a\|b # c.py:20" in line
    assert r"\| x \| ## Missing \<b\>\`\*\x1b\[31m" in line.replace("\\\\x1b", "\\x1b")
    assert r"\_r\_" in line
    assert len(line) < 400


def test_long_lists_are_cut_and_say_so() -> None:
    many = [finding(100 + at) for at in range(250)]
    text = render_page(score(GOLDEN, many, QUICK))
    assert "## Outside (250)" in text
    assert "… and 50 more, which stand in the JSON beside this page." in text


def test_the_run_and_the_seed_are_named() -> None:
    text = render_page(score(GOLDEN, REPORT, QUICK), {"run": 3, "variant": "terse"})
    assert "- Scored: run 3, variant terse" in text
    assert "- Intervals by case: 50 resamples, seed 1979" in text


@pytest.mark.parametrize(
    ("place", "told"),
    [("a_b.sarif", r"findings of somebody else, from a\_b.sarif"), (None, "findings of somebody else")],
)
def test_findings_of_somebody_else_are_named_by_their_file(place: str | None, told: str) -> None:
    assert f"\n- Scored: {told}\n" in render_page(score(GOLDEN, REPORT, QUICK), None, place)


def test_a_defect_to_which_nothing_came_near_has_empty_cells() -> None:
    text = render_page(score(golden_set(anchor("a", 3)), [finding(3, file="else.py")], QUICK))
    (row,) = [line for line in section(text, "Missing (1)").splitlines() if line.startswith("| a ")]
    assert [cell.strip() for cell in row.strip("|").split("|")] == ["a", "pay.py:3", "", "", "", "", ""]
