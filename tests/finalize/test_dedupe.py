"""Findings that are one finding become one, and nobody's words are lost."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from houndsman.finalize.dedupe import merge_findings
from houndsman.matching.dedupe_key import dedupe_key
from houndsman.models.finding import Anchor, Finding, Note, Side
from houndsman.models.repo_path import RepoPath
from houndsman.models.severity import Severity

BASE = Finding("api", 0, RepoPath(b"a.py"), 12, None, Side.NEW, "sql", "from api")


def test_worst_severity_best_proof_first_words_and_everyone_kept() -> None:
    [one] = merge_findings(
        [
            replace(BASE, watchdog="zoo", message="from zoo", severity=Severity.BLOCKING, severity_claimed="nit"),
            replace(BASE, message="", action="", severity=Severity.NIT, notes=(Note(code="n", text="t"),)),
            replace(BASE, watchdog="mid", message="from mid", anchor=Anchor.EXACT, end_line=15, quote="q"),
            replace(BASE, watchdog="mid", index=3, message="again", anchor=Anchor.EXACT, action="fix"),
        ]
    )
    assert (one.severity, one.anchor, one.end_line) == (Severity.BLOCKING, Anchor.EXACT, 15)
    assert (one.message, one.action, one.quote) == ("from mid", "fix", "q")
    assert one.watchdogs == ("api", "mid", "zoo")
    assert [(words.watchdog, words.message) for words in one.messages] == [
        ("api", ""), ("mid", "from mid"), ("mid", "again"), ("zoo", "from zoo"),
    ]  # fmt: skip
    assert [note.code for note in one.notes] == ["n"]


def test_what_nobody_says_is_empty() -> None:
    [one] = merge_findings([BASE, replace(BASE, watchdog="zoo")])
    assert (one.action, one.quote) == ("", "")


@pytest.mark.parametrize(
    "other",
    [
        replace(BASE, rule="timeouts"),
        replace(BASE, line=13),
        replace(BASE, side=Side.OLD),
        replace(BASE, path=RepoPath(b"b.py")),
    ],
)
def test_different_findings_stay_two(other: Finding) -> None:
    assert len(merge_findings([BASE, other])) == 2


def test_emergent_findings_merge_only_on_equal_messages() -> None:
    emergent = replace(BASE, rule="emergent/money", message="Totals drift")
    merged = merge_findings(
        [
            emergent,
            replace(emergent, watchdog="zoo", message="totals  drift."),
            replace(emergent, message="Rounds down"),
        ]
    )
    assert sorted(len(one.members) for one in merged) == [1, 2]


FINDINGS = st.builds(
    Finding,
    watchdog=st.sampled_from(["api", "general", "zoo"]),
    index=st.integers(0, 99),
    path=st.sampled_from([RepoPath(b"a"), RepoPath(b"b")]),
    line=st.none() | st.integers(1, 3),
    end_line=st.none() | st.integers(4, 6),
    side=st.sampled_from(Side),
    rule=st.sampled_from(["r", "emergent/money"]),
    message=st.sampled_from(["One", "one.", "two"]),
    anchor=st.sampled_from(Anchor),
    severity=st.sampled_from(Severity),
    extra=st.just({}),
    notes=st.just(()),
    action=st.just(""),
    quote=st.just(""),
    severity_claimed=st.none(),
    impact_class=st.none(),
    confidence=st.none(),
    must_prove=st.just(False),
)


@settings(derandomize=True, max_examples=100, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.data())
def test_the_merge_does_not_depend_on_the_order_and_loses_nobody(data: st.DataObject) -> None:
    findings = data.draw(st.lists(FINDINGS, max_size=10, unique_by=lambda f: (f.watchdog, f.index)))
    merged = merge_findings(findings)
    assert merge_findings(data.draw(st.permutations(findings))) == merged
    assert len({dedupe_key(one) for one in merged}) == len(merged)
    assert sum(len(one.members) for one in merged) == len(findings)
