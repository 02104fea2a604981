"""`houndsman watchdogs return`: the table, which fits a terminal, and the report."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from houndsman.cli.watchdog_return import printed
from houndsman.evaluation.returns import Return
from houndsman.evaluation.run_returns import ReturnReport

if TYPE_CHECKING:
    from tests.conftest import CommandLine


def rows(out: str) -> dict[str, list[str]]:
    return {line.split()[0]: line.split()[1:] for line in out.split("\n\n")[0].splitlines()[2:]}


def test_each_watchdog_has_a_row_with_what_it_brought(hunted: CommandLine) -> None:
    manifest = hunted.prepare()
    hunted.answer(
        manifest, "general", {"file": "README.md", "line": 3, "rule": "logic:word", "message": "It is wrong."}
    )
    hunted("hunt")
    marker, call = (item.id for item in hunted.findings("--watchdog", "debris"))
    hunted("findings", "decide", marker, "execute")
    hunted("findings", "decide", call, "ignore")
    ran = hunted("watchdogs", "return")
    assert (ran.code, ran.err) == (0, "")
    assert rows(ran.out)["debris"] == ["code", "2", "1", "1", "50", "%", "100", "%", "0", "0.00", "0.00"]
    assert rows(ran.out)["general"][:4] == ["–", ran.out.split("general")[1].split()[1], "0", "0"]
    assert rows(ran.out)["general"][4:] == ["–", "0", "%", "–", "–", "–"]


def test_where_nothing_is_decided_it_is_said(hunted: CommandLine) -> None:
    ran = hunted("watchdogs", "return", "--json")
    assert (ran.code, "no finding is decided `execute` yet" in ran.err) == (0, True)
    assert {row.recall_lost for row in ReturnReport.model_validate(ran.json()).rows} == {None}


def test_in_a_repository_that_was_never_reviewed_the_next_step_is_named(houndsman: CommandLine) -> None:
    houndsman.repository.write("README.md", "# A\n")
    houndsman.repository.commit("Before")
    ran = houndsman("watchdogs", "return")
    assert (ran.code, "Run `houndsman hunt` first." in ran.err) == (2, True)


def row(watchdog: str, agent: str, tokens: int, cost: float) -> Return:
    return Return(
        watchdog=watchdog,
        agent=agent,
        runs=9999,
        reported=99_999,
        confirmed=99_999,
        unique_confirmed=9999,
        dismissed_share=1.0,
        recall_lost=1.0,
        sessions=9999,
        tokens=tokens,
        cost=cost,
        unpriced=0,
        tokens_each=1.0,
        cost_each=cost,
    )


@pytest.mark.parametrize(
    ("tokens", "shown"), [(9_999, "9,999"), (10_000, "10k"), (9_999_999, "10,000k"), (10**8, "100M")]
)
def test_the_widest_row_has_a_hundred_characters(tokens: int, shown: str) -> None:
    told = ReturnReport(
        reviews=("x",),
        runs=1,
        reported=1,
        confirmed=1,
        dismissed=0,
        rows=(row("w" * 64, "claude+codex+gemini", tokens, 9999.99),),
        warnings=(),
    )
    lines = printed(told).splitlines()
    assert max(map(len, lines)) <= 100
    assert shown in lines[2].split()
