"""What each watchdog is worth for what it costs: the return on asking it.

In: for each watchdog of each run who answered, what was reported and what the sessions took; and what was decided. Out:
a row for each watchdog and agent, the most worth first. Nothing fails: a number that nobody knows is None, never 0.

A finding is *confirmed* if it was decided `execute`, and *dismissed* if it was decided `ignore`. Findings are told
apart by fingerprint, over all runs and reviews. What another row reports as well, or probably so, is not unique.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Set
from dataclasses import dataclass, field
from math import fsum, inf
from typing import NamedTuple

from houndsman.models.base import Model
from houndsman.models.triage import Decision
from houndsman.models.watchdog import CODE_AGENT


class Session(NamedTuple):
    """One session of an agent."""

    agent: str
    name: str
    """The pass."""
    answered: bool
    """It said what it had to say."""
    tokens: int | None
    """In and out; null where nobody says."""
    cost: float | None
    """US dollars; null where nobody says."""


@dataclass(frozen=True, slots=True)
class Hunted:
    """One watchdog in one run."""

    watchdog: str
    reported: Mapping[str, str | None]
    """By fingerprint the pass that found it first; null where nobody says."""
    sessions: tuple[Session, ...] = ()
    is_code: bool = False
    """Plain code answered, and nobody was asked."""


class Return(Model):
    """One watchdog as one agent answers it."""

    watchdog: str
    agent: str | None
    """`code` for plain code; names joined by `+` where one answer was united from several agents and does not say who
    found what; null where somebody wrote the findings file without a session of ours."""
    runs: int
    """In which it was asked."""
    reported: int
    """Distinct findings."""
    confirmed: int
    """Of these, decided `execute`."""
    unique_confirmed: int
    """Of these, reported by no other row, nor probably the same under another name."""
    dismissed_share: float | None
    """Decided `ignore`, of what was decided; null where nothing was."""
    recall_lost: float | None
    """What would be missing without it: `uniqueConfirmed` of all that is confirmed; null where nothing is."""
    sessions: int
    tokens: int | None
    """In and out; null where a session did not say."""
    cost: float | None
    """US dollars; null where a session did not say."""
    unpriced: int
    """Sessions of which nobody knows the cost."""
    tokens_each: float | None
    """For each confirmed finding; null where there is none, as the next."""
    cost_each: float | None


@dataclass(slots=True)
class _Row:
    runs: int = 0
    reported: set[str] = field(default_factory=set)
    sessions: list[Session] = field(default_factory=list)


_Key = tuple[str, str | None]


def returns(
    hunted: Iterable[Hunted], decisions: Mapping[str, Decision], defects: Mapping[str, str]
) -> tuple[Return, ...]:
    """A row for each watchdog and agent: by unique confirmed findings, then by all confirmed ones, then the cheapest.

    Args:
        hunted: each watchdog of each run.
        decisions: by fingerprint; what is not there is pending.
        defects: by fingerprint the one that stands for its defect; what is not there stands for itself.
    """
    rows: defaultdict[_Key, _Row] = defaultdict(_Row)
    for each in hunted:
        _add(rows, each)
    confirmed = {name for row in rows.values() for name in row.reported if decisions.get(name) is Decision.EXECUTE}
    meant = {key: frozenset(defects.get(name, name) for name in row.reported) for key, row in rows.items()}
    reporters = Counter(defect for each in meant.values() for defect in each)
    unique = {name for row in rows.values() for name in row.reported if reporters[defects.get(name, name)] == 1}
    made = (_return(key, row, confirmed, unique, decisions) for key, row in rows.items())
    return tuple(sorted(made, key=_worth))


def _add(rows: defaultdict[_Key, _Row], each: Hunted) -> None:
    """Count a watchdog's run. What an agent took that was given up for another one stays with it."""
    apart, together = _credits(each)
    jointly = "+".join(together) or (CODE_AGENT if each.is_code else None)
    told: set[str | None] = set()
    for session in each.sessions:
        agent = jointly if session.agent in together else session.agent
        rows[each.watchdog, agent].sessions.append(session)
        told.add(agent)
    for name in each.reported:
        agent = apart.get(name, jointly)
        rows[each.watchdog, agent].reported.add(name)
        told.add(agent)
    for agent in told or {jointly}:
        rows[each.watchdog, agent].runs += 1


def _credits(each: Hunted) -> tuple[Mapping[str, str], tuple[str, ...]]:
    """Which agent found which finding, if that can be said of all of them; else the agents that found them together."""
    sessions = [session for session in each.sessions if session.answered] or each.sessions
    agents = tuple(dict.fromkeys(session.agent for session in sessions))
    by_pass: defaultdict[str | None, set[str]] = defaultdict(set)
    for session in sessions:
        by_pass[session.name].add(session.agent)
    if len(agents) == 1:
        return dict.fromkeys(each.reported, agents[0]), ()
    apart = {name: min(by_pass[found_by]) for name, found_by in each.reported.items() if len(by_pass[found_by]) == 1}
    return (apart, ()) if len(apart) == len(each.reported) else ({}, agents)


def _return(key: _Key, row: _Row, confirmed: Set[str], unique: Set[str], decisions: Mapping[str, Decision]) -> Return:
    watchdog, agent = key
    own = row.reported & confirmed
    dismissed = sum(decisions.get(name) is Decision.IGNORE for name in row.reported)
    tokens, cost = _spent(row, costs_nothing=agent == CODE_AGENT)
    return Return(
        watchdog=watchdog,
        agent=agent,
        runs=row.runs,
        reported=len(row.reported),
        confirmed=len(own),
        unique_confirmed=len(own & unique),
        dismissed_share=dismissed / (dismissed + len(own)) if dismissed or own else None,
        recall_lost=len(own & unique) / len(confirmed) if confirmed else None,
        sessions=len(row.sessions),
        tokens=tokens,
        cost=cost,
        unpriced=sum(session.cost is None for session in row.sessions),
        tokens_each=None if tokens is None or not own else tokens / len(own),
        cost_each=None if cost is None or not own else cost / len(own),
    )


def _spent(row: _Row, *, costs_nothing: bool) -> tuple[int | None, float | None]:
    """Tokens and US dollars. Where nobody was asked only plain code is known to have cost nothing."""
    if not row.sessions:
        return (0, 0.0) if costs_nothing else (None, None)
    tokens = [session.tokens for session in row.sessions if session.tokens is not None]
    costs = [session.cost for session in row.sessions if session.cost is not None]
    every = len(row.sessions)
    return sum(tokens) if len(tokens) == every else None, fsum(costs) if len(costs) == every else None


def _worth(row: Return) -> tuple[int, int, float, float, str, str]:
    """What is worth most comes first; a price that nobody knows comes behind all that are known."""
    cost = inf if row.cost_each is None else row.cost_each
    dismissed = row.dismissed_share or 0.0
    return -row.unique_confirmed, -row.confirmed, cost, dismissed, row.watchdog, row.agent or ""
