"""By which a golden set is known: the hash of its content.

In: cases, before anything was made up for them. Out: sha256 in hex. The same anchors have the same hash whatever the
order and layout of files, lines and keys, and whatever the file of a set without cases is called. Thresholds are no
part of it: they judge a score and do not change it.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from operator import itemgetter

from houndsman.models.artifact import content_hash
from houndsman.models.golden import GoldenAnchor, GoldenCase

_Row = tuple[object, ...]

_ENCODER = json.JSONEncoder(sort_keys=True)


def digest(cases: Iterable[GoldenCase], version: int, unnamed: str | None) -> str:
    """The hash of a set.

    Args:
        cases: with ids only where the set gives them.
        version: the set's layout.
        unnamed: the case that is only called after its file; its name counts for nothing.
    """
    told = tuple(cases)
    rows = [_anchor(anchor, unnamed) for case in told for anchor in case.anchors]
    of_cases = [(_name(case.name, unnamed), case.commit, case.changed_lines, sorted(case.files)) for case in told]
    return content_hash({"version": version, "cases": sorted(of_cases, key=itemgetter(0)), "expected": _ordered(rows)})


def _anchor(anchor: GoldenAnchor, unnamed: str | None) -> _Row:
    """All that an anchor says, its id first; not where it stands."""
    own, case, *said, _, extra = anchor
    return (own, _name(case, unnamed), *said, dict(extra) or None)


def _ordered(rows: list[_Row]) -> list[_Row]:
    """By id, where that says it all; else by everything, which takes longer to compare."""
    return sorted(rows, key=itemgetter(0) if len({row[0] for row in rows}) == len(rows) else _ENCODER.encode)


def _name(case: str, unnamed: str | None) -> str:
    return "" if case == unnamed else case
