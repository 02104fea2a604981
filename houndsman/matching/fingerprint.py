"""What a finding is over time: a name that survives what moves around it.

In: a rule, the path that the finding was first recorded at, and the folded lines of its file. Out: sha256 in hex. There
is no prose and no line number in it, so neither another wording nor an edit further up makes a finding new.

* `base_key`: rule + lineage + the start line + the nearest non-blank line on each side.
* `fingerprint`: the base key + the occurrence index among findings of equal base key.
* `covered_hash`: the lines `line..end_line`, to tell whether the code under a decision is still the same.

A finding of the whole file has rule and path alone. So has one whose line cannot be read (a binary file, a file that is
in neither commit, a line outside the file): a line number would not outlive the next edit, and the occurrence index
tells such findings apart.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from typing import NamedTuple

from houndsman.matching.folded_lines import FoldedLines
from houndsman.models.repo_path import RepoPath


class Context(NamedTuple):
    """The folded start line of a finding between its nearest non-blank neighbours."""

    above: bytes
    start: bytes
    below: bytes


def context_of(lines: FoldedLines | None, line: int | None) -> Context | None:
    """The context of `line`; None where there is no such line."""
    if lines is None or line is None or not 1 <= line <= len(lines):
        return None
    above, below = lines.neighbours(line)
    return Context(above, lines.at(line), below)


def base_key(rule: str, lineage: RepoPath, context: Context | None) -> str:
    """The fingerprint's material without the occurrence index, hashed: equal for equal places."""
    parts = [rule.encode("utf-8", "surrogatepass"), lineage.raw, *(context or ())]
    return _digest(b"place", parts)


def fingerprint(key: str, occurrence: int) -> str:
    """The name of the finding that is number `occurrence` (counted from 0) among those of the base key `key`."""
    return _digest(b"finding", [key.encode("ascii"), b"%d" % occurrence])


def next_occurrence(used: Iterable[int]) -> int:
    """The index after every one that was ever given, so that a used one is never given again."""
    return max(used, default=-1) + 1


def covered_hash(lines: FoldedLines | None, line: int | None, end_line: int | None) -> str | None:
    """The hash of the lines `line..end_line`, folded; None where there is no such line or the whole file is meant."""
    if lines is None or line is None or not 1 <= line <= len(lines):
        return None
    # No line holds the sign that joins them, so one part is as clear as many, and much cheaper for a long range.
    return _digest(b"covered", [b"\n".join(lines.span(line, max(line, end_line or line)))])


def _digest(kind: bytes, parts: Iterable[bytes]) -> str:
    """Each part with its length in front: no two lists of parts read the same."""
    return hashlib.sha256(kind + b"".join(b"\n%d:%b" % (len(part), part) for part in parts)).hexdigest()
