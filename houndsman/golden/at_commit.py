"""Whether anchors stand where a golden set says: files, ranges and `code` at the commit in which its lines are counted.

In: cases, and who reads a file at a commit. Out: complaints. What could not be looked at (no commit is given, it is not
in the repository, lines are counted on the old side) is a complaint of weight `note` that says so, never silence. Only
what a relocation left without a line is passed over: `check.py` says so of all of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from houndsman.errors import GitError
from houndsman.golden.complaint import Complaint, Weight
from houndsman.golden.rewrite import is_gone
from houndsman.matching.folded_lines import FoldedLines, fold_line
from houndsman.models.finding import Side
from houndsman.models.golden import GoldenAnchor, GoldenCase

#: The lines of a file at a commit; None for no such file. Raises `GitError` for a commit that is not there.
ReadLines = Callable[[str, str], Sequence[bytes] | None]

_NAMED = 3  # lines and anchors in a message


class _Reason(NamedTuple):
    """Why something was not looked at, and what to do about it."""

    what: str
    hint: str


_NO_REPOSITORY = _Reason("there is no repository here", "Run this in the repository that the set is about.")
_NO_COMMIT = _Reason("no `commit` is given", 'Write "commit": the one in which the lines are counted.')
_OLD_SIDE = _Reason("their lines are counted on the old side of a change", "Look at them by hand.")


def check_at_commit(cases: Iterable[GoldenCase], place: str, read: ReadLines | None) -> Iterator[Complaint]:
    """Complaints about `cases`, commit by commit; then what was not looked at, by reason.

    Args:
        cases: of one set.
        place: the set, for what is about no single anchor.
        read: gives the lines of a file; None where there is no repository.
    """
    unread: dict[_Reason, list[GoldenAnchor]] = {}
    files = _Files(read)
    for case in sorted(cases, key=lambda each: each.commit or ""):
        for anchor in case.anchors:
            if anchor.file is None or is_gone(anchor):
                continue
            old = anchor.side is Side.OLD and read is not None and case.commit is not None
            lines = _OLD_SIDE if old else files.at(case.commit, anchor.file)
            if isinstance(lines, _Reason):
                unread.setdefault(lines, []).append(anchor)
            else:
                yield from _check(anchor, lines, case.commit or "")
    yield from (_not_checked(reason, anchors, place) for reason, anchors in unread.items())


class _Files:
    """The files of the commit that was last asked about."""

    def __init__(self, read: ReadLines | None) -> None:
        self._read = read
        self._commit: str | None = None
        self._known: dict[str, FoldedLines | _Reason | None] = {}

    def at(self, commit: str | None, file: str) -> FoldedLines | _Reason | None:
        """The lines of `file` at `commit`; None where it has no such file, or why nobody can tell."""
        if self._read is None:
            return _NO_REPOSITORY
        if commit is None:
            return _NO_COMMIT
        if commit != self._commit:
            self._commit, self._known = commit, {}
        if file not in self._known:
            try:
                lines = self._read(commit, file)
                self._known[file] = None if lines is None else FoldedLines(lines)
            except GitError as error:
                self._known[file] = _Reason(error.what, error.hint or "")
        return self._known[file]


def _check(anchor: GoldenAnchor, lines: FoldedLines | None, commit: str) -> Iterator[Complaint]:
    where = f"{anchor.file!r} at {commit!r}"
    if lines is None:
        hint = "Put the path right (relative to the repository's root, with `/`), or the commit."
        yield Complaint("file-missing", anchor.source, f"{anchor.id!r}: there is no file {where}", hint)
        return
    code = [fold_line(line.encode("utf-8")) for line in (anchor.code or "").strip().split("\n")]
    found = [occurrence.line for occurrence in lines.occurrences(code)]
    if anchor.line is None:
        return
    if anchor.last > len(lines):
        wanted = f"line {anchor.line}" if anchor.line == anchor.last else f"lines {anchor.line} to {anchor.last}"
        what = f"{anchor.id!r}: {where} has only {len(lines)} lines, and so no {wanted}"
        yield Complaint("beyond-file", anchor.source, what, _moved(found))
    elif any(code) and not any(anchor.line <= line <= anchor.last for line in found):
        # What else is on its first and last line does not matter: a person quotes the part that counts.
        what = f"{anchor.id!r}: its `code` is not what stands at line {anchor.line} of {where}"
        yield Complaint("code-differs", anchor.source, what, _moved(found))


def _moved(found: Sequence[int]) -> str:
    """The next step, where the code stands at the lines `found`."""
    if not found:
        return "Put the lines right, or the commit in which they are counted."
    named = ", ".join(map(str, found[:_NAMED])) + (", …" if len(found) > _NAMED else "")
    return f"Its code stands at line {named}: put the lines right."


def _not_checked(reason: _Reason, anchors: Sequence[GoldenAnchor], place: str) -> Complaint:
    named = ", ".join(repr(anchor.id) for anchor in anchors[:_NAMED])
    more = f" and {len(anchors) - _NAMED} more" if len(anchors) > _NAMED else ""
    what = f"file, lines and code of {named}{more} were not checked: {reason.what}"
    return Complaint("not-checked", place, what, reason.hint, Weight.NOTE)
