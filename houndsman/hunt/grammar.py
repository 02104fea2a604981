"""Two grammars of an object in an agent's message: JSON as it should be, and what models write instead.

In: a text and a place in it. Out: the token there, and what may follow which token. `PLAIN` is JSON, but that it takes
any backslash inside a string. `LOOSE` takes comments, commas before a closing bracket, single and curly quotes, words
without quotes and raw line ends in strings as well; every text of `PLAIN` reads the same in it.

No pattern goes back over what it has matched, and none looks further than the next sign that could end it: a token
costs its own length, whatever the text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from enum import IntEnum
from typing import NamedTuple


class Expect(IntEnum):
    """What may come next."""

    FIRST_KEY = 0  # or the end of an empty object
    KEY = 1
    COLON = 2
    VALUE = 3  # of a key
    FIRST_ITEM = 4  # or the end of an empty list
    ITEM = 5
    AFTER_VALUE = 6
    AFTER_ITEM = 7
    DONE = 8  # a value ended: what holds it says what comes next
    CLOSED = 9  # an object or list ended


class Token(NamedTuple):
    """One word of the grammar."""

    kind: str
    """The sign itself for `{}[],:`; `string`, `scalar` (a number, true, false, null), `word` (anything else bare),
    `open` (the quote before a string that never ends), `none` (no token: it is empty)."""
    start: int
    end: int


class Grammar(NamedTuple):
    """How objects may be written."""

    token: re.Pattern[str]
    """What may stand between two tokens, then one: its group is the token's kind, or `mark`. It matches anywhere."""
    start: re.Pattern[str]
    """Where an object may begin: before a key and its colon. Comments may stand there, too."""
    steps: Mapping[Expect, Mapping[str, Expect]]
    """By what is expected and what comes, what is expected then."""

    def next_token(self, text: str, at: int) -> Token:
        """The token at `at`, or behind the space there."""
        found = self.token.match(text, at)
        assert found is not None and found.lastgroup is not None, "`none` matches anywhere"
        start, end = found.span(found.lastgroup)
        return Token(text[start] if found.lastgroup == "mark" else found.lastgroup, start, end)

    def tokens(self, text: str) -> Iterator[Token]:
        """The tokens of `text`, up to the first place where there is none."""
        token = self.next_token(text, 0)
        while token.kind not in ("none", "open"):
            yield token
            token = self.next_token(text, token.end)


_MARK = r"(?P<mark>[{}\[\],:])"
# A number that goes on with something else, such as `12-15` or `0x1f`, is a word.
_SCALAR = r"(?P<scalar>(?:-?(?:0|[1-9][0-9]*+)(?:\.[0-9]++)?(?:[eE][+-]?[0-9]++)?|true|false|null)(?![\w.+/-]))"
_WORD = r"[+-]?\w[\w.+-]*+(?:/[\w.+-]++)*+"
_PLAIN_STRING = r"\"[^\"\\\x00-\x1f]*+(?:\\[^\x00-\x1f][^\"\\\x00-\x1f]*+)*+\""
_LOOSE_STRING = r"(?:\"[^\"\\]*+(?:\\(?s:.)[^\"\\]*+)*+\"|'[^'\\]*+(?:\\(?s:.)[^'\\]*+)*+'|“[^“”]*+”)"
_PLAIN_SPACE = r"[ \t\r\n]*+"
# A comment that holds the beginning of another one is none: or each of many that never end were searched to the end.
_ODD = "\\s\ufeff\u200b\u2060"
# Atomic, and not possessive: `(?:…)*+` around a comment gives back what it may not in Python 3.11.2, which Debian has.
_COMMENT = r"/\*(?>(?:[^*/]+|\*(?!/)|/(?!\*))*)\*/"
_LOOSE_SPACE = rf"(?>(?:[{_ODD}]+|(?://|\#)[^\n]*|{_COMMENT})*)"
_NO_TOKEN = r"(?P<open>[\"'“])|(?P<none>)"

_VALUES = {
    "string": Expect.DONE,
    "scalar": Expect.DONE,
    "word": Expect.DONE,
    "{": Expect.FIRST_KEY,
    "[": Expect.FIRST_ITEM,
}
_KEYS = {"string": Expect.COLON, "word": Expect.COLON}
_PLAIN_STEPS: dict[Expect, dict[str, Expect]] = {
    Expect.FIRST_KEY: {**_KEYS, "}": Expect.CLOSED},
    Expect.KEY: _KEYS,
    Expect.COLON: {":": Expect.VALUE},
    Expect.VALUE: _VALUES,
    Expect.FIRST_ITEM: {**_VALUES, "]": Expect.CLOSED},
    Expect.ITEM: _VALUES,
    Expect.AFTER_VALUE: {",": Expect.KEY, "}": Expect.CLOSED},
    Expect.AFTER_ITEM: {",": Expect.ITEM, "]": Expect.CLOSED},
}

PLAIN = Grammar(
    token=re.compile(rf"{_PLAIN_SPACE}(?:(?P<string>{_PLAIN_STRING})|{_MARK}|{_SCALAR}|(?P<none>))"),
    start=re.compile(rf"\{{(?={_PLAIN_SPACE}{_PLAIN_STRING}{_PLAIN_SPACE}:)"),
    steps=_PLAIN_STEPS,
)
LOOSE = Grammar(
    token=re.compile(rf"{_LOOSE_SPACE}(?:(?P<string>{_LOOSE_STRING})|{_MARK}|{_SCALAR}|(?P<word>{_WORD})|{_NO_TOKEN})"),
    start=re.compile(rf"\{{(?=[{_ODD}]*+(?:#|/[/*]|(?:{_LOOSE_STRING}|{_WORD})[{_ODD}]*+(?::|#|/[/*])))"),
    steps={
        **_PLAIN_STEPS,
        Expect.KEY: {**_KEYS, "}": Expect.CLOSED},
        Expect.ITEM: {**_VALUES, "]": Expect.CLOSED},
    },
)
