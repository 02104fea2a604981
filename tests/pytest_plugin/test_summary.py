"""The summary's lines on a golden set."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

from houndsman.evaluation.grading import INCOMPLETE_RUN, Graded
from houndsman.golden.load import load_golden
from houndsman.golden.score import ScoreOptions, score
from houndsman.models.foreign import ForeignFinding
from houndsman.models.manifest import RunWarning
from houndsman.pytest_plugin.summary import is_incomplete, summary

RUN = {"reviewId": "feature-0a1b2c3d", "run": 2, "variant": None, "complete": True}


def _graded(folder: Path, *findings: ForeignFinding, clean: bool = False) -> Graded:
    place = folder / "set.jsonl"
    lines: list[dict[str, object]] = [
        {"id": "one", "file": "a.py", "line": 1},
        {"id": "two", "file": "a.py", "line": 9},
    ]
    if clean:
        lines = [{"case": "7", **line} for line in lines] + [{"case": "8", "file": "b.py", "expected": []}]
    place.write_text("".join(f"{json.dumps(line)}\n" for line in lines), encoding="utf-8")
    return Graded(score(load_golden(place), findings, ScoreOptions(resamples=0)))


def test_the_numbers_and_whose_they_are(tmp_path: Path) -> None:
    graded = _graded(tmp_path, ForeignFinding("a.py", 1), ForeignFinding("a.py", 1), ForeignFinding("a.py", 4))
    assert summary("golden/set.jsonl", graded) == [
        "golden/set.jsonl: recall 50.0 % (1 of 2), precision 33.3 % (1 of 3), "
        "1 outside (maybe true, and not known yet), 1 repeated; findings of a file"
    ]
    assert summary("s", replace(graded, run=RUN))[0].endswith("; run 2 of feature-0a1b2c3d")
    assert summary("s", replace(graded, run={**RUN, "variant": "gpt"}))[0].endswith("; run 2 of feature-0a1b2c3d (gpt)")


def test_false_alarms_stand_there_where_a_case_is_clean(tmp_path: Path) -> None:
    (line,) = summary("s", _graded(tmp_path, ForeignFinding("b.py", 1), clean=True))
    assert "false alarms 100.0 % (1 of 1)" in line


def test_a_run_that_is_not_whole_is_called_incomplete(tmp_path: Path) -> None:
    graded = _graded(tmp_path)
    warnings = (RunWarning(code=INCOMPLETE_RUN, message="somebody is missing"), RunWarning(code="x", message="odd\n"))
    graded = replace(graded, run={**RUN, "complete": False}, score=replace(graded.score, warnings=warnings))
    assert summary("s", graded)[1:] == ["  incomplete: somebody is missing [incomplete-run]", "  warning: odd [x]"]
    assert is_incomplete(graded)
    assert not is_incomplete(replace(graded, run=RUN))
    assert not is_incomplete(replace(graded, run=None))
