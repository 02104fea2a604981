"""Which suppressions of a change are new."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from houndsman_plugins.suppressions import new_suppressions, removed_lines

if TYPE_CHECKING:
    from tests.plugins.conftest import Bench

OFF = re.compile(r"# off(?: \w+)?")


@pytest.mark.parametrize(
    ("removed", "added", "new"),
    [
        ([], ["x  # off"], [1]),
        (["x  # off"], ["y  # off"], []),
        (["x  #  other"], ["y  # off"], [1]),
        (["x  # off"], ["y  # off", "z  # off"], [2]),
        (["x  # off E1"], ["y  # off E2"], [1]),
        (["x  # off"], ["y"], []),
    ],
)
def test_each_removed_one_accounts_for_one_equal_to_it(removed: list[str], added: list[str], new: list[int]) -> None:
    assert [found.line for found in new_suppressions(OFF, enumerate(added, start=1), removed)] == new


def test_removed_lines_are_those_of_the_file_alone(bench: Bench) -> None:
    files = {"a": bench.file("x\n", removed=("-- old", "gone")), "b": bench.file("x\n", removed=("b",))}
    change, _ = bench.build(files)
    assert list(removed_lines(change, change.files[0])) == ["-- old", "gone"]
