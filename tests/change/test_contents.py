"""What a blob holds is told from its bytes."""

from __future__ import annotations

import pytest

from houndsman.change.contents import kind_of_contents
from houndsman.models.change import FileKind

POINTER = b"version https://git-lfs.github.com/spec/v1\noid sha256:" + b"a" * 64 + b"\nsize 12\n"


@pytest.mark.parametrize(
    ("content", "kind"),
    [
        (b"", FileKind.TEXT),
        (b"\xff\xfe\r\n", FileKind.TEXT),
        (b"a\0b", FileKind.BINARY),
        (b"a" * 7_999 + b"\0", FileKind.BINARY),
        (b"a" * 8_000 + b"\0", FileKind.TEXT),
        (POINTER, FileKind.LFS),
        (POINTER.removesuffix(b"\n"), FileKind.LFS),
        (POINTER.replace(b"oid", b"ext-0-case sha256:" + b"b" * 64 + b"\noid"), FileKind.LFS),
        (POINTER + b"and more\n", FileKind.TEXT),
        (b"# " + POINTER, FileKind.TEXT),
        (POINTER.replace(b"size 12", b"size many"), FileKind.TEXT),
    ],
)
def test_kinds(content: bytes, kind: FileKind) -> None:
    assert kind_of_contents(content) is kind
