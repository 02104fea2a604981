"""What a blob holds, told from its bytes, for the rows whose contents a diff does not show. Pure."""

from __future__ import annotations

import re

from houndsman.models.change import FileKind

_LOOKED_AT = 8_000  # bytes in which git looks for a zero byte before it calls contents binary
_POINTER = re.compile(
    rb"version https://git-lfs\.github\.com/spec/v1\n(?:ext-[^\n]*\n)*oid sha256:[0-9a-f]{64}\nsize [0-9]+\n?\Z"
)
_LONGEST_POINTER = 1024  # bytes; git-lfs itself reads no more


def kind_of_contents(content: bytes) -> FileKind:
    """`binary` by git's own rule, `lfs` for a pointer of git-lfs, else `text`."""
    if b"\0" in content[:_LOOKED_AT]:
        return FileKind.BINARY
    if len(content) <= _LONGEST_POINTER and _POINTER.match(content):
        return FileKind.LFS
    return FileKind.TEXT
