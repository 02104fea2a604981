"""Whether a regular expression can take forever, tried out on texts that such expressions are weak on.

In: an anchor. Out: the text on which its pattern did not come to an end, or None. A guess, not a proof: the texts are
made of the pattern's own signs and words, many times over, and end in one that fits nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from houndsman.golden.load import GoldenError
from houndsman.golden.match_text import Matcher
from houndsman.models.foreign import ForeignFinding
from houndsman.models.golden import GoldenAnchor

#: Seconds for one text. What tries all ways to part a hundred signs needs longer than the universe has.
_LIMIT = 0.25
_LENGTH = 100
_TRIED = 12

_ESCAPE = re.compile(r"\\.")
_PIECE = re.compile(r"\w{2,}")
_END = "\N{REPLACEMENT CHARACTER}"


def endless_on(anchor: GoldenAnchor) -> str | None:
    """A text on which the pattern of `anchor` takes too long. Raises `GoldenError` where it cannot be compiled."""
    matcher = Matcher(anchor, limit=_LIMIT)
    for text in _texts(anchor.match or ""):
        try:
            matcher.occurs_in(ForeignFinding(file=None, line=None, message=text))
        except GoldenError:
            return text
    return None


def _texts(pattern: str) -> Iterator[str]:
    plain = _ESCAPE.sub(" ", pattern)
    signs = [sign for sign in plain if sign.isalnum()]
    pieces = dict.fromkeys(["a", "0", "a ", ".", *_PIECE.findall(plain), *signs])
    for piece in list(pieces)[:_TRIED]:
        yield piece * (_LENGTH // len(piece) + 1) + _END
