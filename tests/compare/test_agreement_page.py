"""The page of agreement and its lines: warnings on top, who reports what, and nothing foreign that breaks it."""

from __future__ import annotations

import pytest

from houndsman.compare.agreement import Reviewer, agreement
from houndsman.compare.agreement_page import alpha_line, list_line, pair_rows, render_page, reviewer_rows
from houndsman.compare.agreement_report import AgreementReport, Subject, report_of
from houndsman.compare.units import Units
from houndsman.models.change import Hunk
from houndsman.models.foreign import ForeignFinding
from houndsman.models.manifest import RunWarning

READ = frozenset({"a.py"})
UNITS = Units({"a.py": [Hunk(line, 1, line, 1) for line in (10, 30, 50)]})


def found(file: str, line: int, message: str = "It is wrong.") -> ForeignFinding:
    return ForeignFinding(file, line, rule="logic:x", message=message)


def told(*reviewers: Reviewer, warnings: tuple[RunWarning, ...] = ()) -> AgreementReport:
    return report_of(agreement(reviewers, UNITS, 3), Subject("feature", None, warnings))


ONE = Reviewer("one", (found("a.py", 10), found("b.py", 1)), read=READ, run=2, agents=("claude", "codex"))
TWO = Reviewer("two", (found("a.py", 10),), code_findings=(found("c.py", 1),), read=READ, complete=False)


def test_the_rows_say_who_reviewed_and_what_is_shared() -> None:
    report = told(ONE, TWO)
    assert reviewer_rows(report) == [
        ["one", "2", "claude, codex", "2", "1", "yes"],
        ["two", "–", "–", "1", "0", "no"],
    ]
    assert pair_rows(report) == [["one & two", "1", "1", "0", "50.0 %", "1.00"]]
    assert list_line(report) == "findings in the lists: union 3, majority 1, intersection 1"


def test_alpha_comes_with_what_it_rests_on() -> None:
    assert alpha_line(told(ONE, TWO)) == (
        "agreement beyond chance: Krippendorff's alpha 1.00 (1 of 3 places of the change have a finding; "
        "without 1 finding elsewhere)"
    )


def test_where_there_is_no_alpha_the_line_says_why() -> None:
    silent = Reviewer("one", (), read=READ), Reviewer("two", (), read=READ)
    assert alpha_line(told(*silent)) == (
        "agreement beyond chance cannot be told: nobody reports anything in what was changed"
    )
    assert "Nobody reports anything." in render_page(told(*silent))


def test_warnings_are_on_top_and_what_most_report_comes_first() -> None:
    warning = RunWarning(code="incomplete-run", message="run 1 of two is incomplete")
    page = render_page(told(ONE, TWO, warnings=(warning,)))
    assert page.splitlines()[2] == "> **Warning, incomplete-run:** run 1 of two is incomplete"
    assert page.index("a.py:10") < page.index("b.py:1")
    assert "c.py" not in page


@pytest.mark.parametrize("hostile", ["| x\n# y", "`</table>`\n\n1. z", "\x1b[31mred"])
def test_no_name_or_message_breaks_out_of_its_cell(hostile: str) -> None:
    named = Reviewer(hostile, (found("a.py", 10, hostile),), read=READ)
    page = render_page(told(named, TWO))
    plain = render_page(told(Reviewer("x", (found("a.py", 10, "y"),), read=READ), TWO))
    assert len(page.splitlines()) == len(plain.splitlines())
    assert "\x1b" not in page
    assert "\x1b" not in "".join(
        cell for row in (*reviewer_rows(told(named, TWO)), *pair_rows(told(named, TWO))) for cell in row
    )
