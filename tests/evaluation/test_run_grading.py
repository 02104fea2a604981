"""What a run reported, as a score takes it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from houndsman.desk import Request
from houndsman.errors import BusyError, ExitCode, UsageError
from houndsman.evaluation.run_grading import RunGrader
from houndsman.git.samples import SampleRepository
from houndsman.golden.load import load_golden
from houndsman.golden.score import ScoreOptions
from houndsman.models.finding import Side
from houndsman.models.golden import GoldenSet
from houndsman.models.severity import Severity
from houndsman.session import Session
from houndsman.store.lock import held

NO_SCANNER = tuple(f"no:{name}" for name in ("python", "secrets", "shell", "spelling", "structure", "workflows"))
WORDS = {"file": "new.txt", "line": 2, "endLine": 3, "rule": "debris/conflict-marker"}


@pytest.fixture
def asked(sample: SampleRepository, tmp_path: Path) -> Request:
    """A repository whose branch adds a conflict marker and removes a line; `general` reports the marker as well."""
    (tmp_path / "config.toml").touch()
    environ = {"HOUNDSMAN_HOME": str(tmp_path / "home"), "HOUNDSMAN_CONFIG": str(tmp_path / "config.toml")}
    sample.write("old.txt", "kept\nremoved\n")
    sample.commit("Before")
    sample.branch("feature")
    sample.write("old.txt", "kept\n")
    sample.write("new.txt", "\n<<<<<<< ours\n=======\n>>>>>>> theirs\n")
    sample.commit("After")
    request = Request(cwd=sample.path, environ=environ, plugins=NO_SCANNER)
    with Session(request) as session:
        staging = session.prepare().staging
        findings = [
            WORDS | {"message": "Somebody merged in haste.", "action": "Resolve it."},
            {"file": "old.txt", "line": 2, "side": "old", "rule": "logic:lost", "message": "Lost.", "quote": "removed"},
            {"file": "old.txt", "line": None, "rule": "domain:thin", "message": "Too thin.", "impactClass": "money"},
        ]
        reply = {"watchdog": "general", "findings": findings, "reviewedFiles": ["new.txt", "old.txt"]}
        (staging / "findings" / "general.json").write_text(json.dumps(reply))
        assert session.hunt().exit_code is ExitCode.CLEAN
    return request


@pytest.fixture
def grader(asked: Request) -> Iterator[RunGrader]:
    with RunGrader(asked) as opened:
        yield opened


@pytest.fixture
def golden(tmp_path: Path) -> GoldenSet:
    place = tmp_path / "set.json"
    anchors = [
        {"id": "marker", "file": "new.txt", "line": 2, "match": "merged in haste"},
        {"id": "lost", "file": "old.txt", "line": 2, "side": "old"},
        {"id": "kept", "file": "old.txt", "line": 2, "side": "new"},
    ]
    place.write_text(json.dumps({"version": 1, "expected": anchors}))
    return load_golden(place)


def test_a_finding_of_several_has_the_words_of_all(grader: RunGrader) -> None:
    found = {each.rule: each for each in grader.reported(grader.known_review(), 1)}
    assert sorted(rule or "" for rule in found) == ["debris/conflict-marker", "domain:thin", "logic:lost"]
    marker = found["debris/conflict-marker"]
    assert (marker.file, marker.line, marker.severity, marker.side) == ("new.txt", 2, Severity.BLOCKING, Side.NEW)
    assert "Somebody merged in haste." in marker.message and marker.message.count("\n") == 1
    assert marker.source == "debris, general"
    items = {item.rule: item.id for item in grader.items(grader.known_review())}
    assert {rule: each.id for rule, each in found.items()} == items


def test_side_quote_and_a_missing_line_are_kept(grader: RunGrader) -> None:
    found = {each.rule: each for each in grader.reported(grader.known_review(), 1)}
    assert (found["logic:lost"].side, found["logic:lost"].quote) == (Side.OLD, "removed")
    thin = found["domain:thin"]
    assert (thin.line, thin.end_line, thin.has_place, thin.category) == (None, None, False, "money")


def test_a_run_that_is_not_there_reported_nothing(grader: RunGrader) -> None:
    assert grader.reported(grader.known_review(), 2) == ()


def test_words_of_any_watchdog_prove_a_defect(grader: RunGrader, golden: GoldenSet) -> None:
    (graded,), _ = grader.grade(golden, ScoreOptions())
    assert [match.anchor.id for match in graded.score.matches] == ["marker", "lost"]
    assert [anchor.id for anchor in graded.score.missing] == ["kept"]
    assert len(graded.score.unanchored_findings) == 1


def test_a_lost_manifest_costs_the_size_alone(grader: RunGrader, golden: GoldenSet) -> None:
    whole = grader.grade(golden, ScoreOptions()).graded[0].data
    (place,) = grader.home.root.glob("reviews/*/runs/1/manifest.json")
    place.unlink()
    (graded,), _ = grader.grade(golden, ScoreOptions())
    sizes = [list(data["by"]["size"]) for data in (whole, graded.data) if isinstance(data["by"], dict)]
    assert sizes == [["up to 50"], ["unknown"]]
    assert graded.exit_code is ExitCode.CLEAN


def test_a_report_is_not_written_under_whoever_works_on_the_review(grader: RunGrader, golden: GoldenSet) -> None:
    with held(grader.home.lock(grader.known_review()), "another"), pytest.raises(BusyError, match="another"):
        grader.grade(golden, ScoreOptions())


def test_variants_come_in_order_whenever_they_were_hunted(asked: Request, golden: GoldenSet) -> None:
    for variant in ("zebra", "apple"):
        with Session(replace(asked, variant=variant, allow_missing=True)) as session:
            session.hunt()
    with RunGrader(asked) as grader:
        runs = [graded.run for graded in grader.grade(golden, ScoreOptions()).graded]
    assert [run["variant"] for run in runs if run is not None] == [None, "apple", "zebra"]


def test_a_run_is_scored_without_a_trace_beside_whoever_works_on_the_review(
    grader: RunGrader, golden: GoldenSet
) -> None:
    with held(grader.home.lock(grader.known_review()), "another"):
        chosen = grader.chosen()
        graded = grader.scored(golden, ScoreOptions(), chosen)
    assert [match.anchor.id for match in graded.score.matches] == ["marker", "lost"]
    assert (chosen.run.number, graded.report) == (1, None)
    assert not [*grader.home.root.rglob("golden-*")]


def test_a_run_that_was_not_finalized_cannot_be_chosen(asked: Request) -> None:
    request = replace(asked, variant="new")
    with Session(request) as session:
        session.prepare()
    with RunGrader(request) as grader, pytest.raises(UsageError, match=r"no run of .* was finalized"):
        grader.chosen()
    with RunGrader(asked) as grader, pytest.raises(UsageError, match="no run 7 of"):
        grader.chosen(7)
