"""What each watchdog is worth: the numbers worked out by hand, and what there is no number for."""

from __future__ import annotations

import pytest

from houndsman.evaluation.returns import Hunted, Return, Session, returns
from houndsman.models.passes import HUNT, SECOND_OPINION
from houndsman.models.triage import Decision

DECIDED = {"a": Decision.EXECUTE, "b": Decision.EXECUTE, "c": Decision.IGNORE, "d": Decision.PENDING}


def hunted(watchdog: str, reported: str, *sessions: Session, is_code: bool = False) -> Hunted:
    """Findings are single letters; nobody says which pass found them."""
    return Hunted(watchdog, dict.fromkeys(reported), sessions, is_code)


def asked(
    agent: str, tokens: int | None = 100, cost: float | None = 0.5, *, answered: bool = True, name: str = HUNT
) -> Session:
    return Session(agent, name, answered, tokens, cost)


def rows(
    *of: Hunted, decided: dict[str, Decision] = DECIDED, defects: dict[str, str] | None = None
) -> dict[tuple[str, str | None], Return]:
    return {(row.watchdog, row.agent): row for row in returns(of, decided, defects or {})}


def test_a_row_counts_each_finding_once_over_all_runs() -> None:
    one = hunted("general", "acd", asked("claude"))
    again = hunted("general", "ad", asked("claude", 50, 0.25))
    other = hunted("general", "b", asked("codex"))
    row = rows(one, again, other)["general", "claude"]
    assert row == Return(
        watchdog="general",
        agent="claude",
        runs=2,
        reported=3,
        confirmed=1,
        unique_confirmed=1,
        dismissed_share=1 / 2,
        recall_lost=1 / 2,
        sessions=2,
        tokens=150,
        cost=0.75,
        unpriced=0,
        tokens_each=150.0,
        cost_each=0.75,
    )


def test_what_another_found_as_well_would_not_be_lost() -> None:
    found = rows(hunted("general", "ab", asked("claude")), hunted("python", "b", is_code=True))
    assert [(row.confirmed, row.unique_confirmed, row.recall_lost) for row in found.values()] == [
        (2, 1, 0.5),
        (1, 0, 0),
    ]


def test_what_another_found_under_another_name_would_not_be_lost_either() -> None:
    both = hunted("general", "ad", asked("claude")), hunted("general", "b", asked("codex"))
    found = rows(*both, defects={"a": "a", "b": "a", "d": "d"})
    assert [(row.confirmed, row.unique_confirmed) for row in found.values()] == [(1, 0), (1, 0)]


@pytest.mark.parametrize(
    ("unknown", "tokens", "cost"),
    [(asked("claude", None), None, 1.0), (asked("claude", 7, None), 107, None)],
    ids=["tokens", "cost"],
)
def test_one_session_that_does_not_say_leaves_the_sum_unknown(
    unknown: Session, tokens: int | None, cost: float | None
) -> None:
    row = rows(hunted("general", "a", asked("claude"), unknown))["general", "claude"]
    assert (row.tokens, row.tokens_each, row.cost, row.cost_each) == (tokens, tokens, cost, cost)
    assert row.unpriced == (cost is None)


def test_only_plain_code_is_known_to_cost_nothing() -> None:
    found = rows(hunted("python", "a", is_code=True), hunted("general", "b"))
    assert [(row.tokens, row.cost) for row in (found["python", "code"], found["general", None])] == [
        (0, 0.0),
        (None, None),
    ]


def test_what_was_spent_on_an_agent_that_was_given_up_stays_with_it() -> None:
    found = rows(hunted("general", "a", asked("claude", 9, 0.25, answered=False), asked("codex")))
    assert [(row.runs, row.reported, row.cost) for row in found.values()] == [(1, 1, 0.5), (1, 0, 0.25)]
    assert list(found) == [("general", "codex"), ("general", "claude")]


def test_an_answer_that_two_agents_gave_together_is_theirs_together() -> None:
    found = rows(hunted("general", "ab", asked("claude"), asked("codex")), hunted("general", "a", asked("claude")))
    assert {name: (row.runs, row.reported, row.sessions) for name, row in found.items()} == {
        ("general", "claude+codex"): (1, 2, 2),
        ("general", "claude"): (1, 1, 1),
    }


def test_where_the_answer_says_who_found_what_each_agent_has_its_own() -> None:
    sessions = asked("claude"), asked("codex", 7, 0.25, name=SECOND_OPINION)
    found = rows(Hunted("general", {"a": HUNT, "b": SECOND_OPINION, "c": HUNT}, sessions))
    assert {name: (row.runs, row.reported, row.confirmed, row.cost) for name, row in found.items()} == {
        ("general", "claude"): (1, 2, 1, 0.5),
        ("general", "codex"): (1, 1, 1, 0.25),
    }


def test_a_second_opinion_that_found_nothing_has_a_row_of_its_own() -> None:
    sessions = asked("claude"), asked("codex", name=SECOND_OPINION)
    found = rows(Hunted("general", {"a": HUNT}, sessions))
    assert [(row.reported, row.cost) for row in found.values()] == [(1, 0.5), (0, 0.5)]


def test_a_pass_that_two_agents_answered_does_not_say_whose_a_finding_is() -> None:
    sessions = asked("claude"), asked("codex"), asked("gemini", name=SECOND_OPINION)
    found = rows(Hunted("general", {"a": HUNT, "b": SECOND_OPINION}, sessions))
    assert [name for _, name in found] == ["claude+codex+gemini"]


def test_what_was_found_by_sessions_that_all_broke_off_is_theirs() -> None:
    row = rows(hunted("general", "a", asked("claude", answered=False)))["general", "claude"]
    assert (row.reported, row.runs) == (1, 1)


def test_a_watchdog_that_reported_nothing_has_a_row() -> None:
    row = rows(hunted("python", "", is_code=True), hunted("general", "a", asked("claude")))["python", "code"]
    assert (row.runs, row.reported, row.dismissed_share, row.recall_lost, row.cost_each) == (1, 0, None, 0.0, None)


def test_without_a_decision_there_is_no_share_of_it() -> None:
    (row,) = rows(hunted("general", "ad", asked("claude")), decided={}).values()
    assert (row.confirmed, row.dismissed_share, row.recall_lost, row.tokens_each) == (0, None, None, None)


def test_what_is_worth_most_comes_first_and_an_unknown_price_last() -> None:
    found = rows(
        hunted("silent", "", asked("claude")),
        hunted("unknown", "b", asked("claude", cost=None)),
        hunted("dear", "b", asked("claude", cost=2.0)),
        hunted("cheap", "b", asked("claude", cost=1.0)),
        hunted("alone", "a", asked("claude", cost=9.0)),
    )
    assert [watchdog for watchdog, _ in found] == ["alone", "cheap", "dear", "unknown", "silent"]
