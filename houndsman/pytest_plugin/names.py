"""What the items of a golden set are called.

In: the anchors of a set, in its order. Out: a name for each that may stand in a node id, different from all others, and
the same whenever the set is the same. Nothing fails.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable
from itertools import count

from houndsman.models.golden import GoldenAnchor
from houndsman.prompt.foreign import one_line

_LONGEST = 120  # characters

#: What parts the names in a node id.
_PARTING = re.compile(":{2,}")


def item_names(anchors: Iterable[GoldenAnchor], taken: Collection[str]) -> list[str]:
    """A name for each of `anchors`: its id, with its case where several have that id, numbered where that is no help.

    Args:
        anchors: in the set's order.
        taken: names that others have.
    """
    listed = list(anchors)
    times = Counter(anchor.id for anchor in listed)
    used = set(taken)
    names = []
    for anchor in listed:
        name = _safe(anchor.id if times[anchor.id] == 1 else f"{anchor.case}/{anchor.id}")
        if name in used:
            name = next(other for at in count(2) if (other := f"{name}#{at}") not in used)
        used.add(name)
        names.append(name)
    return names


def _safe(text: str) -> str:
    """`text` on one line, without what a terminal obeys and without what parts names."""
    return _PARTING.sub(":", one_line(text, _LONGEST)) or "defect"
