"""A project whose golden set and findings are known, for pytest to be run in."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import houndsman.pytest_plugin.hunting  # what a run of pytester imports is forgotten after it,
import houndsman.pytest_plugin.items  # and imported again in the next, unless it was here before;
import houndsman.store.migrate  # noqa: F401 - parts of SQLAlchemy cannot even be imported twice
from houndsman.testing.command_line import environment_of

if TYPE_CHECKING:
    from houndsman.testing.kennel import Kennel

#: Three defects: one that is found, one that is found one line off, one of which nobody speaks.
ANCHORS: Sequence[Mapping[str, object]] = (
    {"id": "float-money", "file": "shop/pay.py", "line": 3, "severity": "blocking", "category": "cash"},
    {
        "id": "lost-write",
        "file": "shop/store.py",
        "line": 31,
        "endLine": 32,
        "severity": "blocking",
        "note": "Renamed before it is on disk.",
        "code": "os.replace(new, old)\n    return",
    },
    {"id": "odd-name", "file": "shop/views.py", "line": 8, "severity": "nit"},
    {"id": "not-ours", "file": "shop/views.py", "line": 90, "ignored": True},
)
FINDINGS: Sequence[Mapping[str, object]] = (
    {"file": "shop/pay.py", "line": 3, "rule": "money/float", "message": "Cents as floats."},
    {"file": "shop/store.py", "line": 33, "rule": "logic:late", "message": "This comes too late."},
)


#: What the branch of `hunted` adds, and that `debris` finds.
MARKER = "<<<<<<< ours\n=======\n>>>>>>> theirs\n"


class Project:
    """A folder with golden sets, and pytest in it."""

    def __init__(self, pytester: pytest.Pytester, root: Path) -> None:
        self.root = root
        self._pytester = pytester

    def golden(self, *anchors: Mapping[str, object], name: str = "golden/pay.json", **root: object) -> Path:
        """Write a golden set."""
        return self.write(name, {"version": 1, "expected": anchors, **root})

    def write(self, name: str, value: object) -> Path:
        """Write a file: text as it is, anything else as JSON."""
        place = self.root / name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(value if isinstance(value, str) else json.dumps(value), encoding="utf-8")
        return place

    def run(self, *words: str) -> pytest.RunResult:
        """Run pytest in this process."""
        # Hypothesis imports the whole of itself for each such run.
        return self._pytester.runpytest_inprocess("-p", "no:hypothesispytest", *words)

    def run_apart(self, *words: str) -> pytest.RunResult:
        """Run pytest in a process of its own, which may have workers."""
        return self._pytester.runpytest_subprocess("-p", "no:hypothesispytest", *words)

    def outcomes(self, *words: str) -> dict[str, int]:
        """How the items ended."""
        return self.run(*words).parseoutcomes()


@pytest.fixture
def project(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Project:
    """`golden/pay.json` and `findings.json`; Houndsman's home and configuration are empty."""
    for name, value in environment_of(tmp_path).items():
        if value is None:
            monkeypatch.delenv(name, raising=False)
        else:
            monkeypatch.setenv(name, value)
    made = Project(pytester, pytester.path)
    made.golden(*ANCHORS)
    made.write("findings.json", FINDINGS)
    return made


@pytest.fixture
def repository(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch, kennel: Kennel) -> Project:
    """The kennel's repository, whose branch adds a conflict marker; it was not hunted yet. No scanner is loaded."""
    kennel.houndsman.blocked = ("python", "secrets", "shell", "spelling", "structure", "workflows")
    kennel.change({"merge.txt": MARKER, "other.txt": "one\ntwo\nthree\n"})
    monkeypatch.chdir(kennel.repository.path)
    made = Project(pytester, kennel.repository.path)
    made.golden(
        {"id": "marker", "file": "merge.txt", "line": 1, "severity": "blocking"},
        {"id": "missing", "file": "other.txt", "line": 2},
        name="golden/change.json",
        thresholds={"recall": 0.5, "precision": 0.5},
    )
    return made
