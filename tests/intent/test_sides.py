"""The sides of a changed file, and which of its lines say something."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from houndsman.git.blobs import BlobReader
from houndsman.git.samples import SampleRepository
from houndsman.intent.sides import LARGEST, Side, Span, read_sides, without
from houndsman.models.change import Change
from houndsman.models.repo_path import RepoPath
from houndsman.testing.trees import Tree, git_of


def test_each_side_has_its_lines_and_what_differs(
    sample: SampleRepository, change_of: Callable[[Tree, Tree], Change]
) -> None:
    change = change_of({"a.py": "1\n2\n3\n", "gone": "x\n"}, {"a.py": "1\n2b\n2c\n3\n", "gone": None, "new": "y\n"})
    with BlobReader(git_of(sample)) as blobs:
        a, gone, new = (read_sides(file, blobs) for file in change.files)
    assert (a.old.hunks, a.new.hunks) == ((Span(2, 2),), (Span(2, 3),))
    assert (a.old.lines, a.new.lines) == ((b"1", b"2", b"3"), (b"1", b"2b", b"2c", b"3"))
    assert (gone.old.lines, gone.new.lines) == ((b"x",), ())
    assert (new.old.lines, new.new.lines) == ((), (b"y",))


@pytest.mark.parametrize("large_first", [True, False])
def test_where_one_side_is_too_large_the_other_is_not_all_new(
    sample: SampleRepository, change_of: Callable[[Tree, Tree], Change], large_first: bool
) -> None:
    trees = ({"a.py": "a = 1\n" * (LARGEST // 6 + 1)}, {"a.py": "a = 1\n"})
    (file,) = change_of(*(trees if large_first else reversed(trees))).files
    with BlobReader(git_of(sample)) as blobs:
        assert [side.content for side in read_sides(file, blobs)] == [b"", b""]


def test_where_a_blob_is_missing_the_other_side_is_not_all_new(
    sample: SampleRepository, change_of: Callable[[Tree, Tree], Change]
) -> None:
    (file,) = change_of({"a.py": "a = 1\n"}, {"a.py": "a = 2\n"}).files
    (sample.path / ".git" / "objects" / file.old_id[:2] / file.old_id[2:]).unlink()
    with BlobReader(git_of(sample)) as blobs:
        assert [side.content for side in read_sides(file, blobs)] == [b"", b""]


@pytest.mark.parametrize(
    ("path", "says"),
    [("a.py", [1, 3, 4]), ("a.sql", [1, 2, 3]), ("a.js", [1, 2, 4]), ("a.yaml", [1, 3, 4]), ("README", [1, 2, 4])],
)
def test_comments_and_blank_lines_say_nothing(path: str, says: list[int]) -> None:
    side = Side(RepoPath(path.encode()), b"a\n  # b\n// c\n  -- d\n\n", (Span(1, 9),))
    assert list(side.touched(Span(1, 5))) == says
    assert list(side.touched(Span(2, 3))) == [line for line in says if line in (2, 3)]


@pytest.mark.parametrize(
    ("name", "suffix"),
    [(b"a/b.PY", b".py"), (b"a.d/b", b""), (b"a.tar.gz", b".gz"), (b".env", b".env"), (b"x.env", b".env")],
)
def test_suffixes(name: bytes, suffix: bytes) -> None:
    assert Side(RepoPath(name), b"", ()).suffix == suffix


@pytest.mark.parametrize(
    ("holes", "left"),
    [
        ((), [(1, 9)]),
        ((None,), [(1, 9)]),
        (((3, 4),), [(1, 2), (5, 9)]),
        (((1, 1), None, (9, 9)), [(2, 8)]),
        (((1, 9),), []),
        (((2, 3), (4, 8)), [(1, 1), (9, 9)]),
    ],
)
def test_holes_are_cut_out(holes: tuple[tuple[int, int] | None, ...], left: list[tuple[int, int]]) -> None:
    assert list(without(Span(1, 9), *(Span(*hole) if hole else None for hole in holes))) == left
