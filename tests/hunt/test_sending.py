"""Agents sent out with their briefs: what comes back is kept, whole or marked as a part, and never more."""

from __future__ import annotations

import json
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest

from houndsman.git.samples import SampleRepository
from houndsman.hunt.ceilings import Ceiling
from houndsman.hunt.errand import Errand
from houndsman.hunt.orders import Orders
from houndsman.hunt.reading_roots import ReadingRoots
from houndsman.hunt.sending import Sending
from houndsman.models.agent import Agent, AgentReply, AgentTask, End, Meter
from houndsman.models.config import AgentSettings
from houndsman.models.hunt_notes import HuntedWatchdog
from houndsman.models.records import WatchdogState
from houndsman.testing.trees import git_of
from tests.hunt.scripted import REVIEW, Run, Scripted, answer_text, failed, said


@dataclass
class Kept:
    """What was handed over, in order."""

    told: list[tuple[str, str, list[object]]] = field(default_factory=list)
    noted: list[HuntedWatchdog] = field(default_factory=list)
    waited_for: dict[str, bool] = field(default_factory=dict)
    """Whose answer was on the disk before the hunt went on."""
    forgot: list[str] = field(default_factory=list)
    """Whose answer is no longer a part."""

    def keep_part(self, watchdog: str, reply: bytes) -> None:
        self.told.append(("part", watchdog, json.loads(reply)["findings"]))

    def keep_reply(self, watchdog: str, reply: bytes, *, durable: bool = True) -> None:
        self.told.append(("reply", watchdog, json.loads(reply)["findings"]))
        self.waited_for[watchdog] = durable

    def forget_part(self, watchdog: str) -> None:
        assert self.told[-1][:2] == ("reply", watchdog), "killed before, a part would pass for a whole answer"
        self.forgot.append(watchdog)

    def drop_reply(self, watchdog: str) -> None:
        self.told.append(("drop", watchdog, []))

    def note(self, hunted: HuntedWatchdog) -> None:
        self.noted.append(hunted)


@pytest.fixture
def roots(sample: SampleRepository, tmp_path: Path) -> ReadingRoots:
    sample.write("src/a.py", "1\n")
    head = sample.commit("A file")
    own = tmp_path / "own"
    return ReadingRoots(git_of(sample), head, tmp_path / "shared", lambda watchdog: own / watchdog, {"writer"})


@pytest.fixture
def sending(run: Run, roots: ReadingRoots, tmp_path: Path) -> Sending:
    """Nobody yet."""
    return Sending([], Orders(concurrency=1), roots, run.home.sessions(REVIEW, 1), run.journal(), Kept())


def _errand(agent: Agent, tmp_path: Path, watchdog: str = "general", brief: str = "# The brief") -> Errand:
    return Errand(watchdog, brief, [agent], tmp_path / f"{watchdog}.json", reads=6, searches=7)


def _sent(
    sending: Sending, *errands: Errand, orders: Orders | None = None
) -> tuple[Sending, list[tuple[str, str, int]]]:
    sent = replace(sending, errands=errands, orders=orders or sending.orders)
    sent.send()
    assert isinstance(sent.findings, Kept)
    return sent, [(how, watchdog, len(findings)) for how, watchdog, findings in sent.findings.told]


def test_a_whole_answer_is_kept(sending: Sending, tmp_path: Path) -> None:
    agent = Scripted([said(answer_text(3))])
    sent, kept = _sent(sending, _errand(agent, tmp_path))
    assert kept == [("reply", "general", 1)]
    assert sent.answered["general"].record.state is WatchdogState.ANSWERED
    assert (agent.tasks[0].reads, agent.tasks[0].searches) == (6, 7)
    assert (sent.spent.sessions, sent.spent.tokens) == (1, 110)


def test_what_is_only_a_part_is_marked_before_it_is_kept(sending: Sending, tmp_path: Path) -> None:
    agent = Scripted([failed(End.CEILING, "", answer_text(3))])
    sent, kept = _sent(sending, _errand(agent, tmp_path))
    assert kept == [("part", "general", 1), ("reply", "general", 1)]
    assert sent.answered["general"].record.state is WatchdogState.FAILED


@pytest.mark.parametrize(
    ("reply", "waited_for"), [(said(answer_text(1)), False), (failed(End.CEILING, "", answer_text(3)), True)]
)
def test_only_a_part_is_waited_for_on_the_disk(
    sending: Sending, tmp_path: Path, reply: AgentReply, waited_for: bool
) -> None:
    findings = Kept()
    replace(sending, errands=[_errand(Scripted([reply]), tmp_path)], findings=findings).send()
    assert findings.waited_for == {"general": waited_for}
    assert findings.forgot == ([] if waited_for else ["general"])


def test_where_nothing_came_the_place_of_the_answer_is_cleared(sending: Sending, tmp_path: Path) -> None:
    sent, kept = _sent(sending, _errand(Scripted([failed(End.QUOTA)]), tmp_path))
    assert kept == [("drop", "general", 0)]
    assert sent.answered["general"].record.state in (WatchdogState.FAILED, WatchdogState.MISSING)


def test_an_agent_that_writes_is_told_of_its_own_folder(sending: Sending, tmp_path: Path) -> None:
    agent = Scripted([said(answer_text(3, watchdog="writer"))])
    _sent(sending, _errand(agent, tmp_path, "writer", f"Read in {sending.roots.shared}."))
    own = sending.roots.place("writer")
    assert agent.tasks[0].prompt == f"Read in {own}."
    assert agent.tasks[0].reading_root == own
    assert not own.exists(), "nobody else reads there"


def test_what_an_agent_changed_is_told(sending: Sending, tmp_path: Path) -> None:
    async def vandal(task: AgentTask, meter: Meter) -> AgentReply:
        (task.reading_root / "src" / "a.py").write_text("2\n")
        return said(answer_text(3))

    sent, _ = _sent(sending, _errand(Scripted([vandal]), tmp_path))
    told = "general: its agent changed files that it was only to read: src/a.py (changed); undone"
    assert sent.notices == [told]
    assert (sending.roots.shared / "src" / "a.py").read_text() == "1\n"
    assert isinstance(sent.findings, Kept)
    (noted,) = sent.findings.noted
    assert [(each.path, each.kind, each.undone) for each in noted.tree_changes] == [("src/a.py", "changed", True)]


def test_what_was_put_right_is_noted_and_nothing_where_there_is_nothing(sending: Sending, tmp_path: Path) -> None:
    errands = [
        _errand(Scripted([said(answer_text(3))]), tmp_path),
        _errand(Scripted([said(answer_text(3, watchdog="money").replace("}]", ",}]"))]), tmp_path, "money"),
    ]
    sent, _ = _sent(sending, *errands)
    assert isinstance(sent.findings, Kept)
    assert [each.watchdog for each in sent.findings.noted] == ["money"]
    assert sent.findings.noted[0].repairs


def test_ceilings_of_the_run_and_of_an_agent_hold(sending: Sending, tmp_path: Path) -> None:
    run_full = Orders(ceiling=Ceiling(tokens=5))
    sent, _ = _sent(sending, _errand(Scripted([said(answer_text(3))]), tmp_path), orders=run_full)
    assert "tokens of the run" in sent.answered["general"].record.reason
    poor = replace(sending, settings={"scripted": AgentSettings(max_tokens=5)})
    sent, _ = _sent(poor, _errand(Scripted([]), tmp_path, "money"))
    assert "tokens of the agent 'scripted'" in sent.answered["money"].record.reason


def test_once_one_failed_nobody_else_is_sent_where_the_user_wants_it_so(sending: Sending, tmp_path: Path) -> None:
    other = Scripted([said(answer_text(3, watchdog="money"))])
    errands = _errand(Scripted([failed(End.REFUSED)]), tmp_path), _errand(other, tmp_path, "money")
    sent, _ = _sent(sending, *errands, orders=Orders(concurrency=1, stop_at_first=True))
    assert other.tasks == []
    assert sent.answered["money"].record.reason == "not asked, as general had not answered"


def test_somebody_at_work_gives_a_sign_at_once(sending: Sending, tmp_path: Path) -> None:
    signs: list[str] = []
    sent = replace(sending, alive=lambda: signs.append("alive"))
    _sent(sent, _errand(Scripted([said(answer_text(3))]), tmp_path))
    assert signs == ["alive"]
