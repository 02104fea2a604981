"""Ids for new anchors: a few words of what they are about, the same each time, each given once.

In: words, and the ids that are taken. Out: ids. Pure; words without a letter or digit are called `defect`.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Container
from itertools import count

_LONGEST = 48  # characters
_SIGNS = re.compile(r"[^a-z0-9]+")


def slug(text: str) -> str:
    """`text` as an id: lower case, hyphens between its words, cut between two of them where it is long."""
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode("ascii").lower()
    words = _SIGNS.sub("-", plain).strip("-")
    if len(words) > _LONGEST:
        words = words[: _LONGEST + 1].rpartition("-")[0] or words[:_LONGEST]
    return words or "defect"


def free(wanted: str, taken: Container[str]) -> str:
    """`wanted`, with a number behind it from the second of its kind on."""
    numbered = (wanted if number == 1 else f"{wanted}-{number}" for number in count(1))
    return next(each for each in numbered if each not in taken)
