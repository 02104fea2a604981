"""Paths inside a repository: bytes inside, one unambiguous text outside.

git names files by bytes. Most names are UTF-8 and are written as they are. A name that is not, or that begins with a
double quote (which would look like the quoted form), is written as git prints it with `core.quotePath` on: in double
quotes, with C escapes and three-digit octal bytes.
"""

from __future__ import annotations

import re
from functools import total_ordering

from pydantic import GetCoreSchemaHandler
from pydantic_core import CoreSchema, core_schema

_ESCAPES = {
    0x07: b"\\a",
    0x08: b"\\b",
    0x09: b"\\t",
    0x0A: b"\\n",
    0x0B: b"\\v",
    0x0C: b"\\f",
    0x0D: b"\\r",
    0x22: b'\\"',
    0x5C: b"\\\\",
}
_UNESCAPES = {value[1:]: bytes([key]) for key, value in _ESCAPES.items()}
_QUOTED_PIECE = re.compile(rb'\\([0-3][0-7]{2}|[abtnvfr"\\])|([^\\"]+)')


def c_quote(raw: bytes) -> str:
    """`raw` in git's quoted form, quotes included; plain ASCII whatever the bytes."""
    out = bytearray(b'"')
    for byte in raw:
        if byte in _ESCAPES:
            out += _ESCAPES[byte]
        elif 0x20 <= byte < 0x7F:
            out.append(byte)
        else:
            out += b"\\%03o" % byte
    return (bytes(out) + b'"').decode("ascii")


def c_unquote(text: str) -> bytes:
    """The bytes that `c_quote` was given. Raises `ValueError` for text that it cannot have written."""
    body = text.encode("utf-8")
    if len(body) < 2 or body[:1] != b'"' or body[-1:] != b'"':
        raise ValueError(f"not a quoted path: {text!r}")
    body, out, at = body[1:-1], bytearray(), 0
    while at < len(body):
        piece = _QUOTED_PIECE.match(body, at)
        if piece is None:
            raise ValueError(f"bad escape at offset {at + 1} of the quoted path {text!r}")
        escape, plain = piece.groups()
        if plain is not None:
            out += plain
        else:
            out += _UNESCAPES[escape] if escape in _UNESCAPES else bytes([int(escape, 8)])
        at = piece.end()
    return bytes(out)


@total_ordering
class RepoPath:
    """A file's path relative to the repository's root, with `/` between its parts.

    Ordered and compared by its bytes. `str(path)` is the form that stands in JSON and on the terminal.
    """

    __slots__ = ("_text", "raw")

    raw: bytes

    def __init__(self, raw: bytes) -> None:
        self.raw = raw
        self._text: str | None = None

    @classmethod
    def parse(cls, text: str) -> RepoPath:
        """The path that `text` (the outside form) names. Raises `ValueError` for a malformed quoted form."""
        if text.startswith('"'):
            return cls(c_unquote(text))
        return cls(text.encode("utf-8"))

    @property
    def text(self) -> str:
        """The outside form: UTF-8 text, or git's quoted form where that would not be safe."""
        if self._text is None:
            try:
                plain = self.raw.decode("utf-8")
            except UnicodeDecodeError:
                plain = c_quote(self.raw)
            else:
                if plain.startswith('"'):
                    plain = c_quote(self.raw)
            self._text = plain
        return self._text

    @property
    def name(self) -> bytes:
        """The last part."""
        return self.raw.rsplit(b"/", 1)[-1]

    @property
    def parts(self) -> list[bytes]:
        """The parts between the slashes."""
        return self.raw.split(b"/")

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"RepoPath({self.raw!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, RepoPath) and self.raw == other.raw

    def __lt__(self, other: RepoPath) -> bool:
        return self.raw < other.raw

    def __hash__(self) -> int:
        return hash(self.raw)

    @classmethod
    def __get_pydantic_core_schema__(cls, source: object, handler: GetCoreSchemaHandler) -> CoreSchema:
        from_text = core_schema.no_info_after_validator_function(cls.parse, core_schema.str_schema(min_length=1))
        return core_schema.json_or_python_schema(
            json_schema=from_text,
            python_schema=core_schema.union_schema([core_schema.is_instance_schema(cls), from_text]),
            serialization=core_schema.to_string_ser_schema(),
        )
