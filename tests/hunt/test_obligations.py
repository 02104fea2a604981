"""What a reply leaves open, seen by intake's own reading of it."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from houndsman.hunt.obligations import Obligations
from houndsman.intake.context import IntakeContext
from houndsman.intake.proof import Prover
from houndsman.models.finding import Side
from houndsman.models.owed import Owed, owed_by
from houndsman.models.repo_path import RepoPath
from houndsman.models.severity import Severity
from houndsman.models.watchdog import Rule, Watchdog

WATCHDOG = Watchdog(
    id="money",
    title="Money",
    rules=(Rule(id="money/round", number=1, title="Round once", severity=Severity.BLOCKING),),
    checklist=("Is every amount a decimal?", "Is the currency kept?"),
)
PATH = RepoPath.parse("pay/cart.py")


class OneFile:
    """A commit with one file of three lines."""

    def exists(self, path: RepoPath, side: Side) -> bool:
        return path == PATH

    def is_link(self, path: RepoPath, side: Side) -> bool:
        return False

    def lines(self, path: RepoPath, side: Side) -> Sequence[bytes] | None:
        return [b"1", b"2", b"3"] if path == PATH else None

    def paths(self, side: Side) -> Sequence[RepoPath]:
        return [PATH]


def obligations(owed: Owed | None = None) -> Obligations:
    sources = OneFile()
    context = IntakeContext(WATCHDOG, (PATH,), sources, ("/reading",))
    return Obligations(owed_by(WATCHDOG, None) if owed is None else owed, context, Prover(sources, context.roots))


def reply(checks: object = (), rules: object = ()) -> dict[str, object]:
    return {"watchdog": "money", "findings": [], "reviewedFiles": [], "checks": checks, "rules": rules}


@pytest.mark.parametrize(
    ("given", "left"),
    [
        (reply(), Owed(("C1", "C2"), ("1",))),
        (reply([{"id": "C1", "verdict": "ok", "at": "pay/cart.py:3"}]), Owed(("C2",), ("1",))),
        (reply([{"id": "C1", "verdict": "ok", "at": "pay/cart.py:4"}]), Owed(("C1", "C2"), ("1",))),
        (reply([{"id": "C1", "verdict": "ok"}, {"id": "C2", "verdict": "n/a"}]), Owed(("C1",), ("1",))),
        (
            reply([], [{"id": "money/round", "verdict": "gap", "at": "/reading/pay/cart.py:1"}]),
            Owed(("C1", "C2")),
        ),
        ({"findings": "unreadable"}, Owed(("C1", "C2"), ("1",))),
    ],
)
def test_only_what_is_proved_or_out_of_the_question_is_not_open(given: dict[str, object], left: Owed) -> None:
    assert obligations().still_open(given) == left


def test_where_nothing_is_owed_nothing_is_open() -> None:
    assert obligations(Owed()).still_open({"findings": "unreadable"}).is_nothing
