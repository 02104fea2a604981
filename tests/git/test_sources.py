"""The later stages ask about paths and lines of the two commits."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from houndsman.git.samples import SampleRepository
from houndsman.git.shadow import Shadow
from houndsman.git.sources import CommitSources, split_lines
from houndsman.models.finding import Side
from houndsman.models.repo_path import RepoPath
from houndsman.models.sources import Sources


@pytest.mark.parametrize(
    ("content", "lines"),
    [
        (b"", ()),
        (b"\n", (b"",)),
        (b"a", (b"a",)),
        (b"a\n", (b"a",)),
        (b"a\n\n", (b"a", b"")),
        (b"a\r\nb\x0c\x85c\r\n", (b"a\r", b"b\x0c\x85c\r")),
        (b"a\0b\n", None),
        (b"a" * 7_999 + b"\0\n", None),
        (b"a" * 8_000 + b"\0\nb", (b"a" * 8_000 + b"\0", b"b")),
        (None, None),
    ],
)
def test_a_line_ends_at_line_feed_only(content: bytes | None, lines: tuple[bytes, ...] | None) -> None:
    assert split_lines(content) == lines


def test_each_side_answers_for_its_own_commit(
    shop: SampleRepository, shadow_of: Callable[[SampleRepository], Shadow]
) -> None:
    shop.write("kept", "old\n")
    shop.write("gone", "1\n")
    left = shop.commit("one")
    shop.write("kept", "new\n2")
    shop.remove("gone")
    shop.write(b"folder/\xff", b"\0")
    shop.symlink("link", "kept")
    inner = SampleRepository.create(shop.path / "sub")
    inner.commit("one")
    head = shop.commit("two")
    with CommitSources(shadow_of(shop).git, left, head) as made:
        sources: Sources = made
        kept, gone, odd = RepoPath(b"kept"), RepoPath(b"gone"), RepoPath(b"folder/\xff")
        assert (sources.lines(kept, Side.OLD), sources.lines(kept, Side.NEW)) == ((b"old",), (b"new", b"2"))
        assert (sources.exists(gone, Side.OLD), sources.exists(gone, Side.NEW)) == (True, False)
        assert (sources.exists(odd, Side.NEW), sources.lines(odd, Side.NEW)) == (True, None), "binary"
        assert not sources.exists(RepoPath(b"folder"), Side.NEW)
        assert sources.lines(RepoPath(b"link"), Side.NEW) == (b"kept",), "the link itself, never what it leads to"
        assert [path.raw for path in sources.paths(Side.NEW) if sources.is_link(path, Side.NEW)] == [b"link"]
        assert not sources.is_link(RepoPath(b"link"), Side.OLD)
        assert (sources.exists(RepoPath(b"sub"), Side.NEW), sources.lines(RepoPath(b"sub"), Side.NEW)) == (True, None)
        assert [path.raw for path in sources.paths(Side.NEW)] == [b"folder/\xff", b"kept", b"link", b"sub"]
        assert sources.lines(RepoPath(b"nowhere"), Side.NEW) is None


def test_more_files_than_are_kept_in_memory(
    shop: SampleRepository, shadow_of: Callable[[SampleRepository], Shadow]
) -> None:
    for number in range(140):
        shop.write(str(number), f"{number}\n")
    head = shop.commit("one")
    with CommitSources(shadow_of(shop).git, head, head) as sources:
        for _ in range(2):
            for number in range(140):
                assert sources.lines(RepoPath(b"%d" % number), Side.NEW) == (b"%d" % number,)
