"""Which findings of one run probably say the same, without being equal, and why one may think so.

In: merged findings. Out: links between two of them, each with every reason that holds for the two. Linked findings are
never merged and none is dropped: only a person can tell whether "not checked" and "checked twice" are one defect.

Two findings are linked when they stand in the same file on the same side, their lines overlap or are at most `NEAR`
lines apart, and they say something alike or may harm the same. Links add up. There are just as many as it takes to
connect everyone who belongs together: a hundred findings at one line have ninety-nine links, not five thousand.
"""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import groupby
from typing import NamedTuple

from rapidfuzz import fuzz

from houndsman.matching.connected import Connected
from houndsman.matching.dedupe_key import DedupeKey, dedupe_key, fold_message
from houndsman.models.finding import MergedFinding, is_emergent

#: Lines between two findings that may still be about the same.
NEAR = 3

#: Least `token_set_ratio` of two folded messages that are alike, in per cent.
ALIKE = 75.0

# Bounds for hostile input: a link is a convenience, and a long essay or a thousand findings on one line must not make
# it expensive. What is not compared is not linked, and nothing is lost by that.
_COMPARED_CHARS = 400
_COMPARED_TEXTS = 128

_NEGATION = re.compile(
    r"\b(?:not|no|never|without|cannot|none|nor|neither|lacks?|missing|não|nao|nunca|sem|nem|jamais)\b|n[’']t\b"
)


class Link(NamedTuple):
    """Two findings that probably say the same."""

    one: int
    """Position of the first of the two, in order of place."""
    other: int
    reasons: tuple[str, ...]
    """How near they are, then what they share, in words; the same whatever the order of the findings."""


def link_findings(findings: Sequence[MergedFinding]) -> list[Link]:
    """The links between `findings`, by position; the same ones whatever the order is."""
    keys = [dedupe_key(finding) for finding in findings]
    order = sorted(range(len(findings)), key=lambda at: _sort_key(keys[at]))
    ordered = [findings[at] for at in order]
    connected = Connected(len(ordered))
    links = []
    ranks = range(len(ordered))
    for _, places in groupby(ranks, key=lambda at: (ordered[at].path, ordered[at].side, ordered[at].line is None)):
        for one, other in _candidates_of_file(ordered, list(places)):
            if connected.join(one, other):
                links.append(Link(order[one], order[other], reasons(ordered[one], ordered[other])))
    return links


def reasons(one: MergedFinding, other: MergedFinding) -> tuple[str, ...]:
    """Why `one` and `other` are linked: every test that holds for the two. Empty where they are not."""
    apart = _lines_apart(one, other)
    if apart is None or (one.path, one.side) != (other.path, other.side):
        return ()
    shared = [f"both may harm {harm}" for harm in sorted(_impact_classes(one) & _impact_classes(other))]
    if _lacks_rule(one) & _lacks_rule(other):
        shared.append("both without a rule at one place")
    alike = likeness(_compared(one), _compared(other))
    if alike:
        shared.append(f"messages {int(alike)} % alike")
    return (apart, *shared) if shared else ()


def likeness(one: str, other: str) -> float:
    """How alike two folded messages are, in per cent; 0 below `ALIKE`, and where one denies what the other states."""
    if one == other:
        return 100.0 if one else 0.0
    if min(one.count(" "), other.count(" ")) < 2:
        return 0.0  # every sentence with the word "bug" in it would hold the message "bug"
    if _denials(one) != _denials(other):
        return 0.0
    return fuzz.token_set_ratio(one, other, score_cutoff=ALIKE)


@lru_cache(maxsize=1024)
def _denials(text: str) -> int:
    return len(_NEGATION.findall(text))


def _candidates_of_file(findings: Sequence[MergedFinding], places: Sequence[int]) -> Iterator[tuple[int, int]]:
    """One sweep over the findings of a file and side, which stand at `places`, by first line.

    For each kind of harm, and for each distinct text, it is enough to remember the finding that reaches furthest down.
    """
    harms: dict[str, tuple[int, int]] = {}
    texts: OrderedDict[str, tuple[int, int]] = OrderedDict()
    for at in places:
        finding = findings[at]
        first, last = _span(finding)
        for harm in sorted(_impact_classes(finding) | _lacks_rule(finding)):
            reach = harms.get(harm)
            if reach is None or first - reach[0] > NEAR:
                harms[harm] = (last, at)
                continue
            yield reach[1], at
            harms[harm] = max(reach, (last, at))
        text = _compared(finding)
        if text:
            yield from ((other, at) for other in _texts_alike(texts, text, first))
            texts[text] = max(texts.pop(text, (last, at)), (last, at))


def _texts_alike(texts: OrderedDict[str, tuple[int, int]], text: str, first: int) -> list[int]:
    """Whom a finding that begins at line `first` and says `text` is linked with, the latest first; forgets whom nobody
    can reach."""
    for passed in [known for known, (last, _) in texts.items() if first - last > NEAR]:
        del texts[passed]
    while len(texts) > _COMPARED_TEXTS:
        texts.popitem(last=False)
    return [at for known, (_, at) in reversed(texts.items()) if likeness(known, text)]


def _compared(finding: MergedFinding) -> str:
    return fold_message(finding.message)[:_COMPARED_CHARS]


def _span(finding: MergedFinding) -> tuple[int, int]:
    """First and last line; (0, 0) for the whole file."""
    return finding.line or 0, max(finding.line or 0, finding.end_line or 0)


def _lines_apart(one: MergedFinding, other: MergedFinding) -> str | None:
    """How near the two stand, in words; None where that is too far."""
    if one.line is None or other.line is None:
        return "both about the whole file" if one.line is other.line else None
    if one.line == other.line:
        return "the same line"
    (first, end), (start, last) = _span(one), _span(other)
    apart = max(start - end, first - last)
    if apart > NEAR:
        return None
    return "overlapping lines" if apart <= 0 else f"{apart} line{'s' if apart > 1 else ''} apart"


def _impact_classes(finding: MergedFinding) -> set[str]:
    """What it may harm."""
    return {member.impact_class for member in finding.members if member.impact_class}


def _lacks_rule(finding: MergedFinding) -> set[str]:
    """Emergent findings at one line share at least the rule that they lack; of the whole file, if the class is one."""
    if not is_emergent(finding.rule):
        return set()
    return {finding.rule if finding.line is None else f"{finding.rule} at {finding.line}"}


def _sort_key(key: DedupeKey) -> tuple[bytes, str, int, str, str]:
    return key.path.raw, key.side, -1 if key.line is None else key.line, key.rule, key.message
