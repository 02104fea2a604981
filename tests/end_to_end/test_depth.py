"""`houndsman hunt` in depth: roles, verdicts with proof, second opinions and the report, against a scripted model."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import pytest

from tests.model_server.json_fields import JsonObject
from tests.model_server.script import Conversation, Script, Step, Used
from tests.model_server.server import ModelServer

if TYPE_CHECKING:
    from tests.conftest import CommandLine

BEFORE = "def charge(order):\n    return order\n"
AFTER = """def charge(order, retries=3):
    if retries < 0:
        raise ValueError("retries")
    for _ in range(retries):
        pay(order)
    return order


def refund(order):
    return pay(-order)
"""

MONEY = """---
title: Money is moved once
paths: ["*.py"]
rules:
  - id: money/once
    title: A payment is made once
    severity: blocking
  - id: money/sign
    title: Amounts are never negative
    severity: attention
checklist:
  - Is every amount a decimal?
---
Money is moved once.
"""

#: What each session costs, so that each one can be told from the sum.
TOKENS = {"flow": 1_000, "bookkeeping": 200, "adversarial": 3_000, "money": 40_000, "second": 500_000}

BOOKS = "You are asked for **verdicts alone**"
ATTACK = "# Attack it"
SECOND = "# A second opinion"


def finding(line: int, quote: str, rule: str, **more: object) -> JsonObject:
    return {"file": "pay.py", "line": line, "quote": quote, "rule": rule, "message": f"Breaks {rule}.", **more}


def answer(watchdog: str, *findings: JsonObject, **more: object) -> JsonObject:
    return {"watchdog": watchdog, "findings": list(findings), "reviewedFiles": ["pay.py"], **more}


def verdict(name: str, at: str | None, word: str = "ok") -> JsonObject:
    return {"id": name, "verdict": word, "at": at, "note": ""}


RETRY = finding(5, "        pay(order)", "logic:paid-twice", impactClass="money")
NEGATIVE = finding(10, "    return pay(-order)", "logic:negative", impactClass="money")
DEFAULT = finding(1, "def charge(order, retries=3):", "logic:default", impactClass="contract")


def says(name: str, *steps: JsonObject, when: tuple[str, ...]) -> Conversation:
    spent = Used.model_validate({"in": TOKENS[name], "out": 10})
    return Conversation(name=name, when=when, steps=tuple(Step(say=step, usage=spent) for step in steps))


@dataclass
class Told:
    """What the model was asked, by conversation."""

    requests: list[tuple[str, str, int]] = field(default_factory=list)
    """Conversation, the last thing said to the model, and how often the model had spoken before."""

    def of(self, name: str) -> list[str]:
        return [last for each, last, _ in self.requests if each == name]


@pytest.fixture
def pay(houndsman: CommandLine, monkeypatch: pytest.MonkeyPatch) -> CommandLine:
    """A change of one file that `general` and `money` guard."""
    houndsman.blocked = ("python", "secrets", "debris")
    repository = houndsman.repository
    repository.write("pay.py", BEFORE)
    repository.write(".houndsman/watchdogs/money.md", MONEY)
    repository.commit("Before")
    repository.branch("feature")
    repository.write("pay.py", AFTER)
    repository.commit("Pay again where the gateway is slow")
    monkeypatch.setenv("HOUNDSMAN_API_KEY", "no-matter")
    monkeypatch.setenv("HOUNDSMAN_MODEL", "scripted")
    return houndsman


@pytest.fixture
def against(pay: CommandLine, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Told]:
    """Hunt against a model that says this, and see what it was asked."""

    def hunt(script: Script, *words: str, code: int = 0) -> Told:
        with ModelServer(script) as server:
            monkeypatch.setenv("HOUNDSMAN_API_BASE", f"{server.url}/v1")
            ran = pay("hunt", "--agent", "api", *words)
            server.settle()
            assert not server.unscripted, server.unscripted
            told = Told()
            for record in server.requests:
                asked = record.asked
                assert asked is not None
                told.requests.append((record.conversation or "", asked.last, asked.turns))
        assert ran.code == code, ran.err
        return told

    return hunt


def owed(pay: CommandLine, watchdog: str) -> list[str]:
    """The ids of flows and invariants that its brief holds."""
    brief = next(pay.home.glob(f"work/*/briefs/{watchdog}.md")).read_text("utf-8")
    return re.findall(r"^- \*\*([FIC]\d+)\*\* ", brief, re.MULTILINE)


def report(pay: CommandLine, run: int = 1) -> dict[str, object]:
    places = sorted(pay.home.glob(f"reviews/*/runs/{run}/hunt-report.json"), key=lambda place: place.stat().st_mtime)
    loaded = json.loads(places[-1].read_text("utf-8"))
    assert isinstance(loaded, dict)
    return loaded


def script(pay: CommandLine, money_first: tuple[str, ...] = ("1",), *, silent: bool = False) -> Script:
    """A model that finds something in each role; `money` proves these rules at first, and one more when asked."""
    general = ("as its watchdog `general`",)
    money = answer("money", *([] if silent else [finding(5, "        pay(order)", "1")]))
    first = {**money, "rules": [verdict(each, "pay.py:5", "gap") for each in money_first], "checks": []}
    then = {
        **answer("money"),
        "reviewedFiles": [],
        "rules": [verdict("2", "pay.py:10")],
        "checks": [verdict("C1", "pay.py:99")],
    }
    books = answer("general", checks=[verdict(f"C{n}", "pay.py:1") for n in range(1, 9)])
    return Script(
        conversations=(
            says("second", answer("money", NEGATIVE), when=(SECOND, "as its watchdog `money`")),
            says("money", first, then, when=("as its watchdog `money`",)),
            says("bookkeeping", {**books, "reviewedFiles": []}, answer("general"), when=(BOOKS, *general)),
            says("adversarial", answer("general", RETRY, NEGATIVE), when=(ATTACK, *general)),
            says("flow", answer("general", RETRY, businessSummary="Payments are repeated."), when=general),
        )
    )


def test_general_is_three_sessions_and_money_is_asked_for_exactly_what_is_open(
    pay: CommandLine, against: Callable[..., Told]
) -> None:
    told = against(script(pay))
    (flow,), (adversarial,) = told.of("flow"), told.of("adversarial")
    assert "`checks`" not in flow and "`rules`" not in flow and "verdict" not in flow
    assert "logic:paid-twice" in adversarial and "Breaks logic:paid-twice." in adversarial
    for each in ("Credential and state", "Capability", "Identifier", "Idempotency", "Contract"):
        assert f"**{each}**" in adversarial
    assert len(told.of("bookkeeping")) == 2, "flows and invariants were left open"
    first, then = told.of("money")
    assert "## Rules" in first and "## Checklist" in first
    flows = [each for each in owed(pay, "money") if each[0] in "FI"]
    assert flows, "the change has flows and invariants"
    assert f"- `checks`: {', '.join([*flows, 'C1'])}\n- `rules`: 2\n" in then
    assert "## Rules" not in then and "# A second opinion" not in then


def test_their_union_is_one_findings_file_and_says_who_found_what(
    pay: CommandLine, against: Callable[..., Told]
) -> None:
    against(script(pay))
    kept = json.loads(next(pay.home.glob("reviews/*/runs/1/findings/general.json")).read_text("utf-8"))
    assert [(each["rule"], each["pass"]) for each in kept["findings"]] == [
        ("logic:paid-twice", "flow"),
        ("logic:negative", "adversarial"),
    ]
    rules = {item.rule: item.watchdogs for item in pay.findings()}
    assert rules == {"logic:paid-twice": ("general",), "logic:negative": ("general",), "money/once": ("money",)}


def test_the_report_has_what_was_proved_and_what_it_took(pay: CommandLine, against: Callable[..., Told]) -> None:
    against(script(pay))
    told = report(pay)
    general, money = (each for each in told["watchdogs"] if each["watchdog"] in ("general", "money"))  # type: ignore[attr-defined]
    open_flows = [each for each in owed(pay, "general") if each[0] in "FI"]
    assert _tally(general["checks"]) == (8 + len(open_flows), 8, len(open_flows), 0, 0)
    assert _tally(general["rules"]) == (0, 0, 0, 0, 0)
    own = [each for each in owed(pay, "money") if each[0] in "FI"]
    assert _tally(money["rules"]) == (2, 2, 0, 0, 1)
    assert _tally(money["checks"]) == (len(own) + 1, 0, len(own) + 1, 0, 0), "a line beyond the file proves nothing"
    assert _passes(general) == {"flow": 1_010, "adversarial": 3_010, "bookkeeping": 210, "checklist": 210}
    assert _passes(money) == {"hunt": 40_010, "checklist": 40_010}
    totals = told["totals"]
    assert isinstance(totals, dict)
    assert (totals["sessions"], totals["tokensIn"] + totals["tokensOut"]) == (6, 1_010 + 3_010 + 210 * 2 + 40_010 * 2)
    assert told["businessSummary"]["source"] == "ai"  # type: ignore[index]
    assert told["depth"] == {"adversarial": True, "checklist": True, "secondOpinion": True}


def test_without_checklist_and_second_opinion_it_is_cheaper_by_what_the_report_says(
    pay: CommandLine, against: Callable[..., Told], monkeypatch: pytest.MonkeyPatch
) -> None:
    big = BEFORE + "".join(f"a{n} = {n}\n" for n in range(250))
    pay.repository.write("pay.py", AFTER + big)
    pay.repository.commit("Much more")
    deep = against(script(pay, silent=True))
    assert [name for name, _, _ in deep.requests].count("second") == 1
    (second,) = [(last, turns) for name, last, turns in deep.requests if name == "second"]
    assert second[1] == 0, "a new session"
    assert "The first found nothing in files whose risk adds up to 200." in second[0]
    told = report(pay)["totals"]
    flat = against(script(pay, silent=True), "--variant", "flat", "--no-checklist", "--no-second-opinion")
    assert sorted(name for name, _, _ in flat.requests) == ["adversarial", "flow", "money"]
    less = report(pay)["totals"]
    assert isinstance(told, dict) and isinstance(less, dict)

    def tokens(spent: Mapping[str, int]) -> int:
        return spent["tokensIn"] + spent["tokensOut"]

    extra = [told["byPass"][name] for name in ("bookkeeping", "checklist", "secondOpinion")]
    assert tokens(told) - tokens(less) == sum(map(tokens, extra)) > 0


def test_a_replay_of_it_is_the_same(pay: CommandLine, against: Callable[..., Told]) -> None:
    against(script(pay))
    first = {place.name: place.read_bytes() for place in pay.home.glob("reviews/*/runs/1/findings/*")}
    assert pay("hunt", "--agent", "replay:1").code == 0
    again = {place.name: place.read_bytes() for place in pay.home.glob("reviews/*/runs/2/findings/*")}
    assert again == first
    was, now = _timeless(report(pay, 1)), _timeless(report(pay, 2))
    assert isinstance(was, dict)
    assert now == {**was, "run": 2}


def test_what_a_model_said_of_the_change_in_one_hunt_stands_in_no_brief_of_the_next(
    pay: CommandLine, against: Callable[..., Told]
) -> None:
    told = against(script(pay), "--repeat", "2")
    one, other = told.of("flow")
    assert one == other
    places = sorted(pay.home.glob("reviews/*/runs/*/manifest.json"))
    first, second = (json.loads(place.read_text("utf-8")) for place in places)
    assert (first["run"], second["run"]) == (1, 2)
    assert first["hash"] == second["hash"]


def _tally(tally: Mapping[str, int]) -> tuple[int, ...]:
    return tuple(tally[key] for key in ("expected", "verified", "missing", "notApplicable", "gaps"))


def _passes(row: Mapping[str, object]) -> dict[str, int]:
    passes = row["passes"]
    assert isinstance(passes, list)
    return {each["name"]: each["tokensIn"] + each["tokensOut"] for each in passes}


def _timeless(value: object) -> object:
    if isinstance(value, dict):
        return {key: _timeless(each) for key, each in value.items() if key != "seconds"}
    return [_timeless(each) for each in value] if isinstance(value, list) else value
