"""Two reviewers compared: whose warnings are whose, and what is written where."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from houndsman.compare.comparison import Options
from houndsman.compare.score_table import ScoreTable
from houndsman.errors import ExitCode, UsageError
from houndsman.evaluation.comparing import (
    Compared,
    Contender,
    Report,
    compare,
    compare_scores,
    contend_with_findings,
    write_comparison,
)
from houndsman.exchange.read import Wanted
from houndsman.golden.load import load_golden
from houndsman.golden.score import ScoreOptions
from houndsman.models.golden import GoldenSet
from houndsman.models.manifest import RunWarning

Contend = Callable[..., Contender]


@pytest.fixture
def golden(tmp_path: Path) -> GoldenSet:
    place = tmp_path / "shop.json"
    anchors = [{"id": f"d{line}", "file": "src/a.py", "line": line} for line in range(10, 100, 10)]
    place.write_text(json.dumps({"version": 1, "expected": anchors}))
    return load_golden(place)


@pytest.fixture
def contend(tmp_path: Path, golden: GoldenSet) -> Contend:
    """A contender whose runs report these lines of a file that it calls by an absolute path."""

    def make(name: str, *runs: list[int | None]) -> Contender:
        places = []
        for number, lines in enumerate(runs):
            place = tmp_path / f"{name.replace('/', '-')}{number}.json"
            told = [{"file": "/ci/src/a.py", "line": line, "message": "Bad.", "commit": "c0ffee0"} for line in lines]
            place.write_text(json.dumps(told))
            places.append(place)
        return contend_with_findings(Report(name, places, Wanted()), golden, ScoreOptions())

    return make


def test_paths_of_the_set_place_absolute_ones_in_every_run(contend: Contend) -> None:
    contender = contend("x", [10], [10, 20])
    assert [len(trial.found) for trial in contender.trials] == [1, 2]
    assert [run.head for run in contender.side.runs] == ["c0ffee0", "c0ffee0"]


def test_what_is_true_of_both_is_told_once_and_the_rest_with_whose_it_is(golden: GoldenSet, contend: Contend) -> None:
    both, own = RunWarning(code="both", message="Both."), RunWarning(code="own", message="Own.")
    one, other = contend("x", [10]), contend("y", [20])
    a = Contender(one.side, one.trials, (both, own))
    b = Contender(other.side, other.trials, (both,))
    told = compare(a, b, golden, Options()).comparison.warnings
    assert [(warning.code, warning.message) for warning in told] == [("own", "A: Own."), ("both", "Both.")]


def test_a_warning_of_every_run_is_told_once(golden: GoldenSet, contend: Contend) -> None:
    a = contend("x", [10, None], [20, None], [None])
    assert [warning.code for warning in a.warnings] == ["unanchored"]
    told = compare(a, contend("y", [10]), golden, Options()).comparison.warnings
    assert [(warning.code, warning.message[:3]) for warning in told] == [("unanchored", "A: ")]


def test_a_contender_that_is_not_whole_makes_the_comparison_incomplete(golden: GoldenSet, contend: Contend) -> None:
    a, b = contend("x", [10]), contend("y", [20])
    assert compare(a, b, golden, Options()).exit_code is ExitCode.CLEAN
    broken = Contender(b.side, b.trials, (), is_whole=False)
    assert compare(a, broken, golden, Options()).exit_code is ExitCode.INCOMPLETE


def test_without_a_golden_set_nothing_is_scored(tmp_path: Path) -> None:
    place = tmp_path / "x.json"
    place.write_text(json.dumps([{"file": "a.py", "line": 1, "message": "Bad."}]))
    side = contend_with_findings(Report("x", [place], Wanted()), None, ScoreOptions())
    assert side.trials == ()
    assert compare(side, side, None, Options()).comparison.verdict is None


@pytest.fixture
def done(golden: GoldenSet, contend: Contend) -> Compared:
    return compare(contend("plain", [10]), contend("deep", list(range(10, 100, 10))), golden, Options())


def test_a_report_is_the_comparison_for_machines_and_for_people(done: Compared, tmp_path: Path) -> None:
    written = write_comparison(done, tmp_path / "new" / "reports")
    assert written.report == tmp_path / "new" / "reports" / "compare-plain--deep.md"
    data = json.loads(written.report.with_suffix(".json").read_bytes())
    assert data == json.loads(json.dumps(written.data))
    assert written.report.read_text(encoding="utf-8").splitlines()[-1] == data["says"] == "B is better"


def test_a_folder_that_cannot_be_written_is_told(done: Compared, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(UsageError, match="the report cannot be written") as raised:
        write_comparison(done, tmp_path / "file")
    assert "--output" in (raised.value.hint or "")


def test_names_that_are_no_file_names_stay_apart(tmp_path: Path) -> None:
    names = ["a/b", "a b", "a-b", "../x", "..", "é" * 300]
    table = ScoreTable("s.csv", {name: {"case": [1.0]} for name in names})
    places = [write_comparison(compare_scores(table, name, "a-b", Options()), tmp_path).report for name in names]
    assert len({place and place.name for place in places}) == len(names)
    assert all(place is not None and place.parent == tmp_path and len(place.name) < 200 for place in places)
    assert places[2] == tmp_path / "compare-a-b--a-b.md"
