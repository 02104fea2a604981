"""A scene with something to lose, and processes that can be stopped at any moment while they work on it."""

from __future__ import annotations

import json
import os
import re
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from houndsman.git.samples import SampleRepository

NURSERY = Path(__file__).with_name("nursery.py")
HOUNDSMAN = (sys.executable, "-P", "-m", "houndsman")

#: Plugins whose scanners a test need not wait for.
NO_SCANNER = ("-pno:python", "-pno:secrets", "-pno:shell", "-pno:workflows", "-pno:spelling", "-pno:structure")

#: An absolute URL, so that the repository is the same wherever it is copied to.
ORIGIN = "https://example.com/team/shop.git"

ORDERS = "def total(items):\n    return sum(item.price * item.count for item in items)\n"
DISCOUNT = "\n\ndef discounted(items, percent):\n    return round(total(items) * (100 - percent) / 100, 2)\n"
SHIPPING = "\n\ndef shipping(items):\n    breakpoint()\n    return 5 if total(items) < 50 else 0\n"

Triage = tuple[tuple[str, ...], ...]
At = Callable[[str], "Scene"]
Undisturbed = Callable[[str, str], "Usual"]

_TIME = re.compile(r"20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d(Z|\+00:00)")


class Ended(NamedTuple):
    """How one process ended, or that it stands still."""

    pid: int
    status: int | None
    """The exit code, or the negative number of a signal; None while it is stopped."""
    out: str
    err: str
    moments: tuple[str, ...]
    """What happened to files and database, where that was asked for."""


class Nursery:
    """Starts processes; see `nursery.py`."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._process = subprocess.Popen(
            [sys.executable, "-P", str(NURSERY)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def run(self, job: Mapping[str, object]) -> Ended:
        """Run one command line to its end, or to where it stops."""
        places = {name: self._folder / name for name in ("out", "err", "plan")}
        for place in places.values():
            place.unlink(missing_ok=True)
        return self._ask({**{name: str(place) for name, place in places.items()}, **job})

    def resume(self, pid: int) -> Ended:
        """Let a stopped process go on to its end."""
        return self._ask({"resume": pid})

    def close(self) -> None:
        """End it."""
        self._process.communicate()

    def _ask(self, job: Mapping[str, object]) -> Ended:
        assert self._process.stdin is not None and self._process.stdout is not None
        self._process.stdin.write(json.dumps(job) + "\n")
        self._process.stdin.flush()
        said = json.loads(self._process.stdout.readline())
        out, err, plan = (self._text(name) for name in ("out", "err", "plan"))
        return Ended(said["pid"], said["status"], out, err, tuple(json.loads(plan or "[]")))

    def _text(self, name: str) -> str:
        place = self._folder / name
        return place.read_text(encoding="utf-8", errors="replace") if place.exists() else ""


@dataclass(frozen=True)
class Scene:
    """A repository with a home in which a branch was reviewed, decided on, and has gone on since.

    Run 1 is complete: `general` reported two findings, and one of them was dismissed. The branch then got one commit
    more. What a test does to the scene is taken back by `restore`.
    """

    folder: Path
    nursery: Nursery
    environ: dict[str, str]

    @property
    def repository(self) -> SampleRepository:
        """The repository."""
        return SampleRepository(self.folder / "live" / "shop")

    @property
    def home(self) -> Path:
        """The home folder."""
        return self.folder / "live" / "home"

    @property
    def database(self) -> Path:
        """The SQLite file."""
        return self.home / "houndsman.db"

    @property
    def review(self) -> str:
        """The id of the one review."""
        (place,) = (self.home / "reviews").iterdir()
        return place.name

    @property
    def staging(self) -> Path:
        """Where agents write."""
        return self.home / "work" / self.review

    def runs(self, number: int) -> Path:
        """What is kept of a run."""
        return self.home / "reviews" / self.review / "runs" / str(number)

    def run(self, *words: str, **job: object) -> Ended:
        """Run a command line in a process of its own; `job` says what happens to it (see `Job` in `nursery.py`)."""
        loads_plugins = words[:1] in (("prepare",), ("hunt",), ("finalize",))
        usual = {
            "words": [*words, *(NO_SCANNER if loads_plugins else ())],
            "cwd": str(self.repository.path),
            "environ": self.environ,
        }
        return self.nursery.run({**usual, **job})

    def answer(self, *findings: Mapping[str, object], files: tuple[str, ...] = ("orders.py",)) -> bytes:
        """Write the findings file of `general`, as its agent does, and return it."""
        place = self.staging / "findings" / "general.json"
        place.write_text(
            json.dumps({"watchdog": "general", "findings": findings, "reviewedFiles": files}), encoding="utf-8"
        )
        return place.read_bytes()

    def keep(self, name: str) -> None:
        """Remember how things stand as `name`."""
        shutil.copytree(self.folder / "live", self.folder / name, symlinks=True)

    def restore(self, name: str) -> None:
        """Let things stand as they did."""
        shutil.rmtree(self.folder / "live", ignore_errors=True)
        shutil.copytree(self.folder / name, self.folder / "live", symlinks=True)

    def tables(self) -> dict[str, list[str]]:
        """The rows of every table, but for the times in them; the database must be in order. None are in none."""
        if not self.database.exists():
            return {}
        with closing(sqlite3.connect(self.database)) as connection:
            assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
            assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
            names = [row[0] for row in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
            return {
                name: sorted(_TIME.sub("TIME", repr(row)) for row in connection.execute(f"SELECT * FROM {name}"))
                for name in names
            }

    def triage(self) -> Triage:
        """What a person would miss."""
        tables = self.tables()
        return tuple(tuple(tables.get(name, ())) for name in ("findings", "observations", "decisions"))

    def files(self) -> dict[str, str]:
        """Every file that is kept or that an agent is given, but for the times in it."""
        found = [*(self.home / "reviews").rglob("*"), *(self.home / "work").rglob("*")]
        return {
            str(place.relative_to(self.home)): _TIME.sub("TIME", place.read_text(encoding="utf-8"))
            for place in sorted(found)
            if place.is_file() and not place.name.endswith(".lock")
        }


FINDINGS = (
    {
        "file": "orders.py",
        "line": 6,
        "message": "The percentage may be over 100.",
        "action": "Check it.",
        "quote": "return round(total(items) * (100 - percent) / 100, 2)",
        "impactClass": "correctness",
        "rule": "logic:unchecked-percent",
    },
    {
        "file": "orders.py",
        "line": 5,
        "message": "No docstring.",
        "action": "Write one.",
        "quote": "def discounted(items, percent):",
        "impactClass": "style",
        "rule": "logic:no-docstring",
    },
)


@pytest.fixture(scope="session")
def nursery(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Nursery]:
    """Where processes come from."""
    made = Nursery(tmp_path_factory.mktemp("nursery"))
    yield made
    made.close()


@pytest.fixture(scope="session")
def stage(tmp_path_factory: pytest.TempPathFactory, nursery: Nursery) -> Scene:
    """The scene, made once, and kept in several states.

    `fresh` has no home yet; in `reviewed` run 1 is complete; in `answered` run 2 is hunted and answered, but the answer
    not finalized.
    """
    folder = tmp_path_factory.mktemp("scene")
    live = folder / "live"
    kept = {name: value for name, value in os.environ.items() if not name.startswith("HOUNDSMAN_")}
    scene = Scene(
        folder,
        nursery,
        {**kept, "HOUNDSMAN_HOME": str(live / "home"), "HOUNDSMAN_CONFIG": str(live / "user.toml")},
    )
    repository = SampleRepository.create(live / "shop", origin=ORIGIN)
    (live / "user.toml").touch()
    repository.write("orders.py", ORDERS)
    repository.commit("A shop")
    repository.branch("feature")
    repository.write("orders.py", ORDERS + DISCOUNT)
    repository.commit("Discounts")
    assert scene.run("hunt").status == 3
    scene.answer(*FINDINGS)
    assert scene.run("finalize").status == 0
    listed = json.loads(scene.run("findings", "list", "--json").out)
    (wording,) = (item["id"] for item in listed if item["severity"] == "nit")
    assert scene.run("findings", "decide", wording, "ignore", "--reason", "We write none.").status == 0
    repository.write("orders.py", ORDERS + DISCOUNT + SHIPPING)
    repository.commit("Shipping")
    scene.keep("reviewed")
    shutil.rmtree(scene.home)
    scene.keep("fresh")
    scene.restore("reviewed")
    assert scene.run("hunt").status == 3
    scene.answer(FINDINGS[1], {**FINDINGS[0], "line": 11, "quote": "return 5 if total(items) < 50 else 0"})
    scene.keep("answered")
    return scene


@pytest.fixture
def scene(stage: Scene) -> At:
    """The scene as it stood: `scene("reviewed")`."""

    def at(name: str) -> Scene:
        stage.restore(name)
        return stage

    return at


@dataclass(frozen=True)
class Usual:
    """What a command does when nothing happens to it."""

    status: int | None
    moments: tuple[str, ...]
    before: Triage
    after: Triage
    tables: dict[str, list[str]]
    files: dict[str, str]

    def at(self, share: float) -> int:
        """The moment at which this much of all that it does is done."""
        return 1 + int(share * len(self.moments))

    def first(self, pattern: str) -> int:
        """The first moment that fits a regular expression."""
        return next(number for number, told in enumerate(self.moments, 1) if re.search(pattern, told))


@pytest.fixture(scope="session")
def undisturbed(stage: Scene) -> Undisturbed:
    """What `undisturbed("hunt", "reviewed")` comes to: run once, whoever asks."""

    @cache
    def run(command: str, state: str) -> Usual:
        stage.restore(state)
        before = stage.triage()
        ended = stage.run(command)
        return Usual(ended.status, ended.moments, before, stage.triage(), stage.tables(), stage.files())

    return run
