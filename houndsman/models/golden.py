"""Golden sets: frozen, confirmed defects that a reviewer is graded against."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import NamedTuple

from houndsman.models.finding import Side
from houndsman.models.manifest import RunWarning
from houndsman.models.severity import Severity

_NOTHING: Mapping[str, object] = MappingProxyType({})


class GoldenAnchor(NamedTuple):
    """One known defect at its place."""

    id: str
    case: str
    """The case it belongs to: a pull request, or a file of a directory of cases."""
    file: str | None
    line: int | None
    """First line, counted from 1. Without a file or a line the anchor has no place: it is counted, never matched."""
    end_line: int | None = None
    """Last line, never before `line`; null for the first line alone."""
    tolerance: int = 0
    """Lines that a finding may be away from the range and still touch it."""
    match: str | None = None
    """Text that must occur in the finding's rule, message, action or quote; `/…/` is a regular expression."""
    side: Side | None = None
    severity: Severity | None = None
    category: str | None = None
    rule: str | None = None
    note: str = ""
    """What the defect is, for people."""
    code: str | None = None
    """The anchored source text, which relocation checks."""
    ignored: bool = False
    """Neutral: it takes findings that no real anchor wants out of every count."""
    source: str = ""
    """Where it stands: `golden.jsonl:12` (a line), `pay.json: expected[3]` (an index). For messages."""
    extra: Mapping[str, object] = _NOTHING
    """Keys that the format does not know, as they came."""

    @property
    def last(self) -> int:
        """The last line that it covers; 0 where it has no place."""
        return self.end_line or self.line or 0

    @property
    def has_place(self) -> bool:
        """Whether it names a file and a line."""
        return self.file is not None and self.line is not None


@dataclass(frozen=True, slots=True)
class GoldenCase:
    """What is judged as one: a change with its defects, or with none."""

    name: str
    anchors: tuple[GoldenAnchor, ...] = ()
    """In the order of the file, ignored ones included. Without one that is not ignored the case is clean."""
    files: frozenset[str] = frozenset()
    """Paths that are known to belong to it: those of its anchors and of lines that only name a file."""
    commit: str | None = None
    """The commit in which its lines are counted, where the set says so."""
    changed_lines: int | None = None
    """Size of its change, lines added and removed, where the set says so (`changedLines`)."""

    @property
    def clean(self) -> bool:
        """Whether it is known to hold no defect."""
        return all(anchor.ignored for anchor in self.anchors)


class Thresholds(NamedTuple):
    """What a reviewer must reach; below it a score's exit code is 1."""

    recall: float | None = None
    precision: float | None = None
    """The strict one."""
    false_alarms: float | None = None
    """At most this share of the clean cases may have a finding."""


@dataclass(frozen=True, slots=True)
class GoldenSet:
    """A file or a directory of anchors, loaded."""

    path: str
    """As it was named."""
    stem: str
    """What reports are named after: `golden-<stem>.json`."""
    hash: str
    """sha256 of its content: the same anchors in another order or layout have the same."""
    version: int
    commit: str | None
    """The one commit of the whole set; null where cases have their own or none is given."""
    cases: tuple[GoldenCase, ...]
    """By name."""
    thresholds: Thresholds = field(default=Thresholds())
    warnings: tuple[RunWarning, ...] = field(default=())
    """What the loader put up with, for whoever reads the score."""

    @property
    def anchors(self) -> tuple[GoldenAnchor, ...]:
        """All anchors, case by case, ignored ones included."""
        return tuple(anchor for case in self.cases for anchor in case.anchors)
