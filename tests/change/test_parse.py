"""Every changed path becomes a row, whatever it is called and whatever it holds."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from houndsman.change.parse import parse_change
from houndsman.errors import ChangeParseError, ExitCode
from houndsman.git.diff import diff_bytes
from houndsman.git.repository import Repository
from houndsman.git.samples import SampleRepository
from houndsman.git.shadow import Shadow
from houndsman.models.change import Change, ChangedFile, FileKind, FileStatus, Hunk
from houndsman.models.repo_path import RepoPath
from houndsman.models.target import ResolvedTarget, Target, TargetKind

ChangeBetween = Callable[[str, str], Change]
Row = tuple[FileStatus, FileKind, int, int]

TEN = "".join(f"line {number}\n" for number in range(10))
POINTER = "version https://git-lfs.github.com/spec/v1\noid sha256:{}\nsize {}\n"

ODD_NAMES = [
    b"sp ace",
    b" lead",
    b"trail ",
    b"tab\there",
    b"sp ace\tand tab",
    b"line\nend",
    b'"quoted"',
    b'in"side',
    b"back\\slash",
    b"\xff\xfe.bin",
    "é ü 日本.py".encode(),
    b"-dash",
    b"--no-index",
    b"a/b/dev/null",
    b"dev/null",
    b"x\n@@ -1 +1 @@",
    b"x\ndiff --git a/y b/y",
    b"x b/x",
    b"a/b b/a",
    b"bell\a\x01\x7f",
    b"*?[a]",
    b":(top)",
    b"cr\r",
]


def rows(change: Change) -> dict[bytes, Row]:
    return {file.path.raw: (file.status, file.kind, file.added, file.removed) for file in change.files}


def only(change: Change) -> ChangedFile:
    (file,) = change.files
    return file


def a_target(kind: TargetKind = TargetKind.RANGE) -> ResolvedTarget:
    target = Target(kind=kind, key="range:test", base="0" * 40, head="1" * 40)
    return ResolvedTarget(target=target, branch=None, head_time=datetime(2024, 1, 1, tzinfo=UTC))


# -- statuses and kinds


def test_every_status_and_kind_is_a_row(shop: SampleRepository, change_between: ChangeBetween) -> None:
    shop.write("modified", TEN)
    shop.write("deleted", "1\n2\n")
    shop.write("renamed", TEN + "r\n")
    shop.write("renamed-edited", TEN + "e\n")
    shop.write("mode", "1\n")
    shop.write("mode-edited", "1\n")
    shop.write("binary", b"\0a")
    shop.write("binary-gone", b"\0b")
    shop.write("to-link", "1\n2\n3\n")
    shop.symlink("from-link", "modified")
    shop.symlink("link", "modified")
    shop.write("blob-to-link", b"\0c")
    shop.write("lfs", POINTER.format("a" * 64, 10))
    shop.write("lfs-gone", POINTER.format("c" * 64, 10))
    shop.write("emptied", "1\n")
    left = shop.commit("one")
    shop.write("modified", TEN.replace("line 3", "LINE 3"))
    shop.remove("deleted")
    shop.move("renamed", "folder/renamed")
    shop.move("renamed-edited", "folder/renamed-edited")
    shop.write("folder/renamed-edited", TEN + "E\nF\n")
    shop.write("mode", "1\n", executable=True)
    shop.write("mode-edited", "2\n", executable=True)
    shop.write("binary", b"\0A")
    shop.remove("binary-gone")
    shop.symlink("to-link", "modified")
    shop.write("from-link", "1\n")
    shop.symlink("link", "mode")
    shop.symlink("blob-to-link", "modified")
    shop.write("lfs", POINTER.format("b" * 64, 20))
    shop.remove("lfs-gone")
    shop.write("lfs-new", POINTER.format("d" * 64, 20))
    shop.write("added", "new\nfile")
    shop.write("added-empty", "")
    shop.write("added-binary", b"\0d")
    shop.write("emptied", "")
    right = shop.commit("two")

    change = change_between(left, right)

    text, binary, link = FileKind.TEXT, FileKind.BINARY, FileKind.SYMLINK
    assert rows(change) == {
        b"added": (FileStatus.ADDED, text, 2, 0),
        b"added-binary": (FileStatus.ADDED, binary, 0, 0),
        b"added-empty": (FileStatus.ADDED, text, 0, 0),
        b"binary": (FileStatus.MODIFIED, binary, 0, 0),
        b"binary-gone": (FileStatus.DELETED, binary, 0, 0),
        b"blob-to-link": (FileStatus.TYPE_CHANGED, link, 1, 0),
        b"deleted": (FileStatus.DELETED, text, 0, 2),
        b"emptied": (FileStatus.MODIFIED, text, 0, 1),
        b"folder/renamed": (FileStatus.RENAMED, text, 0, 0),
        b"folder/renamed-edited": (FileStatus.RENAMED, text, 2, 1),
        b"from-link": (FileStatus.TYPE_CHANGED, text, 1, 1),
        b"lfs": (FileStatus.MODIFIED, FileKind.LFS, 2, 2),
        b"lfs-gone": (FileStatus.DELETED, FileKind.LFS, 0, 3),
        b"lfs-new": (FileStatus.ADDED, FileKind.LFS, 3, 0),
        b"link": (FileStatus.MODIFIED, link, 1, 1),
        b"mode": (FileStatus.MODIFIED, FileKind.MODE_ONLY, 0, 0),
        b"mode-edited": (FileStatus.MODIFIED, text, 1, 1),
        b"modified": (FileStatus.MODIFIED, text, 1, 1),
        b"to-link": (FileStatus.TYPE_CHANGED, link, 1, 3),
    }
    assert [file.path for file in change.files] == sorted(file.path for file in change.files)


def test_a_rename_knows_where_it_was(shop: SampleRepository, change_between: ChangeBetween) -> None:
    shop.write("old name", TEN)
    left = shop.commit("one")
    shop.move("old name", "new/name")
    shop.write("new/name", TEN.replace("line 3", "LINE 3"), executable=True)
    file = only(change_between(left, shop.commit("two")))
    assert (file.status, file.old_path, file.path_at_base) == (
        FileStatus.RENAMED,
        RepoPath(b"old name"),
        RepoPath(b"old name"),
    )
    assert file.similarity is not None and 50 < file.similarity < 100
    assert (file.old_mode, file.new_mode, file.hunks) == ("100644", "100755", (Hunk(4, 1, 4, 1),))


def test_a_copy_is_new_code(shop: SampleRepository, change_between: ChangeBetween) -> None:
    shop.write("original", TEN)
    left = shop.commit("one")
    shop.write("original", TEN + "x\n")
    shop.write("copy", TEN)
    change = change_between(left, shop.commit("two"))
    assert rows(change)[b"copy"] == (FileStatus.ADDED, FileKind.TEXT, 10, 0)


def test_a_submodule_is_a_row_with_both_commits(shop: SampleRepository, change_between: ChangeBetween) -> None:
    inner = SampleRepository.create(shop.path / "vendor" / "lib")
    old = inner.commit("one")
    shop.write("becomes", "1\n")
    left = shop.commit("one")
    new = inner.commit("two")
    shop.remove("becomes")
    SampleRepository.create(shop.path / "becomes").commit("one")
    right = shop.commit("two")
    change = change_between(left, right)
    assert rows(change) == {
        b"becomes": (FileStatus.TYPE_CHANGED, FileKind.SUBMODULE, 1, 1),
        b"vendor/lib": (FileStatus.MODIFIED, FileKind.SUBMODULE, 1, 1),
    }
    file = change.by_path[RepoPath(b"vendor/lib")]
    assert (file.old_id, file.new_id) == (old, new)
    assert change.patch_of(file) == f"@@ -1 +1 @@\n-Subproject commit {old}\n+Subproject commit {new}\n".encode()


def test_text_that_only_mentions_lfs_is_text(shop: SampleRepository, change_between: ChangeBetween) -> None:
    shop.write("size.txt", "size 1\n")
    shop.write("code.py", "a = 1\n")
    left = shop.commit("one")
    shop.write("size.txt", "size 2\n")
    shop.write("code.py", "a = 1\noid sha256:" + "a" * 64 + "\nprint()\n")
    shop.write("long", POINTER.format("a" * 64, 1) * 3)
    change = change_between(left, shop.commit("two"))
    assert {file.kind for file in change.files} == {FileKind.TEXT}


def test_a_change_of_type_has_the_hunks_of_both_halves(shop: SampleRepository, change_between: ChangeBetween) -> None:
    shop.write("x", "1\n2\n")
    shop.write("y", "1\n")
    left = shop.commit("one")
    shop.symlink("x", "y")
    shop.write("y", "2\n")
    change = change_between(left, shop.commit("two"))
    file = change.by_path[RepoPath(b"x")]
    assert file.hunks == (Hunk(1, 2, 0, 0), Hunk(0, 0, 1, 1))
    assert change.patch_of(file).startswith(b"@@ -1,2 +0,0 @@\n-1\n-2\n")
    assert change.patch_of(file).endswith(b"@@ -0,0 +1 @@\n+y\n\\ No newline at end of file\n")
    assert change.patch_of(change.by_path[RepoPath(b"y")]) == b"@@ -1 +1 @@\n-1\n+2\n"


# -- names


@pytest.mark.parametrize("prefix", [b"", b"folder/"])
def test_odd_names_are_read_exactly(shop: SampleRepository, change_between: ChangeBetween, prefix: bytes) -> None:
    for name in ODD_NAMES:
        shop.write(prefix + name, b"old " + name + b"\n1\n2\n3\n4\n")
    left = shop.commit("one")
    for name in ODD_NAMES[::2]:
        shop.write(prefix + name, b"new\n")
    for name in ODD_NAMES[1::2]:
        shop.move(prefix + name, b"moved/" + name)
        shop.write(b"moved/" + name, b"old " + name + b"\n1\n2\n3\n4\n5\n")
    change = change_between(left, shop.commit("two"))
    modified = {
        prefix + name: (FileStatus.MODIFIED, FileKind.TEXT, 1, 5 + name.count(b"\n")) for name in ODD_NAMES[::2]
    }
    moved = {b"moved/" + name: (FileStatus.RENAMED, FileKind.TEXT, 1, 0) for name in ODD_NAMES[1::2]}
    assert rows(change) == modified | moved
    for file in change.files:
        if file.status is FileStatus.RENAMED:
            assert file.path_at_base.raw == prefix + file.path.raw.removeprefix(b"moved/")


def test_odd_names_of_files_without_a_body(shop: SampleRepository, change_between: ChangeBetween) -> None:
    for at, name in enumerate(ODD_NAMES):
        shop.write(b"b/" + name, b"\0" + name)
        shop.write(b"d/" + name, name + b"\n")
        shop.write(b"m/" + name, b"%d\n" % at)
        shop.write(b"r/" + name, name * 30)
    left = shop.commit("one")
    for at, name in enumerate(ODD_NAMES):
        shop.write(b"b/" + name, b"\0\0" + name)
        shop.remove(b"d/" + name)
        shop.write(b"m/" + name, b"%d\n" % at, executable=True)
        shop.move(b"r/" + name, b"s/" + name)
        shop.write(b"e/" + name, b"")
        shop.write(b"n/" + name, b"\0\1" + name)
    change = change_between(left, shop.commit("two"))
    assert len(change.files) == 6 * len(ODD_NAMES)
    for name in ODD_NAMES:
        found = {top: rows(change)[top + b"/" + name] for top in (b"b", b"d", b"m", b"s", b"e", b"n")}
        assert found == {
            b"b": (FileStatus.MODIFIED, FileKind.BINARY, 0, 0),
            b"d": (FileStatus.DELETED, FileKind.TEXT, 0, name.count(b"\n") + 1),
            b"m": (FileStatus.MODIFIED, FileKind.MODE_ONLY, 0, 0),
            b"s": (FileStatus.RENAMED, FileKind.TEXT, 0, 0),
            b"e": (FileStatus.ADDED, FileKind.TEXT, 0, 0),
            b"n": (FileStatus.ADDED, FileKind.BINARY, 0, 0),
        }


# -- contents


@pytest.mark.parametrize(
    ("old", "new", "added", "removed", "hunks"),
    [
        (b"a\n", b"-- a/x\n++ b/x\n", 2, 1, [(1, 1, 1, 2)]),
        (b"1\n", b"1\ndiff --git a/x b/x\n@@ -1 +1 @@\n--- a/x\n+++ b/x\n", 4, 0, [(1, 0, 2, 4)]),
        (b"@@ -1,9 +1,9 @@\n2\n", b"2\n", 0, 1, [(1, 1, 0, 0)]),
        (b"\\ No newline at end of file\n", b"\\ No newline at end of file", 1, 1, [(1, 1, 1, 1)]),
        (b"a", b"a\n", 1, 1, [(1, 1, 1, 1)]),
        (b"a", b"b", 1, 1, [(1, 1, 1, 1)]),
        (b"1\r\n2\r\n", b"1\n2\r\n", 1, 1, [(1, 1, 1, 1)]),
        (b"1\n", b"1\n\r\r\r\n", 1, 0, [(1, 0, 2, 1)]),
        (b"\n\n\n", b"\n", 0, 2, [(2, 2, 1, 0)]),
        (b"a\x0bb\x0cc\xe2\x80\xa8d\x85\n", b"a\x0bb\x0cc\xe2\x80\xa8D\x85\n", 1, 1, [(1, 1, 1, 1)]),
        (b"1\n2\n3\n4\n5\n", b"0\n1\n2\n4\n5\n6", 2, 1, [(0, 0, 1, 1), (3, 1, 3, 0), (5, 0, 6, 1)]),
    ],
)
def test_contents_that_look_like_something_else(
    shop: SampleRepository,
    change_between: ChangeBetween,
    old: bytes,
    new: bytes,
    added: int,
    removed: int,
    hunks: list[tuple[int, int, int, int]],
) -> None:
    shop.write("x", old)
    shop.write("z", "1\n")
    left = shop.commit("one")
    shop.write("x", new)
    shop.write("z", "2\n")
    change = change_between(left, shop.commit("two"))
    file = change.by_path[RepoPath(b"x")]
    assert (file.added, file.removed) == (added, removed)
    assert [tuple(hunk) for hunk in file.hunks] == hunks
    assert rows(change)[b"z"] == (FileStatus.MODIFIED, FileKind.TEXT, 1, 1)


def test_an_empty_difference_is_an_empty_change(shop: SampleRepository, change_between: ChangeBetween) -> None:
    head = shop.commit("one")
    assert change_between(head, head).files == ()


def test_sha256(tmp_path: Path) -> None:
    sample = SampleRepository.create(tmp_path / "long", object_format="sha256")
    sample.write("a b", "1\n")
    left = sample.commit("one")
    sample.write("a b", "2\n")
    sample.symlink("l", "a b")
    right = sample.commit("two")
    shadow = Shadow.open(tmp_path / "shadow", Repository.discover(sample.path))
    change = parse_change(diff_bytes(shadow.git, left, right).output, a_target())
    assert [file.path.raw for file in change.files] == [b"a b", b"l"]
    assert {len(file.new_id) for file in change.files} == {64}


# -- what cannot be read is never passed over


def good_output(shop: SampleRepository) -> bytes:
    shop.write("a", "1\n2\n3\n")
    shop.write("b", b"\0")
    left = shop.commit("one")
    shop.write("a", "1\nx\n3\n")
    shop.write("b", b"\0\0")
    right = shop.commit("two")
    return diff_bytes(
        Shadow.open(shop.path / ".git" / "shadow", Repository.discover(shop.path)).git, left, right
    ).output


@pytest.mark.parametrize(
    ("before", "after", "says"),
    [
        (b" M\0a\0", b" X\0a\0", "raw record"),
        (b"b\0\0diff", b"b\0diff", "no patches follow"),
        (b"diff --git a/a b/a", b"diff --git a/A b/A", r"a: git's diff at byte \d+ should read"),
        (b"\n--- a/a\n", b"\n--- a/q\n", "a: git's diff at byte"),
        (b"@@ -2 +2 @@", b"@@ -2 +2,2 @@", "a: the hunks at byte"),
        (b"@@ -2 +2 @@", b"@@@ -2 -2 +2 @@@", "a: the hunks at byte"),
        (b"+x\n", b"+x\n y\n", "a: the hunks at byte"),
        (b"Binary files a/b and b/b differ\n", b"GIT binary patch\n", "b: git's diff at byte"),
        (b"and b/b differ\n", b"and b/b differ\n\n", "goes on after the last file"),
        (b"Binary files a/b and b/b", b"Binary files a/b and b/c", "b: git's diff at byte"),
    ],
)
def test_anything_unexpected_is_an_error_with_its_place(
    shop: SampleRepository, before: bytes, after: bytes, says: str
) -> None:
    output = good_output(shop)
    assert output.count(before) == 1
    with pytest.raises(ChangeParseError, match=says) as caught:
        parse_change(output.replace(before, after), a_target())
    assert caught.value.exit_code is ExitCode.INTERNAL


def test_a_cut_off_output_is_an_error_at_every_byte(shop: SampleRepository) -> None:
    output = good_output(shop)
    for length in range(1, len(output)):
        with pytest.raises(ChangeParseError):
            parse_change(output[:length], a_target())


# -- the same as git's own counts and names, for anything


LINES = st.lists(
    st.sampled_from(
        [b"a\n", b"b\n", b"\n", b"c", b"@@ -1 +1 @@\n", b"--- a/x\n", b"\\ x\n", b"d\r\n", b"\xff\n", b"\0\n"]
    ),
    max_size=12,
).map(b"".join)
NAMES = st.sampled_from([b"a", b"d/b", b"sp ace", b"tab\t", b"n\nl", b'q"', b"\xff", b"-x"])
TREES = st.dictionaries(NAMES, st.tuples(LINES, st.booleans()), max_size=6)


@settings(max_examples=25, deadline=None, derandomize=True)
@given(old=TREES, new=TREES)
def test_counts_and_names_equal_gits_own(
    old: dict[bytes, tuple[bytes, bool]], new: dict[bytes, tuple[bytes, bool]]
) -> None:
    with tempfile.TemporaryDirectory() as place:
        sample = SampleRepository.create(Path(place) / "shop")
        commits: list[str] = []
        for tree in (old, new):
            for name in old:
                sample.place(name).unlink(missing_ok=True)
            for name, (content, executable) in tree.items():
                sample.write(name, content, executable)
            commits.append(sample.commit("x"))
        shadow = Shadow.open(Path(place) / "shadow", Repository.discover(sample.path))
        left, right = commits
        change = parse_change(diff_bytes(shadow.git, left, right).output, a_target())
        theirs = numstat(sample, left, right)
        for file in change.files:
            ours = (b"%d" % file.added, b"%d" % file.removed) if file.kind is not FileKind.BINARY else (b"-", b"-")
            counted = theirs.pop(file.path_at_base.raw + b">" + file.path.raw)
            # Of contents that did not change the diff shows nothing, whereas git looks whether they are binary.
            assert ours == counted or file.old_id == file.new_id
        assert not theirs
        letters = {file.path.raw: file.status for file in change.files}
        assert letters == name_status(sample, left, right)


def numstat(sample: SampleRepository, left: str, right: str) -> dict[bytes, tuple[bytes, bytes]]:
    fields = iter(sample.git("diff", "--numstat", "-z", "-M", left, right).split(b"\0")[:-1])
    found = {}
    for field in fields:
        added, removed, path = field.split(b"\t", 2)
        old, new = (path, path) if path else (next(fields), next(fields))
        found[old + b">" + new] = (added, removed)
    return found


def name_status(sample: SampleRepository, left: str, right: str) -> dict[bytes, FileStatus]:
    words = {
        b"A": FileStatus.ADDED,
        b"D": FileStatus.DELETED,
        b"M": FileStatus.MODIFIED,
        b"R": FileStatus.RENAMED,
        b"T": FileStatus.TYPE_CHANGED,
    }
    fields = iter(sample.git("diff", "--name-status", "-z", "-M", left, right).split(b"\0")[:-1])
    found = {}
    for letter in fields:
        path = next(fields)
        found[next(fields) if letter[:1] == b"R" else path] = words[letter[:1]]
    return found
