"""What sessions took, by pass."""

from __future__ import annotations

from itertools import permutations

import pytest

from houndsman.finalize.spending import agents_of, passes_of, totals_of
from houndsman.models.agent import End, Priced
from houndsman.models.finding import Finding, Side
from houndsman.models.passes import Asked, PassRecord, Turn
from houndsman.models.reply import Usage
from houndsman.models.repo_path import RepoPath


def tried(
    name: str = "hunt",
    file: str = "",
    kind: Turn = Turn.BRIEF,
    cost: float | None = None,
    agent: str = "claude",
    end: End | None = End.OK,
    priced: Priced = Priced.REPORTED,
) -> PassRecord:
    asked = Asked("api", name, file, 1, "0" * 64, agent, agent)
    return PassRecord(asked, 1, kind, "t", end=end, usage=Usage(cost=cost), priced=priced, seconds=cost)


def finding(file: str = "a.py", by: object = None) -> Finding:
    extra = {} if by is None else {"pass": by}
    return Finding("api", 0, RepoPath.parse(file), 1, None, Side.NEW, "r", "m", extra=extra)


def test_passes_stand_in_the_order_of_a_hunt_whatever_began_first() -> None:
    names = ["hunt", "flow", "bookkeeping", "adversarial", "checklist", "secondOpinion"]
    tries = [tried(name) for name in reversed(names)]
    own = [tried("zeal"), tried("ardour")]
    found = passes_of([*own, tried("hunt", kind=Turn.REST), *tries], ())
    assert [each.name for each in found] == [*names, "repair", "ardour", "zeal"]


def test_passes_over_files_stand_by_file() -> None:
    assert [each.file for each in passes_of([tried(file="b"), tried(file="a")], ())] == ["a", "b"]


@pytest.mark.parametrize("kind", [Turn.REPAIR, Turn.REST, Turn.HAND_IN])
def test_asking_again_is_counted_apart_whatever_for(kind: Turn) -> None:
    tries = [tried("flow", cost=1.0), tried("flow", kind=kind, cost=2.0), tried("checklist", kind=kind, cost=4.0)]
    assert [(each.name, each.sessions, each.cost) for each in passes_of(tries, ())] == [
        ("flow", 1, 1.0),
        ("repair", 2, 6.0),
    ]
    assert {name: each.cost for name, each in totals_of(tries).by_pass.items()} == {"flow": 1.0, "repair": 6.0}


def test_the_last_try_says_how_a_pass_ended() -> None:
    [only] = passes_of([tried(end=End.RATE_LIMITED), tried(end=End.CRASHED), tried(end=End.OK, agent="codex")], ())
    assert (only.end, only.sessions, only.agents) == (End.OK, 3, ("claude", "codex"))


@pytest.mark.parametrize(
    ("priced", "least_sure"),
    [
        ([Priced.REPORTED], Priced.REPORTED),
        ([Priced.ESTIMATED, Priced.REPORTED], Priced.ESTIMATED),
        ([Priced.REPORTED, Priced.UNKNOWN, Priced.ESTIMATED], Priced.UNKNOWN),
    ],
)
def test_a_price_is_as_sure_as_its_least_sure_part(priced: list[Priced], least_sure: Priced) -> None:
    [only] = passes_of([tried(priced=each) for each in priced], ())
    assert only.priced is least_sure


def test_what_is_not_known_is_no_zero() -> None:
    nothing = totals_of([tried(), tried()])
    assert (nothing.cost, nothing.unpriced, nothing.tokens_in, nothing.seconds) == (None, 2, None, None)
    some = totals_of([tried(cost=0.5), tried()])
    assert (some.cost, some.unpriced) == (0.5, 1)
    none = totals_of([])
    assert (none.cost, none.sessions, none.by_pass) == (None, 0, {})


def test_sums_do_not_depend_on_the_order() -> None:
    tries = [tried(cost=cost) for cost in (0.1, 0.2, 0.3, 1e-6)]
    assert {totals_of(order).cost for order in permutations(tries)} == {0.600001}


def test_a_finding_counts_for_the_pass_that_it_names() -> None:
    tries = [tried("flow"), tried("adversarial"), tried("bookkeeping")]
    findings = [finding(by="flow"), finding(by="flow"), finding(by="adversarial"), finding(by=7), finding()]
    assert {each.name: each.findings for each in passes_of(tries, findings)} == {
        "flow": 2,
        "bookkeeping": 0,
        "adversarial": 1,
    }


def test_what_names_no_pass_counts_for_the_only_one_that_hunted() -> None:
    tries = [tried("hunt"), tried("hunt", kind=Turn.REPAIR), tried("checklist")]
    assert [each.findings for each in passes_of(tries, [finding(), finding()])] == [2, 0, 0]


@pytest.mark.parametrize(
    ("tries", "counts"),
    [
        ([tried("flow"), tried("adversarial", end=End.CRASHED)], [1, 0]),
        ([tried("flow", end=End.CRASHED), tried("adversarial")], [0, 1]),
        ([tried("flow", end=End.TIMEOUT), tried("flow", kind=Turn.HAND_IN), tried("bookkeeping")], [1, 0, 0]),
        ([tried("flow", end=End.TIMEOUT)], [1]),
        ([tried("flow"), tried("adversarial")], [0, 0]),
    ],
)
def test_that_is_the_only_one_that_answered(tries: list[PassRecord], counts: list[int]) -> None:
    assert [each.findings for each in passes_of(tries, [finding()])] == counts


def test_of_passes_over_files_each_counts_its_own() -> None:
    tries = [tried(file="a.py"), tried(file="b.py")]
    findings = [finding("b.py"), finding("b.py", "hunt"), finding("c.py")]
    assert [each.findings for each in passes_of(tries, findings)] == [0, 2]


def test_agents_are_named_once_in_the_order_in_which_they_were_asked() -> None:
    assert agents_of([tried(agent="b"), tried(agent="a"), tried(agent="b")]) == ("b", "a")
