"""Finds inline suppressions that a change adds, so that silencing a scanner is itself seen by a person.

In: one changed file, its lines, and a pattern of suppression comments. Out: the changed lines that hold a suppression
which this file's old version did not have; moving or re-indenting a line with its suppression adds nothing.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from houndsman import Change, ChangedFile


class Suppression(NamedTuple):
    """One new suppression."""

    line: int
    """Counted from 1, on the new side."""
    text: str
    """The comment that silences."""


def removed_lines(change: Change, file: ChangedFile) -> Iterator[str]:
    """The lines that the change takes out of `file`, in order."""
    # Every line of a hunk's body has a sign before it, so a line that begins with "-" can be nothing else.
    for line in change.patch_of(file).split(b"\n"):
        if line.startswith(b"-"):
            yield line[1:].decode("utf-8", "replace")


def new_suppressions(
    pattern: re.Pattern[str], candidates: Iterable[tuple[int, str]], removed: Iterable[str]
) -> Iterator[Suppression]:
    """The suppressions among `candidates` that `removed` does not account for.

    Args:
        pattern: what a suppression looks like.
        candidates: number and text (or only the comment) of changed lines.
        removed: lines of the old version that the change took out.
    """
    known = Counter(_folded(match[0]) for line in removed for match in pattern.finditer(line))
    for number, text in candidates:
        match = pattern.search(text)
        if match is None:
            continue
        mark = _folded(match[0])
        if known[mark]:
            known[mark] -= 1
        else:
            yield Suppression(number, mark)


def _folded(text: str) -> str:
    return " ".join(text.split())
