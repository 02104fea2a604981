"""Findings that probably say the same are linked, and nothing more."""

from __future__ import annotations

from dataclasses import replace
from hashlib import sha256
from itertools import combinations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from houndsman.matching.connected import Connected
from houndsman.matching.dedupe_key import dedupe_key
from houndsman.matching.near_duplicates import likeness, link_findings, reasons
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

#: Makes words of a digest: no two digests are alike.
SPACED = str.maketrans("0123", "    ")


@pytest.mark.parametrize(
    ("one", "other", "why"),
    [
        (merged(10, SQL), merged(13, SAME, "q"), ("3 lines apart", "messages 77 % alike")),
        (merged(10, SQL, end=12), merged(13, SQL, "q"), ("1 line apart", "messages 100 % alike")),
        (merged(10, SQL, end=40), merged(30, SAME, "q"), ("overlapping lines", "messages 77 % alike")),
        (merged(10, SQL, end=12), merged(12, SAME, "q"), ("overlapping lines", "messages 77 % alike")),
        (merged(None, SQL), merged(None, SAME, "q"), ("both about the whole file", "messages 77 % alike")),
        (
            merged(10, "Money is rounded", "q", "money"),
            merged(12, "Totals drift apart", "p", "money"),
            ("2 lines apart", "both may harm money"),
        ),
        (
            merged(10, "Rounds too early", "emergent/unclassified"),
            merged(10, "Drifts", "emergent/unclassified"),
            ("the same line", "both without a rule at one place"),
        ),
        (
            merged(10, SQL, "emergent/security", "security"),
            merged(10, SAME, "emergent/security", "security"),
            (
                "the same line",
                "both may harm security",
                "both without a rule at one place",
                "messages 77 % alike",
            ),
        ),
    ],
    ids=[
        "near",
        "next",
        "overlapping",
        "touching",
        "whole file",
        "same harm",
        "two emergent ones at one line",
        "all of it",
    ],
)
def test_linked_and_why(one: MergedFinding, other: MergedFinding, why: tuple[str, ...]) -> None:
    [link] = link_findings([one, other])
    assert ({link.one, link.other}, link.reasons) == ({0, 1}, why)
    assert reasons(other, one) == why


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
        (merged(10, "Too early", "emergent/unclassified"), merged(12, "Drifts", "emergent/unclassified")),
        (merged(None, "Too early", "emergent/unclassified"), merged(None, "Drifts", "emergent/wording")),
    ],
    ids=[
        "too far",
        "other file",
        "other side",
        "whole file",
        "other subject",
        "denied",
        "no harm given",
        "without a rule at two lines",
        "without a rule, of two classes",
    ],
)
def test_not_linked(one: MergedFinding, other: MergedFinding) -> None:
    assert link_findings([one, other]) == []
    assert reasons(one, other) == ()


def test_links_add_up_and_two_groups_are_apart() -> None:
    chain = [merged(line, SQL, f"r{line}") for line in (1, 4, 7)]
    apart = [merged(line, SQL, f"r{line}") for line in (50, 51)]
    links = link_findings([*chain, *apart, merged(90, SQL)])
    assert [(link.one, link.other) for link in links] == [(0, 1), (1, 2), (3, 4)]


@pytest.mark.parametrize("messages", [("Rounds early", "Drifts", "Overflows"), (SQL, SQL, SQL)], ids=["harm", "text"])
def test_whoever_reaches_furthest_down_is_remembered(messages: tuple[str, str, str]) -> None:
    impact = None if messages[0] == SQL else "money"
    long, short, late = messages
    inside = [merged(10, long, "p", impact, end=40), merged(12, short, "q", impact), merged(35, late, "r", impact)]
    chain = [merged(line, said, f"r{line}", impact) for line, said in zip((50, 53, 56), messages, strict=True)]
    links = link_findings([*inside, *chain])
    assert [(link.one, link.other) for link in links] == [(0, 1), (0, 2), (3, 4), (4, 5)]


def test_of_too_many_texts_at_one_place_the_latest_are_compared() -> None:
    crowd = [merged(10, sha256(b"%d" % n).hexdigest().translate(SPACED), f"r{n:03}") for n in range(140)]
    repeated = [replace(crowd[n], rule="s") for n in (0, 139)]
    assert [(link.one, link.other) for link in link_findings([*crowd, repeated[1]])] == [(139, 140)]
    assert link_findings([*crowd, repeated[0]]) == []


def test_there_are_as_few_links_as_connect_everyone() -> None:
    crowd = [merged(10, f"{SQL} number {n}", f"r{n}", "security") for n in range(60)]
    assert len(link_findings(crowd)) == 59


@pytest.mark.parametrize(
    ("one", "other", "alike"),
    [
        ("the user is checked here", "the user is never checked here", False),
        ("the user isn't checked here", "the user is checked here", False),
        ("o token é validado antes do uso", "o token não é validado antes do uso", False),
        ("the user isn't checked here", "the user is not checked here", True),
        ("bug", "there is a bug in the parser here", False),
        ("parser bug", "the parser bug is here", False),
        ("bug in parser", "there is a bug in the parser here", True),
        ("bug", "bug", True),
        ("", "", False),
    ],
)
def test_a_denial_is_no_likeness(one: str, other: str, alike: bool) -> None:
    assert bool(likeness(one, other)) is alike
    assert likeness(one, other) == likeness(other, one)


PLACES = st.builds(
    merged,
    st.none() | st.integers(1, 30),
    st.sampled_from([SQL, SAME, "No timeout on the outgoing call", "The call is not bounded by a timeout", "x"]),
    st.sampled_from(["r", "q", "emergent/money"]),
    st.sampled_from([None, "money", "security"]),
    path=st.sampled_from(["a", "b"]),
)


@settings(derandomize=True, max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.data())
def test_links_do_not_depend_on_the_order_and_each_has_its_reasons(data: st.DataObject) -> None:
    unique = st.lists(PLACES, max_size=12, unique_by=dedupe_key)
    findings = data.draw(unique)
    shuffled = data.draw(st.permutations(findings))
    links, again = link_findings(findings), link_findings(shuffled)
    assert [(id(findings[one]), id(findings[other]), why) for one, other, why in links] == [
        (id(shuffled[one]), id(shuffled[other]), why) for one, other, why in again
    ]
    assert all(len(why) > 1 for _, _, why in links)


@settings(derandomize=True, max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(PLACES, max_size=8, unique_by=dedupe_key))
def test_whoever_has_a_reason_is_connected(findings: list[MergedFinding]) -> None:
    connected = Connected(len(findings))
    for one, other, _ in link_findings(findings):
        assert connected.join(one, other), "no link is one too many"
    for one, other in combinations(range(len(findings)), 2):
        if reasons(findings[one], findings[other]):
            assert connected.first(one) == connected.first(other)
