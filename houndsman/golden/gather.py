"""The cases of a golden set, put together from its entries.

In: entries, each with what its file says of all of them. Out: cases by name, whose anchors all have an id. An entry
whose words contradict what its case was said to be raises `BadEntry`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import count
from typing import TypeVar

from houndsman.golden.canonical import ordered_anchors
from houndsman.golden.entry import BadEntry, Warnings, case_of, count_at, file_of, read_entry, shown, text_at
from houndsman.golden.root import Root
from houndsman.models.golden import GoldenAnchor, GoldenCase

_Said = TypeVar("_Said", str | None, int | None)


@dataclass(slots=True)
class _Case:
    anchors: list[GoldenAnchor] = field(default_factory=list)
    files: set[str] = field(default_factory=set)
    commit: str | None = None
    changed_lines: int | None = None


class Gathered:
    """What was read so far."""

    def __init__(self) -> None:
        self.warnings = Warnings()
        self._cases: dict[str, _Case] = {}

    def add(self, raw: Mapping[str, object], root: Root, source: str) -> None:
        """One entry: an anchor, or with `expected` a case that holds none.

        Args:
            raw: the entry.
            root: what its file says of all entries.
            source: where it stands.
        """
        if "expected" in raw:
            if raw["expected"] != []:
                hint = "Only a case without defects has `expected` in an entry. Write each anchor as an entry."
                raise BadEntry("expected", f"`expected` is {shown(raw['expected'])} in an entry", hint)
            case, file = self._case(case_of(raw) or root.case, root), file_of(raw)
        else:
            anchor = read_entry(raw, root.case, source, self.warnings)
            case, file = self._case(anchor.case, root), anchor.file
            case.anchors.append(anchor)
        if file is not None:
            case.files.add(file)
        if "commit" in raw or "changedLines" in raw:
            case.commit = _agreed("commit", case.commit, text_at(raw, "commit"))
            case.changed_lines = _agreed("changedLines", case.changed_lines, count_at(raw, "changedLines", least=0))

    def size(self, root: Root, source: str) -> None:
        """The size that a file gives for its own case, once its entries are there."""
        if root.changed_lines is None:
            return
        if root.case in self._cases:
            case = self._cases[root.case]
            case.changed_lines = _agreed("changedLines", case.changed_lines, root.changed_lines)
            return
        what = "`changedLines` of a file whose entries all name a case of their own says nothing"
        self.warnings.add("golden-size-unused", what, source)

    def cases(self) -> tuple[GoldenCase, ...]:
        """The cases by name. The id of an anchor that has none is empty; `with_ids` fills it in."""
        return tuple(
            GoldenCase(name, tuple(case.anchors), frozenset(case.files), case.commit, case.changed_lines)
            for name, case in sorted(self._cases.items())
        )

    def _case(self, name: str, root: Root) -> _Case:
        case = self._cases.get(name)
        if case is None:
            case = self._cases[name] = _Case()
        if root.commit is not None:
            case.commit = _agreed("commit", case.commit, root.commit)
        return case


def with_ids(cases: tuple[GoldenCase, ...]) -> tuple[GoldenCase, ...]:
    """`cases` with ids for the anchors that have none: `<case>#<n>`, counted from 1 in order of place.

    By place and not by position in the file, so that the same anchors have the same ids however they are ordered.
    """
    used = {anchor.id for case in cases for anchor in case.anchors}
    if "" not in used:
        return cases
    return tuple(replace(case, anchors=tuple(_named(case, used))) for case in cases)


def _named(case: GoldenCase, used: set[str]) -> Iterator[GoldenAnchor]:
    free = (name for name in (f"{case.name}#{number}" for number in count(1)) if name not in used)
    # By where each stands in its file: equal anchors may share all else.
    names = {anchor.source: next(free) for anchor in ordered_anchors(a for a in case.anchors if not a.id)}
    for anchor in case.anchors:
        yield anchor if anchor.id else anchor._replace(id=names[anchor.source])


def _agreed(key: str, before: _Said, now: _Said) -> _Said:
    """What is known of a case after one more entry spoke of it."""
    if now is None or before is None or now == before:
        return before if now is None else now
    hint = "All entries of a case are counted in one commit, and its change has one size: make them agree."
    raise BadEntry(key, f"`{key}` is {shown(now)} here and {shown(before)} for the same case before", hint)
