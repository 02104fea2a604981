"""Where a watchdog says the same twice: a rule, and again in the checklist or the guidance.

What stands twice in a brief is read twice and paid for twice; and once one of the two is changed, nobody knows which
counts. In: a watchdog. Out: each sentence of checklist and guidance that a rule says already. Nothing fails.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from houndsman.matching.dedupe_key import fold_message
from houndsman.matching.near_duplicates import likeness
from houndsman.models.watchdog import Rule, Watchdog

_BLOCK = re.compile(r"\n\s*(?:[-*+]|\d+[.)])\s+|\n\s*\n")
_SENTENCE = re.compile(r"(?<=[.!?])\s+")
_SIGNS = re.compile(r"[^\w'’]+")

#: Words below which two sentences are alike by chance.
_FEWEST = 4


class Repeat(NamedTuple):
    """A sentence that a rule says already."""

    rule: Rule
    key: tuple[str | int, ...]
    """Where it stands: `("checklist", 0)` or `("guidance",)`."""
    sentence: str
    alike: int
    """Per cent."""


def repeats(watchdog: Watchdog) -> Iterator[Repeat]:
    """Each sentence once, with the rule that it is most like; in the order of checklist and guidance."""
    rules = [(rule, _folded(said)) for rule in watchdog.rules for said in (rule.title, *sentences(rule.text))]
    places = [(("checklist", at), item) for at, item in enumerate(watchdog.checklist)]
    for key, text in (*places, (("guidance",), watchdog.guidance)):
        for sentence in sentences(text):
            rated = [(_alike(_folded(sentence), said), -rule.number, rule) for rule, said in rules]
            alike, _, rule = max(rated, default=(0, 0, None), key=lambda each: each[:2])
            if rule is not None and alike:
                yield Repeat(rule, key, sentence, alike)


def sentences(text: str) -> list[str]:
    """The sentences of Markdown, list entries included, each on one line."""
    blocks = (" ".join(block.split()) for block in _BLOCK.split(f"\n{text}"))
    return [sentence for block in blocks for sentence in _SENTENCE.split(block) if sentence]


def _folded(sentence: str) -> str:
    return _SIGNS.sub(" ", fold_message(sentence)).strip()


def _alike(one: str, other: str) -> int:
    """How alike two folded sentences are, in per cent; 0 where they are not, or are too short to tell."""
    if min(len(one.split()), len(other.split())) < _FEWEST:
        return 0
    return int(likeness(one, other))
