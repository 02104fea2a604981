"""The variants of a target as contenders."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from houndsman.compare.comparison import Options
from houndsman.desk import Request
from houndsman.errors import BusyError, ExitCode, UsageError
from houndsman.evaluation.comparing import compare
from houndsman.evaluation.run_comparing import RunComparer
from houndsman.git.samples import SampleRepository
from houndsman.golden.load import load_golden
from houndsman.golden.score import ScoreOptions
from houndsman.models.golden import GoldenSet
from houndsman.session import Session
from houndsman.store.lock import held

NO_SCANNER = tuple(f"no:{name}" for name in ("python", "secrets", "shell", "spelling", "structure", "workflows"))


@pytest.fixture
def asked(sample: SampleRepository, tmp_path: Path) -> Request:
    """A repository whose branch adds a conflict marker; hunted once as it is, and twice as the variant `deep`."""
    (tmp_path / "config.toml").touch()
    environ = {"HOUNDSMAN_HOME": str(tmp_path / "home"), "HOUNDSMAN_CONFIG": str(tmp_path / "config.toml")}
    sample.write("old.txt", "kept\n")
    sample.commit("Before")
    sample.branch("feature")
    sample.write("new.txt", "\n<<<<<<< ours\n=======\n>>>>>>> theirs\n")
    sample.commit("After")
    request = Request(cwd=sample.path, environ=environ, plugins=NO_SCANNER, allow_missing=True)
    for variant, fresh in ((None, False), ("deep", False), ("deep", True)):
        with Session(replace(request, variant=variant)) as session:
            assert session.hunt(fresh=fresh).exit_code is ExitCode.CLEAN
    return request


@pytest.fixture
def comparer(asked: Request) -> Iterator[RunComparer]:
    with RunComparer(asked) as opened:
        yield opened


@pytest.fixture
def golden(tmp_path: Path) -> GoldenSet:
    place = tmp_path / "set.json"
    place.write_text(json.dumps({"version": 1, "expected": [{"id": "marker", "file": "new.txt", "line": 2}]}))
    return load_golden(place)


def test_the_repeats_of_a_variant_are_one_contender(comparer: RunComparer, golden: GoldenSet) -> None:
    contender = comparer.contend("deep", golden, ScoreOptions())
    assert [run.number for run in contender.side.runs] == [1, 2]
    assert [len(trial.found) for trial in contender.trials] == [1, 1]
    assert (contender.side.name, contender.is_whole, contender.warnings) == ("deep", True, ())


def test_a_finding_has_the_same_name_in_every_variant(comparer: RunComparer) -> None:
    names = [comparer.contend(variant, None, ScoreOptions()).side.runs[0].findings[0].id for variant in (None, "deep")]
    assert names[0] == names[1] is not None


def test_another_repeat_may_begin_before_the_last_one_is_whole(asked: Request) -> None:
    strict = replace(asked, variant="strict", allow_missing=False)
    with Session(strict) as session:
        assert [session.hunt().manifest.run, session.hunt().manifest.run] == [1, 1]
        assert session.hunt(fresh=True).manifest.run == 2


def test_a_lost_artifact_costs_coverage_and_cost_alone(comparer: RunComparer, golden: GoldenSet) -> None:
    for place in comparer.home.root.glob("reviews/*/runs/1/intake.json"):
        place.unlink()
    side = comparer.contend("deep", golden, ScoreOptions()).side
    assert [run.coverage is None for run in side.runs] == [True, False]
    assert side.coverage is None and side.is_whole


def test_the_nearest_label_is_named(comparer: RunComparer) -> None:
    with pytest.raises(UsageError, match="the variant 'deap' of this target was never hunted") as raised:
        comparer.contend("deap", None, ScoreOptions())
    assert raised.value.hint == "Did you mean 'deep'?"


def test_a_report_is_written_beside_the_latest_repeat_of_b(comparer: RunComparer, golden: GoldenSet) -> None:
    a, b = (comparer.contend(variant, golden, ScoreOptions()) for variant in (None, "deep"))
    kept = comparer.keep(compare(a, b, golden, Options()))
    assert kept.report is not None and kept.report.parent == comparer.home.run(b.side.review or "", 2)
    assert kept.report.with_suffix(".json").exists()


def test_a_report_is_not_written_under_whoever_works_on_the_review(comparer: RunComparer) -> None:
    a, b = (comparer.contend(variant, None, ScoreOptions()) for variant in (None, "deep"))
    with held(comparer.home.lock(b.side.review or ""), "another"), pytest.raises(BusyError, match="another"):
        comparer.keep(compare(a, b, None, Options()))


def test_defects_are_carried_to_what_was_reviewed(
    comparer: RunComparer, asked: Request, sample: SampleRepository, golden: GoldenSet
) -> None:
    """The set counts its lines in the commit before; two lines were put above the marker since."""
    cases = tuple(replace(case, commit=sample.resolve("HEAD")) for case in golden.cases)
    sample.write("new.txt", "\n\n\n<<<<<<< ours\n=======\n>>>>>>> theirs\n")
    sample.commit("Later")
    with Session(asked) as session:
        session.hunt()
    moved = replace(golden, commit=sample.resolve("HEAD~1"), cases=cases)
    for relocate, found in ((True, 1), (False, 0)):
        contender = comparer.contend(None, moved, ScoreOptions(relocate=relocate))
        assert [len(trial.found) for trial in contender.trials] == [found]


def test_the_list_goes_by_variant_and_run(comparer: RunComparer) -> None:
    assert [(row.variant, row.run, row.state, row.findings, row.compared) for row in comparer.listed()] == [
        (None, 1, "complete", 1, True),
        ("deep", 1, "complete", 1, True),
        ("deep", 2, "complete", 1, True),
    ]
