"""Whether a finding says what an anchor's `match` asks for.

In: an anchor, then findings. Out: yes or no. `match` is one of three:

- absent: every finding will do;
- text: it must occur in the finding's rule, message, action or quote, with case, white space and Unicode form folded;
- `/…/`: a regular expression that must be found in one of these four, white space folded and case ignored (`(?-i:…)`
  minds it); `^` and `$` are the ends of the one that is looked at.

A pattern that cannot be compiled, and one that does not come to an end within the time limit on some finding, is a
`GoldenError`: the answer is unknown then, and "no" would be a guess in the reviewer's disfavour.
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from typing import TYPE_CHECKING

from houndsman.golden.load import GoldenError
from houndsman.models.foreign import ForeignFinding
from houndsman.models.golden import GoldenAnchor

if TYPE_CHECKING:
    from regex import Pattern

#: Seconds that one pattern may take on one text of one finding. An honest one needs a thousandth.
TIME_LIMIT = 1.0

_SHOWN = 60  # characters of foreign text in a message

# Anchors of one file are tried on the same findings, one after the other: each finding is folded once, unless a file
# has more of them than this.
_KEPT = 65_536


class Matcher:
    """The test that the `match` of one anchor asks for."""

    __slots__ = ("_anchor", "_limit", "_pattern", "_wanted")

    def __init__(self, anchor: GoldenAnchor, limit: float = TIME_LIMIT) -> None:
        """Raises `GoldenError` for a pattern that cannot be compiled.

        Args:
            anchor: whose `match`.
            limit: seconds that a pattern may take on one text.
        """
        self._anchor = anchor
        self._limit = limit
        self._pattern = _pattern(anchor)
        self._wanted = folded(anchor.match or "") if self._pattern is None else ""

    def occurs_in(self, finding: ForeignFinding) -> bool:
        """Whether `finding` passes. Raises `GoldenError` where a pattern runs out of time."""
        if self._pattern is not None:
            return self._found_in(finding, self._pattern)
        said = _folded_words(finding.rule or "", finding.message, finding.action, finding.quote)
        return self._wanted in said

    def _found_in(self, finding: ForeignFinding, pattern: Pattern[str]) -> bool:
        words = _spaced_words(finding.rule or "", finding.message, finding.action, finding.quote)
        try:
            return any(pattern.search(text, timeout=self._limit) for text in words)
        except TimeoutError as error:
            named = f"the `match` of {self._anchor.id!r}"
            what = f"{named} is not done with the finding {_named(finding)} after {self._limit:g} seconds"
            hint = "Write the regular expression so that no part of a text can be taken in two ways."
            raise GoldenError(what, where=self._anchor.source, hint=hint) from error


def pattern_of(match: str | None) -> str | None:
    """The regular expression in a `match` of the form `/…/`; None for any other."""
    if match is None or len(match) < 2 or not (match.startswith("/") and match.endswith("/")):
        return None
    return match[1:-1]


def folded(text: str) -> str:
    """`text` without what two writings of it differ by: case, white space, Unicode form."""
    return _spaced(unicodedata.normalize("NFC", text).casefold())


def criterion(match: str | None) -> str | None:
    """What `match` comes to: anchors with equal criteria accept the same findings. None accepts every finding."""
    return match if pattern_of(match) is not None else folded(match or "") or None


def _pattern(anchor: GoldenAnchor) -> Pattern[str] | None:
    pattern = pattern_of(anchor.match)
    if pattern is None:
        return None
    try:
        return _compiled(pattern)
    except (ValueError, OverflowError, RecursionError) as error:
        said = "it is nested too deeply" if isinstance(error, RecursionError) else str(error)
        hint = "Put the regular expression right, or take the slashes away to have the text itself looked for."
        what = f"the `match` of {anchor.id!r} cannot be compiled: {said}"
        raise GoldenError(what, where=anchor.source, hint=hint) from error


@lru_cache(maxsize=256)
def _compiled(pattern: str) -> Pattern[str]:
    import regex  # here, to keep start-up light: few sets have a pattern

    try:
        return regex.compile(pattern, regex.IGNORECASE)
    except regex.error as error:
        raise ValueError(str(error)) from error


@lru_cache(maxsize=_KEPT)
def _folded_words(*words: str) -> str:
    """All texts of a finding in one; a line end, which no folded text holds, parts them."""
    return "\n".join(map(folded, words))


@lru_cache(maxsize=_KEPT)
def _spaced_words(*words: str) -> tuple[str, ...]:
    """Each text of a finding that has one."""
    return tuple(filter(None, map(_spaced, words)))


def _spaced(text: str) -> str:
    return " ".join(text.split())


def _named(finding: ForeignFinding) -> str:
    """Where a finding stands and how it begins, for a message."""
    place = finding.source or finding.id or f"{finding.file}:{finding.line}"
    words = _spaced(finding.message)
    shown = words if len(words) <= _SHOWN else f"{words[: _SHOWN - 1]}…"
    return f"{place} ({shown!r})" if shown else place
