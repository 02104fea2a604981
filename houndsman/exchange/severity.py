"""What a tool's word for severity is among ours: mapped once, at the door.

In: any value, and the words that only this tool uses. Out: a severity; None where nothing was said, or the tool says
that none applies. A word that nobody knows is None as well: it must neither agree nor disagree with a golden set's.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from houndsman.intake.severity_words import SEVERITY_WORDS
from houndsman.models.severity import Severity

_NO_WORDS: Mapping[str, Severity | None] = MappingProxyType({})


def severity_named(word: object, own: Mapping[str, Severity | None] = _NO_WORDS) -> Severity | None:
    """The severity that `word` names; `own` words, in small letters, come before the one table of all tools."""
    if not isinstance(word, str) or not word.strip():
        return None
    folded = word.strip().casefold()
    return own[folded] if folded in own else SEVERITY_WORDS.get(folded)
