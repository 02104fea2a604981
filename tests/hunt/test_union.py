"""Parts of an answer become one."""

from __future__ import annotations

from houndsman.hunt.union import union


def test_entries_of_both_are_there_once_in_the_order_in_which_they_came() -> None:
    first = {"findings": [{"line": 1}, {"line": 2, "file": "a"}]}
    then = {"findings": [{"file": "a", "line": 2}, {"line": 3}]}
    assert union(first, then) == {"findings": [{"line": 1}, {"file": "a", "line": 2}, {"line": 3}]}


def test_entries_that_differ_in_one_letter_are_two() -> None:
    assert union({"findings": [{"message": "off"}]}, {"findings": [{"message": "Off"}]})["findings"] == [
        {"message": "off"},
        {"message": "Off"},
    ]


def test_true_and_one_are_not_the_same() -> None:
    assert union({"findings": [{"line": 1}]}, {"findings": [{"line": True}]})["findings"] == [
        {"line": 1},
        {"line": True},
    ]


def test_keys_of_either_are_there_and_of_what_is_no_list_the_later_counts() -> None:
    first = {"watchdog": "general", "reviewedFiles": ["a"], "businessSummary": "early", "checks": "none"}
    then = {"watchdog": "general", "skipped": [], "businessSummary": "late", "checks": []}
    assert union(first, then) == {
        "watchdog": "general",
        "reviewedFiles": ["a"],
        "skipped": [],
        "businessSummary": "late",
        "checks": [],
    }


def test_neither_part_is_changed() -> None:
    first: dict[str, object] = {"findings": [1]}
    union(first, {"findings": [2]})
    assert first == {"findings": [1]}
