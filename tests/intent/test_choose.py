"""Whose word on a change's purpose counts."""

from __future__ import annotations

import json
from itertools import product

import pytest

from houndsman.intent.choose import MOST_BYTES, TEXT_CHARS, Decision, chosen, with_words
from houndsman.intent.derive import MOST_FACTS
from houndsman.intent.signs import Kind
from houndsman.models.business import BusinessSource, BusinessSummary, Fact
from houndsman.models.repo_path import RepoPath

A = RepoPath(b"a.py")
FILES = {A, RepoPath(b"b/c.py"), RepoPath(b"\xff.py")}
FLOW = Fact(id="F1", title="function `f()`: changed", at=("a.py:1",), files=(A,))
DERIVED = BusinessSummary(base="b" * 40, head="d" * 40, flows=(FLOW,))


def offer(**keys: object) -> bytes:
    """A file that an agent may have written."""
    return json.dumps({"source": "ai", "text": "Split payments.", **keys}).encode()


def test_words_alone_leave_the_facts_as_they_are() -> None:
    choice = chosen(DERIVED, offer(), FILES)
    assert choice.decision is Decision.REPLACED
    assert choice.reason == "written by the ai"
    assert choice.summary == DERIVED.model_copy(update={"text": "Split payments.", "source": BusinessSource.AI})


def test_better_facts_are_numbered_by_us() -> None:
    flows = [
        {"id": "X9", "title": "paying\ntwice", "at": "a.py:3"},
        {"title": "b", "at": ["./b/c.py:L4-9", "a/a.py:1"]},
    ]
    summary = chosen(DERIVED, offer(flows=flows, states=[{"title": "paid", "at": ['"\\377.py":2']}]), FILES).summary
    assert [(fact.id, fact.title, fact.at, fact.files) for fact in summary.flows] == [
        ("F1", "paying twice", ("a.py:3",), (A,)),
        ("F2", "b", ("b/c.py:4", "a.py:1"), (A, RepoPath(b"b/c.py"))),
    ]
    assert [(fact.id, fact.at) for fact in summary.states] == [("S1", ('"\\377.py":2',))]


@pytest.mark.parametrize(
    "fact",
    [
        {"title": "x", "at": ["other.py:1"]},
        {"title": "x", "at": ["../a.py:1"]},
        {"title": "x", "at": ["/etc/passwd:1"]},
        {"title": "x", "at": ["a.py"]},
        {"title": "x", "at": ["a.py:0"]},
        {"title": "x", "at": ["a.py:-1"]},
        {"title": "x", "at": [1, None, {}]},
        {"title": "x"},
        {"title": " ", "at": ["a.py:1"]},
        {"title": 3, "at": ["a.py:1"]},
        "x",
        None,
        ["a.py:1"],
    ],
    ids=repr,
)
def test_a_fact_without_a_place_in_the_change_is_dropped(fact: object) -> None:
    choice = chosen(DERIVED, offer(flows=[fact]), FILES)
    assert choice.summary.flows == DERIVED.flows
    assert "1 of its flows dropped" in choice.reason


@pytest.mark.parametrize(
    ("offered", "reason"),
    [
        (b"", "not JSON"),
        (b"{", "not JSON"),
        (b"\xff", "not UTF-8"),
        (b"[" * 5_000 + b"]" * 5_000, "nested too deeply"),
        (b"[]", "no JSON object"),
        (b'"text"', "no JSON object"),
        (b" " * (MOST_BYTES + 1), "bytes is no summary"),
        (offer(text=" "), "says nothing"),
        (offer(text=None, flows="many"), "says nothing"),
        (offer(text={"a": 1}, flows=[{"title": "x"}]), "says nothing that can be used; 1 of its flows dropped"),
    ],
    ids=lambda value: repr(value)[:30],
)
def test_what_cannot_be_used_is_refused_with_the_reason(offered: bytes, reason: str) -> None:
    choice = chosen(DERIVED, offered, FILES)
    assert choice.decision is Decision.REFUSED
    assert choice.summary is DERIVED
    assert reason in choice.reason


@pytest.mark.parametrize(
    ("keys", "reason"),
    [
        ({"head": "e" * 40}, "it is about another change: its head is eee"),
        ({"base": ["\x1b"]}, r"it is about another change: its base is ['\x1b']"),
        ({"base": DERIVED.base, "head": 7, "text": None}, "it is about another change: its head is 7"),
    ],
    ids=repr,
)
def test_what_is_about_another_change_stays_where_it_is(keys: dict[str, object], reason: str) -> None:
    choice = chosen(DERIVED, offer(**keys), FILES)
    assert choice.summary is DERIVED
    assert choice.decision is Decision.KEPT
    assert choice.reason.startswith(reason)


@pytest.mark.parametrize(
    ("keys", "source"),
    [
        ({}, "ai"),
        ({"source": " Reviewer "}, "reviewer"),
        ({"source": None}, "reviewer"),
        ({"source": 7}, "reviewer"),
        ({"source": "root"}, "reviewer"),
        ({"source": "deterministic"}, "reviewer"),
        ({"base": None, "head": ""}, "ai"),
        ({"base": DERIVED.base, "head": DERIVED.head, "version": 7, "unknown": [1]}, "ai"),
    ],
    ids=repr,
)
def test_who_says_it(keys: dict[str, object], source: str) -> None:
    choice = chosen(DERIVED, offer(**keys), FILES)
    assert (choice.decision, choice.summary.source) == (Decision.REPLACED, source)


@pytest.mark.parametrize(("held", "offered"), [*product(BusinessSource, BusinessSource)])
def test_the_worse_never_replaces_the_better(held: BusinessSource, offered: BusinessSource) -> None:
    in_hand = DERIVED.model_copy(update={"source": held, "text": None if held == "deterministic" else "Old words."})
    replaced = offered is not BusinessSource.DETERMINISTIC and not held.outranks(offered)
    text = None if offered is BusinessSource.DETERMINISTIC else "New words."
    flows = [{"title": "x", "at": ["a.py:2"]}]
    choice = chosen(in_hand, offer(source=offered, text=text, flows=flows), FILES)
    assert choice.decision is (Decision.REPLACED if replaced else Decision.KEPT)
    assert choice.summary.source is (offered if replaced else held)
    assert (choice.summary is in_hand) is not replaced

    spoken = with_words(in_hand, "New words.", offered)
    assert spoken.decision is (Decision.KEPT if held.outranks(offered) else Decision.REPLACED)
    assert spoken.summary.source is max(held, offered, key=list(BusinessSource).index)


def test_our_own_file_of_an_earlier_prepare_changes_nothing() -> None:
    ours = json.dumps(DERIVED.to_json()).encode()
    assert chosen(DERIVED, ours, FILES).decision is Decision.KEPT
    assert chosen(DERIVED, None, FILES).decision is Decision.KEPT


def test_the_same_words_again_are_kept() -> None:
    summary = chosen(DERIVED, offer(), FILES).summary
    again = chosen(summary, json.dumps(summary.to_json()).encode(), FILES)
    assert (again.decision, again.reason) == (Decision.KEPT, "the ai says the same")


@pytest.mark.parametrize("text", [None, "", " \n "])
def test_silence_replaces_nothing(text: str | None) -> None:
    choice = with_words(DERIVED, text, BusinessSource.AI)
    assert (choice.summary, choice.decision) == (DERIVED, Decision.KEPT)


def test_words_are_capped_and_made_safe() -> None:
    text = "key AKIAABCDEFGHIJKLMNOP \x1b[31m" + "é" * TEXT_CHARS
    for summary in (
        chosen(DERIVED, offer(text=text), FILES).summary,
        with_words(DERIVED, text, BusinessSource.AI).summary,
    ):
        assert summary.text is not None
        assert summary.text.startswith(r"key [redacted:aws-access-key] \x1b[31mé")
        assert len(summary.text) == TEXT_CHARS
    flood = [{"title": "x" * 999, "at": ["a.py:1"] * 99}] * (MOST_FACTS[Kind.FLOW] + 5)
    choice = chosen(DERIVED, offer(flows=flood), FILES)
    assert len(choice.summary.flows) == MOST_FACTS[Kind.FLOW]
    assert {(len(fact.title), fact.at) for fact in choice.summary.flows} == {(240, ("a.py:1",))}
    assert "5 of its flows dropped" in choice.reason
