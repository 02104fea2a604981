"""Which finding proves which anchor of one file.

In: the anchors of one file of one case and the findings there, both in canonical order. Out: each finding in one of
four places. Anchors are matched first, as the design says (most pairs, then the nearest); what is left over is
`ignored` where it touches an ignored anchor, else a `duplicate` where it touches an anchor (which is taken then, or it
would have been matched), else `outside`. An anchor's `match` that cannot be decided raises `GoldenError`.

An ignored anchor marks a place about which findings count nowhere: it takes all that are left over there, not one.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from houndsman.golden.match_text import Matcher
from houndsman.matching.assignment import Agree, Pair, Span, assign, touched
from houndsman.models.foreign import ForeignFinding
from houndsman.models.golden import GoldenAnchor


class LeftOver(NamedTuple):
    """A finding that proved nothing, and the nearest anchor that it touches; both by position."""

    finding: int
    anchor: int


class FilePairs(NamedTuple):
    """What became of the findings of one file. Positions are those of the arguments of `pair_up`."""

    matches: Sequence[Pair]
    """By anchor; the other three by finding."""
    duplicates: Sequence[LeftOver]
    ignored: Sequence[LeftOver]
    outside: Sequence[int]


def pair_up(
    anchors: Sequence[GoldenAnchor], findings: Sequence[ForeignFinding], tolerance: int | None = None
) -> FilePairs:
    """Match `findings` with `anchors`, which stand in the same file.

    Args:
        anchors: each with a place; ignored ones among them.
        findings: each with a place.
        tolerance: in lines, instead of each anchor's own.
    """
    if not anchors or not findings:
        return FilePairs((), (), (), range(len(findings)))
    spans = [Span(finding.line or 0, finding.last) for finding in findings]
    real = _Anchors.of([at for at, anchor in enumerate(anchors) if not anchor.ignored], anchors, findings, tolerance)
    neutral = _Anchors.of([at for at, anchor in enumerate(anchors) if anchor.ignored], anchors, findings, tolerance)
    pairs = assign(real.spans, real.tolerances, spans, real.agree)
    proving = {pair.finding for pair in pairs}
    left = [at for at in range(len(findings)) if at not in proving]
    ignored = neutral.touched_by(left, spans)
    left = _without(left, ignored)
    duplicates = real.touched_by(left, spans)
    return FilePairs(
        matches=[pair._replace(anchor=real.positions[pair.anchor]) for pair in pairs],
        duplicates=duplicates,
        ignored=ignored,
        outside=_without(left, duplicates),
    )


def _without(left: list[int], taken: Sequence[LeftOver]) -> list[int]:
    gone = {each.finding for each in taken}
    return [at for at in left if at not in gone] if gone else left


class _Anchors(NamedTuple):
    """Some anchors of a file, as the matching wants them."""

    positions: list[int]
    """Among all anchors of the file."""
    spans: list[Span]
    tolerances: list[int]
    agree: Agree | None

    @classmethod
    def of(
        cls,
        positions: list[int],
        anchors: Sequence[GoldenAnchor],
        findings: Sequence[ForeignFinding],
        tolerance: int | None,
    ) -> _Anchors:
        """Those that stand at `positions`."""
        chosen = [anchors[at] for at in positions]
        return cls(
            positions,
            [Span(anchor.line or 0, anchor.last) for anchor in chosen],
            [anchor.tolerance if tolerance is None else tolerance for anchor in chosen],
            _agreement(chosen, findings),
        )

    def touched_by(self, left: Sequence[int], spans: Sequence[Span]) -> list[LeftOver]:
        """Those of the findings at the positions `left` that touch one of these anchors, each with the nearest."""
        if not self.positions:
            return []
        agree = self.agree
        nearest = touched(
            self.spans,
            self.tolerances,
            [spans[at] for at in left],
            None if agree is None else lambda anchor, finding: agree(anchor, left[finding]),
        )
        return [LeftOver(left[finding], self.positions[anchor]) for finding, anchor in nearest.items()]


def _agreement(anchors: Sequence[GoldenAnchor], findings: Sequence[ForeignFinding]) -> Agree | None:
    """What must hold beside the lines: the side, where both say it, and the text. None where nobody says anything that
    could tell two apart, which spares the matching a question for every pair."""
    texts = [None if anchor.match is None else Matcher(anchor) for anchor in anchors]
    sides = {anchor.side for anchor in anchors} - {None}
    if sides:
        sides |= {finding.side for finding in findings} - {None}
    if len(sides) < 2 and not any(texts):
        return None

    def agree(anchor: int, finding: int) -> bool:
        side, other, text = anchors[anchor].side, findings[finding].side, texts[anchor]
        return (side is None or other is None or side is other) and (text is None or text.occurs_in(findings[finding]))

    return agree
