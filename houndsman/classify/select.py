"""`-k EXPR`: which watchdogs hunt. Pure.

The grammar is pytest's: words joined by `and`, `or`, `not` and parentheses. A word stands for every watchdog whose id
contains it, without regard to case.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from houndsman.errors import UsageError

_TOKEN = re.compile(r"\s*(\(|\)|[^\s()]+)")

Predicate = Callable[[str], bool]


def compile_selection(expression: str) -> Predicate:
    """A function that says whether a watchdog's id is selected. Raises `UsageError` for a malformed expression."""
    return _Parser(expression).parse()


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
