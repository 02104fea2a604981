"""Findings that probably say the same are linked, and nothing more."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from houndsman.matching.near_duplicates import are_alike, label_groups
from houndsman.models.finding import Anchor, Finding, MergedFinding, Side
from houndsman.models.repo_path import RepoPath
from houndsman.models.severity import Severity


def merged(
    line: int | None, message: str, rule: str = "r", impact: str | None = None, end: int | None = None, path: str = "a"
) -> MergedFinding:
    member = Finding("w", 0, RepoPath(path.encode()), line, end, Side.NEW, rule, message, impact_class=impact)
    return MergedFinding(member.path, line, end, Side.NEW, rule, Severity.NIT, message, "", "", Anchor.EXACT, (member,))


SQL = "The SQL query is built from user input"
SAME = "SQL query built from the user's input, which allows injection"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (merged(10, SQL), merged(13, SAME, "q")),
        (merged(10, SQL, end=40), merged(30, SAME, "q")),
        (merged(None, SQL), merged(None, SAME, "q")),
        (merged(10, "Money is rounded", "q", "money"), merged(12, "Totals drift apart", "p", "money")),
        (merged(10, "Rounds too early", "emergent/unclassified"), merged(10, "Drifts", "emergent/unclassified")),
    ],
    ids=["near", "overlapping", "whole file", "same harm", "two emergent ones at one line"],
)
def test_linked(one: MergedFinding, other: MergedFinding) -> None:
    first, second = label_groups([one, other])
    assert first is not None
    assert first == second


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (merged(10, SQL), merged(14, SAME, "q")),
        (merged(10, SQL), merged(10, SAME, "q", path="b")),
        (merged(10, SQL), replace(merged(10, SAME, "q"), side=Side.OLD)),
        (merged(10, SQL), merged(None, SAME, "q")),
        (merged(10, SQL), merged(10, "No timeout on the call", "q")),
        (merged(10, "The token is checked before use"), merged(10, "The token is not checked before use", "q")),
        (merged(10, "x is missing", "q", None), merged(12, "y drifts apart", "p", None)),
    ],
    ids=["too far", "other file", "other side", "whole file", "other subject", "denied", "no harm given"],
)
def test_not_linked(one: MergedFinding, other: MergedFinding) -> None:
    assert label_groups([one, other]) == [None, None]


def test_links_add_up_and_two_groups_have_two_labels() -> None:
    chain = [merged(line, SQL, f"r{line}") for line in (1, 4, 7)]
    apart = [merged(line, SQL, f"r{line}") for line in (50, 51)]
    labels = label_groups([*chain, *apart, merged(90, SQL)])
    assert labels[0] == labels[1] == labels[2]
    assert labels[3] == labels[4]
    assert len(set(labels)) == 3
    assert labels[5] is None


@pytest.mark.parametrize(
    ("one", "other", "alike"),
    [
        ("the user is checked here", "the user is never checked here", False),
        ("the user isn't checked here", "the user is checked here", False),
        ("o token é validado antes do uso", "o token não é validado antes do uso", False),
        ("the user isn't checked here", "the user is not checked here", True),
        ("bug", "there is a bug in the parser here", False),
    ],
)
def test_a_denial_is_no_likeness(one: str, other: str, alike: bool) -> None:
    assert are_alike(one, other) is alike


PLACES = st.builds(
    merged,
    st.none() | st.integers(1, 30),
    st.sampled_from([SQL, SAME, "No timeout on the outgoing call", "The call is not bounded by a timeout", "x"]),
    st.sampled_from(["r", "q", "emergent/money"]),
    st.sampled_from([None, "money", "security"]),
    path=st.sampled_from(["a", "b"]),
)


@settings(derandomize=True, max_examples=150, deadline=None)
@given(st.data())
def test_labels_do_not_depend_on_the_order(data: st.DataObject) -> None:
    unique = st.lists(PLACES, max_size=12, unique_by=lambda f: (f.path, f.line, f.rule, f.message))
    findings = data.draw(unique)
    shuffled = data.draw(st.permutations(findings))
    labels = dict(zip(map(id, findings), label_groups(findings), strict=True))
    assert dict(zip(map(id, shuffled), label_groups(shuffled), strict=True)) == labels
