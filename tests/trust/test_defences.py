"""The list of defences fits the code, the tests and the page that explains them."""

from __future__ import annotations

import re
import runpy
from pathlib import Path

import pytest

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
PAGE = (ROOT / "docs" / "explanation" / "trust.md").read_text(encoding="utf-8")

#: Attack, edits (file, old, new), test; by path, because a test file cannot import its neighbour.
DEFENCES: list[tuple[str, tuple[tuple[str, str, str], ...], str]] = [
    tuple(each) for each in runpy.run_path(str(HERE / "defences.py"))["DEFENCES"]
]


@pytest.mark.parametrize(("attack", "edits", "test"), DEFENCES, ids=[attack for attack, _, _ in DEFENCES])
def test_a_defence_is_where_the_list_says_and_has_its_test_and_its_row(
    attack: str, edits: tuple[tuple[str, str, str], ...], test: str
) -> None:
    for file, old, _ in edits:
        assert (ROOT / file).read_text(encoding="utf-8").count(old) == 1, (file, old)
    module, _, function = test.partition("[")[0].partition("::")
    assert f"def {function}(" in (HERE / module).read_text(encoding="utf-8")
    (row,) = [line for line in PAGE.split("\n") if line.startswith(f"| {attack} |")]
    assert f"| `{function}` |" in row
    assert all(f"](../../{file})" in row for file, _, _ in edits)


def test_the_page_lists_no_defence_that_is_gone() -> None:
    table = re.findall(r"^\| ([^|]+) \| \[", PAGE, re.MULTILINE)
    assert sorted(table) == sorted(attack for attack, _, _ in DEFENCES)
