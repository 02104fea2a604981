"""Anyone's findings graded: what is known of a set helps to read them, and a report is written whole."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from houndsman.errors import ExitCode, UsageError
from houndsman.evaluation.grading import Graded, grade_findings, write_grade
from houndsman.exchange.read import Wanted
from houndsman.golden.load import load_golden
from houndsman.golden.report import as_markdown
from houndsman.golden.score import ScoreOptions


@pytest.fixture
def graded(tmp_path: Path) -> Graded:
    """One of two defects found, in a file that the findings call by an absolute path."""
    golden = tmp_path / "shop.json"
    anchors = [{"id": "one", "file": "src/a.py", "line": 3}, {"id": "two", "file": "src/a.py", "line": 90}]
    golden.write_text(json.dumps({"version": 1, "expected": anchors}))
    theirs = tmp_path / "theirs.json"
    theirs.write_text(json.dumps([{"file": "/ci/src/a.py", "line": 3, "message": "Bad."}]))
    return grade_findings(load_golden(golden), theirs, Wanted(), ScoreOptions())


def test_paths_of_the_set_place_absolute_ones(graded: Graded) -> None:
    assert (graded.score.counts.matched, graded.run, graded.report) == (1, None, None)
    assert graded.exit_code is ExitCode.CLEAN


def test_files_named_like_cases_hold_their_findings(tmp_path: Path) -> None:
    (tmp_path / "set.jsonl").write_text(
        "".join(json.dumps({"case": case, "file": "a.py", "line": 1}) + "\n" for case in ("7", "8"))
    )
    theirs = tmp_path / "theirs"
    theirs.mkdir()
    for case, line in (("7", 1), ("8", 50)):
        (theirs / f"{case}.json").write_text(json.dumps([{"file": "a.py", "line": line, "message": "Bad."}]))
    scored = grade_findings(load_golden(tmp_path / "set.jsonl"), theirs, Wanted(), ScoreOptions()).score
    assert {case.name: (case.counts.matched, case.counts.outside) for case in scored.cases} == {
        "7": (1, 0),
        "8": (0, 1),
    }


def test_what_readers_put_up_with_is_a_warning_of_the_score(tmp_path: Path, graded: Graded) -> None:
    (tmp_path / "empty.json").write_text("")
    read = grade_findings(graded.score.golden, tmp_path / "empty.json", Wanted(), ScoreOptions())
    assert [warning.code for warning in read.score.warnings] == ["empty-file"]
    assert "empty-file" in as_markdown(read.score, None)


def test_a_report_is_the_score_for_machines_and_for_people(tmp_path: Path, graded: Graded) -> None:
    folder = tmp_path / "new" / "reports"
    written = write_grade(graded, folder)
    assert written.report == folder / "golden-shop--theirs.md"
    assert json.loads((folder / "golden-shop--theirs.json").read_bytes()) == json.loads(json.dumps(written.data))
    assert written.report.read_text(encoding="utf-8") == as_markdown(graded.score, None, str(graded.findings))


@pytest.mark.parametrize(
    ("findings", "name"),
    [
        (None, "golden-shop.md"),
        ("out/report.csv", "golden-shop--report.md"),
        ("out/their reports", "golden-shop--their-reports-a669fcb6.md"),
        (".", "golden-shop--here.md"),
    ],
)
def test_each_reviewer_has_a_report_of_its_own(
    tmp_path: Path, graded: Graded, monkeypatch: pytest.MonkeyPatch, findings: str | None, name: str
) -> None:
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    assert write_grade(replace(graded, findings=findings), tmp_path).report == tmp_path / name


def test_findings_are_called_as_they_were_given(graded: Graded, tmp_path: Path) -> None:
    assert graded.findings == str(tmp_path / "theirs.json")


def test_a_folder_that_cannot_be_is_told(tmp_path: Path, graded: Graded) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(UsageError, match="--output"):
        write_grade(graded, tmp_path / "file" / "below")
