"""Golden sets on disk with their anchors where they stand now, and all else byte for byte as it was.

In: where a set lies, its anchors as they were carried, and the commit in which they are now counted. Out: the files,
rewritten; keys that mean nothing to us, their order and the layout stay. A set without a line for each anchor loses
nothing: one that vanished or is ambiguous keeps all that it says but its line, and has under `was` where it stood,
in which commit, and what became of it. A file that cannot be written is a `GoldenError`; the file is then as it was.
"""

from __future__ import annotations

import errno
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from houndsman.golden.json_places import Edit, edited, items, members, with_values
from houndsman.golden.load import GoldenError, golden_files
from houndsman.golden.relocate import Relocated, State
from houndsman.models.golden import GoldenAnchor

#: The key under which an anchor that lost its line says where it stood.
WAS = "was"

#: What a person has to look at: nobody can say where the defect is.
LOST = frozenset({State.VANISHED, State.AMBIGUOUS})

_MENDABLE = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EACCES, errno.EPERM, errno.EROFS})


class Move(NamedTuple):
    """An anchor's way to another commit."""

    found: Relocated
    code: str
    """What stands at its new lines; empty where that is nothing, or nothing that may be copied."""
    commit: str
    """In which it was counted, as the set says it."""


def rewrite(place: Path, moves: Mapping[str, Move], commit: str) -> tuple[Path, ...]:
    """Let the set at `place`, a file or a folder, be counted in `commit`; which files that changed.

    Args:
        place: as it was loaded.
        moves: by where each anchor stands in the set (`GoldenAnchor.source`).
        commit: its full id.
    """
    changed = []
    for path, name in golden_files(place):
        before = path.read_bytes().decode("utf-8")
        after = rewritten(before, name, moves, commit)
        if after != before:
            replace_file(path, after.encode("utf-8"))
            changed.append(path)
    return tuple(changed)


def rewritten(text: str, name: str, moves: Mapping[str, Move], commit: str) -> str:
    """The text of one file of a set; `name` is what its anchors' sources begin with."""
    edits: list[Edit] = []
    for source, at in entries(text, name):
        move = moves.get(source)
        values = {} if move is None else _values(move, {member.key for member in members(text, at)})
        if any(member.key == "commit" for member in members(text, at)):
            values["commit"] = commit
        line = {key: value for key, value in values.items() if key != "code"}
        edits += with_values(text, at, line, after="line")
        if "code" in values:
            edits += with_values(text, at, {"code": values["code"]})
    return edited(text, edits)


def entries(text: str, name: str) -> Iterator[tuple[str, int]]:
    """Each entry of a file with its offset, under the name that the loader gives it.

    The outermost object is the first; a file of lines has one only where it has a header.
    """
    return _of_lines(text, name) if is_lines(name) else _of_object(text, name)


def is_gone(anchor: GoldenAnchor) -> bool:
    """Whether a relocation kept it without a line: its file need not be there any more, either."""
    return anchor.line is None and WAS in anchor.extra


def is_lines(name: str) -> bool:
    """Whether a file holds an anchor a line."""
    return name.lower().endswith((".jsonl", ".ndjson"))


def replace_file(path: Path, content: bytes) -> None:
    """Let `path` hold `content`, in a folder that is made where it is not there yet.

    A reader meanwhile sees the old or the new, never a half.
    """
    target = path.resolve()  # a link stays one
    made: Path | None = None
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=target.parent, delete=False) as new:
            made = Path(new.name)
            new.write(content)
        made.chmod(target.stat().st_mode if target.exists() else 0o644)
        made.replace(target)
    except OSError as error:
        if made is not None:
            made.unlink(missing_ok=True)
        again = "Free some space or mend the permissions, and run the same command again."
        hint = again if error.errno in _MENDABLE else "Name a file in a folder that is there, or that can be made."
        raise GoldenError(f"it cannot be written: {error.strerror}", where=str(path), hint=hint) from error


def _of_object(text: str, name: str) -> Iterator[tuple[str, int]]:
    yield name, 0
    for member in members(text):
        if member.key == "expected":
            for number, (start, _) in enumerate(items(text, member.value)):
                yield f"{name}: expected[{number}]", start


def _of_lines(text: str, name: str) -> Iterator[tuple[str, int]]:
    at = 0
    for number, line in enumerate(text.split("\n"), 1):
        if line and not line.isspace():
            yield f"{name}:{number}", at
        at += len(line) + 1


def _values(move: Move, keys: set[str]) -> dict[str, object]:
    """What an entry with `keys` says of its anchor from now on; a key that is not there is added."""
    was, now, state = move.found.was, move.found.now, move.found.state
    if state is None:
        return {}
    end = "end_line" if "end_line" in keys and "endLine" not in keys else "endLine"
    if state in LOST:
        before = {"commit": move.commit, "file": was.file, "line": was.line, "endLine": was.end_line}
        told = {key: value for key, value in before.items() if value is not None}
        gone: dict[str, object] = {"line": None, WAS: told | {"state": str(state), "why": move.found.why}}
        return gone | {name: None for name in ("endLine", "end_line") if name in keys}
    values: dict[str, object] = {"line": now.line}
    if now.file != was.file:
        values["file"] = now.file
    if now.end_line is not None or keys & {"endLine", "end_line"}:
        values[end] = now.last
    if move.code and (not (was.code or "").strip() or move.found.why):  # its code is no longer one piece
        values["code"] = move.code
    return values
