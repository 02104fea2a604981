"""Which findings of one run probably say the same, without being equal.

In: merged findings. Out: a label for each that has a companion, None for the others. Linked findings are never merged
and none is dropped: only a person can tell whether "not checked" and "checked twice" are one defect.

Two findings are linked when they stand in the same file on the same side, their lines overlap or are at most `NEAR`
lines apart, and they say something alike or may harm the same. Links add up: a label covers everyone who is connected.
"""

from __future__ import annotations

import hashlib
import re
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import groupby

from rapidfuzz import fuzz

from houndsman.matching.dedupe_key import DedupeKey, dedupe_key, fold_message
from houndsman.models.finding import MergedFinding

#: Lines between two findings that may still be about the same.
NEAR = 3

#: Least `token_set_ratio` of two folded messages that are alike, in per cent.
ALIKE = 75.0

# Bounds for hostile input: a label is a convenience, and a long essay or a thousand findings on one line must not make
# it expensive. What is not compared is not linked, and nothing is lost by that.
_COMPARED_CHARS = 400
_COMPARED_TEXTS = 128

_NEGATION = re.compile(
    r"\b(?:not|no|never|without|cannot|none|nor|neither|lacks?|missing|não|nao|nunca|sem|nem|jamais)\b|n[’']t\b"
)


def label_groups(findings: Sequence[MergedFinding]) -> list[str | None]:
    """The group label of each finding, in the given order; the same labels whatever that order is."""
    keys = [dedupe_key(finding) for finding in findings]
    order = sorted(range(len(findings)), key=lambda at: _sort_key(keys[at]))
    links = _Links(len(findings))
    for _, places in groupby(order, key=lambda at: (findings[at].path, findings[at].side, findings[at].line is None)):
        for one, other in _links_of_file(findings, list(places)):
            links.join(one, other)
    labels: list[str | None] = [None] * len(findings)
    names: dict[int, str] = {}
    sizes = links.sizes()
    for at in order:
        root = links.root(at)
        if sizes[root] > 1:
            labels[at] = names.setdefault(root, _label(keys[at]))
    return labels


def are_alike(one: str, other: str) -> bool:
    """Whether two folded messages say nearly the same; never when one denies what the other states."""
    if min(one.count(" "), other.count(" ")) < 2:
        return one == other  # every sentence with the word "bug" in it would hold the message "bug"
    if _denials(one) != _denials(other):
        return False
    return fuzz.token_set_ratio(one, other, score_cutoff=ALIKE) > 0


@lru_cache(maxsize=1024)
def _denials(text: str) -> int:
    return len(_NEGATION.findall(text))


def _links_of_file(findings: Sequence[MergedFinding], order: Sequence[int]) -> Iterator[tuple[int, int]]:
    """One sweep over the findings of a file and side by first line. For each kind of harm, and for each distinct text,
    it is enough to remember the finding that reaches furthest down."""
    harms: dict[str, tuple[int, int]] = {}
    texts: OrderedDict[str, tuple[int, int]] = OrderedDict()
    for at in order:
        finding = findings[at]
        first, last = finding.line or 0, max(finding.line or 0, finding.end_line or 0)
        for harm in _harms(finding):
            reach = harms.get(harm)
            if reach is None or first - reach[0] > NEAR:
                harms[harm] = (last, at)
                continue
            yield reach[1], at
            harms[harm] = max(reach, (last, at))
        text = fold_message(finding.message)[:_COMPARED_CHARS]
        if text:
            yield from ((other, at) for other in _texts_alike(texts, text, first))
            texts[text] = max(texts.pop(text, (last, at)), (last, at))


def _texts_alike(texts: OrderedDict[str, tuple[int, int]], text: str, first: int) -> list[int]:
    """Whom a finding that begins at line `first` and says `text` is linked with; forgets whom nobody can reach."""
    for passed in [known for known, (last, _) in texts.items() if first - last > NEAR]:
        del texts[passed]
    while len(texts) > _COMPARED_TEXTS:
        texts.popitem(last=False)
    return [at for known, (_, at) in texts.items() if known == text or are_alike(known, text)]


def _harms(finding: MergedFinding) -> set[str]:
    """What it may harm. Emergent findings at one line share at least the rule that they lack."""
    harms = {member.impact_class for member in finding.members if member.impact_class}
    if finding.rule.startswith("emergent/"):
        harms.add(finding.rule if finding.line is None else f"{finding.rule} at {finding.line}")
    return harms


def _sort_key(key: DedupeKey) -> tuple[bytes, str, int, str, str]:
    return key.path.raw, key.side, -1 if key.line is None else key.line, key.rule, key.message


def _label(key: DedupeKey) -> str:
    """Named after the group's first member, which no other group of the run has."""
    text = "\n".join((key.path.text, key.side, str(key.line), key.rule, key.message))
    return "g-" + hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:8]


class _Links:
    """Which findings are connected (disjoint sets with path halving)."""

    def __init__(self, count: int) -> None:
        self._above = list(range(count))

    def root(self, at: int) -> int:
        above = self._above
        while above[at] != at:
            above[at] = above[above[at]]
            at = above[at]
        return at

    def join(self, one: int, other: int) -> None:
        self._above[self.root(other)] = self.root(one)

    def sizes(self) -> dict[int, int]:
        sizes: dict[int, int] = {}
        for at in range(len(self._above)):
            root = self.root(at)
            sizes[root] = sizes.get(root, 0) + 1
        return sizes
