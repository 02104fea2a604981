"""What a golden set is scored with: a file, a folder, the latest run; and that nothing to score is never a pass."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from houndsman.testing.kennel import Kennel
    from tests.pytest_plugin.conftest import Project

HALF = {"passed": 2, "failed": 2}
"""The marker and recall; the missing one, and precision of a run that is not whole."""


def _answered(kennel: Kennel, *words: str) -> None:
    """Hunt, with an answer of `general` that has nothing to say."""
    kennel.houndsman.answer(kennel.houndsman.prepare(*words), "general")
    assert kennel.houndsman("hunt", *words).code == 0


# Findings in files ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("other", ["--houndsman-variant=x", "--houndsman-hunt"])
def test_options_that_contradict_each_other_are_a_usage_error(project: Project, other: str) -> None:
    ran = project.run("--houndsman-findings=findings.json", other)
    assert ran.ret == pytest.ExitCode.USAGE_ERROR
    ran.stderr.fnmatch_lines([f"ERROR: {other.partition('=')[0]} chooses a run*"])


def test_findings_are_looked_for_from_where_pytest_was_started(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(project.write("deep/test_x.py", "import os\ndef test_x(): os.chdir('/')").parent)
    assert project.outcomes("..", "--houndsman-findings=../findings.json", "-k", "float or test_x")["passed"] == 2


def test_any_format_is_read(project: Project) -> None:
    project.write("findings.csv", "file,line,message\nshop/store.py,31,Late.\n")
    assert project.outcomes("--houndsman-findings=findings.csv")["passed"] == 1


def test_a_file_that_is_not_there_is_an_error_of_each_item(project: Project) -> None:
    ran = project.run("--houndsman-findings=gone.json")
    assert ran.parseoutcomes() == {"errors": 3}
    ran.stdout.fnmatch_lines(["gone.json: there is no such file or folder", "  Check --houndsman-findings: *"])
    assert "standard input" not in ran.stdout.str()


def test_what_stands_in_the_way_of_all_is_said_in_full_once(project: Project) -> None:
    project.golden({"id": "one", "file": "a.py", "line": 1}, name="golden/other.json")
    lines = project.run("--houndsman-findings=gone.json").outlines
    lines = lines[: next(at for at, line in enumerate(lines) if "short test summary" in line)]  # whole again in CI
    assert len([line for line in lines if line == "gone.json: there is no such file or folder"]) == 1
    assert len([line for line in lines if line.startswith("  Check --houndsman-findings")]) == 1
    assert lines.count("as above: gone.json: there is no such file or folder") == 3


def test_in_a_folder_each_set_has_the_findings_that_are_named_like_it(project: Project) -> None:
    anchor = {"id": "one", "file": "a.py", "line": 1}
    for name, line in (("one", 1), ("two", 50)):
        project.golden(anchor, name=f"golden/{name}.json", thresholds={"precision": 1})
        project.write(f"found/{name}.sarif.json", [{"file": "a.py", "line": line, "message": "Bad."}])
    assert project.outcomes("golden/one.json", "--houndsman-findings=found") == {"passed": 2}
    assert project.outcomes("golden/two.json", "--houndsman-findings=found") == {"failed": 2}
    # Neither is named like the set: it is scored with all of them.
    project.golden(anchor, name="golden/three.json", thresholds={"precision": 0.5})
    assert project.outcomes("golden/three.json", "--houndsman-findings=found") == {"passed": 2}


# Runs ----------------------------------------------------------------------------------------------------------------


def test_without_options_the_latest_run_of_the_branch_is_scored(repository: Project, kennel: Kennel) -> None:
    _answered(kennel)
    ran = repository.run("golden")
    assert ran.parseoutcomes() == {"passed": 3, "failed": 1}
    ran.stdout.fnmatch_lines(
        ["golden/change.json: recall 50.0 % (1 of 2), precision 100.0 % (1 of 1); run 1 of change-*"]
    )
    assert not [line for line in ran.outlines if "incomplete" in line or "warning" in line]


def test_an_incomplete_run_is_called_so_and_passes_only_what_more_answers_cannot_spoil(
    repository: Project, kennel: Kennel
) -> None:
    assert kennel.houndsman("hunt").code == 3
    ran = repository.run("golden", "-v")
    assert ran.parseoutcomes() == HALF
    ran.stdout.fnmatch_lines(
        [
            "golden/change.json::marker *PASSED*",
            "golden/change.json::missing *FAILED*",
            "golden/change.json::recall *PASSED*",
            "golden/change.json::precision *FAILED*",
            "precision is not known: the run is incomplete*",
            "  incomplete: run 1 is incomplete*",
        ]
    )


def test_without_a_run_every_item_is_an_error_with_the_next_step(repository: Project) -> None:
    ran = repository.run("golden")
    assert ran.ret == pytest.ExitCode.TESTS_FAILED
    assert ran.parseoutcomes() == {"errors": 4}
    ran.stdout.fnmatch_lines(["*nothing was prepared for 'change'*", "  Run `houndsman hunt`*--houndsman-findings*"])


def test_a_run_that_nobody_finalized_is_none(repository: Project, kennel: Kennel) -> None:
    kennel.houndsman.prepare()
    ran = repository.run("golden")
    assert ran.parseoutcomes() == {"errors": 4}
    ran.stdout.fnmatch_lines(["no run of change-* was finalized"])


def test_without_a_repository_every_item_is_an_error_with_the_next_step(project: Project) -> None:
    ran = project.run()
    assert ran.parseoutcomes() == {"errors": 3}
    ran.stdout.fnmatch_lines(["*not a git repository*", "  Score a file with --houndsman-findings PATH*cd there*"])
    assert "as above: " in ran.stdout.str() and "Run `houndsman hunt`" not in ran.stdout.str()


def test_a_variant_has_runs_of_its_own(repository: Project, kennel: Kennel) -> None:
    _answered(kennel, "--variant", "gpt")
    ran = repository.run("golden", "--houndsman-variant=gpt")
    assert ran.parseoutcomes() == {"passed": 3, "failed": 1}
    ran.stdout.fnmatch_lines(["*; run 1 of change-* (gpt)"])
    assert repository.outcomes("golden") == {"errors": 4}
    assert repository.outcomes("golden", "--houndsman-variant=other") == {"errors": 4}


def test_two_workers_score_one_run_and_leave_no_report(repository: Project, kennel: Kennel) -> None:
    assert kennel.houndsman("hunt").code == 3
    ran = repository.run_apart("golden", "-n", "2")
    assert ran.parseoutcomes() == HALF
    assert len([line for line in ran.outlines if "incomplete: run 1" in line]) == 1
    assert not [*kennel.home.rglob("golden-*")]


def test_defects_travel_to_the_commit_that_was_reviewed(repository: Project, kennel: Kennel) -> None:
    """One has moved down by two lines; the code of the other is gone, so that nobody can find it."""
    commit = kennel.repository.resolve("HEAD")
    repository.golden(
        {"id": "moved", "file": "merge.txt", "line": 1, "code": "<<<<<<< ours"},
        {"id": "gone", "file": "other.txt", "line": 2, "code": "two"},
        name="golden/change.json",
        commit=commit,
    )
    kennel.repository.write("merge.txt", f"a\nb\n{MARKER}")
    kennel.repository.write("other.txt", "one\n2\nthree\n")
    kennel.repository.commit("Later")
    _answered(kennel)
    ran = repository.run("golden", "-rs")
    assert ran.parseoutcomes() == {"passed": 1, "skipped": 1}
    ran.stdout.fnmatch_lines(["SKIPPED*gone: its code is no longer in what was reviewed*"])


MARKER = "<<<<<<< ours\n=======\n>>>>>>> theirs\n"
