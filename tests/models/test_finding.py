"""What a finding is from raw words to merged."""

from __future__ import annotations

import pytest
from pydantic import ValidationError

from houndsman.models.finding import Anchor, Finding, MergedFinding, RawFinding, Side, Words, is_emergent
from houndsman.models.repo_path import RepoPath
from houndsman.models.severity import Severity


def _finding(watchdog: str, message: str, index: int = 0, rule: str = "r") -> Finding:
    return Finding(watchdog, index, RepoPath(b"a.py"), 3, None, Side.NEW, rule, message)


def test_only_the_file_of_a_raw_finding_must_be_given() -> None:
    assert RawFinding(file="a.py").line is None
    with pytest.raises(ValidationError):
        RawFinding.model_validate({"line": 3})


@pytest.mark.parametrize(
    ("rule", "emergent"), [("emergent/security", True), ("logic:off-by-one", False), ("F401", False)]
)
def test_a_finding_without_a_rule_is_emergent(rule: str, emergent: bool) -> None:
    assert is_emergent(rule) is emergent


def test_a_merged_finding_keeps_who_said_what_each_once() -> None:
    members = (_finding("b", "two"), _finding("a", "one"), _finding("a", "one", 1), _finding("a", "other", 2))
    merged = MergedFinding(
        RepoPath(b"a.py"), 3, None, Side.NEW, "r", Severity.NIT, "two", "", "", Anchor.UNPROVEN, members
    )
    assert merged.watchdogs == ("a", "b")
    assert merged.messages == (Words("b", "two", None), Words("a", "one", None), Words("a", "other", None))
