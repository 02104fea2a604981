"""Which findings of several reviews are one defect, and which are kept apart."""

from __future__ import annotations

import pytest

from houndsman.evaluation.same_defects import same_defects
from houndsman.models.finding import Anchor, Side
from houndsman.models.repo_path import RepoPath
from houndsman.models.severity import Severity
from houndsman.models.triage import Sighting, Status, StoredFinding


def stored(
    fingerprint: str, line: int, rule: str, *, watchdogs: tuple[str, ...] = ("general",), sha: str = "a"
) -> StoredFinding:
    return StoredFinding(
        fingerprint=fingerprint,
        base_key="",
        occurrence=0,
        lineage=RepoPath(b"a.py"),
        covered_hash=None,
        file=RepoPath(b"a.py"),
        line=line,
        end_line=None,
        side=Side.NEW,
        rule=rule,
        severity=Severity.ATTENTION,
        message="It is wrong.",
        messages=(),
        action="",
        quote="",
        watchdogs=watchdogs,
        anchor=Anchor.EXACT,
        group=None,
        status=Status.OPEN,
        first_seen=Sighting(run=1, sha=sha),
        last_seen=Sighting(run=1, sha=sha),
        notes=(),
        placed_sha=sha,
    )


ONE = stored("f1", 10, "logic:one")


@pytest.mark.parametrize(
    ("other", "same"),
    [
        (stored("f2", 12, "logic:two"), True),
        (stored("f2", 14, "logic:two"), False),
        (stored("f2", 10, "logic:two", sha="b"), False),
        (stored("f2", 10, "logic:two", watchdogs=("python",)), False),
        (stored("f2", 10, "logic:two", watchdogs=("general", "python")), True),
    ],
    ids=["near", "far", "another commit", "another watchdog", "a watchdog in common"],
)
def test_what_one_watchdog_reports_near_in_two_reviews_is_one_defect(other: StoredFinding, same: bool) -> None:
    assert same_defects([[ONE], [other]]) == {"f1": "f1", "f2": "f1" if same else "f2"}


def test_what_stands_near_in_one_review_is_two_defects() -> None:
    assert same_defects([[ONE, stored("f2", 11, "logic:two")]]) == {"f1": "f1", "f2": "f2"}


def test_the_same_fingerprint_in_several_reviews_is_one() -> None:
    assert same_defects([[ONE], [ONE], []]) == {"f1": "f1"}


def test_what_is_one_in_any_two_reviews_is_one_in_all() -> None:
    near = stored("f2", 12, "logic:two", sha="a"), stored("f2", 30, "logic:two", sha="b")
    assert same_defects([[ONE], [near[0]], [near[1]], [stored("f3", 31, "logic:three", sha="b")]]) == {
        "f1": "f1",
        "f2": "f1",
        "f3": "f1",
    }
