r"""Read git's diff: raw records and patches, as `git.diff` asks for them.

In comes git's output, out comes a `Change` with one file for *every* raw record. Patches are joined to records by
their order, never by their names: since the record is known, the header lines that must follow are known, and they are
consumed byte by byte. After the headers a line begins with `+`, `-` or `\`, whatever the files hold, so a line that
begins with `@@ ` or `diff --git ` is git's own; the counts of the hunks prove it. Anything unexpected is a
`ChangeParseError` that names the path and the offset; no file is ever dropped. Pure.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from houndsman.errors import ChangeParseError
from houndsman.models.change import Change, ChangedFile, FileKind, FileStatus, Hunk
from houndsman.models.repo_path import RepoPath, c_quote
from houndsman.models.target import ResolvedTarget

_RECORD = re.compile(rb":([0-7]{6}) ([0-7]{6}) ([0-9a-f]+) ([0-9a-f]+) ([ACDMRT])([0-9]{0,3})\0([^\0]+)\0")
_HUNK = re.compile(rb"\n@@ -([0-9]+)(?:,([0-9]+))? \+([0-9]+)(?:,([0-9]+))? @@")
_ESCAPED = re.compile(rb'[\x00-\x1f"\\\x7f]')
_NEXT = b"\ndiff --git "
_NO_NEWLINE = b"\n\\ "

_STATUSES = {
    b"A": FileStatus.ADDED,
    b"C": FileStatus.COPIED,
    b"D": FileStatus.DELETED,
    b"M": FileStatus.MODIFIED,
    b"R": FileStatus.RENAMED,
    b"T": FileStatus.TYPE_CHANGED,
}
_NOWHERE = b"000000"
_SYMLINK = b"120000"
_SUBMODULE = b"160000"

#: Object names of the blob without contents, SHA-1 and SHA-256.
_EMPTY = {
    b"e69de29bb2d1d6434b8b29ae775ad8c2e48c5391",
    b"473a0f4c3be8a93681a267e3b1e9a7dcda1185436fe141f7749120a303721813",
}

_LFS_LINE = rb"(?:version https://git-lfs\.github\.com/spec/v1|oid sha256:[0-9a-f]{64}|size [0-9]+)"
_LFS_BODY = re.compile(rb"(?:@@[^\n]*\n|[-+]" + _LFS_LINE + rb"\n|\\[^\n]*\n)+\Z")
_LFS_OID = b"oid sha256:"
_LFS_LINES = 6  # three on either side


class _Record(NamedTuple):
    """One raw record."""

    old_mode: bytes
    new_mode: bytes
    old_id: bytes
    new_id: bytes
    letter: bytes
    score: bytes
    old_path: bytes
    path: bytes


class _Patch(NamedTuple):
    """What the patch of one record gave."""

    start: int
    end: int
    hunks: tuple[Hunk, ...]
    binary: bool


def parse_change(output: bytes, resolved: ResolvedTarget) -> Change:
    """The change that `output` (of `git.diff.diff_bytes`) tells of.

    Raises `ChangeParseError` for anything that git is not known to write.
    """
    records, at = _records(output)
    files = []
    for record in records:
        file, at = _file(output, at, record)
        files.append(file)
    if at != len(output):
        raise ChangeParseError(f"git's diff goes on after the last file, at byte {at}: {_shown(output, at)}")
    files.sort(key=lambda file: file.path.raw)
    return Change(resolved.target, resolved.head_time, tuple(files), output)


def _records(output: bytes) -> tuple[list[_Record], int]:
    """The raw records and where the patches begin."""
    records: list[_Record] = []
    at = 0
    while output.startswith(b":", at):
        found = _RECORD.match(output, at)
        if found is None:
            raise ChangeParseError(f"a raw record of git's diff does not read, at byte {at}: {_shown(output, at)}")
        at = found.end()
        old_mode, new_mode, old_id, new_id, letter, score, path = found.groups()
        old_path = path
        if letter in (b"R", b"C"):
            end = output.find(b"\0", at)
            if end < 0:
                raise ChangeParseError("a renamed file has no second name", where=str(RepoPath(path)))
            path, at = output[at:end], end + 1
        records.append(_Record(old_mode, new_mode, old_id, new_id, letter, score, old_path, path))
    if not records:
        return records, at
    if not output.startswith(b"\0", at):
        raise ChangeParseError(f"no patches follow the raw records of git's diff, at byte {at}: {_shown(output, at)}")
    return records, at + 1


def _file(output: bytes, at: int, record: _Record) -> tuple[ChangedFile, int]:
    """The file of `record`, whose patch begins at `at`, and where the next one's begins."""
    patches = []
    for half in _halves(record):
        patches.append(_patch(output, at, half))
        at = patches[-1].end
    hunks = tuple(hunk for patch in patches for hunk in patch.hunks)
    moved = record.old_path != record.path
    file = ChangedFile(
        path=RepoPath(record.path),
        old_path=RepoPath(record.old_path) if moved else None,
        status=_STATUSES[record.letter],
        kind=_kind(output, record, patches),
        old_mode=record.old_mode.decode("ascii"),
        new_mode=record.new_mode.decode("ascii"),
        old_id=record.old_id.decode("ascii"),
        new_id=record.new_id.decode("ascii"),
        similarity=int(record.score) if moved else None,
        hunks=hunks,
        added=sum(hunk.new_count for hunk in hunks),
        removed=sum(hunk.old_count for hunk in hunks),
        patch_start=patches[0].start,
        patch_end=patches[-1].end,
    )
    return file, at


def _is_headers_alone(record: _Record) -> bool:
    """Whether git writes no more than headers: for a pure rename, a mode, an empty file that came or went."""
    if record.letter == b"A":
        return record.new_id in _EMPTY
    if record.letter == b"D":
        return record.old_id in _EMPTY
    return record.old_id == record.new_id


def _halves(record: _Record) -> Iterator[_Record]:
    """The records that git writes a patch for: a change of type is written as a deletion and a creation."""
    if record.letter != b"T":
        yield record
        return
    nothing = b"0" * len(record.old_id)
    yield record._replace(letter=b"D", new_mode=_NOWHERE, new_id=nothing)
    yield record._replace(letter=b"A", old_mode=_NOWHERE, old_id=nothing)


def _patch(output: bytes, at: int, record: _Record) -> _Patch:
    a_name, b_name = _named(b"a/", record.old_path), _named(b"b/", record.path)
    for line in _header(record, a_name, b_name):
        at = _after(output, at, line, record)
    start = at
    a_name = a_name if record.old_mode != _NOWHERE else b"/dev/null"
    b_name = b_name if record.new_mode != _NOWHERE else b"/dev/null"
    if output.startswith(b"Binary files ", at):
        at = _after(output, at, b"Binary files %s and %s differ\n" % (a_name, b_name), record)
        return _Patch(start, at, (), True)
    if _is_headers_alone(record):
        return _Patch(start, at, (), False)
    at = _after(output, at, b"--- %s\n" % _tabbed(a_name), record)
    start = _after(output, at, b"+++ %s\n" % _tabbed(b_name), record)
    found = output.find(_NEXT, start - 1)
    end = len(output) if found < 0 else found + 1
    return _Patch(start, end, _hunks(output, start, end, record), False)


def _header(record: _Record, a_name: bytes, b_name: bytes) -> Iterator[bytes]:
    """The lines that git writes between the start of the record's patch and its contents."""
    yield b"diff --git %s %s\n" % (a_name, b_name)
    if record.letter == b"A":
        yield b"new file mode %s\n" % record.new_mode
    elif record.letter == b"D":
        yield b"deleted file mode %s\n" % record.old_mode
    elif record.old_mode != record.new_mode:
        yield b"old mode %s\nnew mode %s\n" % (record.old_mode, record.new_mode)
    if record.letter in (b"R", b"C"):
        verb = b"rename" if record.letter == b"R" else b"copy"
        yield b"similarity index %d%%\n" % int(record.score)
        yield b"%s from %s\n%s to %s\n" % (verb, _named(b"", record.old_path), verb, _named(b"", record.path))
    if record.old_id != record.new_id:
        mode = b" " + record.new_mode if record.old_mode == record.new_mode else b""
        yield b"index %s..%s%s\n" % (record.old_id, record.new_id, mode)


def _hunks(output: bytes, start: int, end: int, record: _Record) -> tuple[Hunk, ...]:
    """The hunks between two offsets, proved by the number of lines."""
    hunks = []
    lines = 0
    for old_start, old_count, new_start, new_count in _HUNK.findall(output, start - 1, end):
        hunk = Hunk(
            int(old_start),
            1 if old_count == b"" else int(old_count),
            int(new_start),
            1 if new_count == b"" else int(new_count),
        )
        hunks.append(hunk)
        lines += 1 + hunk.old_count + hunk.new_count
    there = output.count(b"\n", start, end)
    if not hunks or lines + output.count(_NO_NEWLINE, start, end) != there:
        raise ChangeParseError(
            f"the hunks at byte {start} of git's diff promise {lines} lines, but {there} are there",
            where=str(RepoPath(record.path)),
        )
    return tuple(hunks)


def _kind(output: bytes, record: _Record, patches: list[_Patch]) -> FileKind:
    """What the path holds. Of a pure rename the diff shows no contents: text, until `change.read` looks."""
    mode = record.old_mode if record.letter == b"D" else record.new_mode
    if mode == _SUBMODULE:
        return FileKind.SUBMODULE
    if mode == _SYMLINK:
        return FileKind.SYMLINK
    last = patches[0] if record.letter == b"D" else patches[-1]
    if last.binary:
        return FileKind.BINARY
    if record.old_id == record.new_id and record.old_mode != record.new_mode:
        return FileKind.MODE_ONLY
    return FileKind.LFS if _is_lfs(output, last) else FileKind.TEXT


def _is_lfs(output: bytes, patch: _Patch) -> bool:
    """Whether every changed line is one of a git-lfs pointer, the object's name among them."""
    lines = sum(hunk.old_count + hunk.new_count for hunk in patch.hunks)
    if not 0 < lines <= _LFS_LINES or output.find(_LFS_OID, patch.start, patch.end) < 0:
        return False
    return _LFS_BODY.match(output, patch.start, patch.end) is not None


def _named(prefix: bytes, path: bytes) -> bytes:
    """A name as it stands in a header with `core.quotePath` off: git quotes what would break a line, `-z` or not."""
    escaped = _ESCAPED.sub(lambda found: c_quote(found[0])[1:-1].encode("ascii"), path)
    return prefix + path if escaped == path else b'"%s%s"' % (prefix, escaped)


def _tabbed(name: bytes) -> bytes:
    """A name as it stands after `---` and `+++`: git closes one with a space in it with a tab."""
    return name + b"\t" if b" " in name else name


def _after(output: bytes, at: int, line: bytes, record: _Record) -> int:
    """The offset after `line`, which must stand at `at`."""
    if not output.startswith(line, at):
        raise ChangeParseError(
            f"git's diff at byte {at} should read {line!r} but reads {_shown(output, at)}",
            where=str(RepoPath(record.path)),
        )
    return at + len(line)


def _shown(output: bytes, at: int) -> str:
    return repr(output[at : at + 120])
