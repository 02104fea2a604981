r"""Contents that shift lines or end a reading early: odd line ends, encodings, text that looks like a diff.

A line ends at `\n` and nowhere else, whatever the file's author or an agent's editor takes for a line.
"""

from __future__ import annotations

from pathlib import Path

from houndsman.models.change import FileKind
from houndsman.testing.odd_repositories.case import (
    Collection,
    OddRepository,
    Quote,
    begin,
    changed,
    created,
    done,
    lines,
    put,
)

CASES = Collection()


def _edited(
    folder: Path, before: bytes, after: bytes, counts: tuple[int, int], *quotes: tuple[str, int]
) -> OddRepository:
    """`odd.py` with new contents, beside a file that is read wrong if the first one is left too early or too late."""
    repository = begin(folder, {"odd.py": before, "zz.py": "1\n"})
    repository.write("odd.py", after)
    repository.write("zz.py", "2\n")
    found = tuple(Quote(b"odd.py", text, line) for text, line in quotes)
    return done(repository, changed("odd.py", *counts), changed("zz.py", 1, 1), quotes=found)


@CASES.case
def crlf(folder: Path) -> OddRepository:
    r"""Lines that end with `\r\n`, and one that came to end with `\n` alone."""
    before = b"first_value = 1\r\nsecond_value = 2\r\nthird_value = 3\r\n"
    after = b"first_value = 1\r\nsecond_value = 22\r\nthird_value = 3\nfourth_value = 4\r\n"
    quotes = ("second_value = 22", 2), ("third_value = 3", 3), ("fourth_value = 4", 4)
    return _edited(folder, before, after, (3, 2), *quotes)


@CASES.case
def cr_only(folder: Path) -> OddRepository:
    r"""Lines that end with `\r` alone: one line for git, and for us."""
    before = b"first_value = 1\rsecond_value = 2\r"
    return _edited(folder, before, before + b"third_value = 3\r", (1, 1), ("third_value = 3", 1))


@CASES.case
def stray_carriage_returns(folder: Path) -> OddRepository:
    r"""A `\r` in the middle of lines, and several before a line end."""
    before = b"first_value = 1\n"
    after = b"first_value = 1\nsecond\rvalue = 2\nthird_value = 3\r\r\nfourth_value = 4\n"
    return _edited(folder, before, after, (3, 0), ("third_value = 3", 3), ("fourth_value = 4", 4))


@CASES.case
def byte_order_mark(folder: Path) -> OddRepository:
    """A byte order mark that came to stand before the first line."""
    before = b"first_value = 1\nsecond_value = 2\n"
    after = b"\xef\xbb\xbffirst_value = 1\nsecond_value = 22\n"
    return _edited(folder, before, after, (2, 2), ("first_value = 1", 1), ("\ufefffirst_value = 1", 1))


@CASES.case
def cp1251(folder: Path) -> OddRepository:
    """Cyrillic letters in an encoding that is no UTF-8; an agent is shown a sign of replacement for each."""
    before = "# цена\nfirst_value = 1\n".encode("cp1251")
    after = "# цена\nfirst_value = 'рубль'\nsecond_value = 'копейка'\n".encode("cp1251")
    shown = after.decode("utf-8", "replace").split("\n")
    return _edited(folder, before, after, (2, 1), (shown[1], 2), (shown[2], 3), ("second_value =", 3))


@CASES.case
def utf_16(folder: Path) -> OddRepository:
    """Text in UTF-16, which is full of zero bytes: binary for git."""
    repository = begin(folder, {"odd.txt": "one\ntwo\n".encode("utf-16-le")})
    repository.write("odd.txt", "one\n2\n".encode("utf-16-le"))
    repository.write("zz.py", "first_value = 1\n")
    quote = Quote(b"zz.py", "first_value = 1", 1)
    return done(repository, changed("odd.txt", 0, 0, FileKind.BINARY), created("zz.py", 1), quotes=(quote,))


@CASES.case
def form_feed(folder: Path) -> OddRepository:
    """Form feeds and vertical tabs, at which some count a new line."""
    before = b"first_value = 1\n\x0c\nsecond_value = 2\n"
    after = b"first_value = 1\x0b\x0c\n\x0c\nsecond_value\x0c= 22\nthird_value = 3\n"
    return _edited(folder, before, after, (3, 2), ("second_value = 22", 3), ("third_value = 3", 4))


@CASES.case
def line_separator(folder: Path) -> OddRepository:
    """The signs of Unicode at which `str.splitlines` and editors begin a new line."""
    before = "first_value = '\u2028'\nsecond_value = 2\n".encode()
    after = "first_value = '\u2028\u2029\u0085\x1c'\nsecond_value = '\u2028'\nthird_value = 3\n".encode()
    quotes = ("second_value = '\u2028'", 2), ("third_value = 3", 3)
    return _edited(folder, before, after, (3, 2), *quotes)


@CASES.case
def no_newline_at_end(folder: Path) -> OddRepository:
    """Files that lose, gain and never had a line end at their end."""
    repository = begin(folder, {"loses": "1\n2\n", "gains": "1\n2", "never": "1\n2"})
    put(repository, {"loses": "1\n2", "gains": "1\n2\n", "never": "1\n3", "new": "first_value = 1\nlast_value = 2"})
    rows = [changed(name, 1, 1) for name in ("loses", "gains", "never")]
    return done(repository, *rows, created("new", 2), quotes=(Quote(b"new", "last_value = 2", 2),))


@CASES.case
def no_newline_words(folder: Path) -> OddRepository:
    """A file that holds what git says of a missing line end."""
    words = b"\\ No newline at end of file\n"
    return _edited(folder, words + b"last_value = 1", words * 2 + b"last_value = 1\n", (2, 1), ("last_value = 1", 3))


@CASES.case
def like_a_diff(folder: Path) -> OddRepository:
    """Lines that look like the headers of a patch once `+` or `-` stands before them."""
    before = b"-- a/zz.py\n-- /dev/null\nfirst_value = 1\n"
    after = (
        b"++ b/zz.py\n++ /dev/null\ndiff --git a/zz.py b/zz.py\n--- a/zz.py\n+++ b/zz.py\n@@ -1,3 +1,4 @@\n"
        b"index 0000000..1111111 100644\nBinary files a/zz.py and b/zz.py differ\nfirst_value = 1\nlast_value = 2\n"
    )
    return _edited(folder, before, after, (9, 2), ("first_value = 1", 9), ("last_value = 2", 10))


@CASES.case
def zero_bytes_late(folder: Path) -> OddRepository:
    """A zero byte after the first 8,000 bytes, where git no longer looks: text."""
    before = lines(1000).encode()
    return _edited(folder, before, before + b"\0\nlast_value = 1\n", (2, 0), ("last_value = 1", 1002))


@CASES.case
def control_characters(folder: Path) -> OddRepository:
    """Escape sequences that a terminal would obey, and letters that turn the direction of writing."""
    before = b"first_value = 1\n"
    after = b"first_value = 1\n\x1b[2J\x1b]0;title\x07second_value = 2\n# \xe2\x80\xae third_value = 3\n"
    return _edited(folder, before, after, (2, 0), ("third_value = 3", 3))


@CASES.case
def very_long_line(folder: Path) -> OddRepository:
    """One line of a megabyte, as in a minified file."""
    before = b"x" * 1_000_000 + b"\nfirst_value = 1\n"
    return _edited(folder, before, b"y" + before + b"last_value = 2\n", (2, 1), ("last_value = 2", 3))
