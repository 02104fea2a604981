"""Killed at any moment of a hunt that sends agents out: the next one completes, and nothing that was finished is asked
again. The agents are real programs, which live on when Houndsman is killed."""

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
from tests.faults.conftest import HOUNDSMAN

MOMENTS = 30
NAMES = ("general", "amber", "birch", "cedar", "delta", "ember", "fjord", "grove")
CODE = ("debris", "python", "secrets", "shell", "spelling", "structure", "workflows")

#: Takes a while, and counts when it was asked and when it had answered.
PROGRAM = """
import json, os, re, sys, time
brief = sys.stdin.read()
name = re.search(r'"watchdog": "([^"]+)"', brief)[1]
def count(what):
    with open(os.environ["CALLS"], "a") as file:
        file.write(what + " " + name + "\\n")
count("asked")
time.sleep(0.25)
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
        folder.mkdir(parents=True)
        script, config = folder / "agent.py", folder / "config.toml"
        script.write_text(PROGRAM, encoding="utf-8")
        argv = json.dumps([sys.executable, str(script)])
        config.write_text(f"agent = 'own'\n[agents.own]\ncommand = {argv}\nenvironment = ['CALLS']\n", encoding="utf-8")
        (folder / "calls").touch()
        return cls(repository, folder / "home", config, folder / "calls")

    def hunt(self) -> subprocess.Popen[bytes]:
        """Begin a hunt."""
        ours = {name: value for name, value in os.environ.items() if not name.startswith("HOUNDSMAN_")}
        ours |= {"HOUNDSMAN_HOME": str(self.home), "HOUNDSMAN_CONFIG": str(self.config), "CALLS": str(self.calls)}
        words = [*HOUNDSMAN, "hunt", "--concurrency", "2", *(f"-pno:{name}" for name in CODE)]
        return subprocess.Popen(
            words,
            cwd=self.repository,
            env=ours,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            start_new_session=True,
        )

    def is_over(self) -> bool:
        """Whether the run is complete, so that a further hunt would be another run."""
        with Store(Home(self.home)) as store:
            runs = [store.latest_run(place.name) for place in self.home.glob("reviews/*")]
        return any(run is not None and run.is_finalized for run in runs)

    def counted(self) -> Mapping[str, int]:
        """How often each watchdog was asked."""
        lines = self.calls.read_text().splitlines()
        return Counter(line.removeprefix("asked ") for line in lines if line.startswith("asked "))

    def finished(self) -> set[str]:
        """Whose reply is on the disk: such a pass may not be asked again."""
        return {place.name.partition(".")[0] for place in self.home.glob("reviews/*/runs/1/replies/*.json")}

    def results(self) -> dict[str, bytes]:
        """All that the run came to, without the home's own path and the moment."""
        (run,) = self.home.glob("reviews/*/runs/1")
        names = ("review-resume.md", "intake.json", "classification.json")
        places = [*(run / name for name in names), *sorted((run / "findings").iterdir())]
        return {place.name: place.read_bytes().replace(str(self.home).encode(), b"~") for place in places}


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


@pytest.fixture(scope="module")
def calm(repository: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[dict[str, bytes], float]:
    """What a hunt comes to that nobody kills, and how many seconds it takes."""
    yard = Yard.made(repository, tmp_path_factory.mktemp("calm") / "yard")
    began = time.monotonic()
    with yard.hunt() as process:
        _, said = process.communicate()
    assert process.returncode == 0, said.decode()
    assert yard.counted() == dict.fromkeys(NAMES, 1)
    return yard.results(), time.monotonic() - began


@pytest.mark.parametrize("moment", range(MOMENTS))
def test_nothing_finished_is_asked_again_and_the_end_is_the_same(
    repository: Path, calm: tuple[dict[str, bytes], float], tmp_path: Path, moment: int
) -> None:
    results, seconds = calm
    yard = Yard.made(repository, tmp_path / "yard")
    with yard.hunt() as process:
        try:
            process.communicate(timeout=seconds * (moment + 0.5) / MOMENTS)
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGKILL)
    finished, before = yard.finished(), yard.counted()
    if not yard.is_over():
        with yard.hunt() as process:
            _, said = process.communicate()
        assert process.returncode == 0, said.decode()
    after = yard.counted()
    assert {name: after[name] - before.get(name, 0) for name in finished} == dict.fromkeys(finished, 0)
    assert yard.results() == results
    assert set(after) == set(NAMES)


def test_ctrl_c_ends_every_agent_and_what_was_answered_is_kept(repository: Path, tmp_path: Path) -> None:
    yard = Yard.made(repository, tmp_path / "yard")
    with yard.hunt() as process:
        while sum(yard.counted().values()) < 3 and process.poll() is None:  # two are answered, and one is at work
            time.sleep(0.02)
        process.send_signal(signal.SIGINT)
        _, said = process.communicate()
    assert process.returncode == 130, said.decode()
    *_, missing, last = said.decode().splitlines()
    assert last == "interrupted"
    told = re.fullmatch(r"without an answer: ([a-z, ]+); run the same command again to go on", missing)
    assert told
    assert set(NAMES) - yard.finished() <= set(told[1].split(", "))
    finished, asked = yard.finished(), sum(yard.counted().values())
    time.sleep(0.6)  # longer than an agent takes: one that lived on would say that it has answered
    answered = yard.calls.read_text().count("answered")
    assert answered < asked
    with yard.hunt() as process:
        process.communicate()
    assert process.returncode == 0
    assert all(yard.counted()[name] == 1 for name in finished)
