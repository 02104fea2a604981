"""What must be known before the numbers are read."""

from __future__ import annotations

from dataclasses import replace

import pytest

from houndsman.golden.judge import judge
from houndsman.golden.remarks import remarks, same_commit
from houndsman.models.foreign import ForeignFinding
from houndsman.models.golden import GoldenSet
from tests.golden.making import anchor, finding, golden_set

GOLDEN = golden_set(anchor("a", 3, case="cart"), anchor("b", 3, case="pay"), commit="abc1234")


def told(golden: GoldenSet, *findings: ForeignFinding, head: str | None = None) -> list[str]:
    return [each.code for each in remarks(golden, findings, judge(golden, findings), head)]


def message(golden: GoldenSet, *findings: ForeignFinding, head: str | None = None) -> str:
    (warning,) = remarks(golden, findings, judge(golden, findings), head)
    return warning.message


def test_a_quiet_score() -> None:
    assert told(GOLDEN, finding(3), head="abc1234def") == []


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("abc1234", "abc1234def", True),
        ("ABC1234DEF", "abc1234", True),
        ("abc1234", "abc1235", False),
        ("abc1234def", "abc1234de0", False),
    ],
)
def test_commits_may_be_abbreviated(one: str, other: str, same: bool) -> None:
    assert same_commit(one, other) is same_commit(other, one) is same


def test_another_commit_was_reviewed() -> None:
    assert told(GOLDEN, finding(3), head="def5678") == ["other-commit"]
    assert "def5678 instead of abc1234; 2 cases of 2" in message(GOLDEN, finding(3), head="def5678")


def test_a_case_of_another_commit_than_the_others() -> None:
    cases = [replace(case, commit=commit) for case, commit in zip(GOLDEN.cases, ("def5678", None), strict=True)]
    golden = replace(GOLDEN, cases=tuple(cases))
    assert "def5678 instead of abc1234; 1 case of 2" in message(golden, finding(3), head="def5678")


def test_findings_that_name_another_commit() -> None:
    other = finding(3)._replace(commit="def5678")
    assert told(GOLDEN, other, finding(3), finding(3)._replace(commit="abc1234")) == ["other-commit"]
    assert "1 finding of 2 that name a commit" in message(GOLDEN, other, finding(3)._replace(commit="abc1234"))


def test_a_set_that_names_no_commit_warns_of_none() -> None:
    assert told(replace(GOLDEN, commit=None), finding(3)._replace(commit="def5678"), head="def5678") == []


@pytest.mark.parametrize(
    ("stray", "code"),
    [
        (finding(3)._replace(case="pr-7"), "unknown-case"),
        (finding(3, file="else.py"), "no-case"),
        (finding(3, file="shared.py"), "ambiguous-case"),
    ],
)
def test_findings_of_no_case(stray: ForeignFinding, code: str) -> None:
    shared = [anchor("s", 1, case=case, file="shared.py") for case in ("cart", "pay")]
    golden = golden_set(*GOLDEN.anchors, *shared)
    assert told(golden, stray, stray, finding(3)) == [code]
    assert message(golden, stray, stray, finding(3)).startswith("2 findings belong to no case")


def test_paths_that_have_nothing_in_common() -> None:
    golden = golden_set(anchor("a", 3))
    assert told(golden, finding(3, file="/src/pay.py")) == ["no-common-file"]
    assert all(
        way in message(golden, finding(3, file="/src/pay.py")) for way in ("--root", "houndsman golden relocate")
    )
    assert told(golden, finding(3, file="/src/pay.py"), finding(99)) == []
    assert told(golden) == []
    assert told(golden_set(clean=["pay"]), finding(3, file="else.py")) == []


@pytest.mark.parametrize(
    ("defects", "findings", "words"),
    [
        (0, 1, "1 finding has no file or no line"),
        (1, 0, "1 defect has no file or no line"),
        (0, 2, "2 findings have no file or no line"),
        (2, 1, "1 finding and 2 defects have no file or no line"),
    ],
)
def test_what_has_no_place_is_counted(defects: int, findings: int, words: str) -> None:
    golden = golden_set(anchor("a", 3), *(anchor(f"b{number}", None) for number in range(defects)))
    report = [finding(3), *[finding(None)] * findings]
    assert told(golden, *report) == ["unanchored"]
    assert message(golden, *report) == f"{words}: listed, and counted in no number"


def test_the_commit_is_told_first() -> None:
    findings = [finding(None), finding(3, file="else.py")]
    assert told(GOLDEN, *findings, head="def5678") == ["other-commit", "no-common-file", "no-case", "unanchored"]
