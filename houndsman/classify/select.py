"""`-k EXPR`: which watchdogs hunt. Pure.

The grammar is pytest's: words joined by `and`, `or`, `not` and parentheses. A word stands for every watchdog whose id
contains it, without regard to case. In: the expression, and the ids that there are. Out: a predicate. A malformed
expression, and one that no id matches, are a `UsageError`.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Iterator, Sequence

from houndsman.errors import UsageError

_TOKEN = re.compile(r"\s*(\(|\)|[^\s()]+)")
_GRAMMAR = frozenset({"(", ")", "and", "or", "not"})

Predicate = Callable[[str], bool]


def compile_selection(expression: str) -> Predicate:
    """A function that says whether a watchdog's id is selected. Raises `UsageError` for a malformed expression."""
    return _Parser(expression).parse()


def selection_among(names: Sequence[str], expression: str) -> Predicate:
    """As `compile_selection`, for watchdogs of these names. One that selects none of them is a typo, never a review
    that looks clean: `UsageError`."""
    selected = compile_selection(expression)
    if any(map(selected, names)):
        return selected
    near = " or ".join(map(repr, _near_misses(names, expression)))
    hint = f"There are: {', '.join(names)}."
    raise UsageError(
        f"no watchdog matches {expression!r}", where="-k", hint=f"Did you mean {near}? {hint}" if near else hint
    )


def _near_misses(names: Sequence[str], expression: str) -> Iterator[str]:
    """For each word that is part of no name, the name that it nearly is."""
    for word in _TOKEN.findall(expression.lower()):
        if word not in _GRAMMAR and not any(word in name.lower() for name in names):
            yield from difflib.get_close_matches(word, names, n=1)


class _Parser:
    """Recursive descent: or < and < not < word or parentheses."""

    def __init__(self, expression: str) -> None:
        self._expression = expression
        self._tokens = _TOKEN.findall(expression)
        self._at = 0

    def parse(self) -> Predicate:
        if not self._tokens:
            raise self._wrong("it is empty")
        predicate = self._either()
        if self._at < len(self._tokens):
            raise self._wrong(f"{self._tokens[self._at]!r} is not expected there")
        return predicate

    def _either(self) -> Predicate:
        left = self._both()
        while self._take("or"):
            left = _or(left, self._both())
        return left

    def _both(self) -> Predicate:
        left = self._negated()
        while self._take("and"):
            left = _and(left, self._negated())
        return left

    def _negated(self) -> Predicate:
        if self._take("not"):
            inner = self._negated()
            return lambda name: not inner(name)
        return self._word()

    def _word(self) -> Predicate:
        if self._take("("):
            inner = self._either()
            if not self._take(")"):
                raise self._wrong("a ')' is missing")
            return inner
        if self._at >= len(self._tokens) or self._tokens[self._at] in (")", "and", "or"):
            raise self._wrong("a word is missing")
        word = self._tokens[self._at].lower()
        self._at += 1
        return lambda name: word in name.lower()

    def _take(self, token: str) -> bool:
        if self._at < len(self._tokens) and self._tokens[self._at] == token:
            self._at += 1
            return True
        return False

    def _wrong(self, why: str) -> UsageError:
        hint = "write words of watchdog ids joined by and, or, not, such as -k 'python and not secrets'"
        return UsageError(f"cannot read {self._expression!r}: {why}", where="-k", hint=hint)


def _or(left: Predicate, right: Predicate) -> Predicate:
    return lambda name: left(name) or right(name)


def _and(left: Predicate, right: Predicate) -> Predicate:
    return lambda name: left(name) and right(name)
