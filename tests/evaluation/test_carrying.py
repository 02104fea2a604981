"""A set is carried with the repository that somebody stands in, and stays as it is without one."""

from __future__ import annotations

from pathlib import Path

from houndsman.evaluation.carrying import carried_in
from houndsman.git.samples import SampleRepository
from houndsman.golden.carried_set import Carried
from houndsman.models.golden import GoldenAnchor, GoldenCase, GoldenSet


def _set(commit: str) -> GoldenSet:
    case = GoldenCase("set", (GoldenAnchor("it", "set", "a.py", 1),), frozenset({"a.py"}), commit)
    return GoldenSet("set.json", "set", "hash", 1, commit, (case,))


def test_a_set_is_carried_where_the_repository_has_both_commits(sample: SampleRepository, tmp_path: Path) -> None:
    sample.write("a.py", "x = 1\n")
    before = sample.commit("Before")
    sample.write("a.py", "\nx = 1\n")
    after = sample.commit("After")
    found = carried_in(sample.path, _set(before), {"set": after})
    assert [anchor.line for anchor in found.golden.anchors] == [2]
    for folder, golden, reviewed in (
        (tmp_path, _set(before), after),
        (sample.path, _set("abc1234"), after),
        (sample.path, _set(before), before[:10]),
    ):
        assert carried_in(folder, golden, {"set": reviewed}) == Carried(golden, None)
