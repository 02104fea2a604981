"""A run's replies to the review after it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from houndsman.finalize.outcome import Outcome, Verdict
from houndsman.finalize.pipeline import finalize
from houndsman.models.finding import Anchor, Note
from houndsman.models.manifest import RunWarning
from houndsman.models.severity import Severity
from houndsman.models.triage import Decision, Status, StoredDecision, TriageItem
from houndsman.models.watchdog import Rule, Watchdog

if TYPE_CHECKING:
    from tests.finalize.conftest import Bench

QUERY = 'query = "SELECT * FROM users WHERE name = \'" + name + "\'"'
SQL = Rule(id="sql-injection", number=1, title="No SQL from strings", severity=Severity.BLOCKING)


def found(**keys: object) -> dict[str, object]:
    return {"file": "src/app.py", "line": 6, "rule": "sql-injection", "message": "Bind it", "quote": QUERY, **keys}


def test_one_defect_in_different_clothes_is_one_finding_with_three_watchdogs(bench: Bench) -> None:
    bench.watchdogs = [
        Watchdog(id=name, title=name, rules=(SQL.model_copy(update={"number": number}),))
        for number, name in enumerate(["api", "general", "zoo"], 1)
    ]
    bench.reply("zoo", found(file="a/src/app.py", line="6-7", rule=3, message="User input in a query", severity="nit"))
    bench.reply("api", found(file="/home/dev/project/src/app.py", line="6", quote="+    " + QUERY))
    bench.reply("general", found(file=".\\src\\app.py", line=4, rule="R2", message="Injection", severity="crítico"))
    outcome = bench.finalize()
    [finding] = outcome.findings
    assert (finding.file.text, finding.line, finding.rule) == ("src/app.py", 6, "sql-injection")
    assert (finding.severity, finding.anchor) == (Severity.BLOCKING, Anchor.EXACT)
    assert finding.watchdogs == ("api", "general", "zoo")
    assert finding.message == "Bind it"
    assert [(said.watchdog, said.message, said.severity_claimed) for said in finding.messages] == [
        ("api", "Bind it", None),
        ("general", "Injection", "blocking"),
        ("zoo", "User input in a query", "nit"),
    ]
    assert [(seen.watchdog, seen.fingerprint) for seen in outcome.observations] == [
        (name, finding.fingerprint) for name in ("api", "general", "zoo")
    ]


def test_two_defects_of_different_rules_on_one_line_stay_two(bench: Bench) -> None:
    bench.quiet()
    bench.reply("api", found(), found(rule="timeouts", message="No timeout on the query"))
    findings = bench.finalize().findings
    assert [finding.rule for finding in findings] == ["sql-injection", "timeouts"]
    assert len({finding.fingerprint for finding in findings}) == 2


def test_emergent_findings_on_one_line_stay_two_and_are_linked(bench: Bench) -> None:
    bench.quiet()
    bench.reply("api", found(rule=None, message="Leaks names"), found(rule=None, message="Is slow on large tables"))
    one, other = bench.finalize().findings
    assert one.fingerprint != other.fingerprint
    assert one.base_key == other.base_key
    assert one.group is not None
    assert one.group == other.group


def test_the_same_input_gives_the_same_outcome_and_so_does_a_second_finalize(bench: Bench) -> None:
    bench.reply(
        "general", found(rule=None, message="Leaks"), found(rule="Lógica: x", line=10, quote=""), businessSummary="s"
    )
    bench.reply(
        "api", found(), found(line=99, quote=""), found(line=None), found(file="nowhere.py"), found(file="../x")
    )
    bench.annotate = lambda item: [Note(code="seen", text=item.id)]
    first = bench.keep()
    assert bench.finalize() == first
    assert bench.keep() == first
    bench.replies = dict(reversed(bench.replies.items()))
    assert bench.finalize() == first
    assert first.findings


def test_findings_are_in_order_of_place(bench: Bench) -> None:
    bench.quiet()
    bench.reply("api", *(found(line=line, quote="", rule=f"r{line}") for line in (12, 3, 7, None)))
    assert [finding.line for finding in bench.finalize().findings] == [None, 3, 7, 12]


def test_the_whole_file_comes_before_its_first_line(bench: Bench) -> None:
    bench.quiet()
    bench.reply("api", found(line=1, quote="", rule="a"), found(line=None, quote="", rule="b"))
    assert [finding.line for finding in bench.finalize().findings] == [None, 1]


def test_one_bad_finding_costs_nothing_but_itself(bench: Bench) -> None:
    bench.quiet()
    bench.reply("api", found(file="../x"), "words", found())
    outcome = bench.finalize()
    assert [refusal.reason for refusal in outcome.refusals] == ["outside the repository", "not an object"]
    assert len(outcome.findings) == 1
    assert (outcome.coverage[1].findings, outcome.coverage[1].refused) == (1, 2)
    assert outcome.incomplete == ()


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("absent", "no findings file"),
        ("broken", "not JSON"),
        ("failed", "timed out"),
        ("failed with a file", "timed out"),
    ],
)
def test_a_reply_that_is_wanting_makes_the_run_incomplete_and_keeps_the_rest(
    bench: Bench, name: str, reason: str
) -> None:
    bench.reply("general", found(rule=None))
    if name == "broken":
        bench.replies["api"] = b'{"findings": ['
    if name.startswith("failed"):
        bench.failures["api"] = "timed out"
    if name.endswith("file"):
        bench.reply("api", found())
    outcome = bench.finalize()
    assert outcome.verdict is Verdict.INCOMPLETE
    assert [reason in text for text in outcome.incomplete] == [True]
    assert reason in (outcome.coverage[1].missing or "")
    assert len(outcome.findings) == (2 if name.endswith("file") else 1)


def test_replies_after_a_missing_one_are_read(bench: Bench) -> None:
    bench.reply("api", found())
    outcome = bench.finalize()
    assert [intake.watchdog for intake in outcome.intakes] == ["api"]
    assert [finding.rule for finding in outcome.findings] == ["sql-injection"]


def test_what_a_watchdog_saw_is_kept_as_it_said_it(bench: Bench) -> None:
    bench.quiet("general")
    bench.reply("api", found(endLine=7, impactClass="security"))
    [seen] = bench.finalize().observations
    assert (seen.line, seen.end_line, seen.impact_class) == (6, 7, "security")


def test_a_reply_that_reviewed_nothing_is_not_a_clean_one(bench: Bench) -> None:
    bench.quiet("general")
    bench.reply("api", reviewed=[])
    outcome = bench.finalize()
    assert outcome.verdict is Verdict.INCOMPLETE
    assert outcome.incomplete == ("api: reviewed none of the 1 file of its brief",)


def test_missing_files_may_be_allowed_but_never_failures(bench: Bench) -> None:
    bench.allow_missing = True
    bench.quiet("general")
    allowed = bench.finalize()
    assert (allowed.verdict, allowed.incomplete) == (Verdict.APPROVED, ())
    assert "**approved** (without api)" in allowed.summary
    bench.failures["api"] = "timed out"
    assert bench.finalize().verdict is Verdict.INCOMPLETE


def test_broken_plugins_and_a_review_without_general_are_incomplete(bench: Bench) -> None:
    bench.quiet()
    bench.warnings = (RunWarning(code="plugin-failed", message="acme broke"), RunWarning(code="slow", message="m"))
    bench.without_general = True
    assert bench.finalize().incomplete == ("acme broke", "the watchdog general was left out")


def test_watchdogs_that_were_left_out_are_not_expected(bench: Bench) -> None:
    bench.quiet()
    bench.deselected = ("zoo",)
    bench.reply("stranger", found())
    outcome = bench.finalize()
    assert (outcome.incomplete, outcome.unexpected, outcome.findings) == ((), ("stranger",), ())
    assert "zoo" in outcome.summary
    assert "stranger" in outcome.summary


@pytest.mark.parametrize(
    ("rules", "verdict"),
    [
        ([], Verdict.APPROVED),
        (["timeouts"], Verdict.APPROVED_WITH_REMARKS),
        (["timeouts", "sql-injection"], Verdict.CHANGES_NEEDED),
    ],
)
def test_the_verdict_follows_the_worst_open_finding(bench: Bench, rules: list[str], verdict: Verdict) -> None:
    bench.quiet()
    bench.reply("api", *(found(rule=rule) for rule in rules))
    assert bench.finalize().verdict is verdict


def test_an_empty_change_is_never_approved(bench: Bench) -> None:
    bench.nothing, bench.watchdogs, bench.files = True, [], []
    bench.without_general = True
    outcome = bench.finalize()
    assert (outcome.verdict, outcome.incomplete) == (Verdict.NOTHING_TO_REVIEW, ())


@pytest.mark.parametrize(
    ("rules", "verdict"),
    [([], Verdict.NOTHING_TO_REVIEW), (["2"], Verdict.NOTHING_TO_REVIEW), (["1", "2"], Verdict.CHANGES_NEEDED)],
    ids=["nothing found", "a remark", "blocking"],
)
def test_a_change_of_which_no_brief_shows_anything_is_never_approved(
    bench: Bench, rules: list[str], verdict: Verdict
) -> None:
    """Code that sees what briefs leave out may still find something there, such as a secret."""
    bench.quiet()
    bench.reply("api", *(found(rule=rule) for rule in rules))
    bench.excluded = {file.path.text: "matches **" for file in bench.files}
    outcome = bench.finalize()
    assert (outcome.verdict, outcome.incomplete) == (verdict, ())
    assert "1 file excluded" in outcome.caveat


def test_plugins_annotate_what_the_run_reported_and_nothing_else(bench: Bench) -> None:
    seen: list[TriageItem] = []

    def annotate(item: TriageItem) -> list[Note]:
        seen.append(item)
        return [Note(code="owner", text="team-db")]

    bench.quiet()
    bench.reply("api", found())
    bench.annotate = annotate
    bench.keep()
    bench.reply("api")
    done = bench.keep()
    assert [(item.rule, item.status, item.id) for item in seen] == [
        ("sql-injection", Status.OPEN, item.fingerprint[:6]) for item in seen[:1]
    ]
    assert [note.code for note in done.findings[0].notes] == ["owner"]


def test_plugins_are_told_what_was_decided(bench: Bench) -> None:
    seen: list[Decision] = []

    def annotate(item: TriageItem) -> list[Note]:
        seen.append(item.decision)
        return []

    bench.quiet()
    bench.reply("api", found())
    [item] = bench.keep().findings
    bench.decisions = {
        item.fingerprint: StoredDecision(fingerprint=item.fingerprint, decision=Decision.EXECUTE, covered_hash=None)
    }
    bench.annotate = annotate
    bench.finalize()
    assert seen == [Decision.EXECUTE]


def test_without_plugins_nothing_is_added(bench: Bench) -> None:
    bench.quiet()
    bench.reply("api", found())
    assert finalize(replace(bench.inputs(), annotate=None)) == bench.finalize()


def test_every_finding_has_an_id(bench: Bench) -> None:
    bench.quiet()
    bench.reply("api", *(found(line=line, quote="", rule=f"r{line}") for line in range(1, 12)))
    outcome: Outcome = bench.finalize()
    assert set(outcome.ids) == {finding.fingerprint for finding in outcome.findings}
    assert len(set(outcome.ids.values())) == 11
