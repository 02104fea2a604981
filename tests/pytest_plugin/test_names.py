"""Names of items: people's ids, made safe and unique."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from houndsman.models.golden import GoldenAnchor
from houndsman.pytest_plugin.names import item_names


def _names(*ids: str, taken: Sequence[str] = ()) -> list[str]:
    return item_names([GoldenAnchor(each, "pay", "a.py", 1) for each in ids], taken)


@pytest.mark.parametrize(
    ("id_", "name"),
    [
        ("float-money", "float-money"),
        ("größe 7.1", "größe 7.1"),
        ("a::b:::c", "a:b:c"),
        ("two\n lines\t", "two lines"),
        ("red \x1b[31m", "red \\x1b[31m"),
        ("  ", "defect"),
        (200 * "x", f"{119 * 'x'}…"),
    ],
)
def test_an_id_becomes_a_name_that_a_node_id_can_hold(id_: str, name: str) -> None:
    assert _names(id_) == [name]


def test_ids_that_several_cases_use_are_told_apart_by_the_case() -> None:
    anchors = [GoldenAnchor("1", case, "a.py", 1) for case in ("pay", "ship")]
    assert item_names([*anchors, GoldenAnchor("2", "ship", "a.py", 1)], ()) == ["pay/1", "ship/1", "2"]


def test_what_is_still_equal_is_numbered() -> None:
    assert _names("a", "a", "a::b", "a:b") == ["pay/a", "pay/a#2", "a:b", "a:b#2"]


def test_a_number_that_somebody_has_is_not_given_again() -> None:
    assert _names("a::b", "a:b#2", "a:b") == ["a:b", "a:b#2", "a:b#3"]


def test_a_defect_yields_to_a_threshold() -> None:
    assert _names("recall", taken=["recall"]) == ["recall#2"]
