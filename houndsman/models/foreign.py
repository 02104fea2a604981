"""A finding of anyone's: what the readers of `exchange/` make, and what scoring and import take.

Nothing here needs a repository or a run. A finding without a place (no file, or no line) is kept and counted, and can
match nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from houndsman.models.finding import Side
from houndsman.models.severity import Severity

_NOTHING: Mapping[str, object] = MappingProxyType({})


class ForeignFinding(NamedTuple):
    """One finding as its reader understood it. A tuple, because a set may hold a hundred thousand."""

    file: str | None
    """Path with `/`, as far as the reader could place it; null for none."""
    line: int | None
    """First line, counted from 1; null for none."""
    end_line: int | None = None
    """Last line, never before `line`; null for the first line alone."""
    side: Side | None = None
    """Which side of a diff the lines are counted on; null where the format does not say."""
    rule: str | None = None
    message: str = ""
    action: str = ""
    quote: str = ""
    severity: Severity | None = None
    """Mapped once, by the reader; null where the format or the tool does not say."""
    category: str | None = None
    case: str | None = None
    """The case of a golden set that it belongs to (`case` or `pr`); null where only its file tells."""
    id: str | None = None
    """Its own name, where it has one."""
    commit: str | None = None
    """The commit that its lines are counted in, where it says so."""
    source: str = ""
    """The place of its words: file, and line or index in it. For messages; never compared."""
    extra: Mapping[str, object] = _NOTHING
    """What the reader has no use for, as it came."""

    @property
    def last(self) -> int:
        """The last line that it covers; 0 where it has no place."""
        return self.end_line or self.line or 0

    @property
    def has_place(self) -> bool:
        """Whether it names a file and a line."""
        return self.file is not None and self.line is not None
