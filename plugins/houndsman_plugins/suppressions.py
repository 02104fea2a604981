"""Finds inline suppressions that a change adds, so that silencing a scanner is itself seen by a person.

In: one changed file, its lines, and a pattern of suppression comments. Out: the changed lines that hold a suppression
which this file's old version did not have; moving or re-indenting a line with its suppression adds nothing.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from houndsman import Change, ChangedFile, RawFinding, Severity
from houndsman_plugins import code_and_comments
from houndsman_plugins.copies import Copy
from houndsman_plugins.rule_table import Row

#: The rule of every watchdog whose scanner can be told to look away.
NEW_SUPPRESSION = Row(
    "new-suppression",
    Severity.SUGGESTION,  # what it tries to silence is reported all the same, with its own weight
    "New order to overlook faults",
    "",
    "Correct what was silenced; if it must stay, silence nothing else with it and say why",
)


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


def suppression_findings(change: Change, copy: Copy, pattern: re.Pattern[str], watchdog: str) -> Iterator[RawFinding]:
    """One finding for each new suppression in the comments of a copy.

    Args:
        change: where the lines that were taken out are.
        copy: a copy whose name tells the language.
        pattern: what a suppression looks like.
        watchdog: the id of the one whose scanner is to look away; `NEW_SUPPRESSION` is among its rules.
    """
    if not any(pattern.search(text) for _, text in copy.changed()):
        return
    comments = code_and_comments.read(copy.name, "\n".join(copy.lines)).comments
    candidates = ((number, comments[number - 1]) for number, _ in copy.changed())
    for found in new_suppressions(pattern, candidates, removed_lines(change, copy.file)):
        message = f"This line tells a scanner to look away (`{found.text}`); the review looked all the same"
        yield copy.finding(found.line, f"{watchdog}/{NEW_SUPPRESSION.name}", message, NEW_SUPPRESSION.action)


def _folded(text: str) -> str:
    return " ".join(text.split())
