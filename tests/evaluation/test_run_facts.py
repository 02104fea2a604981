"""What a run did and what it cost, from the artifacts that are kept of it."""

from __future__ import annotations

import pytest

from houndsman.compare.sides import Coverage, Spent
from houndsman.evaluation.run_facts import coverage_of, read_by_agents, spent_of
from houndsman.models.hunt_report import HuntReport
from houndsman.models.manifest import Manifest, ManifestBudgets, ManifestWatchdog
from houndsman.models.repo_path import RepoPath
from houndsman.models.target import Target, TargetKind
from houndsman.models.watchdog import CODE_AGENT

USAGE = {"tokensIn": 100, "tokensOut": 10, "tokensCached": 5, "cost": 0.5}


def manifest(**agents: str | None) -> Manifest:
    """Of a run whose watchdogs have these agents and two files each."""
    return Manifest(
        review_id="r",
        run=1,
        repository="x",
        branch=None,
        variant=None,
        target=Target(kind=TargetKind.STAGED, key="staged", base="a" * 40, head="b" * 40),
        status="ready",
        files=(),
        watchdogs=tuple(
            ManifestWatchdog(
                id=name,
                brief=None,
                files=(RepoPath(b"a.py"), RepoPath(b"b\xff.py")),
                out_of_scope=(),
                agent=agent,
                estimated_tokens=0,
                hash="",
            )
            for name, agent in agents.items()
        ),
        budgets=ManifestBudgets(max_files_per_brief=1, max_excerpt_chars=1, reads=1, searches=1),
        created_at="",
        hash="",
    )


def intake(**told: object) -> object:
    """What finalize made of the replies of these watchdogs; each with its usage."""
    read = ["a.py", '"b\\377.py"']
    return {"watchdogs": [{"watchdog": name, "reviewedFiles": read, "usage": usage} for name, usage in told.items()]}


TWO = manifest(general=None, debris=CODE_AGENT)


def test_coverage_counts_each_file_once_for_every_watchdog_that_has_it() -> None:
    assert coverage_of(TWO, intake(general=USAGE, debris=None)) == Coverage(2, 2, 4, 4)
    assert coverage_of(TWO, intake(debris=None)) == Coverage(1, 2, 2, 4)


def test_what_a_stranger_reviewed_counts_for_nothing() -> None:
    told = {"watchdogs": [{"watchdog": "debris", "reviewedFiles": ["a.py", "z.py"]}, {"watchdog": "imported"}]}
    assert coverage_of(TWO, told) == Coverage(1, 2, 1, 4)


def test_an_agents_tokens_are_what_it_says_and_code_has_none() -> None:
    assert spent_of(TWO, intake(general=USAGE, debris=None)) == Spent(None, 100, 10, 5, 0.5)
    assert spent_of(manifest(debris=CODE_AGENT), intake(debris=None)) == Spent(None, 0, 0, 0, 0)


def test_tokens_of_several_add_up_and_one_that_is_silent_leaves_no_sum() -> None:
    both = manifest(general=None, money="claude")
    assert spent_of(both, intake(general=USAGE, money=USAGE)) == Spent(None, 200, 20, 10, 1.0)
    assert spent_of(both, intake(general=USAGE, money=USAGE | {"cost": None})) == Spent(None, 200, 20, 10, None)
    assert spent_of(both, intake(general=USAGE, money=None)) == Spent()
    assert spent_of(both, intake(general=USAGE)) == Spent()


PASS = {"name": "hunt", "file": "", "agents": ["a"], "priced": "unknown", "end": "ok", "findings": 0}
FILES = {"expected": 1, "reviewed": 1, "skipped": 0, "undeclared": 0, "outOfScope": 0}
ROW = {"agents": [], "imported": False, "missing": None, "coverage": FILES, "checks": {}, "rules": {}, "findings": 0}
ROW |= {"refused": 0, "repairs": [], "treeChanges": [], "secondOpinion": None}


def report(**seconds: float | None) -> HuntReport:
    """A report in which each of these watchdogs had a session of so many seconds; None: nobody was asked for it."""
    rows = [{**ROW, "watchdog": name, "passes": [] if took is None else [PASS]} for name, took in seconds.items()]
    totals: dict[str, object] = {"seconds": sum(took for took in seconds.values() if took is not None), "byPass": {}}
    told = {"run": 1, "createdAt": "", "depth": None, "businessSummary": None, "watchdogs": rows, "totals": totals}
    return HuntReport.model_validate(told)


def test_the_time_of_sessions_adds_up_unless_a_person_answered_too() -> None:
    both = manifest(general=None, money="claude", debris=CODE_AGENT)
    assert spent_of(both, None, report(general=2.5, money=4.0)).seconds == 6.5
    assert spent_of(both, None, report(general=2.5, money=None)).seconds is None
    assert spent_of(manifest(debris=CODE_AGENT), None, report()).seconds is None


@pytest.mark.parametrize("broken", [None, [], {"watchdogs": None}, {"watchdogs": [1, {}]}, intake(general="no usage")])
def test_an_artifact_that_says_nothing_is_no_error(broken: object) -> None:
    assert spent_of(TWO, broken) == Spent()
    assert coverage_of(TWO, broken).files == 4


def test_what_agents_read_is_theirs_alone_and_in_a_brief() -> None:
    told = {"watchdogs": [{"watchdog": "general", "reviewedFiles": ["a.py", "z.py"]}, {"watchdog": "imported"}]}
    assert read_by_agents(TWO, told) == {"a.py"}
    assert read_by_agents(TWO, intake(debris=None)) == frozenset()
    assert read_by_agents(TWO, None) == frozenset()
