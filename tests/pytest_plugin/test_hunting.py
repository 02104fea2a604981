"""`--houndsman-hunt`: one hunt a session, whoever asks."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from houndsman.pytest_plugin.hunting import RUN, hunted

if TYPE_CHECKING:
    from houndsman.testing.kennel import Kennel
    from tests.pytest_plugin.conftest import Project

HALF = {"passed": 2, "failed": 2}
"""Nobody answers for `general`, so that the run is incomplete and its precision unknown."""


def _runs(kennel: Kennel) -> list[str]:
    return sorted(each.name for each in kennel.home.glob("reviews/*/runs/*"))


def test_a_hunt_is_made_once_and_scored(repository: Project, kennel: Kennel) -> None:
    repository.golden({"id": "marker", "file": "merge.txt", "line": 1}, name="golden/other.json")
    ran = repository.run("golden", "--houndsman-hunt", "-v")
    assert ran.parseoutcomes() == {"passed": 3, "failed": 2}
    ran.stdout.fnmatch_lines(["golden/other.json: *; run 1 of change-*", "  incomplete: run 1 is incomplete*"])
    assert _runs(kennel) == ["1"]


def test_whoever_asks_again_is_told_of_the_same_hunt(
    repository: Project, pytester: pytest.Pytester, kennel: Kennel
) -> None:
    """So does xdist's controller, once a worker. A second hunt would even go on with the same run."""
    config = pytester.parseconfigure(f"--rootdir={repository.root}", "--houndsman-hunt")
    assert hunted(config) is hunted(config)
    assert hunted(config)[RUN] == "1"


def test_a_hunt_is_made_for_the_variant(repository: Project, kennel: Kennel) -> None:
    ran = repository.run("golden", "--houndsman-hunt", "--houndsman-variant=gpt", "-k", "marker")
    assert ran.parseoutcomes() == {"passed": 1, "deselected": 3}
    ran.stdout.fnmatch_lines(["*; run 1 of change-* (gpt)"])


def test_two_workers_score_the_one_hunt_of_their_controller(repository: Project, kennel: Kennel) -> None:
    ran = repository.run_apart("golden", "--houndsman-hunt", "-n", "2")
    assert ran.parseoutcomes() == HALF
    ran.stdout.fnmatch_lines(["golden/change.json: *; run 1 of change-*"])
    assert _runs(kennel) == ["1"]


def test_nothing_is_hunted_where_no_set_is_run(repository: Project, kennel: Kennel) -> None:
    repository.write("test_own.py", "def test_own(): pass\n")
    assert repository.outcomes("test_own.py", "--houndsman-hunt") == {"passed": 1}
    assert repository.run("golden", "--houndsman-hunt", "--collect-only").ret == 0
    assert _runs(kennel) == []


def test_a_hunt_that_cannot_be_made_is_an_error_of_each_item(project: Project) -> None:
    ran = project.run("--houndsman-hunt")
    assert ran.parseoutcomes() == {"errors": 3}
    ran.stdout.fnmatch_lines(["the hunt could not be made", "*not a git repository*"])


def test_a_worker_is_told_why_its_controller_could_not_hunt(project: Project) -> None:
    ran = project.run_apart("--houndsman-hunt", "-n", "1")
    assert ran.parseoutcomes() == {"errors": 3}
    ran.stdout.fnmatch_lines(["the hunt could not be made", "*not a git repository*"])
