"""One reply from the parts of it that came one after the other.

In: findings files as plain JSON data. Out: one that has every entry of both once. Two entries are the same if they are
equal to the letter: whether they mean the same is for finalize to see, with the rules that it has. Pure; nothing fails.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping


def union(first: Mapping[str, object], then: Mapping[str, object]) -> dict[str, object]:
    """All that `first` and `then` say. Lists are joined; of other values that of `then` counts."""
    together = {**first, **then}
    for key in first.keys() & then.keys():
        one, other = first[key], then[key]
        if isinstance(one, list) and isinstance(other, list):
            together[key] = _each_once([*one, *other])
    return together


def _each_once(entries: Iterable[object]) -> list[object]:
    return list({json.dumps(entry, sort_keys=True): entry for entry in entries}.values())
