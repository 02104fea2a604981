"""A golden set that is counted in one commit as a set of cases, each of which says its own.

In: the text of a set whose outermost object or header names the commit of all entries. Out: the same text in which each
entry says its case and its commit, so that defects of other commits can join it. What a fix gave becomes the case of
that fix, unless the set has said more about its case than a commit; all else stays byte for byte. Nothing fails.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path

from houndsman.golden.entry import case_of
from houndsman.golden.from_fix import FIX, fix_case
from houndsman.golden.json_places import Edit, edited, members, with_values, without_member
from houndsman.golden.rewrite import entries
from houndsman.models.golden import GoldenAnchor

_DECODER = json.JSONDecoder()

#: By one of these a file says of its own case what would be lost if no entry belonged to it.
_OF_THE_CASE = frozenset({"case", "pr", "changedLines"})


def by_case(text: str, place: Path, known: Iterable[GoldenAnchor], commit: str) -> str:
    """`text`, whose entries are all counted in `commit`, with a case and that commit in each.

    Args:
        text: of one file.
        place: the file, whose name is the case of entries that name none.
        known: its anchors.
        commit: as the outermost object, or the header, says it.
    """
    anchors = {anchor.source: anchor for anchor in known}
    (_, root), *others = entries(text, place.name)
    said = _object(text, root)
    edits: list[Edit] = [*without_member(text, root, "commit")]
    for source, at in others:
        entry = _object(text, at)
        values: dict[str, object] = {"commit": commit}
        if case_of(entry) is None:
            fix = None if said.keys() & _OF_THE_CASE else entry.get(FIX)
            case = anchors[source].case if source in anchors else case_of(said) or place.stem
            values = {"case": fix_case(fix) if isinstance(fix, str) else case, **values}
        edits += with_values(text, at, values, after="id")
    return edited(text, edits)


def _object(text: str, at: int) -> Mapping[str, object]:
    return {member.key: _DECODER.raw_decode(text, member.value)[0] for member in members(text, at)}
