"""The commit that a diff begins at."""

from __future__ import annotations

from houndsman.models.target import Target, TargetKind


def test_a_diff_begins_at_the_merge_base_where_there_is_one() -> None:
    branch = Target(kind=TargetKind.BRANCH, key="topic", base="b" * 40, head="h" * 40, merge_base="m" * 40)
    commit = Target(kind=TargetKind.COMMIT, key="sha:hhh", base="b" * 40, head="h" * 40)
    assert (branch.left, commit.left) == ("m" * 40, "b" * 40)
