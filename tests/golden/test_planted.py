"""The planted repository: its anchors stand where they say, and the built-in watchdogs reach what is asked of them."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from houndsman.git.samples import SampleRepository
from houndsman.golden.load import load_golden
from houndsman.models.finding import Side
from houndsman.models.golden import GoldenSet

if TYPE_CHECKING:
    from tests.conftest import CommandLine

HERE = Path(__file__).parents[2] / "golden"
GOLDEN = HERE / "planted.json"
BASE = HERE / "planted" / "base"
PATCH = HERE / "planted" / "change.patch"

#: What needs a reader. A scanner that finds one of these is welcome: take it out here, and say so in the README.
UNSEEN = {
    "bracket-end",
    "deletes-the-wrong-three",
    "first-for-last",
    "float-money",
    "folder-twice",
    "integer-share",
    "month-from-zero",
    "naive-now",
    "no-strict-mode",
    "number-race",
    "refund-twice",
    "tenth-order",
}

WITHOUT_DEFECT = {"courier/labels.py", "docs/brackets.md", "web/src/format.ts"}

#: The one false alarm that is known, by file and rule.
LOOKS_LIKE_ONE = [("web/src/track.ts", "structure/shared-mutable")]


@pytest.fixture(scope="module")
def golden() -> GoldenSet:
    return load_golden(GOLDEN)


def build(repository: SampleRepository) -> str:
    """The base, and on a branch the change; the id of its commit."""
    for place in sorted(BASE.rglob("*")):
        if place.is_file():
            name = place.relative_to(BASE).as_posix()
            repository.write(name, place.read_bytes(), executable=os.access(place, os.X_OK))
    repository.commit("Parcel service")
    repository.branch("feature")
    repository.git("apply", str(PATCH))
    return repository.commit("Discounts and tracking")


def test_the_repository_is_the_one_that_the_golden_set_was_made_for(
    sample: SampleRepository, golden: GoldenSet
) -> None:
    assert build(sample) == golden.commit
    counted = sample.git("diff", "--numstat", "main", "feature").decode().splitlines()
    lines = sum(int(number) for row in counted for number in row.split("\t")[:2])
    assert [case.changed_lines for case in golden.cases] == [lines]


def test_every_anchor_stands_at_its_code_on_a_line_that_the_change_touches(
    sample: SampleRepository, golden: GoldenSet
) -> None:
    build(sample)
    assert not golden.warnings
    for anchor in golden.anchors:
        assert anchor.file is not None and anchor.line is not None and anchor.code
        rev, sign = ("main", "-") if anchor.side is Side.OLD else ("feature", "+")
        lines = sample.git("show", f"{rev}:{anchor.file}").decode().split("\n")
        assert "\n".join(lines[anchor.line - 1 : anchor.last]) == anchor.code, anchor.id
        changed = sample.git("diff", "-U0", "main", "feature", "--", anchor.file).decode().split("\n")
        assert any(f"{sign}{line}" in changed for line in anchor.code.split("\n")), anchor.id


def test_the_recipe_of_the_readme_makes_the_same_commit(tmp_path: Path, golden: GoldenSet) -> None:
    recipe = (HERE / "README.md").read_text(encoding="utf-8").split("```sh\n")[1].split("```")[0]
    environ = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    environ |= {"TMPDIR": str(tmp_path), "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_SYSTEM": os.devnull}
    ran = subprocess.run(
        ["bash", "-euc", f"{recipe}\ngit rev-parse HEAD"], cwd=HERE.parent, env=environ, capture_output=True, text=True
    )
    assert ran.stdout.strip() == golden.commit, ran.stderr


def test_the_watchdogs_reach_their_thresholds_and_miss_what_needs_a_reader(
    houndsman: CommandLine, golden: GoldenSet
) -> None:
    houndsman.scanners = ()
    build(houndsman.repository)
    houndsman.answer(houndsman.prepare(), "general")
    hunted = houndsman("hunt")
    assert hunted.code == 0, hunted.err
    assert not WITHOUT_DEFECT & {str(item.file) for item in houndsman.findings()}
    ran = houndsman("golden", str(GOLDEN), "--json")
    assert ran.code == 0, ran.err
    score = ran.json()
    assert isinstance(score, dict)
    real = {anchor.id for anchor in golden.anchors if not anchor.ignored}
    assert {each["id"] for each in score["missing"]} == UNSEEN
    assert score["recall"]["found"] == len(real - UNSEEN)
    assert [(each["file"], each["rule"]) for each in score["outside"]] == LOOKS_LIKE_ONE
    assert len(score["ignored"]) == 1
    assert not score["duplicates"]
    assert not score["warnings"], json.dumps(score["warnings"])


def test_a_watchdog_that_falls_silent_misses_the_thresholds(houndsman: CommandLine) -> None:
    houndsman.scanners = ("python", "structure")
    build(houndsman.repository)
    houndsman.answer(houndsman.prepare(), "general")
    houndsman("hunt")
    assert houndsman("golden", str(GOLDEN), "--json").code == 1
