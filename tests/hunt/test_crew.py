"""A whole hunt: order, concurrency, what is kept, and what is left behind by one that was stopped."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from houndsman.agents import process
from houndsman.agents.command_line import CommandLineAgent
from houndsman.agents.presets import command
from houndsman.errors import StoreError
from houndsman.hunt.ceilings import Ceiling, Ledger
from houndsman.hunt.crew import Crew, in_order
from houndsman.hunt.errand import Errand
from houndsman.hunt.grounds import Grounds
from houndsman.models.agent import AgentReply, AgentTask, End, Meter
from houndsman.models.passes import PassRecord
from houndsman.models.records import WatchdogState
from houndsman.store.reply_files import ReplyFiles
from tests.hunt.scripted import Run, Scripted, answer_text, failed, said


class Kept(dict[str, bytes]):
    """Findings files that were handed over."""

    def keep(self, watchdog: str, data: bytes) -> None:
        self[watchdog] = data


def errands(run: Run, agent: Scripted, *watchdogs: str) -> list[Errand]:
    return [run.errand(agent, watchdog=name) for name in watchdogs]


async def named(task: AgentTask, meter: Meter) -> AgentReply:
    """An answer for whoever's brief it is: the answer file has the watchdog's name."""
    await asyncio.sleep(0)
    return said(answer_text(1, watchdog=task.answer_file.stem))


def test_general_is_first_then_the_largest_brief(run: Run) -> None:
    agent = Scripted([named])
    some = [
        run.errand(agent, watchdog=name, brief=brief) for name, brief in (("a", "x"), ("b", "xxxxx"), ("general", "x"))
    ]
    assert [one.watchdog for one in in_order(some)] == ["general", "b", "a"]
    assert [one.watchdog for one in in_order(reversed(some))] == ["general", "b", "a"]
    asyncio.run(Crew(run.grounds(), Kept().keep, concurrency=1).hunt(some))
    assert [task.answer_file.stem for task in agent.tasks] == ["general", "b", "a"]


def test_each_findings_file_is_handed_over_and_results_come_as_they_were_given(run: Run) -> None:
    kept = Kept()
    answered = asyncio.run(Crew(run.grounds(), kept.keep).hunt(errands(run, Scripted([named]), "b", "general", "a")))
    assert [each.watchdog for each in answered] == ["b", "general", "a"]
    assert all(each.record.state is WatchdogState.ANSWERED for each in answered)
    assert {name: json.loads(data)["watchdog"] for name, data in kept.items()} == {
        name: name for name in ("a", "b", "general")
    }


def test_no_more_are_at_work_than_may_be(run: Run) -> None:
    at_work, most = 0, 0

    async def working(task: AgentTask, meter: Meter) -> AgentReply:
        nonlocal at_work, most
        at_work += 1
        most = max(most, at_work)
        await asyncio.sleep(0.01)
        at_work -= 1
        return await named(task, meter)

    names = [f"w{n}" for n in range(9)]
    asyncio.run(Crew(run.grounds(), Kept().keep, concurrency=3).hunt(errands(run, Scripted([working]), *names)))
    assert most == 3


def test_one_that_fails_does_not_stop_the_others(run: Run) -> None:
    async def answering(task: AgentTask, meter: Meter) -> AgentReply:
        return failed(End.CRASHED) if task.answer_file.stem == "b" else await named(task, meter)

    answered = asyncio.run(Crew(run.grounds(), Kept().keep).hunt(errands(run, Scripted([answering]), "a", "b", "c")))
    assert [each.record.state.value for each in answered] == ["answered", "failed", "answered"]


def test_asked_to_stop_at_the_first_failure_nobody_else_is_sent_out(run: Run) -> None:
    agent = Scripted([failed(End.QUOTA), named])
    crew = Crew(run.grounds(), Kept().keep, concurrency=1, stop_at_first=True)
    answered = asyncio.run(crew.hunt(errands(run, agent, "a", "b", "general")))
    assert [each.record.state.value for each in answered] == ["missing"] * 3
    assert answered[0].record.reason == "not asked, as general had not answered"
    assert len(agent.tasks) == 1


def test_a_ceiling_of_the_run_leaves_those_missing_that_find_no_room(run: Run) -> None:
    grounds = run.grounds(Ledger(Ceiling(tokens=1_300)))
    answered = asyncio.run(Crew(grounds, Kept().keep).hunt(errands(run, Scripted([named]), "a", "b", "c", "d", "e")))
    states = [each.record.state.value for each in answered]
    assert states == ["answered", "answered", "answered", "missing", "missing"]
    assert grounds.ledger.spent.tokens == 330
    assert "tokens of the run are spent" in answered[-1].record.reason


def test_what_the_run_spent_before_counts_against_its_ceiling(run: Run) -> None:
    asyncio.run(Crew(run.grounds(), Kept().keep).hunt(errands(run, Scripted([named]), "a")))
    again = Crew(run.grounds(Ledger(Ceiling(tokens=1_100))), Kept().keep)
    (answered,) = asyncio.run(again.hunt(errands(run, Scripted([named]), "b")))
    assert answered.record.state is WatchdogState.MISSING


def test_a_fault_of_the_store_ends_the_hunt_and_is_raised_as_it_is(run: Run) -> None:
    ended: list[str] = []

    async def for_ever(task: AgentTask, meter: Meter) -> AgentReply:
        try:
            await asyncio.sleep(60)
        finally:
            ended.append(task.answer_file.stem)
        raise AssertionError

    async def answering(task: AgentTask, meter: Meter) -> AgentReply:
        return await (named if task.answer_file.stem == "a" else for_ever)(task, meter)

    def refuse(watchdog: str, data: bytes) -> None:
        raise StoreError("the disk is full")

    with pytest.raises(StoreError, match="the disk is full"):
        asyncio.run(Crew(run.grounds(), refuse).hunt(errands(run, Scripted([answering]), "a", "b", "c")))
    assert sorted(ended) == ["b", "c"]


def test_each_watchdog_gives_signs_of_what_it_does(run: Run) -> None:
    asyncio.run(Crew(run.grounds(), Kept().keep).hunt(errands(run, Scripted([named]), "a")))
    assert run.signs == [("a", "waiting", ""), ("a", "asking", "scripted"), ("a", "done", "")]


def test_a_second_hunt_gives_the_same_bytes_and_asks_nobody(run: Run) -> None:
    first, second, agent = Kept(), Kept(), Scripted([named])
    asyncio.run(Crew(run.grounds(), first.keep).hunt(errands(run, agent, "a", "b")))
    asyncio.run(Crew(run.grounds(), second.keep).hunt(errands(run, agent, "a", "b")))
    assert len(agent.tasks) == 2
    assert first == second


# Killed at any moment


class Killed(BaseException):
    """Nothing of ours runs any more."""


@dataclass
class Mortal(Run):
    """A run whose hunt is killed at a chosen step: before or after any of its writes."""

    left: int = 10**6
    safe: set[str] = field(default_factory=set)
    """Reply files that are whole on the disk."""

    def step(self) -> None:
        if self.left <= 0:
            raise Killed
        self.left -= 1

    def write_passes(self, records: Sequence[PassRecord]) -> None:
        begins = any(record.finished_at is None for record in records)
        if begins:
            self.step()
        super().write_passes(records)
        self.step()

    def reply_files(self) -> ReplyFiles:
        return MortalReplies(self)


class MortalReplies(ReplyFiles):
    """Its replies."""

    def __init__(self, run: Mortal) -> None:
        super().__init__(run.replies)
        self.run = run

    async def write(self, name: str, data: bytes) -> None:
        self.run.step()
        await super().write(name, data)
        self.run.safe.add(name)
        self.run.step()


class Talkative(Scripted):
    """Needs two turns for some watchdogs; notes whether it was asked what it had answered before."""

    async def answer(self, task: AgentTask, meter: Meter) -> AgentReply:
        self.tasks.append(task)
        name, is_first = task.answer_file.stem, task.session is None
        whole = answer_text(1, 2, watchdog=name)
        if name == "general" or not is_first:
            return said(whole, session=name)
        return said("no JSON" if name == "a" else whole[:-60], session=name)


@pytest.fixture(scope="module")
def calm(tmp_path_factory: pytest.TempPathFactory) -> tuple[Kept, int]:
    """What a hunt gives that nobody kills, and its number of steps."""
    run = Mortal.begun(tmp_path_factory.mktemp("calm"))
    with run.store:
        kept = hunted(run, Talkative([]))
    return kept, 10**6 - run.left


def hunted(run: Mortal, agent: Talkative) -> Kept:
    kept = Kept()

    def keep(watchdog: str, data: bytes) -> None:
        run.step()
        kept.keep(watchdog, data)

    asyncio.run(Crew(run.grounds(), keep, concurrency=1).hunt(errands(run, agent, "general", "a", "b")))
    return kept


STEPS = 28


def test_the_moments_at_which_a_hunt_is_killed_are_all_there_are(calm: tuple[Kept, int]) -> None:
    assert calm[1] == STEPS


@pytest.mark.parametrize("step", range(STEPS))
def test_killed_at_any_step_a_hunt_goes_on_to_the_same_end_and_asks_nothing_twice(
    tmp_path: Path, calm: tuple[Kept, int], step: int
) -> None:
    run, first, second = Mortal.begun(tmp_path), Talkative([]), Talkative([])
    with run.store:
        run.left = step
        with pytest.raises(Killed):
            hunted(run, first)
        answered = len(run.safe)
        run.left = 10**6
        assert hunted(run, second) == calm[0]
    assert answered + len(second.tasks) == 5
    assert len(first.tasks) <= answered + 1


# Real programs


def program(run: Run, source: str, *words: str) -> CommandLineAgent:
    """A Python program as a command-line agent."""
    place = run.home.root / "agent.py"
    place.write_text(source)
    run.home.reading_root("feature-x-00000000").mkdir(parents=True, exist_ok=True)
    return CommandLineAgent(command((sys.executable, str(place), *words, "{answer_file}")), run.home.root / "desk")


ANSWERS = f"import sys\nassert 'brief' in sys.stdin.read()\nprint({answer_text(1)!r})\n"

WAITS = """
import pathlib, sys, time
pathlib.Path(sys.argv[1]).touch()
while not pathlib.Path(sys.argv[2]).exists():
    time.sleep(0.02)
pathlib.Path(sys.argv[3]).write_text({answer!r})
""".replace("{answer!r}", repr(answer_text(1)))

SAYS = WAITS.replace("pathlib.Path(sys.argv[3]).write_text", "print")


def hunting(run: Run, agents: Sequence[CommandLineAgent], kept: Kept) -> tuple[Grounds, Crew, list[Errand]]:
    grounds = run.grounds()
    return grounds, Crew(grounds, kept.keep), [run.errand(*agents)]


def test_a_program_hunts_and_leaves_nothing_of_what_it_printed_but_its_recorded_reply(run: Run) -> None:
    kept = Kept()
    grounds, crew, ones = hunting(run, [program(run, ANSWERS)], kept)
    (answered,) = asyncio.run(crew.hunt(ones))
    assert answered.record.state is WatchdogState.ANSWERED, answered.record.reason
    assert [each["line"] for each in json.loads(kept["general"])["findings"]] == [1]
    assert list(grounds.sessions.iterdir()) == []
    assert len(list(run.replies.iterdir())) == 1


def test_cancelled_a_hunt_ends_its_programs_and_keeps_what_is_done(run: Run, tmp_path: Path) -> None:
    begun, never = tmp_path / "begun", tmp_path / "never"
    kept = Kept()
    grounds, crew, ones = hunting(run, [program(run, WAITS, str(begun), str(never))], kept)
    ones.append(run.errand(Scripted([named]), watchdog="a"))

    async def interrupted() -> None:
        hunt = asyncio.create_task(crew.hunt(ones))
        while not (begun.exists() and "a" in crew.answered):
            await asyncio.sleep(0.01)
        hunt.cancel()
        await hunt

    with pytest.raises(asyncio.CancelledError):
        asyncio.run(interrupted())
    assert list(crew.answered) == list(kept) == ["a"]
    (record,) = [each for each in run.passes() if each.asked.watchdog == "general"]
    assert record.finished_at is None
    assert not process.still_running(grounds.folder(record.asked))


#: Begins the hunt of `general` in the home of the test, as a process that can be killed.
HUNT = """
import asyncio, sys
from pathlib import Path
from tests.hunt.scripted import Run, REVIEW
from tests.hunt.test_crew import Kept, hunting, program
from houndsman.store.home import Home
from houndsman.store.store import Store
home = Home(Path(sys.argv[1]))
run = Run(home, Store(home))
_, crew, ones = hunting(run, [program(run, *sys.argv[2:])], Kept())
asyncio.run(crew.hunt(ones))
"""


def killed_hunt(run: Run, begun: Path, go: Path, source: str = WAITS) -> None:
    """A hunt that is killed while its agent is at work."""
    words = [sys.executable, "-c", HUNT, str(run.home.root), source, str(begun), str(go)]
    project = Path(__file__).parents[2]
    with subprocess.Popen(words, cwd=project, env={**os.environ, "PYTHONPATH": str(project)}) as hunt:
        while not begun.exists():
            assert hunt.poll() is None, "the hunt ended before its agent began"
            time.sleep(0.02)
        hunt.send_signal(signal.SIGKILL)


def test_an_agent_that_outlived_a_killed_hunt_is_waited_for_and_not_asked_again(run: Run, tmp_path: Path) -> None:
    begun, go = tmp_path / "begun", tmp_path / "go"
    killed_hunt(run, begun, go)
    begun.unlink()
    kept = Kept()
    _, crew, ones = hunting(run, [program(run, WAITS, str(begun), str(go))], kept)

    async def going_on() -> None:
        hunt = asyncio.create_task(crew.hunt(ones))
        await asyncio.sleep(0.2)
        go.touch()
        await hunt

    asyncio.run(going_on())
    assert crew.answered["general"].record.state is WatchdogState.ANSWERED, crew.answered
    assert not begun.exists()
    assert [each.attempt for each in run.passes()] == [1]


@pytest.mark.parametrize("source", [WAITS, WAITS + "sys.exit(3)", SAYS])
def test_an_agent_that_answered_between_a_killed_hunt_and_the_next_is_not_asked_again(
    run: Run, tmp_path: Path, source: str
) -> None:
    begun, go = tmp_path / "begun", tmp_path / "go"
    killed_hunt(run, begun, go, source)
    go.touch()
    (record,) = run.passes()
    while process.still_running(run.grounds().folder(record.asked)):
        time.sleep(0.02)
    begun.unlink()
    kept = Kept()
    _, crew, ones = hunting(run, [program(run, source, str(begun), str(go))], kept)
    asyncio.run(crew.hunt(ones))
    assert crew.answered["general"].record.state is WatchdogState.ANSWERED, crew.answered
    assert [each["line"] for each in json.loads(kept["general"])["findings"]] == [1]
    assert not begun.exists()
    assert [each.attempt for each in run.passes()] == [1]


def test_an_agent_that_was_killed_with_the_hunt_is_asked_anew(run: Run, tmp_path: Path) -> None:
    begun, go = tmp_path / "begun", tmp_path / "go"
    killed_hunt(run, begun, go)
    (record,) = run.passes()
    process.end(run.grounds().folder(record.asked))
    begun.unlink()
    go.touch()
    _, crew, ones = hunting(run, [program(run, WAITS, str(begun), str(go))], Kept())
    asyncio.run(crew.hunt(ones))
    assert crew.answered["general"].record.state is WatchdogState.ANSWERED, crew.answered
    assert begun.exists()
    assert [(each.attempt, each.end) for each in run.passes()] == [(1, End.CRASHED), (2, End.OK)]


def test_an_agent_that_nobody_asks_any_more_is_ended_by_the_next_hunt(run: Run, tmp_path: Path) -> None:
    begun, never = tmp_path / "begun", tmp_path / "never"
    killed_hunt(run, begun, never)
    (record,) = run.passes()
    grounds = run.grounds()
    assert process.still_running(grounds.folder(record.asked))
    asyncio.run(Crew(grounds, Kept().keep).hunt([run.errand(Scripted([named]), watchdog="a")]))
    assert not process.still_running(grounds.folder(record.asked))
    assert [each.end for each in run.passes() if each.asked.watchdog == "general"] == [End.CRASHED]
