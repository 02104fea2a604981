"""Tells the code of a source file from its comments and strings, line by line.

In: a file's name and text. Out: two views with as many lines as the text and every character in its own column:
`code` has comments and the insides of strings blanked, `comments` has everything else blanked. So a call that is only
quoted in a string, or a date that is only data, is not taken for what it looks like.

Python is tokenised. Other languages are scanned with one pattern per family, which knows comments and strings and
nothing else; text that fools it (a quote in a JSX text node) is wrong until the end of that line. Nothing here fails:
Python that does not tokenise is scanned like the others, and a file of unknown kind has no code and only whole-line
comments.
"""

from __future__ import annotations

import io
import re
import tokenize
from functools import cache
from typing import NamedTuple


class Views(NamedTuple):
    """The two readings of a text, as lines."""

    code: list[str]
    comments: list[str]


_DOUBLE = r'"(?:\\.|[^"\\\n])*"?'
_SINGLE = r"'(?:\\.|[^'\\\n])*'?"
_BACKTICK = r"`(?:\\.|[^`\\])*`?"
_TRIPLE = r'"""(?s:.*?)(?:"""|\Z)' + r"|'''(?s:.*?)(?:'''|\Z)"
_BLOCK_COMMENT = r"/\*(?s:.*?)(?:\*/|\Z)"
# A regular expression can only stand where a value begins; a quote inside it opens no string. Bounded, because a line
# made for it would otherwise take time quadratic in its length.
_JS_REGEX = r"(?<=[(,=:\[!&|?{};])[ \t]*/(?![/*])(?:\\.|\[(?:\\.|[^\]\\\n]){0,200}\]|[^/\\\n\[]){1,400}/"
_RUST_CHAR = r"'(?:\\[^\n]{1,8}?|[^'\\\n])'"
_RUST_RAW = r'\br(?P<hashes>#+)"(?s:.*?)(?:"(?P=hashes)|\Z)'


@cache
def _family(comment: str, string: str) -> re.Pattern[str]:
    return re.compile(f"(?P<comment>{comment})|(?P<string>{string})")


_C_LIKE = _family(rf"//[^\n]*|{_BLOCK_COMMENT}", f"{_TRIPLE}|{_DOUBLE}|{_SINGLE}")
_SCRIPT = _family(rf"//[^\n]*|{_BLOCK_COMMENT}|<!--(?s:.*?)(?:-->|\Z)", f"{_DOUBLE}|{_SINGLE}|{_BACKTICK}|{_JS_REGEX}")
_GO = _family(rf"//[^\n]*|{_BLOCK_COMMENT}", f"{_DOUBLE}|{_SINGLE}|`[^`]*`?")
_RUST = _family(rf"//[^\n]*|{_BLOCK_COMMENT}", f"{_RUST_RAW}|{_DOUBLE}|{_RUST_CHAR}")
_PHP = _family(rf"//[^\n]*|#(?!\[)[^\n]*|{_BLOCK_COMMENT}", f"{_DOUBLE}|{_SINGLE}")
_HASH = _family(r"(?:^|(?<=[\s;]))#[^\n]*", f"{_TRIPLE}|{_DOUBLE}|{_SINGLE}")
_RUBY = _family(r"(?:^|(?<=[\s;]))#(?!\{)[^\n]*", f"{_DOUBLE}|{_SINGLE}")
_SQL = _family(rf"--[^\n]*|{_BLOCK_COMMENT}", _SINGLE)
_MARKUP = _family(r"<!--(?s:.*?)(?:-->|\Z)", r"(?!)")
_UNKNOWN = _family(r"(?m:^[ \t]*(?:#|//|/\*|--|;|<!--)[^\n]*)", r"(?!)")

PYTHON = frozenset({"py", "pyi"})
SCRIPT = frozenset({"js", "jsx", "mjs", "cjs", "ts", "tsx", "mts", "cts", "vue", "svelte"})

_KINDS = (
    (_C_LIKE, "c h cc cpp cxx hpp cs java kt kts scala swift m mm dart groovy gradle css scss less proto"),
    (_HASH, "py pyi"),  # only where it does not tokenise
    (_HASH, "sh bash zsh yaml yml toml ini cfg conf env tf pl r ex exs nix jl dockerfile makefile"),
    (_RUBY, "rb rake gemspec rakefile gemfile"),
    (_MARKUP, "html htm xml svg md markdown"),
    (_SQL, "sql lua hs elm"),
    (_SCRIPT, " ".join(SCRIPT)),
    (_GO, "go"),
    (_RUST, "rs"),
    (_PHP, "php"),
)
_FAMILIES = {kind: family for family, kinds in _KINDS for kind in kinds.split()}

_NOT_NEWLINE = re.compile(r"[^\n]")
#: How a string begins: what stays of it, for patterns that need to see that there is one.
_OPENING = re.compile(r"[A-Za-z]{0,3}#*[\"'`]")


def kind_of(name: str) -> str:
    """The suffix of a file name in lower case and without its dot; the whole name where it has none."""
    return name.rsplit("/", 1)[-1].rsplit(".", 1)[-1].lower()


def read(name: str, text: str) -> Views:
    r"""The two views of `text`, split at `\n`.

    Args:
        name: the file's name; its suffix says which language it is in.
        text: the whole file.
    """
    kind = kind_of(name)
    if kind in PYTHON:
        try:
            return _python(text)
        except (tokenize.TokenError, SyntaxError):
            pass  # half a file is still worth a look
    return _scanned(text, _FAMILIES.get(kind, _UNKNOWN))


def _scanned(text: str, family: re.Pattern[str]) -> Views:
    code: list[str] = []
    comments: list[str] = []
    at = 0
    for match in family.finditer(text):
        between, piece = text[at : match.start()], match[0]
        code += between, (_blank(piece) if match["comment"] is not None else _hollow(piece))
        comments += _blank(between), (piece if match["comment"] is not None else _blank(piece))
        at = match.end()
    code.append(text[at:])
    comments.append(_blank(text[at:]))
    if family is _UNKNOWN:
        code = [_blank(text)]
    return Views("".join(code).split("\n"), "".join(comments).split("\n"))


#: Kinds of token whose text is data. The last two exist since 3.12 and 3.14.
_PYTHON_DATA = frozenset(
    kind
    for kind in (tokenize.STRING, getattr(tokenize, "FSTRING_MIDDLE", None), getattr(tokenize, "TSTRING_MIDDLE", None))
    if kind is not None
)


def _python(text: str) -> Views:
    lines = text.split("\n")
    code = [list(line) for line in lines]
    comments = [[" "] * len(line) for line in lines]
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        (row, column), (end_row, end_column) = token.start, token.end
        if token.type == tokenize.COMMENT:
            code[row - 1][column:end_column] = " " * (end_column - column)
            comments[row - 1][column:end_column] = token.string
        elif token.type in _PYTHON_DATA:
            for at in range(row, end_row + 1):
                first = column if at == row else 0
                last = end_column if at == end_row else len(code[at - 1])
                piece = "".join(code[at - 1][first:last])
                opens = at == row and token.type == tokenize.STRING
                code[at - 1][first:last] = _hollow(piece) if opens else _blank(piece)
    return Views(["".join(line) for line in code], ["".join(line) for line in comments])


def _blank(text: str) -> str:
    return _NOT_NEWLINE.sub(" ", text)


def _hollow(string: str) -> str:
    """A string literal without its contents."""
    opening = _OPENING.match(string)
    kept = opening.end() if opening else 0
    return string[:kept] + _blank(string[kept:])
