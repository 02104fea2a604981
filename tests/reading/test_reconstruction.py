"""Whatever two trees hold: we read what git says, and what we read is enough to make one tree from the other."""

from __future__ import annotations

import base64
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from houndsman.change.read import read_change
from houndsman.git.blobs import BlobReader
from houndsman.git.repository import Repository
from houndsman.git.samples import SampleRepository
from houndsman.git.shadow import Shadow
from houndsman.models.change import Change, ChangedFile, FileKind, FileStatus, Hunk
from houndsman.models.repo_path import c_quote
from houndsman.models.target import PatchText, ResolvedTarget, Target, TargetKind
from houndsman.testing.odd_repositories import Row

if TYPE_CHECKING:
    from tests.reading.conftest import GitSays

NOWHERE, LINK, SUBMODULE = "000000", "120000", "160000"


class Entry(NamedTuple):
    """What a path holds."""

    mode: str
    content: bytes
    """Of a submodule the commit's name."""


Tree = dict[bytes, Entry]

LINES = [b"a\n", b"b\n", b"b\n", b"\n", b"no end", b"@@ -1 +1 @@\n", b"--- a/x\n", b"-- x\n", b"\\ x\n", b" \n"]
ODD_LINES = [b"crlf\r\n", b"cr\rcr\n", b"\xff\xfe\n", b"\xef\xbb\xbfbom\n", "\u2028\u0085\x0c\n".encode(), b"\0\n"]
NAMES = [b"a", b"d/b", b"d/c/e", b"sp ace ", b"tab\t", b"n\nl", b'q"', b"\xff", b"-x", b"a b/a", "\u00e9".encode()]

text = st.lists(st.sampled_from([*LINES, *ODD_LINES]), max_size=14).map(b"".join)
entries = st.one_of(
    st.builds(Entry, st.sampled_from(["100644", "100644", "100755"]), text),
    st.builds(Entry, st.just(LINK), st.sampled_from([b"a", b"../out", b"two\nlines", b"\xff"])),
    st.builds(Entry, st.just(SUBMODULE), st.sampled_from([b"1" * 40, b"2" * 40])),
)
names = st.sampled_from(NAMES)
trees = st.dictionaries(names, entries, min_size=1, max_size=6)


class Edit(NamedTuple):
    """One step from a tree to the next; `at` picks one of the files that are there."""

    at: int
    what: str
    name: bytes
    entry: Entry
    line: int


edits = st.lists(
    st.builds(
        Edit,
        st.integers(0, 9),
        st.sampled_from(["line", "line", "move", "move and line", "mode", "delete", "put", "replace"]),
        names,
        entries,
        st.integers(0, 14),
    ),
    max_size=5,
)


def edited(tree: Tree, steps: Sequence[Edit]) -> Tree:
    """`tree` after `steps`."""
    files = dict(tree)
    for step in steps:
        if step.what == "put" or not files:
            files[step.name] = step.entry
            continue
        name = sorted(files)[step.at % len(files)]
        old = files.pop(name)
        if "line" in step.what and old.mode not in (LINK, SUBMODULE):
            lines = old.content.splitlines(keepends=True)
            lines[step.line : step.line + 1] = [b"edited %d\n" % step.line]
            old = old._replace(content=b"".join(lines))
        match step.what:
            case "line":
                files[name] = old
            case "move" | "move and line":
                files[step.name] = old
            case "mode" if old.mode not in (LINK, SUBMODULE):
                files[name] = old._replace(mode="100755" if old.mode == "100644" else "100644")
            case "replace":
                files[name] = step.entry
    return files


class Bench:
    """A repository into which trees are put, and its shadow."""

    def __init__(self, repository: SampleRepository, shadow: Shadow) -> None:
        self.repository = repository
        self.shadow = shadow

    def commit(self, *states: Tree) -> list[str]:
        """The commits of trees."""
        stream = bytearray()
        for number, tree in enumerate(states, 1):
            stream += b"commit refs/heads/t%d\nmark :%d\ncommitter S <s@x> 1 +0000\ndata 0\n" % (number, number)
            stream += b"deleteall\n"
            for name, (mode, content) in tree.items():
                place = c_quote(name).encode()
                if mode == SUBMODULE:
                    stream += b"M 160000 %s %s\n" % (content, place)
                else:
                    stream += b"M %s inline %s\ndata %d\n%s\n" % (mode.encode(), place, len(content), content)
            stream += b"\nget-mark :%d\n" % number
        for number in range(1, len(states) + 1):
            stream += b"reset refs/heads/t%d\nfrom 0000000000000000000000000000000000000000\n\n" % number
        return self.repository.git("fast-import", "--quiet", "--force", stdin=bytes(stream)).decode().split()

    def change(self, left: str, head: str) -> Change:
        """What we read of two commits."""
        target = Target(kind=TargetKind.RANGE, key="range:test", base=left, head=head)
        resolved = ResolvedTarget(target=target, branch=None, head_time=datetime(2024, 1, 1, tzinfo=UTC))
        return read_change(self.shadow.git, resolved).change

    def tree(self, commit: str) -> str:
        """The id of a commit's tree."""
        return self.shadow.git.text("rev-parse", "--verify", f"{commit}^{{tree}}")


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Bench:
    """A bench of its own for this module: an example of hypothesis needs no fresh one."""
    folder = tmp_path_factory.mktemp("bench")
    repository = SampleRepository.create(folder / "repository")
    return Bench(repository, Shadow.open(folder / "shadow", Repository.discover(repository.path)))


@settings(max_examples=100, deadline=None, derandomize=True)
@given(before=trees, steps=edits)
def test_what_we_read_is_what_git_says_and_makes_the_head(
    bench: Bench, git_says: GitSays, before: Tree, steps: list[Edit]
) -> None:
    left, head = bench.commit(before, edited(before, steps))
    change = bench.change(left, head)
    ours = {_counted_alike(Row.of(file)) for file in change.files}
    assert ours == {_counted_alike(row) for row in git_says(bench.repository.path, left, head)}
    patch = PatchText(name="rebuilt", content=b"".join(rebuilt(change, bench.shadow)))
    assert bench.tree(bench.shadow.patch_commit(left, patch)) == bench.tree(head)


def _counted_alike(row: Row) -> Row:
    """The row, without the counts of a change of type: two halves in a patch, and one edit for `--numstat`."""
    if row.status is not FileStatus.TYPE_CHANGED:
        return row
    return row._replace(kind=FileKind.TEXT, added=0, removed=0)


# -- a patch from what was parsed: rows, hunks and the blobs that they name, without a byte of git's own patch


def rebuilt(change: Change, shadow: Shadow) -> Iterator[bytes]:
    """The pieces of a patch."""
    with BlobReader(shadow.git) as blobs:

        def content(mode: str, object_id: str) -> bytes:
            if mode == NOWHERE:
                return b""
            if mode == SUBMODULE:
                return b"Subproject commit %s\n" % object_id.encode()
            found = blobs.read(object_id)
            assert found is not None
            return found

        for file in change.files:
            old, new = content(file.old_mode, file.old_id), content(file.new_mode, file.new_id)
            yield from _halves(file, old, new)


def _halves(file: ChangedFile, old: bytes, new: bytes) -> Iterator[bytes]:
    if file.status is not FileStatus.TYPE_CHANGED:
        yield from _one(file, old, new)
        return
    nothing = {"mode": NOWHERE, "id": "0" * 40}
    gone = [hunk for hunk in file.hunks if hunk.old_count]
    come = [hunk for hunk in file.hunks if hunk.new_count]
    for hunks, before, after, old_side, new_side in ((gone, old, b"", True, False), (come, b"", new, False, True)):
        half = replace(
            file,
            status=FileStatus.DELETED if old_side else FileStatus.ADDED,
            kind=FileKind.TEXT if hunks or not (before or after) else FileKind.BINARY,
            old_mode=file.old_mode if old_side else nothing["mode"],
            old_id=file.old_id if old_side else nothing["id"],
            new_mode=file.new_mode if new_side else nothing["mode"],
            new_id=file.new_id if new_side else nothing["id"],
            hunks=tuple(hunks),
        )
        yield from _one(half, before, after)


def _one(file: ChangedFile, old: bytes, new: bytes) -> Iterator[bytes]:
    a, b = (c_quote(side + path.raw).encode() for side, path in ((b"a/", file.path_at_base), (b"b/", file.path)))
    yield b"diff --git %s %s\n" % (a, b)
    old_mode, new_mode = file.old_mode.encode(), file.new_mode.encode()
    match file.status:
        case FileStatus.ADDED:
            yield b"new file mode %s\n" % new_mode
        case FileStatus.DELETED:
            yield b"deleted file mode %s\n" % old_mode
        case _ if old_mode != new_mode:
            yield b"old mode %s\nnew mode %s\n" % (old_mode, new_mode)
    if file.status is FileStatus.RENAMED:
        yield b"rename from %s\nrename to %s\n" % tuple(
            c_quote(path.raw).encode() for path in (file.path_at_base, file.path)
        )
    if file.old_id != file.new_id:
        yield b"index %s..%s\n" % (file.old_id.encode(), file.new_id.encode())
    if file.kind is FileKind.BINARY and file.old_id != file.new_id:
        yield from _literal(new)
    elif file.hunks:
        yield b"--- %s\n" % (a if file.old_mode != NOWHERE else b"/dev/null")
        yield b"+++ %s\n" % (b if file.new_mode != NOWHERE else b"/dev/null")
        for hunk in file.hunks:
            yield _hunk(hunk, _lines(old), _lines(new))


def _lines(content: bytes) -> list[bytes]:
    return [line + b"\n" for line in content.split(b"\n")[:-1]] + [line for line in content.split(b"\n")[-1:] if line]


def _hunk(hunk: Hunk, old: Sequence[bytes], new: Sequence[bytes]) -> bytes:
    removed = old[hunk.old_start - 1 : hunk.old_start - 1 + hunk.old_count] if hunk.old_count else []
    added = new[hunk.new_start - 1 : hunk.new_start - 1 + hunk.new_count] if hunk.new_count else []
    assert (len(removed), len(added)) == (hunk.old_count, hunk.new_count), "a hunk reaches beyond its file"
    signed = [*(b"-" + line for line in removed), *(b"+" + line for line in added)]
    body = b"".join(line if line.endswith(b"\n") else line + b"\n\\ No newline at end of file\n" for line in signed)
    return b"@@ -%d,%d +%d,%d @@\n" % hunk + body


def _literal(content: bytes) -> Iterator[bytes]:
    """A whole file in git's form for binary contents: deflated, 52 bytes a line, the length as a letter in front."""
    yield b"GIT binary patch\nliteral %d\n" % len(content)
    packed = zlib.compress(content)
    for at in range(0, len(packed), 52):
        piece = packed[at : at + 52]
        letter = len(piece) + (64 if len(piece) <= 26 else 96 - 26)
        yield bytes([letter]) + base64.b85encode(piece, pad=True) + b"\n"
    yield b"\n"
