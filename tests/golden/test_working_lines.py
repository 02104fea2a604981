"""Which lines of a file do something."""

from __future__ import annotations

import pytest

from houndsman.golden.working_lines import statement_lines, without_comment, working_lines

PYTHON = '''\
"""A module."""

import os
from shop import (
    cart,
    money,
)

# A comment.
RATE = 0.1  # per cent


def total(items):
    """The total,

    in cents.
    """
    text = """
    # no comment

    """
    return sum(
        items,
    ), os, cart, money, text
'''

GO = 'package api\n\nimport (\n\t"errors"\n)\n\n// Show shows.\nfunc Show() {\n\t/* not\n\t * this */\n\treturn\n}\n'
TYPESCRIPT = "import {\n  one,\n} from './one';\nconst x = require('x');\nexport const y = one(x); // why\n"


@pytest.mark.parametrize(
    ("path", "text", "expected"),
    [
        ("a.py", PYTHON, {10, 13, 18, 19, 20, 21, 22, 23, 24}),
        ("broken.py", "import os\nif (\n# why\nx = 1\n", {2, 4}),
        ("a.go", GO, {8, 11, 12}),
        ("a.ts", TYPESCRIPT, {5}),
        ("a.sh", "#!/bin/sh\n# why\nrm x # y\n", {3}),
        ("Makefile", "# why\nall:\n", {2}),
        ("a.sql", "-- why\nSELECT 1\n", {2}),
        ("a.lua", "--why\nx = 1\n", {2}),
        ("a.ini", "; why\n# why\nx = 1\n", {3}),
        ("a.c", "#include <x.h>\n/* why */\nint x;\n#define Y 1\n", {3, 4}),
        ("a.html", "<!-- why -->\n<p>\n", {2}),
        ("empty.py", "", set()),
        ("null.py", "x = '\0'\n", {1}),
    ],
)
def test_comments_imports_docstrings_and_blank_lines_do_nothing(path: str, text: str, expected: set[int]) -> None:
    lines = [line.encode() for line in text.removesuffix("\n").split("\n")] if text else []
    assert working_lines(path, lines) == expected
    assert working_lines(path, [line + b"\r" for line in lines]) == expected


def test_where_indentation_means_something() -> None:
    lines = [line.encode() for line in "if x:\n    f(\n        1,\n    )\n# why\n".splitlines()]
    assert statement_lines("a.py", lines) == {1, 2}
    assert statement_lines("a.yaml", lines) == {1, 2, 3, 4, 5}
    assert statement_lines("a.go", lines) == statement_lines("broken.py", [b"if ("]) == frozenset()


@pytest.mark.parametrize(
    ("path", "line", "expected"),
    [
        ("a.py", b'    x = "#fff"  # white', 'x = "#fff"'),
        ("a.py", b"# all of it", ""),
        ("a.ts", b"const u = 'http://x' // the url", "const u = 'http://x'"),
        ("a.c", b"int x; /* why */", "int x;"),
        ("a.sql", b"SELECT '--' -- none", "SELECT '--'"),
        ("a.py", b"x = 'it\\'s # here' \xff", "x = 'it\\'s # here' \N{REPLACEMENT CHARACTER}"),
    ],
)
def test_a_comment_at_the_end_is_cut_off(path: str, line: bytes, expected: str) -> None:
    assert without_comment(path, line) == expected
