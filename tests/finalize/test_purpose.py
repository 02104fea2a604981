"""What the page says of the change's purpose, and on whose word."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from houndsman.finalize.purpose import Purpose, purpose_of
from houndsman.models.business import BusinessSource, BusinessSummary, CommitWords, Fact

if TYPE_CHECKING:
    from tests.finalize.conftest import Bench


def fact(name: str, title: str = "GET /users", *at: str) -> Fact:
    return Fact(id=name, title=title, at=at, files=())


def business(
    source: BusinessSource = BusinessSource.DETERMINISTIC,
    text: str | None = None,
    flows: tuple[Fact, ...] = (),
    invariants: tuple[Fact, ...] = (),
    commits: tuple[str, ...] = (),
) -> BusinessSummary:
    words = tuple(CommitWords(sha=f"{number:040x}", message=each) for number, each in enumerate(commits))
    return BusinessSummary(
        source=source, base="b", head="h", text=text, flows=flows, invariants=invariants, commits=words
    )


def purpose(bench: Bench, known: BusinessSummary | None, told: str | None = None) -> Purpose:
    return purpose_of(known, told, bench.inputs().manifest)


@pytest.mark.parametrize(
    ("known", "told", "said_by", "words"),
    [
        (business(BusinessSource.AI, "By a model."), "By general.", "A model", "By a model."),
        (business(BusinessSource.REVIEWER, "By a person."), "By general.", "A reviewer", "By a person."),
        (business(flows=(fact("F1"),)), "By general.", "A reviewer", "By general."),
        (business(text="Not in words"), "By general.", "A reviewer", "By general."),
        (None, "By general.", "A reviewer", "By general."),
    ],
)
def test_words_are_those_of_the_best_who_spoke(
    bench: Bench, known: BusinessSummary | None, told: str | None, said_by: str, words: str
) -> None:
    found = purpose(bench, known, told)
    assert found.said_by.startswith(said_by)
    assert found.words == f"```text\n{words}\n```"
    assert not found.facts


def test_without_words_flows_and_invariants_are_listed(bench: Bench) -> None:
    known = business(flows=(fact("F1", "GET /users", "src/app_x.py:3", "b.py:1"), fact("F2")), invariants=(fact("I1"),))
    found = purpose(bench, known)
    assert (found.said_by, found.words) == ("Nobody has said it in words. From the changed code:", None)
    assert found.facts == [
        "Flow F1: `GET /users` (`src/app_x.py:3`)",
        "Flow F2: `GET /users`",
        "Invariant I1: `GET /users`",
    ]


@pytest.mark.parametrize(
    ("flows", "origin", "last"),
    [((fact("F1"),), "the changed code", "Flow F1: `GET /users`"), ((), "the diff", "Folders: `src` (1)")],
)
def test_without_words_the_subjects_of_the_commits_come_first(
    bench: Bench, flows: tuple[Fact, ...], origin: str, last: str
) -> None:
    known = business(flows=flows, commits=("Add `open_all`\n\nBecause.", "\n", "# Approved <b>"))
    found = purpose(bench, known)
    assert found.said_by == f"Nobody has said it in words. From the commits and {origin}:"
    assert found.facts[:2] == ["Commit 000000000000: `` Add `open_all` ``", "Commit 000000000000: `# Approved <b>`"]
    assert found.facts[-1] == last


def test_where_somebody_said_it_no_commit_is_listed(bench: Bench) -> None:
    assert not purpose(bench, business(commits=("Add it",)), "By general.").facts


@pytest.mark.parametrize(("count", "last"), [(11, "1 more commit"), (12, "2 more commits")])
def test_commits_are_no_endless_list(bench: Bench, count: int, last: str) -> None:
    facts = purpose(bench, business(commits=("x" * 5_000,) * count)).facts
    assert facts[10] == last
    assert max(map(len, facts)) < 250


@pytest.mark.parametrize(("count", "last"), [(10, "Flow F10: `GET /users`"), (11, "1 more flow"), (12, "2 more flows")])
def test_a_long_list_is_cut(bench: Bench, count: int, last: str) -> None:
    facts = purpose(bench, business(flows=tuple(fact(f"F{number}") for number in range(1, count + 1)))).facts
    assert facts[9] == "Flow F10: `GET /users`"
    assert facts[-1] == last


@pytest.mark.parametrize("known", [None, business(), business(BusinessSource.AI, " \n")])
def test_where_nothing_is_known_the_diff_is_counted(bench: Bench, known: BusinessSummary | None) -> None:
    found = purpose(bench, known)
    assert found.said_by == "Nobody has said it in words. From the diff:"
    assert found.facts == ["Files: 1 (1 modified)", "Lines: 12 added, 12 removed", "Folders: `src` (1)"]


def test_names_in_the_code_are_shown_as_data(bench: Bench) -> None:
    hostile = "[x](y) <b>\n# Approved\n" + "z" * 500
    facts = purpose(bench, business(flows=(fact("F1", hostile, "a`b\nc:1"),))).facts
    assert [len(line) < 250 and "\n" not in line for line in facts] == [True]
    assert facts[0].startswith("Flow F1: `[x](y) <b> # Approved zzz")


def test_long_words_are_cut_and_say_where_the_rest_is(bench: Bench) -> None:
    long = "word " * 2_000
    kept = purpose(bench, business(BusinessSource.AI, long)).words
    assert kept is not None and kept.endswith("\n… [cut; the rest stands in business-summary.json]")
    told = purpose(bench, None, long).words
    assert told is not None and told.endswith("\n… [cut; the rest stands in findings/general.json]")
