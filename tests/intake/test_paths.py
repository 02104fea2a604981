"""Which file a reviewer means."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

import pytest

from houndsman.intake.paths import PathReader
from houndsman.models.finding import Note, Side
from houndsman.models.repo_path import RepoPath
from houndsman.models.sources import Sources

if TYPE_CHECKING:
    from tests.intake.conftest import Desk

NFC = unicodedata.normalize("NFC", "docs/ação.md")
NFD = unicodedata.normalize("NFD", "docs/ação.md")


class Tree:
    """`Sources` that knows which paths there are, and nothing else."""

    def __init__(self, *new: str, old: tuple[str, ...] = ()) -> None:
        self._paths = {Side.NEW: {RepoPath.parse(p) for p in new}, Side.OLD: {RepoPath.parse(p) for p in old}}
        self.asked = 0

    def exists(self, path: RepoPath, side: Side) -> bool:
        self.asked += 1
        return path in self._paths[side]

    def is_link(self, path: RepoPath, side: Side) -> bool:
        return False

    def lines(self, path: RepoPath, side: Side) -> None:
        return None

    def paths(self, side: Side) -> list[RepoPath]:
        return sorted(self._paths[side])


def reader(sources: Sources) -> PathReader:
    return PathReader(sources, ("/home/dev/project", "/var/cache/reading-root/", "C:\\work\\project"))


@pytest.mark.parametrize(
    ("words", "code"),
    [
        ("src/app.py", None),
        ("/home/dev/project/src/app.py", "path-absolute"),
        ("/var/cache/reading-root/src/app.py", "path-absolute"),
        ("/home/dev/project/./src/../src/app.py", "path-absolute"),
        ("/home/dev/../dev/project/src/app.py", "path-absolute"),
        ("file:///home/dev/project/src/app.py", "path-absolute"),
        ("file://localhost/home/dev/project/src/app%2Epy", "path-absolute"),
        ("C:\\work\\project\\src\\app.py", "path-absolute"),
        ("/home/dev/project//src/app.py", "path-absolute"),
        ("./src/app.py", "path-dots"),
        ("src//app.py", "path-dots"),
        ("src/x/../app.py", "path-dots"),
        ("a/src/app.py", "path-diff-prefix"),
        ("b/src/app.py", "path-diff-prefix"),
        ("./b/src/app.py", "path-diff-prefix"),
        ("src\\app.py", "path-backslash"),
        (".\\src\\app.py", "path-backslash"),
        ("`src/app.py`", "path-wrapped"),
        (" src/app.py\n", "path-wrapped"),
        ("src/app.py:12", "path-line-suffix"),
        ("b/src/app.py:12-15", "path-line-suffix"),
    ],
)
def test_whatever_stands_around_a_path_is_taken_off(words: str, code: str | None) -> None:
    found = reader(Tree("src/app.py")).locate(words, Side.NEW)
    assert found.path == RepoPath(b"src/app.py")
    assert code is None or code in [note.code for note in found.notes]
    assert bool(found.notes) is (code is not None)


@pytest.mark.parametrize("literal", ["a/src/app.py", "b/src/app.py", "src\\app.py", "src/app.py:12", "`src/app.py`"])
def test_nothing_is_taken_off_a_path_that_exists_as_it_is(literal: str) -> None:
    found = reader(Tree("src/app.py", literal)).locate(literal, Side.NEW)
    assert (found.path, found.notes) == (RepoPath(literal.encode()), ())


@pytest.mark.parametrize("missing", ["a/src/other.py", "b/x", "src/nowhere.py", "..notes.md"])
def test_nothing_is_taken_off_where_the_rest_does_not_exist(missing: str) -> None:
    found = reader(Tree("src/app.py")).locate(missing, Side.NEW)
    assert found.path == RepoPath(missing.encode())
    assert [note.code for note in found.notes] == ["unknown-file"]


def test_an_absolute_path_of_an_unknown_file_inside_the_repository_is_kept() -> None:
    found = reader(Tree("src/app.py")).locate("/home/dev/project/src/nowhere.py", Side.NEW)
    assert found.path == RepoPath(b"src/nowhere.py")
    assert [note.code for note in found.notes] == ["path-absolute", "unknown-file"]


def test_a_name_with_nul_is_outside_every_repository() -> None:
    found = reader(Tree("src/app.py")).locate("src/app.py\0", Side.NEW)
    assert (found.path, found.reason) == (None, "outside the repository")


@pytest.mark.parametrize(("stored", "said"), [(NFC, NFD), (NFD, NFC)])
def test_both_unicode_forms_are_tried(stored: str, said: str) -> None:
    found = reader(Tree(stored)).locate(said, Side.NEW)
    assert found.path == RepoPath(stored.encode())
    assert [note.code for note in found.notes] == ["path-unicode-form"]


def test_a_file_uri_may_name_bytes_that_are_no_text() -> None:
    found = reader(Tree('"bad\\377.py"')).locate("file:///home/dev/project/bad%FF.py", Side.NEW)
    assert found.path == RepoPath(b"bad\xff.py")
    assert [note.code for note in found.notes] == ["path-absolute"]


def test_a_broken_quoted_form_is_a_name_like_any_other() -> None:
    found = reader(Tree("src/app.py")).locate('src/"app.py', Side.NEW)
    assert found.path == RepoPath(b'src/"app.py')


def test_notes_say_how_it_was_written_and_what_was_found(told: Callable[[Iterable[Note]], list[str]]) -> None:
    read = reader(Tree("src/app.py"))
    here, nowhere = read.locate("./b/src/app.py", Side.NEW), read.locate("./src/none.py", Side.NEW)
    assert told(here.notes) == [
        "path-dots: ./b/src/app.py -> src/app.py",
        "path-diff-prefix: ./b/src/app.py -> src/app.py",
    ]
    assert told(nowhere.notes) == ["path-dots: ./src/none.py", "unknown-file: ./src/none.py"]


def test_a_quoted_path_is_the_file_of_these_bytes() -> None:
    found = reader(Tree('"bad\\377.py"')).locate('"bad\\377.py"', Side.NEW)
    assert (found.path, found.notes) == (RepoPath(b"bad\xff.py"), ())


def test_the_asked_side_is_tried_before_the_other() -> None:
    tree = Tree("both.py", "new.py", old=("both.py", "old.py"))
    sides = [reader(tree).locate(words, Side.OLD).side for words in ("both.py", "old.py", "new.py", "none.py")]
    assert sides == [Side.OLD, Side.OLD, Side.NEW, None]


def test_the_same_words_are_looked_up_once_for_each_side() -> None:
    tree = Tree("src/app.py", old=("src/app.py",))
    read = reader(tree)
    for side in (Side.NEW, Side.OLD, Side.NEW, Side.OLD):
        assert read.locate("src/app.py", side).side is side
    assert tree.asked == 2


def test_the_longest_root_wins() -> None:
    nested = PathReader(Tree("app.py", "inner/app.py"), ("/work", "/work/inner"))
    assert nested.locate("/work/inner/app.py", Side.NEW).path == RepoPath(b"app.py")


def test_paths_of_a_reply_are_read_the_same_way(desk: Desk) -> None:
    intake = desk.read(reviewedFiles=["/home/dev/project/src/app.py", "b/src/new.py"])
    assert [str(path) for path in intake.reviewed] == ["src/app.py", "src/new.py"]
