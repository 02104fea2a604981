"""What has to be equal for an exact merge."""

from __future__ import annotations

from dataclasses import replace

import pytest

from houndsman.matching.dedupe_key import dedupe_key, fold_message
from houndsman.models.finding import Finding, Side
from houndsman.models.repo_path import RepoPath

RULED = Finding("api", 0, RepoPath(b"a.py"), 12, None, Side.NEW, "sql-injection", "The query is built from a string")
EMERGENT = replace(RULED, rule="emergent/security")


def test_reviewer_wording_and_range_do_not_matter_for_a_rule() -> None:
    other = replace(RULED, watchdog="zoo", index=7, message="Bind parameters", end_line=15, quote="x", action="y")
    assert dedupe_key(other) == dedupe_key(RULED)


@pytest.mark.parametrize(
    "other",
    [
        replace(RULED, path=RepoPath(b"b.py")),
        replace(RULED, line=13),
        replace(RULED, line=None),
        replace(RULED, side=Side.OLD),
        replace(RULED, rule="timeouts"),
    ],
)
def test_path_line_side_and_rule_do(other: Finding) -> None:
    assert dedupe_key(other) != dedupe_key(RULED)


def test_emergent_findings_need_the_same_folded_message() -> None:
    assert dedupe_key(replace(EMERGENT, message="The QUERY  is built\nfrom a string.")) == dedupe_key(EMERGENT)
    assert dedupe_key(replace(EMERGENT, message="The query is not built from a string")) != dedupe_key(EMERGENT)


@pytest.mark.parametrize(
    ("one", "other"),
    [("Straße", "STRASSE"), ("a  b", " a\tb "), ("done.", "done!?"), ("a\u0301", "\u00e1"), ("wait…", "wait")],
)
def test_folding(one: str, other: str) -> None:
    assert fold_message(one) == fold_message(other)
