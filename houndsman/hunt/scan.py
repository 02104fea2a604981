"""Where in an agent's message a reply may stand.

In: the text of one message. Out: the stretches of it that are an object, outermost ones, in order, and those that begin
as a reply and break off. Nothing fails, and nothing is read twice but the last word of an attempt that failed: the time
is linear, whatever the text. There is no recursion, so no depth is too deep.

Braces in prose, and those in the strings of a JSON object, are no objects. An attempt begins at a brace that a key
follows and ends where the grammar does not go on. What it has passed by then is settled: objects that were closed are
objects, those still open are none. Only a string where a key should be may have been no string, but the space between
two quotes that have nothing to do with each other: the next attempt may begin inside of it. The strings of an object
that has a key and a value are data, and no answer is ever taken from there: it may be the reviewed code that speaks.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import NamedTuple

from houndsman.hunt.grammar import LOOSE, PLAIN, Expect, Grammar, Token

#: The key that every reply has and by which one that breaks off is told from other text.
REPLY_KEY = "findings"

_VALUE_NEXT = (Expect.VALUE, Expect.FIRST_ITEM, Expect.ITEM)
_KEY_NEXT = (Expect.FIRST_KEY, Expect.KEY)


class Stretch(NamedTuple):
    """A part of a text."""

    start: int
    """Where its opening brace stands."""
    end: int
    """Behind its closing brace, or where it breaks off."""
    is_closed: bool


class Scan(NamedTuple):
    """What one pass over a text found."""

    stretches: tuple[Stretch, ...]
    steps: int
    """Characters that were read, those read twice counted twice: what the time is linear in."""


def stretches(text: str) -> tuple[Stretch, ...]:
    """What of `text` may be a reply, in order. A stretch inside another one is a part of it and not listed."""
    if REPLY_KEY not in text:
        return ()
    if (whole := _whole(text)) is not None:
        return (whole,)
    plain = scan(text, PLAIN).stretches
    found = sorted(
        {*plain, *scan(text, LOOSE, plain).stretches},
        key=lambda stretch: (stretch.start, -stretch.end, not stretch.is_closed),
    )
    outermost: list[Stretch] = []
    for stretch in found:
        if not outermost or stretch.end > outermost[-1].end:
            outermost.append(stretch)
    return tuple(outermost)


def _whole(text: str) -> Stretch | None:
    """All of `text`, where it is one JSON object and nothing else, as most replies are: a parser in C is far faster."""
    words = text.strip()
    if not words.startswith("{"):
        return None
    try:
        json.loads(words)
    except (ValueError, RecursionError):
        return None
    start = text.index("{")
    return Stretch(start, start + len(words), is_closed=True)


def scan(text: str, grammar: Grammar, known: Sequence[Stretch] = ()) -> Scan:
    """The objects of `text` that `grammar` knows, and the replies that break off.

    Args:
        text: one message.
        grammar: how objects may be written.
        known: stretches that are objects in this grammar, too: they are not read again and not listed.
    """
    ends = {stretch.start: stretch.end for stretch in known if stretch.is_closed}
    found: list[Stretch] = []
    steps = at = 0
    last = text.rfind(REPLY_KEY)  # no reply begins behind it
    while (start := grammar.start.search(text, at)) and start.start() < last:
        at = ends.get(start.start(), 0)
        if not at:
            attempt = _Attempt(text, start.start(), grammar)
            attempt.run()
            found += attempt.found
            steps += attempt.end - start.start()
            at = attempt.go_on_at()
    return Scan(tuple(found), steps)


class _Attempt:
    """Reading one object, as far as it goes."""

    def __init__(self, text: str, start: int, grammar: Grammar) -> None:
        self.found: list[Stretch] = []
        """Objects that were closed and are inside no other one; at last the reply that breaks off."""
        self.end = start
        self._text = text
        self._start = start
        self._grammar = grammar
        self._opened: list[int] = []
        """Where each bracket stands that is open."""
        self._reply_depth = 0
        """How many are open at the outermost object that has the key of a reply; 0 where none has."""
        self._expect = Expect.VALUE
        self._last: Token | None = None

    def run(self) -> None:
        """Reads up to the closing brace, or to where it does not go on."""
        text, grammar, at = self._text, self._grammar, self._start
        while True:
            token = grammar.next_token(text, at)
            step = grammar.steps[self._expect].get(token.kind)
            if step is None:
                self._break_off(token)
                return
            at = self.end = token.end
            self._last = token
            self._take(token, step)
            if not self._opened:
                return

    def _take(self, token: Token, step: Expect) -> None:
        if step is Expect.FIRST_KEY or step is Expect.FIRST_ITEM:
            self._opened.append(token.start)
        elif step is Expect.COLON:
            if not self._reply_depth and self._is_reply_key(token):
                self._reply_depth = len(self._opened)
        elif step is Expect.CLOSED:
            self._close(token.end)
            step = Expect.DONE
        if step is Expect.DONE and self._opened:
            step = Expect.AFTER_VALUE if self._text[self._opened[-1]] == "{" else Expect.AFTER_ITEM
        self._expect = step

    def _is_reply_key(self, token: Token) -> bool:
        return self._text[token.start : token.end].strip("\"'“”") == REPLY_KEY

    def _close(self, end: int) -> None:
        start = self._opened.pop()
        if len(self._opened) < self._reply_depth:
            self._reply_depth = 0
        if self._text[start] == "{":
            while self.found and self.found[-1].start > start:
                self.found.pop()
            self.found.append(Stretch(start, end, is_closed=True))

    def _break_off(self, token: Token) -> None:
        """`token` cannot stand where it does."""
        is_text = self._expect in _VALUE_NEXT or (self._expect in _KEY_NEXT and self._reply_depth > 0)
        self.end = len(self._text) if token.kind == "open" and is_text else token.start
        if self._reply_depth:
            self.found.append(Stretch(self._opened[self._reply_depth - 1], self.end, is_closed=False))

    def go_on_at(self) -> int:
        """Where the next attempt may begin."""
        if not self._opened:
            return self.end
        if self._reply_depth:  # what stands on the rest of the line is a part of it, too, or of a text inside it
            line_end = self._text.find("\n", self.end)
            return len(self._text) if line_end < 0 else line_end
        key = self._last
        if self._expect is Expect.COLON and key is not None and key.kind == "string":
            follows_at_once = not self._text[key.end : self.end].strip()  # else a comment would be read again and again
            if follows_at_once:
                return key.start + 1
        return max(self.end, self._start + 1)
