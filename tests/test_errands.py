"""What watchdogs' agents are sent out with: who is asked, in how many sessions, and what each of them is told."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from houndsman.agents.replay import ReplayAgent
from houndsman.desk import Request
from houndsman.errands import Errands
from houndsman.git.samples import SampleRepository
from houndsman.git.sources import CommitSources
from houndsman.hunt.errand import Errand
from houndsman.hunt.orders import Orders
from houndsman.hunt.recording import recorded_agents, write_recording
from houndsman.hunt.roster import Recruit
from houndsman.models.config import AgentSettings
from houndsman.models.hunt_notes import Depth
from houndsman.models.passes import ADVERSARIAL, BOOKKEEPING, CHECKLIST, FLOW, SECOND_OPINION, RecordedReply
from houndsman.models.plugins import AgentPreset
from houndsman.session import Session
from houndsman.stage_results import Prepared
from houndsman.testing.trees import git_of

WATCHDOG = """---
title: Money
paths: ["*.py"]
fanOut: file
checklist: ["Is it a decimal?"]
---
Count.
"""


@pytest.fixture
def prepared(sample: SampleRepository, tmp_path: Path) -> Prepared:
    """A change of two files that `general` and `money` guard; `money` wants an agent for each file."""
    (tmp_path / "config.toml").write_text("[agents.mine]\ncommand = ['true']\n", encoding="utf-8")
    environ = {"HOUNDSMAN_HOME": str(tmp_path / "home"), "HOUNDSMAN_CONFIG": str(tmp_path / "config.toml")}
    sample.write(".houndsman/watchdogs/money.md", WATCHDOG)
    sample.write("a.py", "a = 1\n")
    sample.commit("Before")
    sample.branch("feature")
    sample.write("a.py", "def pay():\n    return 1\n")
    sample.write("b.py", "b = 2\n")
    sample.commit("After")
    scanners = ("python", "secrets", "shell", "spelling", "structure", "workflows", "debris")
    request = Request(cwd=sample.path, environ=environ, plugins=tuple(f"no:{name}" for name in scanners))
    with Session(replace(request, orders=Orders(agent="mine"))) as session:
        return session.prepare()


class Somebody:
    """An agent that nobody asks here."""

    can_resume = False
    fingerprint = "somebody"

    def __init__(self, name: str) -> None:
        self.name = name


@pytest.fixture
def errand(prepared: Prepared, sample: SampleRepository) -> Iterator[Callable[..., Errand | None]]:
    """`errand("money", recorded=…, second=…)`."""
    target = prepared.manifest.target
    with CommitSources(git_of(sample), target.left, target.head) as sources:

        def make(
            watchdog: str, recorded: dict[str, tuple[ReplayAgent, ...]] | None = None, **changed: object
        ) -> object:
            errands = Errands(
                replace(prepared, **changed),  # type: ignore[arg-type]
                recorded or {},
                sources,
                ("/work/tree",),
                lambda recruit: Somebody(recruit.name),  # type: ignore[arg-type,return-value]
            )
            by_id = {each.watchdog.id: each for each in prepared.classification.assignments}
            return errands.of(by_id[watchdog])

        yield make  # type: ignore[misc]


def names(agents: object) -> list[str]:
    assert isinstance(agents, list | tuple)
    return [agent.name for agent in agents]


def test_general_has_roles_and_each_has_a_brief_and_a_place_of_its_own(errand: Callable[..., Errand]) -> None:
    made = errand("general")
    assert made.roles and not made.files and names(made.agents) == ["mine"]
    assert made.parts is not None
    parts = {name: made.parts(name) for name in (FLOW, BOOKKEEPING, ADVERSARIAL, CHECKLIST, SECOND_OPINION)}
    assert len({part.answer_file for part in parts.values()} | {made.answer_file}) == 6
    assert all(str(part.answer_file) in part.brief for part in parts.values()), "each is told where to write"
    asked = {name: '"checks"' in part.schema and "verdict" in part.brief for name, part in parts.items()}
    assert asked == {FLOW: False, BOOKKEEPING: True, ADVERSARIAL: False, CHECKLIST: True, SECOND_OPINION: True}
    assert made.obligations is not None
    assert [each for each in made.obligations.owed.checks if each[0] == "C"] == [f"C{n}" for n in range(1, 9)]
    assert any(each[0] in "FI" for each in made.obligations.owed.checks)
    assert made.risk == 4, "the lines that changed"


def test_a_watchdog_that_wants_an_agent_for_each_file_has_a_brief_for_each(errand: Callable[..., Errand]) -> None:
    made = errand("money")
    assert not made.roles
    assert sorted(each.file for each in made.files) == ["a.py", "b.py"]
    (one, other) = sorted(made.files, key=lambda each: each.file)
    assert "`a.py`" in one.brief and "`b.py`" not in one.brief
    assert "`b.py`" in other.brief and "`a.py`" not in other.brief
    assert len({one.answer_file, other.answer_file, made.answer_file}) == 3
    assert (one.reads, one.searches) == (7, 7), "as for a brief of one file"


def test_where_nobody_can_be_sent_there_is_no_errand(errand: Callable[..., Errand | None]) -> None:
    assert errand("money", asked={}) is None


def test_others_give_second_opinions_where_they_are_named(errand: Callable[..., Errand]) -> None:
    second = (Recruit("other", AgentPreset(id="other", title="Other"), AgentSettings()),)
    assert {key: names(each) for key, each in errand("money", second=second).others.items()} == {
        SECOND_OPINION: ["other"]
    }
    assert not errand("money").others


def recorded(folder: Path, *passes: str, agent: str = "then") -> None:
    """A run in `folder` in which `general` answered these passes."""
    (folder / "replies").mkdir(exist_ok=True)
    for name in passes:
        reply = {
            "version": 1, "watchdog": "general", "name": name, "file": "", "turn": 1, "kind": "brief", "attempt": 1,
            "promptHash": "0", "agent": agent, "fingerprint": "x", "end": "ok", "messages": ["m"], "session": None,
            "usage": {}, "priced": "unknown", "reason": "", "resetsIn": None, "model": None, "seconds": 0.0,
        }  # fmt: skip
        RecordedReply.model_validate(reply)
        (folder / "replies" / f"general.{name}-{agent}.json").write_text(json.dumps(reply), encoding="utf-8")


@pytest.mark.parametrize(
    ("passes", "roles", "depth"),
    [
        (["hunt"], False, Depth(adversarial=False, checklist=False, second_opinion=False)),
        (["flow"], True, Depth(adversarial=False, checklist=False, second_opinion=False)),
        (["flow", "bookkeeping"], True, Depth(adversarial=False, second_opinion=False)),
        (["flow", "adversarial", "checklist", "secondOpinion"], True, Depth()),
    ],
)
def test_a_replay_goes_as_deep_as_what_was_recorded(
    errand: Callable[..., Errand], tmp_path: Path, passes: list[str], roles: bool, depth: Depth
) -> None:
    recorded(tmp_path, *passes)
    made = errand("general", recorded=recorded_agents(tmp_path), asked={})
    assert (made.roles, made.depth) == (roles, depth)
    flat = Depth(adversarial=False, checklist=False, second_opinion=False)
    assert errand("general", recorded=recorded_agents(tmp_path), depth=flat).depth == flat, "no deeper than is wanted"


def test_a_recording_of_one_session_is_replayed_as_one_although_each_file_may_have_an_agent(
    errand: Callable[..., Errand], tmp_path: Path
) -> None:
    write_recording(tmp_path, {"money": "said"})
    made = errand("money", recorded=recorded_agents(tmp_path))
    assert not made.files


def test_a_second_opinion_is_replayed_by_whoever_gave_it(errand: Callable[..., Errand], tmp_path: Path) -> None:
    recorded(tmp_path, "flow", agent="zed")
    recorded(tmp_path, "secondOpinion", agent="alpha")
    made = errand("general", recorded=recorded_agents(tmp_path))
    whom = {key: names(each)[0] for key, each in made.others.items()}
    assert whom == {FLOW: "zed", SECOND_OPINION: "alpha"}
