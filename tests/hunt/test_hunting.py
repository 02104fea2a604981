"""The sessions of one watchdog: which follow which, what each is told, and what they come to together."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest

from houndsman.errors import StoreError
from houndsman.hunt.ask import Answered
from houndsman.hunt.errand import Errand, FilePart
from houndsman.hunt.grounds import Grounds
from houndsman.hunt.hunting import hunt
from houndsman.hunt.obligations import Obligations
from houndsman.hunt.thin import RISKY
from houndsman.models.agent import AgentReply, AgentTask, End, Meter
from houndsman.models.hunt_notes import Depth
from houndsman.models.owed import Owed
from houndsman.models.records import WatchdogState
from houndsman.models.reply import Usage
from tests.hunt.scripted import Run, Scripted, answer_text, failed, finding, said

VERDICTS = {"C1": "ok", "C2": "gap"}


class Promised(Obligations):
    """Verdicts that count if they have an `at`; a file is not looked up for it."""

    def __init__(self, *checks: str) -> None:
        object.__setattr__(self, "owed", Owed(checks))

    def still_open(self, reply: Mapping[str, object]) -> Owed:
        given = reply.get("checks")
        proved = {each["id"] for each in given if each.get("at")} if isinstance(given, list) else set()
        return Owed(tuple(each for each in self.owed.checks if each not in proved))


def verdicts(*ids: str, watchdog: str = "general", lines: Sequence[int] = ()) -> str:
    """An answer that proves these checks."""
    return json.dumps(
        {
            "watchdog": watchdog,
            "findings": [finding(line) for line in lines],
            "reviewedFiles": [],
            "checks": [{"id": each, "verdict": "ok", "at": "src/a.py:1"} for each in ids],
        }
    )


@dataclass
class ByPass:
    """Stands for a paid model: has an answer for each pass, and a session of its own for each that is new."""

    answers: Mapping[str, AgentReply | str]
    name: str = "scripted"
    fingerprint: str = "scripted:1"
    can_resume: bool = True
    tasks: list[tuple[str, AgentTask]] = field(default_factory=list)

    async def answer(self, task: AgentTask, meter: Meter) -> AgentReply:
        await asyncio.sleep(0)
        name = task.folder.name.partition(".")[2].rsplit("-", 2)[0]
        self.tasks.append((name, task))
        answer = self.answers[name]
        if isinstance(answer, AgentReply):
            return answer
        return said(answer, session=task.session or f"s-{len(self.tasks)}")

    @property
    def asked(self) -> list[str]:
        """Which passes, in order."""
        return [name for name, _ in self.tasks]

    def task(self, name: str) -> AgentTask:
        """The one task of a pass."""
        (task,) = [task for each, task in self.tasks if each == name]
        return task


def general(run: Run, agent: ByPass, **changed: object) -> Errand:
    """The errand of `general`, with all of its sessions."""
    errand = run.errand(agent)
    errand = replace(errand, roles=True, parts=lambda name: run.part("general", name))
    return replace(errand, **{"obligations": Promised("C1", "C2"), **changed})  # type: ignore[arg-type]


def ordinary(run: Run, agent: ByPass, **changed: object) -> Errand:
    """The errand of another watchdog."""
    errand = run.errand(agent, watchdog="money")
    errand = replace(errand, parts=lambda name: run.part("money", name), obligations=Promised("C1", "C2", "C3"))
    return replace(errand, **changed)  # type: ignore[arg-type]


def hunted(run: Run, errand: Errand, grounds: Grounds | None = None) -> Answered:
    return asyncio.run(hunt(errand, grounds or run.grounds()))


def lines(answered: Answered) -> dict[int, str | None]:
    """Where findings are, and which pass each was found by."""
    assert answered.reply is not None
    found = answered.reply["findings"]
    assert isinstance(found, list)
    return {each["line"]: each.get("pass") for each in found}


ROLES = {"flow": answer_text(1, 2), "bookkeeping": verdicts("C1", "C2"), "adversarial": answer_text(2, 3)}


def test_general_is_three_sessions_that_make_one_findings_file(run: Run) -> None:
    agent = ByPass(ROLES)
    answered = hunted(run, general(run, agent))
    assert sorted(agent.asked) == ["adversarial", "bookkeeping", "flow"]
    assert all(task.session is None for _, task in agent.tasks), "each is new"
    assert len({task.answer_file for _, task in agent.tasks}) == 3
    assert [task.schema for task in (agent.task("flow"), agent.task("bookkeeping"))] == ['"flow"', '"bookkeeping"']
    assert answered.record.state is WatchdogState.ANSWERED
    assert lines(answered) == {1: "flow", 2: "flow", 3: "adversarial"}
    assert answered.reply is not None
    assert [each["id"] for each in answered.reply["checks"]] == ["C1", "C2"]  # type: ignore[attr-defined]
    usage = answered.reply["usage"]
    assert isinstance(usage, dict)
    assert (usage["tokensIn"], usage["cost"]) == (300, pytest.approx(0.03))


def test_the_adversarial_session_is_told_what_is_covered_and_the_five_classes(run: Run) -> None:
    agent = ByPass(ROLES)
    hunted(run, general(run, agent))
    assert agent.task("flow").prompt == "# flow"
    told = agent.task("adversarial").prompt
    assert told.startswith("# adversarial\n")
    assert '"line": 1' in told and '"line": 2' in told and "it is off by one" in told
    for each in ("Credential and state", "Capability", "Identifier", "Idempotency", "Contract"):
        assert f"**{each}**" in told


def test_what_the_system_says_comes_with_every_task(run: Run) -> None:
    agent = ByPass(ROLES)
    hunted(run, general(run, agent))
    assert all("Depth goes before economy" in task.system for _, task in agent.tasks)
    assert all(each.asked.fingerprint == "scripted:1 system-1" for each in run.passes())


@pytest.mark.parametrize(
    ("depth", "asked"),
    [
        (Depth(adversarial=False), ["bookkeeping", "flow"]),
        (Depth(checklist=False), ["adversarial", "flow"]),
        (Depth(adversarial=False, checklist=False), ["flow"]),
    ],
)
def test_a_session_that_is_not_wanted_is_not_asked(run: Run, depth: Depth, asked: list[str]) -> None:
    agent = ByPass(ROLES)
    answered = hunted(run, general(run, agent, depth=depth))
    assert sorted(agent.asked) == asked
    assert answered.record.state is WatchdogState.ANSWERED


def test_where_no_verdict_is_owed_there_is_nothing_to_keep_books_of(run: Run) -> None:
    agent = ByPass(ROLES)
    hunted(run, general(run, agent, obligations=None))
    assert sorted(agent.asked) == ["adversarial", "flow"]


@pytest.mark.parametrize("failing", ["flow", "bookkeeping", "adversarial"])
def test_one_session_that_fails_leaves_the_answer_owed_and_what_the_others_found_kept(run: Run, failing: str) -> None:
    agent = ByPass({**ROLES, failing: failed(End.REFUSED, "no")})
    answered = hunted(run, general(run, agent))
    assert answered.record.state is WatchdogState.FAILED
    assert answered.record.reason == f"{failing}: scripted: it refused (no)"
    assert answered.is_partial
    assert set(lines(answered)) == {"flow": set(), "bookkeeping": {1, 2, 3}, "adversarial": {1, 2}}[failing]
    assert ("adversarial" in agent.asked) == (failing != "flow"), "it needs to know what is covered"


def test_what_is_open_is_asked_for_in_the_same_session_and_nothing_else_is(run: Run) -> None:
    agent = ByPass({"hunt": verdicts("C2", watchdog="money", lines=[4]), "checklist": verdicts("C1", watchdog="money")})
    answered = hunted(run, ordinary(run, agent))
    assert agent.asked == ["hunt", "checklist"]
    again = agent.task("checklist")
    assert again.session == "s-1"
    assert "- `checks`: C1, C3\n" in again.prompt and "C2" not in again.prompt and "# The brief" not in again.prompt
    assert again.answer_file == agent.task("hunt").answer_file, "it may write where it was told to"
    assert answered.record.state is WatchdogState.ANSWERED, "an open question is reported, and no failure"
    assert lines(answered) == {4: None}, "only one session hunted"
    assert answered.reply is not None
    assert [each["id"] for each in answered.reply["checks"]] == ["C2", "C1"]  # type: ignore[attr-defined]


@dataclass
class Forgetful(ByPass):
    """Its sessions are gone as soon as they have ended."""

    async def answer(self, task: AgentTask, meter: Meter) -> AgentReply:
        if task.session is None:
            return await super().answer(task, meter)
        self.tasks.append(("gone", task))
        return failed(End.CRASHED, "no such session")


def test_a_session_that_is_gone_leaves_nothing_open_that_a_new_one_can_answer(run: Run) -> None:
    agent = Forgetful({"hunt": verdicts(watchdog="money"), "checklist": verdicts("C1", "C2", "C3", watchdog="money")})
    answered = hunted(run, ordinary(run, agent))
    assert agent.asked == ["hunt", "gone", "gone", "checklist"], "a crash is tried twice"
    again = agent.task("checklist")
    assert again.prompt.startswith("# checklist\n") and "- `checks`: C1, C2, C3\n" in again.prompt
    assert again.answer_file.name == "checklist.json", "as its brief says"
    assert answered.record.state is WatchdogState.ANSWERED
    asked = len(agent.tasks)
    assert hunted(run, ordinary(run, agent)).reply == answered.reply
    assert len(agent.tasks) == asked, "a hunt that goes on asks nothing again"


def test_an_agent_without_sessions_gets_the_brief_with_what_is_open(run: Run) -> None:
    agent = ByPass(
        {"hunt": verdicts(watchdog="money"), "checklist": verdicts("C1", "C2", "C3", watchdog="money")},
        can_resume=False,
    )
    hunted(run, ordinary(run, agent))
    again = agent.task("checklist")
    assert again.session is None
    assert again.prompt.startswith("# checklist\n") and "- `checks`: C1, C2, C3\n" in again.prompt
    assert again.answer_file.name == "checklist.json"


def test_the_books_of_general_are_asked_for_where_they_were_kept(run: Run) -> None:
    agent = ByPass({**ROLES, "bookkeeping": verdicts("C2"), "checklist": verdicts("C1")})
    hunted(run, general(run, agent))
    (kept,) = [each for each in run.passes() if each.asked.name == "bookkeeping"]
    assert agent.task("checklist").session == kept.session
    assert "- `checks`: C1\n" in agent.task("checklist").prompt
    assert agent.task("checklist").answer_file == agent.task("bookkeeping").answer_file


@pytest.mark.parametrize(
    ("first", "changed", "why"),
    [
        (verdicts("C1", "C2", "C3", watchdog="money"), {"risk": RISKY}, "found nothing in files whose risk"),
        (verdicts("C1", watchdog="money", lines=[1]), {"risk": RISKY, "depth": Depth(checklist=False)}, "left 2 of 3"),
        (verdicts("C1", "C2", "C3", watchdog="money", lines=[1]), {"risk": 10 * RISKY}, ""),
        (verdicts("C1", "C2", "C3", watchdog="money"), {"risk": RISKY - 1}, ""),
        (verdicts("C1", "C2", "C3", watchdog="money"), {"risk": RISKY, "depth": Depth(second_opinion=False)}, ""),
    ],
    ids=["empty", "thin", "found something", "no risk", "not wanted"],
)
def test_a_second_opinion_is_a_new_session_where_little_came_from_much(
    run: Run, first: str, changed: dict[str, object], why: str
) -> None:
    agent = ByPass({"hunt": first, "secondOpinion": answer_text(7, watchdog="money")})
    answered = hunted(run, ordinary(run, agent, **changed))
    assert agent.asked == (["hunt", "secondOpinion"] if why else ["hunt"])
    assert answered.opinion.startswith(why) and bool(answered.opinion) == bool(why)
    if why:
        task = agent.task("secondOpinion")
        assert task.session is None
        assert task.prompt.startswith("# secondOpinion\n") and answered.opinion in task.prompt
        assert lines(answered)[7] == "secondOpinion"


def test_another_agent_gives_the_second_opinion_where_one_is_named(run: Run) -> None:
    first = ByPass({"hunt": verdicts("C1", "C2", "C3", watchdog="money")})
    other = ByPass({"secondOpinion": answer_text(7, watchdog="money")}, name="other", fingerprint="other:1")
    hunted(run, ordinary(run, first, risk=RISKY, others={"secondOpinion": [other]}))
    assert (first.asked, other.asked) == (["hunt"], ["secondOpinion"])


def test_each_file_has_an_agent_where_the_watchdog_wants_it_so(run: Run, tmp_path: Path) -> None:
    parts = [FilePart(name, f"# only {name}", tmp_path / f"{name}.json", 6, 7) for name in ("b.py", "a.py")]
    answers = {"# only a.py": answer_text(1, watchdog="money"), "# only b.py": answer_text(2, watchdog="money")}

    async def by_prompt(task: AgentTask, meter: Meter) -> AgentReply:
        await asyncio.sleep(0)
        return said(answers.get(task.prompt, "nonsense"))

    agent = Scripted([by_prompt])
    errand = replace(run.errand(agent, watchdog="money"), files=parts)
    answered = hunted(run, errand)
    assert sorted(task.prompt for task in agent.tasks) == ["# only a.py", "# only b.py"]
    assert sorted(each.asked.file for each in run.passes()) == ["a.py", "b.py"]
    assert answered.record.state is WatchdogState.ANSWERED
    assert answered.reply is not None
    assert [each["line"] for each in answered.reply["findings"]] == [2, 1], "in the order of the brief"  # type: ignore[attr-defined]
    answers["# only a.py"] = "nonsense"
    run_two = replace(errand, watchdog="other")
    answers["# only b.py"] = answer_text(2, watchdog="other")
    again = hunted(run, run_two)
    assert again.record.state is WatchdogState.FAILED
    assert again.record.reason.startswith("a.py: no readable answer")
    assert again.is_partial


def test_no_more_are_at_work_than_may_be_whoever_has_several(run: Run, tmp_path: Path) -> None:
    at_work = most = 0

    async def working(task: AgentTask, meter: Meter) -> AgentReply:
        nonlocal at_work, most
        at_work += 1
        most = max(most, at_work)
        await asyncio.sleep(0.005)
        at_work -= 1
        return said(answer_text(1, watchdog="money"))

    parts = [FilePart(f"{n}.py", f"# {n}", tmp_path / f"{n}.json", 6, 7) for n in range(7)]
    grounds = replace(run.grounds(), slots=asyncio.Semaphore(2))
    hunted(run, replace(run.errand(Scripted([working]), watchdog="money"), files=parts), grounds)
    assert most == 2


def test_a_hunt_that_goes_on_asks_nothing_twice(run: Run) -> None:
    answers = {**ROLES, "bookkeeping": verdicts("C2"), "checklist": verdicts("C1"), "secondOpinion": answer_text(9)}
    answers |= {"flow": answer_text(), "adversarial": answer_text()}
    first = ByPass(answers)
    one = hunted(run, general(run, first, risk=RISKY))
    assert sorted(first.asked) == ["adversarial", "bookkeeping", "checklist", "flow", "secondOpinion"]
    second = ByPass({})
    two = hunted(run, general(run, second, risk=RISKY))
    assert second.asked == []
    assert (two.reply, two.record, two.opinion) == (one.reply, one.record, one.opinion)


def test_only_the_session_that_failed_is_begun_again(run: Run) -> None:
    hunted(run, general(run, ByPass({**ROLES, "adversarial": failed(End.CRASHED, "gone")})))
    agent = ByPass(ROLES)
    answered = hunted(run, general(run, agent))
    assert agent.asked == ["adversarial"]
    assert answered.record.state is WatchdogState.ANSWERED


def test_a_fault_in_one_session_ends_the_one_beside_it(run: Run) -> None:
    ended = []

    async def faulty(task: AgentTask, meter: Meter) -> AgentReply:
        if "bookkeeping" in task.folder.name:
            raise StoreError("the disk is full")
        try:
            await asyncio.sleep(60)
        except asyncio.CancelledError:
            ended.append(task.folder.name)
            raise
        raise AssertionError("nobody ended it")

    errand = replace(general(run, ByPass({})), agents=[Scripted([faulty])])
    with pytest.raises(StoreError, match="disk is full"):
        hunted(run, errand)
    assert len(ended) == 1 and ended[0].startswith("general.flow-")


def test_usage_that_nobody_tells_stays_unknown(run: Run) -> None:
    agent = ByPass({**ROLES, "adversarial": said(answer_text(), usage=Usage())})
    answered = hunted(run, general(run, agent))
    assert answered.reply is not None
    usage = answered.reply["usage"]
    assert isinstance(usage, dict)
    assert usage["cost"] == pytest.approx(0.02)
