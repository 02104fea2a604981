"""What a reader of one format is.

In: one file's text, decoded, and the options that the command line gives. Out: findings in the file's order, paths
still as the file spells them (`read.py` places absolute ones). What cannot be read raises `ForeignFormatError` with the
place in the file.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from houndsman.errors import ExitCode, HoundsmanError
from houndsman.models.foreign import ForeignFinding
from houndsman.models.severity import Severity


class ForeignFormatError(HoundsmanError):
    """A file of findings that is not what it was taken for."""

    exit_code = ExitCode.USAGE


class Text(NamedTuple):
    """One file to read."""

    name: str
    """As messages name it."""
    text: str
    """Its content without a byte order mark."""


#: Takes a code, words that are the same for the same code, and the place in the file.
Remark = Callable[[str, str, str], None]


def _unheard(code: str, words: str, place: str) -> None:
    """For whoever reads a text and asks for its findings alone."""


@dataclass(frozen=True, slots=True)
class ReadOptions:
    """What is asked of readers. Formats that know no ranks or levels pass it by."""

    min_rank: float | None = None
    """SARIF: the least `rank`, 0 to 100, as the file writes it; a result without a rank is kept."""
    min_level: Severity | None = None
    """SARIF: the least level, as our severity."""
    cases: Collection[str] = frozenset()
    """Names of the golden cases, for a format that tells which change a finding belongs to in words of its own."""
    remark: Remark = field(default=_unheard, compare=False)
    """Told each single thing that a reader leaves out or puts up with, so that none is silent. `read.py` counts."""


@dataclass(frozen=True, slots=True)
class Reader:
    """One format."""

    name: str
    """As in `--format NAME`."""
    title: str
    """For lists: what writes this format."""
    recognises: Callable[[Text], bool]
    """Whether a text is of this format, at a look at its beginning or its outermost structure; never raises."""
    read: Callable[[Text, ReadOptions], Iterable[ForeignFinding]]
