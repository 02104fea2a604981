"""The nearest right key, and faults in words."""

from __future__ import annotations

import pytest

from houndsman.config.complaints import known_keys, nearest, unknown_key
from houndsman.models.config import Config
from houndsman.models.watchdog import Rule

KEYS = known_keys(Config)


@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        ("fail_on", "failOn"),
        ("failon", "failOn"),
        ("fail-on", "failOn"),
        ("FailOn", "failOn"),
        ("exclusion", "exclusions"),
        ("project_name", "projectName"),
        ("budget", "budgets"),
        ("langauge", "language"),
        ("zzz", None),
    ],
)
def test_the_nearest_key_is_found_through_case_and_dashes(wrong: str, right: str | None) -> None:
    assert nearest(wrong, KEYS) == right


def test_an_unknown_key_is_told_with_the_nearest_or_with_all() -> None:
    assert unknown_key("fail_on", KEYS) == ("unknown key 'fail_on'", "did you mean 'failOn'?")
    assert unknown_key("zzz", ["b", "a"]) == ("unknown key 'zzz'", "known keys: a, b")


def test_keys_are_told_as_they_are_written_in_a_file() -> None:
    assert "failOn" in KEYS and "fail_on" not in KEYS
    assert known_keys(Rule) == ["id", "match", "number", "severity", "text", "title"]
