"""The pieces of a fix: which make a block, at which lines, and which weighs more."""

from __future__ import annotations

import difflib

import pytest

from houndsman.golden.fix_blocks import Block, FileVersions, blocks_of
from houndsman.models.change import Hunk

BEFORE = """\
import os


def total(items, rate):
    subtotal = 0
    for item in items:
        subtotal += item.price
    # round it
    return round(subtotal * rate)


def names(items):
    return [item.name for item in items]
"""


def _file(before: str, after: str, path: str = "shop/cart.py") -> FileVersions:
    old, new = before.splitlines(), after.splitlines()
    codes = difflib.SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
    hunks = [
        Hunk(a + 1 if b > a else a, b - a, c + 1 if d > c else c, d - c) for tag, a, b, c, d in codes if tag != "equal"
    ]
    return FileVersions(path, [line.encode() for line in old], [line.encode() for line in new], hunks)


def _blocks(after: str, words: str = "") -> list[tuple[int, int]]:
    return [(block.first, block.last) for block in blocks_of([_file(BEFORE, after)], words)]


@pytest.mark.parametrize(
    ("after", "expected"),
    [
        (BEFORE, []),
        (BEFORE.replace("import os", "import os\nimport sys"), []),
        (BEFORE.replace("# round it", "# round it up"), []),
        (BEFORE.replace("    # round it\n", ""), []),
        (BEFORE.replace("(items, rate)", "(\n    items,\n    rate,\n)"), []),
        (BEFORE.replace("\n\n\n", "\n\n"), []),
        (BEFORE.replace("subtotal = 0", "subtotal = 1"), [(5, 5)]),
        (BEFORE.replace("    return round", "        return round"), [(9, 9)]),
        (BEFORE.replace("* rate", "/ rate").replace("# round it", "# round"), [(9, 9)]),
        (BEFORE.replace("item.price", "item.cost").replace("* rate", "/ rate"), [(7, 9)]),
        (BEFORE.replace("        subtotal += item.price\n", ""), [(7, 7)]),
        (BEFORE.replace("    # round it\n", "    if not rate:\n        return 0\n    # round it\n"), [(7, 9)]),
        (BEFORE.replace("rate)\n\n", "rate)\n    log(rate)\n\n"), [(9, 9)]),
        (BEFORE.replace("    subtotal = 0\n", "    items = list(items)\n    subtotal = 0\n"), [(4, 5)]),
    ],
    ids=[
        "nothing",
        "an import",
        "a comment",
        "a comment gone",
        "layout",
        "blank lines",
        "one line",
        "a statement that belongs to the loop now",
        "a line and its comment",
        "two lines with only a comment between",
        "a line gone",
        "a guard, between its neighbours",
        "at the end of a function, which the next one is not",
        "at the top of a function",
    ],
)
def test_what_makes_a_block(after: str, expected: list[tuple[int, int]]) -> None:
    assert _blocks(after) == expected


def _first(after: str, words: str = "", more: FileVersions | None = None) -> Block:
    return blocks_of([_file(BEFORE, after), *([more] if more else [])], words)[0]


def test_the_authors_words_say_which() -> None:
    after = BEFORE.replace("subtotal = 0", "subtotal = 1").replace("item.name", "item.title")
    assert _first(after, "Show the names of items as titles").first == 13
    assert _first(after, "The total began at zero: subtotal").first == 5


def test_a_change_weighs_more_than_an_addition_and_a_definition_less() -> None:
    after = BEFORE.replace("item.name", "item.title").replace(
        "    subtotal = 0\n", "    check(items)\n    subtotal = 0\n"
    )
    assert _first(after).first == 13
    definition = BEFORE.replace("import os\n", "import os\n\n\ndef check(items):\n    pass\n")
    assert blocks_of([_file(BEFORE, definition)], "")[0].weight < blocks_of([_file(BEFORE, after)], "")[-1].weight


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ('raise ValueError("not a number")', 'raise ValueError("That is no number")'),
        ("log.info(number)", "log.info(number, text)"),
        ("qry = 1\n\n\ndef f():\n    pass\n\n\nuse(qry)", "query = 1\n\n\ndef f():\n    pass\n\n\nuse(query)"),
    ],
    ids=["a message", "a log line", "a name"],
)
def test_what_a_commit_carries_along_weighs_little(before: str, after: str) -> None:
    noise = _file(before, after, "shop/noise.py")
    found = blocks_of([_file(BEFORE, BEFORE.replace("item.name", "item.title")), noise], "")
    assert found[0].path == "shop/cart.py"
    assert all(each.weight <= 0 for each in found[1:])


def test_code_that_only_moved_weighs_little() -> None:
    there = _file(
        "x = 1\n", "x = 1\n\n\ndef names(items):\n    return [item.name for item in items]\n", "shop/names.py"
    )
    gone = BEFORE[: BEFORE.index("\n\ndef names")].replace("subtotal = 0", "subtotal = 1")
    found = {block.first: block.weight for block in blocks_of([_file(BEFORE, gone), there], "")}
    assert found[5] == 3
    assert found[12] <= 0


def test_a_name_is_one_where_it_is_changed_once() -> None:
    one = blocks_of([_file("size = min(a, b)\n", "size = max(a, b)\n")], "")
    assert one[0].weight > 0
