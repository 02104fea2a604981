"""What a hunt comes to, against numbers that were added up by hand."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from houndsman.finalize.inputs import Business
from houndsman.finalize.pipeline import finalize
from houndsman.models.agent import End, Priced
from houndsman.models.business import BusinessSource, BusinessSummary
from houndsman.models.finding import Note
from houndsman.models.hunt_notes import Depth, HuntedWatchdog, HuntNotes, TouchedFile
from houndsman.models.owed import Owed
from houndsman.models.passes import Asked, PassRecord, Turn
from houndsman.models.reply import Usage
from houndsman.models.severity import Severity
from houndsman.models.watchdog import CODE_AGENT, Rule, Watchdog

if TYPE_CHECKING:
    from tests.finalize.conftest import Bench, Changed

SQL = Rule(id="sql-injection", number=1, title="No SQL from strings", severity=Severity.BLOCKING)
WAIT = Rule(id="timeouts", number=2, title="Every call has a timeout", severity=Severity.SUGGESTION)

WATCHDOGS = (
    Watchdog(id="general", title="general", checklist=("Is it undone when it fails?",)),
    Watchdog(id="acme", title="Imported", agent=CODE_AGENT),
    Watchdog(id="api", title="api", rules=(SQL, WAIT), checklist=("One?", "Two?")),
    Watchdog(id="db", title="db", rules=(SQL,)),
    Watchdog(id="docs", title="docs", rules=(SQL,), fan_out="file"),
    Watchdog(id="money", title="money", rules=(SQL, WAIT)),
    Watchdog(id="risk", title="risk", checklist=("Who may?",)),
    Watchdog(id="secrets", title="secrets", agent=CODE_AGENT),
)

UNKNOWN, ESTIMATED, REPORTED = Priced.UNKNOWN, Priced.ESTIMATED, Priced.REPORTED


def tried(
    watchdog: str,
    name: str,
    usage: tuple[int | None, int | None, int | None, float | None],
    seconds: float | None,
    agent: str = "claude",
    file: str = "",
    kind: Turn = Turn.BRIEF,
    priced: Priced = REPORTED,
    end: End | None = End.OK,
) -> PassRecord:
    """A session; `usage` is tokens in, out, cached, and cost."""
    tokens_in, tokens_out, cached, cost = usage
    used = Usage(tokens_in=tokens_in, tokens_out=tokens_out, tokens_cached=cached, cost=cost)
    asked = Asked(watchdog, name, file, 1, "0" * 64, agent, f"{agent}:1")
    return PassRecord(asked, 1, kind, "t", "t", end, usage=used, priced=priced, seconds=seconds)


NOTHING = (None, None, None, None)

PASSES = (
    tried("general", "flow", (1000, 200, 400, 0.30), 60.0),
    tried("general", "adversarial", (800, 150, 300, 0.25), 40.0),
    tried("general", "flow", (100, 50, 80, 0.02), 5.5, kind=Turn.REPAIR),
    tried("general", "bookkeeping", (500, 100, None, 0.10), 20.0),
    tried("api", "hunt", (2000, 300, 0, 0.50), 100.0),
    tried("api", "checklist", (300, 40, 250, 0.04), 10.0),
    tried("db", "hunt", NOTHING, 1.25, priced=UNKNOWN, end=End.RATE_LIMITED),
    tried("db", "hunt", (700, 90, 10, None), 30.0, agent="codex", priced=UNKNOWN),
    tried("docs", "hunt", (100, 10, 0, 0.01), 2.0, file="src/app.py", priced=ESTIMATED),
    tried("docs", "hunt", (200, 20, 0, 0.02), 3.0, file="README.md", priced=ESTIMATED),
    tried("money", "hunt", (50, 5, None, 0.005), 900.0, end=End.TIMEOUT),
    tried("money", "hunt", NOTHING, None, kind=Turn.HAND_IN, priced=UNKNOWN, end=None),
    tried("risk", "hunt", (400, 30, 0, 0.06), 12.0),
    tried("risk", "secondOpinion", (450, 60, 0, 0.09), 15.0, agent="codex"),
)

NOTES = HuntNotes(
    depth=Depth(adversarial=True, checklist=True, second_opinion=True),
    watchdogs=(
        HuntedWatchdog(watchdog="api", repairs=(Note(code="fence", text="a fence was taken off"),)),
        HuntedWatchdog(watchdog="money", tree_changes=(TouchedFile(path="src/app.py", kind="changed", undone=True),)),
        HuntedWatchdog(watchdog="risk", second_opinion="it found nothing where much may go wrong"),
    ),
)


def found(line: int, rule: str = "sql-injection", file: str = "src/app.py", **keys: object) -> dict[str, object]:
    return {"file": file, "line": line, "rule": rule, "message": "bad", **keys}


def said(name: str, verdict: str, at: str | None = None) -> dict[str, object]:
    return {"id": name, "verdict": verdict, "at": at}


@pytest.fixture
def eight(bench: Bench, changed: Changed) -> Bench:
    """A run with eight watchdogs: every kind of pass, of answer, and of silence."""
    bench.new["README.md"] = "one\ntwo\nthree\n"
    bench.files = [changed("README.md"), changed("src/app.py")]
    bench.watchdogs = list(WATCHDOGS)
    bench.owed = {"general": Owed(("F1", "I1", "C1")), "api": Owed(("F1", "C1", "C2"), ("1", "2"))}
    bench.passes, bench.notes = PASSES, NOTES
    bench.failures = {"money": "it took longer than 900 s"}
    summary = BusinessSummary(source=BusinessSource.REVIEWER, base="b" * 40, head="head1", text="Finds users.")
    bench.business = Business(summary, "replaced", "a reviewer's words are better than none")
    bench.reply(
        "general",
        found(6, "logic:a", **{"pass": "flow"}),
        found(11, "logic:b", **{"pass": "flow"}),
        found(7, "logic:c", **{"pass": "adversarial"}),
        checks=[said("F1", "gap", "src/app.py:6"), said("I1", "ok", "a/src/app.py:99"), said("C1", "n/a")],
    )
    bench.reply("acme", found(3))
    bench.reply(
        "api",
        found(6),
        found(11, "timeouts"),
        found(1, file="../elsewhere.py"),
        reviewed=["src/app.py"],
        skipped=[{"file": "README.md", "reason": "budget"}],
        checks=[
            said("F1", "ok", "src/app.py:5"),
            said("c1", "gap", "/home/dev/project/src/app.py:10"),
            said("C7", "ok"),
        ],
        rules=[said("R1", "gap", "src/app.py#L6"), said("timeouts", "ok", "src\\app.py:11-12")],
    )
    bench.reply("db", reviewed=["src/app.py"])
    bench.reply(
        "docs",
        found(1, file="README.md"),
        found(2, file="README.md"),
        rules=[said("1", "ok", "README.md:4"), said("1", "ok", "README.md:3")],
    )
    bench.reply("risk", found(12, "logic:d", **{"pass": "secondOpinion"}), checks=[said("C1", "ok", "src/app.py:1")])
    bench.reply("secrets", found(2, "aws-key"))
    return bench


def took(
    sessions: int,
    cost: float | None,
    unpriced: int,
    tokens: tuple[int | None, int | None, int | None],
    seconds: float | None,
) -> dict[str, object]:
    tokens_in, tokens_out, cached = tokens
    return {
        "sessions": sessions, "cost": cost, "unpriced": unpriced, "tokensIn": tokens_in, "tokensOut": tokens_out,
        "tokensCached": cached, "seconds": seconds,
    }  # fmt: skip


def one_pass(
    name: str,
    spent: dict[str, object],
    findings: int = 0,
    *agents: str,
    file: str = "",
    priced: str = "reported",
    end: str | None = "ok",
) -> dict[str, object]:
    told = {"name": name, "file": file, "agents": list(agents or ("claude",)), "priced": priced, "end": end}
    return {**spent, **told, "findings": findings}


def verdicts(
    expected: int, verified: int, missing: int, not_applicable: int, gaps: int, *still_open: str, **more: int
) -> dict[str, object]:
    return {
        "expected": expected, "verified": verified, "missing": missing, "notApplicable": not_applicable, "gaps": gaps,
        "unproven": 0, "unknown": 0, "open": list(still_open), **more,
    }  # fmt: skip


def files(reviewed: int, skipped: int, undeclared: int) -> dict[str, object]:
    return {"expected": 2, "reviewed": reviewed, "skipped": skipped, "undeclared": undeclared, "outOfScope": 0}


def gap(name: str, at: str, note: str = "") -> dict[str, object]:
    return {"id": name, "at": at, "note": note}


NO_VERDICTS = verdicts(0, 0, 0, 0, 0)


def watchdog(name: str, **told: object) -> dict[str, object]:
    return {
        "watchdog": name, "agents": [], "imported": False, "missing": None, "coverage": files(2, 0, 0),
        "checks": NO_VERDICTS, "rules": NO_VERDICTS, "gapList": [], "findings": 0, "refused": 0, "passes": [],
        "repairs": [], "treeChanges": [], "secondOpinion": None, **told,
    }  # fmt: skip


BY_HAND = {
    "version": 1,
    "run": 1,
    "createdAt": "2026-01-02T03:04:05Z",
    "depth": {"adversarial": True, "checklist": True, "secondOpinion": True},
    "businessSummary": {
        "source": "reviewer",
        "decision": "replaced",
        "reason": "a reviewer's words are better than none",
    },
    "watchdogs": [
        watchdog(
            "general",
            agents=["claude"],
            findings=3,
            checks=verdicts(3, 1, 1, 1, 1, "I1", unproven=1),
            gapList=[gap("F1", "src/app.py:6")],
            passes=[
                one_pass("flow", took(1, 0.3, 0, (1000, 200, 400), 60.0), 2),
                one_pass("bookkeeping", took(1, 0.1, 0, (500, 100, None), 20.0)),
                one_pass("adversarial", took(1, 0.25, 0, (800, 150, 300), 40.0), 1),
                one_pass("repair", took(1, 0.02, 0, (100, 50, 80), 5.5)),
            ],
        ),
        watchdog("acme", imported=True, findings=1),
        watchdog(
            "api",
            agents=["claude"],
            findings=2,
            refused=1,
            coverage=files(1, 1, 0),
            checks=verdicts(3, 2, 1, 0, 1, "C2", unknown=1),
            rules=verdicts(2, 2, 0, 0, 1),
            gapList=[gap("C1", "src/app.py:10"), gap("1", "src/app.py:6")],
            passes=[
                one_pass("hunt", took(1, 0.5, 0, (2000, 300, 0), 100.0), 2),
                one_pass("checklist", took(1, 0.04, 0, (300, 40, 250), 10.0)),
            ],
            repairs=[{"code": "fence", "text": "a fence was taken off"}],
        ),
        watchdog(
            "db",
            agents=["claude", "codex"],
            coverage=files(1, 0, 1),
            rules=verdicts(1, 0, 1, 0, 0, "1"),
            passes=[
                one_pass("hunt", took(2, None, 2, (700, 90, 10), 31.25), 0, "claude", "codex", priced="unknown"),
            ],
        ),
        watchdog(
            "docs",
            agents=["claude"],
            findings=2,
            rules=verdicts(1, 1, 0, 0, 0),
            passes=[
                one_pass("hunt", took(1, 0.02, 0, (200, 20, 0), 3.0), 2, file="README.md", priced="estimated"),
                one_pass("hunt", took(1, 0.01, 0, (100, 10, 0), 2.0), 0, file="src/app.py", priced="estimated"),
            ],
        ),
        watchdog(
            "money",
            agents=["claude"],
            missing="it took longer than 900 s",
            coverage=files(0, 0, 2),
            rules=verdicts(2, 0, 2, 0, 0, "1", "2"),
            passes=[
                one_pass("hunt", took(1, 0.005, 0, (50, 5, None), 900.0), end="timeout"),
                one_pass("repair", took(1, None, 1, (None, None, None), None), priced="unknown", end=None),
            ],
            treeChanges=[{"path": "src/app.py", "kind": "changed", "undone": True}],
        ),
        watchdog(
            "risk",
            agents=["claude", "codex"],
            findings=1,
            checks=verdicts(1, 1, 0, 0, 0),
            passes=[
                one_pass("hunt", took(1, 0.06, 0, (400, 30, 0), 12.0)),
                one_pass("secondOpinion", took(1, 0.09, 0, (450, 60, 0), 15.0), 1, "codex"),
            ],
            secondOpinion="it found nothing where much may go wrong",
        ),
        watchdog("secrets", findings=1),
    ],
    "totals": {
        **took(14, 1.395, 3, (6600, 1055, 1040), 1198.75),
        "byPass": {
            "hunt": took(7, 0.595, 2, (3450, 455, 10), 1048.25),
            "flow": took(1, 0.3, 0, (1000, 200, 400), 60.0),
            "bookkeeping": took(1, 0.1, 0, (500, 100, None), 20.0),
            "adversarial": took(1, 0.25, 0, (800, 150, 300), 40.0),
            "checklist": took(1, 0.04, 0, (300, 40, 250), 10.0),
            "secondOpinion": took(1, 0.09, 0, (450, 60, 0), 15.0),
            "repair": took(2, 0.02, 1, (100, 50, 80), 5.5),
        },
    },
}  # fmt: skip


def test_a_run_with_eight_watchdogs_comes_to_the_numbers_of_a_hand(eight: Bench) -> None:
    outcome = finalize(replace(eight.inputs(), imported=frozenset({"acme"})))
    assert outcome.report.to_json() == BY_HAND
    assert (
        """\
| watchdog | findings | reviewed | skipped | not declared | out of scope | rules | checks | missing |
|---|---:|---:|---:|---:|---:|---:|---:|---|
| general | 3 | 2 of 2 | 0 | 0 | 0 | - | 1/3 (1 gap, 1 n/a) |  |
| acme (imported) | 1 | 2 of 2 | 0 | 0 | 0 | - | - |  |
| api | 2 | 1 of 2 | 1 | 0 | 0 | 2/2 (1 gap) | 2/3 (1 gap) |  |
| db | 0 | 1 of 2 | 0 | 1 | 0 | 0/1 | - |  |
| docs | 2 | 2 of 2 | 0 | 0 | 0 | 1/1 | - |  |
| money | 0 | 0 of 2 | 0 | 2 | 0 | 0/2 | - | it took longer than 900 s |
| risk | 1 | 2 of 2 | 0 | 0 | 0 | - | 1/1 |  |
| secrets | 1 | 2 of 2 | 0 | 0 | 0 | - | - |  |
"""
        in outcome.summary
    )


def test_the_page_is_the_same_whatever_the_hunt_took(eight: Bench) -> None:
    """A replay, a hunt that was killed between two tries, and a person who wrote the same answers."""
    before = eight.finalize()
    eight.passes, eight.notes = (), None
    after = eight.finalize()
    assert after.summary == before.summary
    assert (after.report.totals.sessions, after.report.totals.cost, after.report.depth) == (0, None, None)


def test_no_secret_reaches_it(eight: Bench) -> None:
    secret = "ghp_" + "a1B2" * 9
    eight.failures = {"money": f"it said {secret}"}
    repairs = (Note(code="x", text=secret),)
    eight.notes = HuntNotes(watchdogs=(HuntedWatchdog(watchdog="api", repairs=repairs, second_opinion=secret),))
    eight.reply("api", checks=[{**said("C1", "gap", "src/app.py:6"), "note": f"see {secret}"}])
    assert eight.business is not None
    eight.business = replace(eight.business, reason=secret)
    outcome = eight.finalize()
    assert secret not in json.dumps(outcome.report.to_json()) + outcome.summary
    assert outcome.report.watchdogs[2].gap_list[0].note.startswith("see ")


def test_without_a_hunt_it_says_what_was_owed_and_answered(bench: Bench) -> None:
    bench.quiet("general")
    bench.reply("api", rules=[said("1", "ok", "src/app.py:6")])
    report = bench.finalize().report
    assert (report.depth, report.business_summary) == (None, None)
    assert (report.watchdogs[1].rules.verified, report.watchdogs[1].rules.open) == (1, ("2",))
