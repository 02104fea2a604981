"""A changed file knows which lines the change touched; a change knows its files."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from houndsman.models.change import Change, ChangedFile, FileKind, FileStatus, Hunk
from houndsman.models.repo_path import RepoPath
from houndsman.models.target import Target, TargetKind


def changed(path: bytes, *hunks: Hunk, old_path: bytes | None = None, patch: tuple[int, int] = (0, 0)) -> ChangedFile:
    return ChangedFile(
        path=RepoPath(path),
        old_path=None if old_path is None else RepoPath(old_path),
        status=FileStatus.MODIFIED,
        kind=FileKind.TEXT,
        old_mode="100644",
        new_mode="100644",
        old_id="1" * 40,
        new_id="2" * 40,
        similarity=None,
        hunks=hunks,
        added=sum(hunk.new_count for hunk in hunks),
        removed=sum(hunk.old_count for hunk in hunks),
        patch_start=patch[0],
        patch_end=patch[1],
    )


def change_of(*files: ChangedFile, patch: bytes = b"") -> Change:
    target = Target(kind=TargetKind.COMMIT, key="sha:x", base="1" * 40, head="2" * 40)
    return Change(target, datetime(2024, 1, 1, tzinfo=UTC), files, patch)


@pytest.mark.parametrize(
    ("hunks", "lines"),
    [
        ((), []),
        ((Hunk(0, 0, 1, 2),), [1, 2]),
        ((Hunk(4, 2, 3, 0),), []),
        ((Hunk(1, 2, 0, 0),), []),
        ((Hunk(2, 1, 2, 3), Hunk(6, 2, 7, 0), Hunk(9, 0, 9, 1)), [2, 3, 4, 9]),
        ((Hunk(1, 3, 0, 0), Hunk(0, 0, 1, 2)), [1, 2]),
    ],
)
def test_changed_lines_are_those_of_the_new_side(hunks: tuple[Hunk, ...], lines: list[int]) -> None:
    file = changed(b"a", *hunks)
    assert list(file.changed_lines()) == lines
    assert [line for line in range(12) if file.changes_line(line)] == lines


def test_churn_counts_both_sides() -> None:
    assert changed(b"a", Hunk(2, 1, 2, 3), Hunk(6, 2, 7, 0)).churn == 6


def test_the_base_is_asked_for_the_old_name() -> None:
    assert changed(b"new", old_path=b"old").path_at_base == RepoPath(b"old")
    assert changed(b"same").path_at_base == RepoPath(b"same")


def test_a_files_patch_is_a_slice_of_gits_output() -> None:
    first, second = changed(b"a", patch=(3, 6)), changed(b"b", patch=(6, 9))
    change = change_of(first, second, patch=b"---onetwo")
    assert (change.patch_of(first), change.patch_of(second)) == (b"one", b"two")


def test_a_narrowed_change_holds_nothing_of_other_files() -> None:
    files = changed(b"a", patch=(3, 6)), changed(b"b", patch=(6, 9)), changed(b"c", patch=(9, 14))
    change = change_of(*files, patch=b"---onetwothree")
    narrowed = change.narrowed(frozenset({RepoPath(b"c"), RepoPath(b"a"), RepoPath(b"gone")}))
    assert [(file.path.raw, narrowed.patch_of(file)) for file in narrowed.files] == [(b"a", b"one"), (b"c", b"three")]
    assert (narrowed.target, narrowed.patch) == (change.target, b"onethree")
    assert set(change.by_path) == {RepoPath(b"a"), RepoPath(b"b"), RepoPath(b"c")}


@pytest.mark.parametrize(("merge_base", "left"), [("3" * 40, "3" * 40), (None, "1" * 40)])
def test_the_diff_begins_at_the_merge_base_where_there_is_one(merge_base: str | None, left: str) -> None:
    target = Target(kind=TargetKind.BRANCH, key="x", base="1" * 40, head="2" * 40, merge_base=merge_base)
    assert target.left == left
