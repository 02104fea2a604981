"""Which findings came nearest to a defect that nobody found, and why each of them does not prove it.

In: a score, then anchors that are missing in it. Out: near misses, each with all that stood in its way. Nothing fails.

Looked for in this order, until there are enough: findings in the anchor's file, nearest first; findings in that file
that name no line; findings in a file of the same name somewhere else, as where paths are relative to another folder.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Iterator
from heapq import nsmallest
from pathlib import PurePosixPath
from typing import NamedTuple

from houndsman.golden.load import GoldenError
from houndsman.golden.match_text import Matcher
from houndsman.golden.score import Score
from houndsman.models.foreign import ForeignFinding
from houndsman.models.golden import GoldenAnchor
from houndsman.prompt.foreign import one_line

#: Findings that are looked for beside a defect, unless somebody asks for fewer.
SHOWN = 3

# Findings of one file that are looked at on either side of an anchor: a file may have a hundred thousand of them, and
# as many anchors.
_AROUND = 50

_TEXT = 60  # characters of a text that a reason quotes


class NearMiss(NamedTuple):
    """A finding that might have been meant."""

    finding: ForeignFinding
    reasons: tuple[str, ...]
    """Why it does not prove the defect, at least one; sentences without a period."""


class _Known(NamedTuple):
    finding: ForeignFinding
    case: str | None
    proves: str | None
    """The id of the defect that it proves."""


class Neighbourhood:
    """The findings of a score by place, ready to be asked for near misses."""

    def __init__(self, score: Score) -> None:
        self.findings = 0
        """How many there are."""
        self._placed: defaultdict[str, list[_Known]] = defaultdict(list)
        self._lineless: defaultdict[str, list[_Known]] = defaultdict(list)
        self._files: defaultdict[str, list[str]] = defaultdict(list)
        for known in _known(score):
            self.findings += 1
            if known.finding.file is not None:
                places = self._lineless if known.finding.line is None else self._placed
                places[known.finding.file].append(known)
        for file, found in sorted(self._placed.items()):
            found.sort(key=_first)
            self._files[PurePosixPath(file).name].append(file)

    def near(self, anchor: GoldenAnchor, most: int = SHOWN) -> list[NearMiss]:
        """At most `most` that came nearest to `anchor`, which nobody found and which has a place."""
        file = anchor.file or ""
        candidates = self._nearest(anchor, [file], most)
        candidates += self._lineless.get(file, [])[: most - len(candidates)]
        if not candidates:
            elsewhere = self._files.get(PurePosixPath(file).name, [])
            candidates = self._nearest(anchor, [each for each in elsewhere if each != file], most)
        return [NearMiss(known.finding, tuple(_reasons(anchor, known))) for known in candidates]

    def _nearest(self, anchor: GoldenAnchor, files: Iterable[str], most: int) -> list[_Known]:
        around: list[_Known] = []
        for file in files:
            found = self._placed.get(file, [])
            at = bisect_left(found, anchor.line or 0, key=_first)
            around += found[max(0, at - _AROUND) : at + _AROUND]
        return nsmallest(most, around, key=lambda known: (_is_elsewhere(anchor, known), _distance(anchor, known)))


def _known(score: Score) -> Iterator[_Known]:
    for match in score.matches:
        yield _Known(match.finding, match.anchor.case, match.anchor.id)
    for repeat in (*score.duplicates, *score.ignored):
        yield _Known(repeat.finding, repeat.anchor.case, None)
    for reported in (*score.outside, *score.unanchored_findings):
        yield _Known(reported.finding, reported.case, None)


def _first(known: _Known) -> int:
    return known.finding.line or 0


def _is_elsewhere(anchor: GoldenAnchor, known: _Known) -> bool:
    return known.case != anchor.case


def _distance(anchor: GoldenAnchor, known: _Known) -> tuple[int, int]:
    """Lines between the two, then between their first lines: what the score goes by."""
    first = _first(known)
    return max(0, (anchor.line or 0) - known.finding.last, first - anchor.last), abs((anchor.line or 0) - first)


def _reasons(anchor: GoldenAnchor, known: _Known) -> Iterator[str]:
    told = [*_of_place(anchor, known), *_of_words(anchor, known.finding)]
    if told:
        yield from told
    elif known.proves is not None:
        yield f"it proves {one_line(known.proves, _TEXT)} already, and a finding proves one defect"
    else:
        yield "it counts for another defect"


def _of_place(anchor: GoldenAnchor, known: _Known) -> Iterator[str]:
    finding = known.finding
    if finding.file != anchor.file:
        yield "it stands in another file"
    if known.case is None:
        yield "it belongs to no case of the set"
    elif _is_elsewhere(anchor, known):
        yield f"it belongs to the case {one_line(known.case, _TEXT)}"
    if finding.line is None:
        yield "it names no line"
        return
    gap, _ = _distance(anchor, known)
    if gap > anchor.tolerance:
        where = "above" if finding.last < (anchor.line or 0) else "below"
        yield f"it is {gap} line{'' if gap == 1 else 's'} {where}, and the tolerance is {anchor.tolerance}"
    if anchor.side is not None and finding.side is not None and anchor.side is not finding.side:
        yield f"its lines are those of the {finding.side} side, the defect's those of the {anchor.side} one"


def _of_words(anchor: GoldenAnchor, finding: ForeignFinding) -> Iterator[str]:
    if anchor.match is None:
        return
    try:
        if not Matcher(anchor).occurs_in(finding):
            yield f"it does not say what `match` asks for: {one_line(anchor.match, _TEXT)}"
    except GoldenError as error:
        yield one_line(error.what)
