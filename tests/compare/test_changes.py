"""What B reports more and less than A."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from houndsman.compare.changes import Changes, SeenFinding, changes, identity_for
from houndsman.compare.sides import Kind
from houndsman.models.foreign import ForeignFinding
from houndsman.models.severity import Severity
from tests.compare.making import finding, side


def ours(identity: str, line: int = 1, severity: Severity = Severity.NIT) -> ForeignFinding:
    """A finding of a run of ours, which has an id."""
    return finding("pay", line, severity)._replace(id=identity)


def between(a: Sequence[Sequence[ForeignFinding]], b: Sequence[Sequence[ForeignFinding]]) -> Changes:
    return changes(side("a", *a), side("b", *b))


def ids(seen: Sequence[SeenFinding]) -> list[str | None]:
    return [each.finding.id for each in seen]


def test_a_finding_of_ours_is_known_by_its_fingerprint_wherever_it_stands() -> None:
    told = between([[ours("aaaaaa", 1), ours("bbbbbb", 2)]], [[ours("bbbbbb", 7), ours("cccccc", 1)]])
    assert (ids(told.new), ids(told.gone), ids(told.kept)) == (["cccccc"], ["aaaaaa"], ["bbbbbb"])


def test_repeats_say_in_how_many_runs_it_was_reported() -> None:
    told = between([[ours("aaaaaa")], [ours("aaaaaa"), ours("bbbbbb")]], [[ours("aaaaaa"), ours("aaaaaa")]])
    (kept,) = told.kept
    assert (kept.hits_a, kept.runs_a, kept.hits_b, kept.runs_b) == (2, 2, 1, 1)
    (gone,) = told.gone
    assert (gone.hits_a, gone.runs_a, gone.hits_b) == (1, 2, 0)


@pytest.mark.parametrize(
    ("a", "b", "reweighed"),
    [
        (Severity.NIT, Severity.BLOCKING, True),
        (Severity.NIT, Severity.NIT, False),
        (None, Severity.NIT, False),
    ],
)
def test_another_severity_is_told_where_both_say_one(a: Severity | None, b: Severity | None, reweighed: bool) -> None:
    told = between([[ours("aaaaaa")._replace(severity=a)]], [[ours("aaaaaa")._replace(severity=b)]])
    assert bool(told.reweighed) is reweighed


def test_the_severity_of_a_side_is_the_worst_of_its_runs() -> None:
    told = between([[ours("a")], [ours("a", severity=Severity.ATTENTION)]], [[ours("a")]])
    assert (told.kept[0].severity_a, told.kept[0].severity_b) == (Severity.ATTENTION, Severity.NIT)


@pytest.mark.parametrize(
    ("a", "b", "same"),
    [
        ([["x", "y"]], [["y", "x"]], True),
        ([["x"]], [["x"], ["x"]], True),
        ([["x"], []], [["x"]], False),
        ([["x"]], [["x", "y"]], False),
        ([["x", "y"]], [["x"]], False),
        ([[]], [[]], False),
    ],
    ids=["order", "every run", "another share", "new", "gone", "nothing"],
)
def test_two_sides_are_the_same_where_nothing_is_apart(a: list[list[str]], b: list[list[str]], same: bool) -> None:
    of_a, of_b = ([[ours(each) for each in run] for run in side] for side in (a, b))
    assert between(of_a, of_b).are_none is same


def test_another_severity_is_something_apart() -> None:
    assert not between([[ours("x")]], [[ours("x", severity=Severity.BLOCKING)]]).are_none


@pytest.mark.parametrize(
    ("other", "same"),
    [
        pytest.param(finding("pay", 1)._replace(id="zzz", message="Other words."), True, id="other-words-and-id"),
        pytest.param(finding("pay", 2), False, id="another-line"),
        pytest.param(finding("tax", 1), False, id="another-file"),
        pytest.param(finding("pay", 1, rule="R2"), False, id="another-rule"),
    ],
)
def test_findings_of_somebody_else_are_known_by_place_and_rule(other: ForeignFinding, same: bool) -> None:
    identity = identity_for(side("a"), side("b", kind=Kind.FINDINGS))
    assert (identity(finding("pay", 1)._replace(id="aaa")) == identity(other)) is same


@pytest.mark.parametrize(("kind", "same"), [(Kind.FINDINGS, False), (Kind.RUNS, True)])
def test_the_case_tells_reports_apart_but_no_run_of_ours_names_one(kind: Kind, same: bool) -> None:
    identity = identity_for(side("a", kind=kind), side("b", kind=Kind.FINDINGS))
    one, other = (finding("pay", 1)._replace(case=case) for case in (None, "pr-7"))
    assert (identity(one) == identity(other)) is same


def test_without_a_rule_the_words_tell_but_not_how_they_are_written() -> None:
    identity = identity_for(side("a", kind=Kind.FINDINGS), side("b"))
    bare = finding("pay", 1)._replace(rule=None, message="A Race.")
    assert identity(bare) == identity(bare._replace(message="a  race"))
    assert identity(bare) != identity(bare._replace(message="a leak"))


def test_the_order_of_findings_and_runs_changes_nothing() -> None:
    findings = [ours(name, line) for name, line in (("aa", 3), ("bb", 1), ("cc", 2), ("dd", 2))]
    forth, back = (changes(side("a", []), side("b", each)) for each in (findings, findings[::-1]))
    assert forth == back
    assert ids(forth.new) == ["bb", "cc", "dd", "aa"]
