"""Killed at any moment of a hunt that sends agents out: the next one completes, and nothing that was finished is asked
again. The agents are real programs, which live on when Houndsman is killed.

The moments are those of `nursery.py`: files, programs and the database, between the first agent and the last word."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest

from houndsman.git.samples import SampleRepository
from houndsman.store.home import Home
from houndsman.store.store import Store
from tests.faults.conftest import HOUNDSMAN, Ended, Nursery

KILLS = 30
NAMES = ("general", "amber", "birch", "cedar", "delta", "ember", "fjord", "grove")
#: Those of `general`, which gives no verdict, so that it is asked for them once more.
ROLES = ("general.flow", "general.bookkeeping", "general.adversarial", "general.checklist")
SESSIONS = (*ROLES, *(f"{name}.hunt" for name in NAMES[1:]))
CODE = ("debris", "python", "secrets", "shell", "spelling", "structure", "workflows")
HUNT = ("hunt", "--concurrency", "2", *(f"-pno:{name}" for name in CODE))

#: Takes a while, and counts when it was asked and when it had answered. While `held` is there only `general` answers.
PROGRAM = """
import json, os, re, sys, time
brief = sys.stdin.read()
name = re.search(r'"watchdog": "([^"]+)"', brief)[1]
told = {"still open": "checklist", "# Attack it": "adversarial", "verdicts alone": "bookkeeping"}
role = next((each for words, each in told.items() if words in brief), "flow" if name == "general" else "hunt")
def count(what):
    with open(os.environ["CALLS"], "a") as file:
        file.write(what + " " + name + "." + role + "\\n")
count("asked")
time.sleep(0.1)
for _ in range(3000):
    if name == "general" or not os.path.exists(os.environ["CALLS"] + ".held"):
        break
    time.sleep(0.01)
finding = {"file": "shop.py", "line": 1 + len(name) % 3, "rule": "logic:" + name, "message": "It is wrong: " + name,
           "quote": "x = 1", "impactClass": "correctness"}
print(json.dumps({"watchdog": name, "findings": [finding], "reviewedFiles": ["shop.py"]}))
count("answered")
"""


@dataclass(frozen=True)
class Yard:
    """A repository with eight watchdogs, and a home."""

    repository: Path
    home: Path
    config: Path
    calls: Path

    @classmethod
    def made(cls, repository: Path, folder: Path) -> Yard:
        """One with nothing in its home yet."""
        folder.mkdir(parents=True)
        script, config = folder / "agent.py", folder / "config.toml"
        script.write_text(PROGRAM, encoding="utf-8")
        argv = json.dumps([sys.executable, "-I", "-S", str(script)])
        config.write_text(f"agent = 'own'\n[agents.own]\ncommand = {argv}\nenvironment = ['CALLS']\n", encoding="utf-8")
        (folder / "calls").touch()
        return cls(repository, folder / "home", config, folder / "calls")

    def hunt(self, nursery: Nursery, until: int | None = None) -> Ended:
        """Hunt to the end, or until it is killed at a moment."""
        job = {"words": HUNT, "cwd": str(self.repository), "environ": self.environ}
        return nursery.run({**job, "at": until, "act": "kill"})

    def begin_hunt(self) -> subprocess.Popen[bytes]:
        """Begin a hunt in a process that can be sent signals."""
        words = [*HOUNDSMAN, *HUNT]
        return subprocess.Popen(
            words,
            cwd=self.repository,
            env=self.environ,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            start_new_session=True,
            preexec_fn=_hear_ctrl_c,
        )

    @property
    def held(self) -> Path:
        """While this file is there, `general` alone answers."""
        return self.calls.with_name("calls.held")

    @property
    def environ(self) -> dict[str, str]:
        """What Houndsman and its agents see of the environment."""
        ours = {name: value for name, value in os.environ.items() if not name.startswith("HOUNDSMAN_")}
        return ours | {
            "HOUNDSMAN_HOME": str(self.home),
            "HOUNDSMAN_CONFIG": str(self.config),
            "CALLS": str(self.calls),
        }

    def is_over(self) -> bool:
        """Whether the run is complete, so that a further hunt would be another run."""
        with Store(Home(self.home)) as store:
            runs = [store.latest_run(place.name) for place in self.home.glob("reviews/*")]
        return any(run is not None and run.is_finalized for run in runs)

    def counted(self) -> Mapping[str, int]:
        """How often each session was asked."""
        lines = self.calls.read_text().splitlines()
        return Counter(line.removeprefix("asked ") for line in lines if line.startswith("asked "))

    def finished(self) -> set[str]:
        """Sessions whose reply is on the disk: they may not be asked again."""
        return {place.name.partition("-")[0] for place in self.home.glob("reviews/*/runs/1/replies/*.json")}

    def results(self) -> dict[str, bytes]:
        """All that the run came to, without the home's own path and the moment."""
        (run,) = self.home.glob("reviews/*/runs/1")
        names = ("review-resume.md", "intake.json", "classification.json")
        places = [*(run / name for name in names), *sorted((run / "findings").iterdir())]
        return {place.name: place.read_bytes().replace(str(self.home).encode(), b"~") for place in places}


def _hear_ctrl_c() -> None:
    """Programs that a shell starts in the background, and all that these start, would not."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


@pytest.fixture(scope="module")
def repository(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A change of one file that eight watchdogs guard."""
    sample = SampleRepository.create(tmp_path_factory.mktemp("yard") / "shop", origin="https://example.com/shop.git")
    for name in NAMES[1:]:
        sample.write(f".houndsman/watchdogs/{name}.md", f"---\ntitle: The {name}\n---\nLook at {name}.\n")
    sample.write("shop.py", "x = 0\n")
    sample.commit("Before")
    sample.branch("feature")
    sample.write("shop.py", "x = 1\nx = 1\nx = 1\n")
    sample.commit("After")
    return sample.path


@dataclass(frozen=True)
class Calm:
    """A hunt that nobody kills."""

    results: dict[str, bytes]
    first: int
    """The moment at which the first agent is about to be sent out."""
    last: int
    """The last moment."""

    def moment(self, number: int) -> int:
        """One of so many kills, which are spread over all that happens from the first agent on."""
        return self.first + (self.last - self.first) * number // KILLS


@pytest.fixture(scope="module")
def calm(repository: Path, nursery: Nursery, tmp_path_factory: pytest.TempPathFactory) -> Calm:
    """What a hunt comes to that nobody kills."""
    yard = Yard.made(repository, tmp_path_factory.mktemp("calm") / "yard")
    ended = yard.hunt(nursery)
    assert ended.status == 0, ended.err
    assert yard.counted() == dict.fromkeys(SESSIONS, 1)
    first = next(number for number, told in enumerate(ended.moments, 1) if told.startswith("sql INSERT INTO passes"))
    return Calm(yard.results(), first, len(ended.moments))


@pytest.mark.parametrize("number", range(KILLS))
def test_nothing_finished_is_asked_again_and_the_end_is_the_same(
    repository: Path, nursery: Nursery, calm: Calm, tmp_path: Path, number: int
) -> None:
    yard = Yard.made(repository, tmp_path / "yard")
    assert yard.hunt(nursery, until=calm.moment(number)).status == -signal.SIGKILL
    finished, before = yard.finished(), yard.counted()
    if not yard.is_over():
        ended = yard.hunt(nursery)
        assert ended.status == 0, ended.err
    after = yard.counted()
    assert {name: after[name] - before.get(name, 0) for name in finished} == dict.fromkeys(finished, 0)
    assert yard.results() == calm.results
    assert set(after) == set(SESSIONS)


@pytest.mark.parametrize(
    ("sign", "code", "words"),
    [
        (signal.SIGINT, 130, "interrupted"),
        (signal.SIGTERM, 143, "interrupted by SIGTERM"),
        (signal.SIGHUP, 129, "interrupted by SIGHUP"),
    ],
    ids=["Ctrl-C", "SIGTERM", "SIGHUP"],
)
def test_whoever_interrupts_ends_every_agent_and_what_was_answered_is_kept(
    repository: Path, tmp_path: Path, sign: signal.Signals, code: int, words: str
) -> None:
    yard = Yard.made(repository, tmp_path / "yard")
    yard.held.touch()
    with yard.begin_hunt() as process:
        while len(yard.counted()) < len(ROLES) + 2 and process.poll() is None:  # two are at work
            time.sleep(0.02)
        process.send_signal(sign)
        _, said = process.communicate()
    assert process.returncode == code, said.decode()
    *_, missing, last = said.decode().splitlines()
    assert last == words
    told = re.fullmatch(r"without an answer: ([a-z, ]+); run the same command again to go on", missing)
    assert told
    assert yard.finished() == set(ROLES)
    assert set(told[1].split(", ")) == set(NAMES) - {"general"}
    yard.held.unlink()
    time.sleep(0.3)  # one that lived on would now say that it has answered
    assert yard.calls.read_text().count("answered") == len(ROLES)
    with yard.begin_hunt() as process:
        process.communicate()
    assert process.returncode == 0
    assert {yard.counted()[each] for each in ROLES} == {1}
