"""Each file is folded once, as long as the latest ones fit in memory."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import pytest

from houndsman.finalize import source_lines
from houndsman.finalize.source_lines import SourceLines
from houndsman.models.finding import Side
from houndsman.models.repo_path import RepoPath

if TYPE_CHECKING:
    from tests.finalize.conftest import Bench


class Counted:
    """`Sources` of files with as many lines as their names say; it remembers what it was asked for."""

    def __init__(self) -> None:
        self.read = ""

    def exists(self, path: RepoPath, side: Side) -> bool:
        return True

    def is_link(self, path: RepoPath, side: Side) -> bool:
        return False

    def lines(self, path: RepoPath, side: Side) -> Sequence[bytes] | None:
        self.read += path.text[0]
        return [b"x"] * int(path.text[1:]) if path.text[1:] else None

    def paths(self, side: Side) -> Sequence[RepoPath]:
        return []


@pytest.mark.parametrize(
    ("asked", "read"),
    [
        (["a4", "b4", "a4", "b4"], "ab"),
        (["a4", "b4", "c4", "b4", "c4", "a4"], "abca"),
        (["a4", "b4", "a4", "c4", "a4", "b4"], "abcb"),
        (["a4", "b4", "c4", "d4", "c4", "b4"], "abcdb"),
        (["a4", "b9", "b9", "a4"], "aba"),
        (["a4", "b2", "c4", "b2", "c4", "d2", "b2"], "abcd"),
        (["a", "a", "b8", "a"], "ab"),
    ],
    ids=["what fits", "oldest goes", "asked again", "two go", "one too large", "only as many as it takes", "binary"],
)
def test_the_latest_files_are_kept(bench: Bench, monkeypatch: pytest.MonkeyPatch, asked: list[str], read: str) -> None:
    monkeypatch.setattr(source_lines, "_KEPT_LINES", 8)
    sources = Counted()
    lines = SourceLines(sources, bench.inputs().change)
    for name in asked:
        found = lines.of(RepoPath.parse(name), Side.NEW)
        assert (None if found is None else len(found)) == (int(name[1:]) if name[1:] else None)
    assert sources.read == read
