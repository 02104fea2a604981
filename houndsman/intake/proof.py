"""Whether a verdict proves that somebody looked: its `at` must be a line that there is.

In: the words of `at`, the files of the two commits, and the folders that stand for the repository's root. Out: a
`Proof`, with the reason where it proves nothing. What is put right is what intake puts right of a finding's path and
lines; what is moved for a finding (a line beyond the end) is refused here, since a proof is all that there is to it.
Nothing fails.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from houndsman.intake.lines import LineClaim, claimed_lines
from houndsman.intake.notes import Repair
from houndsman.intake.paths import WRAPPERS, Located, PathReader
from houndsman.models.finding import Side
from houndsman.models.repo_path import RepoPath
from houndsman.models.sources import Sources

NO_PLACE = "no place"
NO_LINE = "no line"
NO_SUCH_LINE = "a line that the file does not have"
NO_SUCH_FILE = "no such file"
OLD_ONLY = "a file that the change removed"
LINK = "a symbolic link"
NO_TEXT = "no text file"

_LONGEST = 4_200  # characters: what a file system takes for a path, and a line behind it
_BEFORE_LINES = re.compile("[:#]")


class Proof(NamedTuple):
    """What an `at` points to; with a reason it proves nothing."""

    path: RepoPath | None = None
    line: int | None = None
    """Counted from 1, in the head's version."""
    reason: str | None = None
    """Why it proves nothing, in words; None where it proves."""

    @property
    def holds(self) -> bool:
        """Whether there is such a place."""
        return self.reason is None


class Prover:
    """Looks places up, for one run or for one watchdog of it.

    Args:
        sources: the files of the two commits; only those of the head prove anything.
        roots: absolute folders that mean the root of the repository, such as the work tree and the reading root.
    """

    def __init__(self, sources: Sources, roots: tuple[str, ...]) -> None:
        self._sources = sources
        self._paths = PathReader(sources, roots)

    def prove(self, at: str | None) -> Proof:
        """Whether `at` (`path:line`, `path:12-15`, `path#L12`) is a line of a regular text file of the head."""
        if at is None or not at.strip(WRAPPERS):
            return Proof(reason=NO_PLACE)
        if len(at) > _LONGEST:
            return Proof(reason=NO_SUCH_FILE)
        split = [each for words in dict.fromkeys((at, at.strip(WRAPPERS))) for each in _splits(words)]
        if not split:
            return Proof(reason=NO_LINE)
        for words, claim in split:
            place = self._paths.locate(words, Side.NEW)
            # `a.py:12:5` is no line 5 of `a.py:12`, unless there is such a file.
            if place.side is not None and not _lost_a_line(place):
                return Proof(reason=LINK) if self._leaves_a_link(words) else self._within(place, claim)
        return Proof(reason=place.reason or NO_SUCH_FILE)

    def _within(self, place: Located, claim: LineClaim) -> Proof:
        path, first = place.path, claim.line
        if path is None or place.side is not Side.NEW:
            return Proof(reason=OLD_ONLY)
        if self._sources.is_link(path, Side.NEW):
            return Proof(reason=LINK)
        lines = self._sources.lines(path, Side.NEW)
        if lines is None:
            return Proof(reason=NO_TEXT)
        if first is None or (claim.end or first) > len(lines):
            return Proof(reason=NO_SUCH_LINE)
        return Proof(path, first)

    def _leaves_a_link(self, words: str) -> bool:
        """Whether `words` go into a symbolic link and out again by `..`: a disk would lead them elsewhere."""
        parts = words.replace("\\", "/").split("/")
        before = ("/".join(parts[:at]) for at, part in enumerate(parts) if part == "..")
        places = (self._paths.locate(each, Side.NEW).path for each in before)
        return any(place is not None and self._sources.is_link(place, Side.NEW) for place in places)


def _splits(words: str) -> Iterator[tuple[str, LineClaim]]:
    """Each way to take `words` apart into a file and its lines, the longest name first."""
    for sign in reversed(list(_BEFORE_LINES.finditer(words))):
        claim = claimed_lines(words[sign.end() :], None)
        if not any(note.code == Repair.LINE_UNREADABLE for note in claim.notes):
            yield words[: sign.start()], claim


def _lost_a_line(place: Located) -> bool:
    return any(note.code == Repair.PATH_LINE_SUFFIX for note in place.notes)
