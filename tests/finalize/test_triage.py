"""Silence is never a fix."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from houndsman.finalize.outcome import Outcome, Verdict
from houndsman.models.change import FileStatus, Hunk
from houndsman.models.triage import Decision, Status, StoredDecision

if TYPE_CHECKING:
    from tests.finalize.conftest import Bench

#: Three lines that a finding may cover, with lines around them that stay.
TEXT = "top()\nbegin()\ncall(x)\nuse(a)\nuse(b)\nend()\n"


def found(rule: str | None = "sql-injection", **keys: object) -> dict[str, object]:
    return {"file": "m.py", "line": 3, "endLine": 5, "rule": rule, "message": "bad", **keys}


@pytest.fixture(autouse=True)
def files(bench: Bench) -> None:
    bench.new = bench.old = {"m.py": TEXT, "n.py": TEXT}
    bench.touch("m.py", Hunk(1, 6, 1, 6))
    bench.quiet()


def statuses(outcome: Outcome) -> list[Status]:
    return [item.status for item in outcome.findings]


def next_run(bench: Bench, text: str = TEXT) -> None:
    """The next run is on a head where the covered lines of `text` may differ, but no line moved."""
    was = bench.head
    bench.next_run(f"head{bench.run + 1}")
    before, after = TEXT.split("\n"), text.split("\n")
    bench.new = {"m.py": text, "n.py": TEXT}
    bench.moves.files[was, "m.py"] = ("m.py", lambda n: n if before[n - 1] == after[n - 1] else None)


def dismiss(bench: Bench) -> None:
    bench.decisions = {
        item.fingerprint: StoredDecision(
            fingerprint=item.fingerprint, decision=Decision.IGNORE, covered_hash=item.covered_hash
        )
        for item in bench.stored
    }


def test_done_when_the_file_was_reviewed_again_by_who_reported_it(bench: Bench) -> None:
    bench.reply("api", found(rule="undeclared-rule"))
    bench.keep()
    next_run(bench)
    bench.quiet()
    assert statuses(bench.keep()) == [Status.DONE]
    assert statuses(bench.keep()) == [Status.DONE]


def test_done_when_somebody_else_answers_for_the_rule(bench: Bench) -> None:
    bench.reply("general", found())
    bench.keep()
    next_run(bench)
    bench.reply("general", reviewed=[])
    bench.reply("api")
    assert statuses(bench.finalize()) == [Status.DONE]


@pytest.mark.parametrize("case", ["missing", "broken", "failed", "not reviewed", "skipped", "out of the change"])
def test_carried_over_when_nobody_who_answers_looked_again(bench: Bench, case: str) -> None:
    bench.reply("api", found())
    before = bench.keep().findings
    next_run(bench)
    bench.quiet()
    if case == "missing":
        del bench.replies["api"]
    elif case == "broken":
        bench.replies["api"] = b"{"
    elif case == "failed":
        bench.failures["api"] = "timed out"
    elif case == "not reviewed":
        bench.reply("api", reviewed=["n.py"])
    elif case == "skipped":
        bench.reply("api", skipped=[{"file": "m.py", "reason": "budget"}])
    else:
        bench.touch("n.py")
        bench.quiet()
    [after] = bench.finalize().findings
    assert (after.status, after.last_seen, after.line) == (Status.OPEN, before[0].last_seen, 3)


def test_a_missing_watchdog_keeps_open_what_it_reported_together_with_another(bench: Bench) -> None:
    bench.quiet()
    bench.reply("api", found())
    bench.reply("general", found())
    bench.keep()
    next_run(bench)
    bench.quiet("api")
    outcome = bench.finalize()
    assert (statuses(outcome), outcome.verdict) == ([Status.OPEN], Verdict.INCOMPLETE)


def test_done_when_the_file_is_gone(bench: Bench) -> None:
    bench.reply("api", found())
    bench.keep()
    next_run(bench)
    bench.moves.files["head1", "m.py"] = None
    del bench.new["m.py"]
    bench.touch("n.py")
    bench.quiet()
    assert statuses(bench.keep()) == [Status.DONE]
    bench.run += 1
    assert statuses(bench.keep()) == [Status.DONE]


@pytest.mark.parametrize("renamed", [False, True])
def test_an_earlier_head_that_is_lost_makes_nothing_done(bench: Bench, renamed: bool) -> None:
    bench.reply("api", found())
    [before] = bench.keep().findings
    next_run(bench)
    bench.moves.files["head1", "m.py"] = None
    name = "renamed.py" if renamed else "m.py"
    bench.new = {name: TEXT}
    bench.touch(name, status=FileStatus.RENAMED if renamed else FileStatus.MODIFIED, was="m.py" if renamed else None)
    bench.reply("general")
    [carried] = bench.finalize().findings
    assert (carried.status, carried.file.text, carried.line) == (Status.OPEN, name, 3)
    bench.reply("api", found(file=name))
    assert bench.finalize().findings[0].fingerprint == before.fingerprint


def test_done_is_open_again_when_it_is_reported_again(bench: Bench) -> None:
    bench.reply("api", found())
    bench.keep()
    next_run(bench)
    bench.quiet()
    bench.keep()
    next_run(bench)
    bench.quiet("general")
    bench.reply("api", found())
    assert statuses(bench.keep()) == [Status.OPEN]


@pytest.mark.parametrize("reported", [True, False])
def test_a_dismissal_holds_while_its_code_is_the_same(bench: Bench, reported: bool) -> None:
    bench.reply("api", found())
    bench.keep()
    dismiss(bench)
    next_run(bench, TEXT.replace("top()", "# another top"))
    bench.quiet("general")
    bench.reply("api", *([found(endLine=None)] if reported else []))
    outcome = bench.keep()
    assert (statuses(outcome), outcome.lapsed, outcome.verdict) == ([Status.DISMISSED], (), Verdict.APPROVED)


def test_a_dismissal_lapses_when_a_covered_line_changes(bench: Bench) -> None:
    bench.reply("api", found())
    [before] = bench.keep().findings
    dismiss(bench)
    next_run(bench, TEXT.replace("use(b)", "use(c)"))
    bench.quiet("general")
    bench.reply("api", found())
    outcome = bench.keep()
    assert outcome.lapsed == (before.fingerprint,)
    assert (statuses(outcome), outcome.verdict) == ([Status.OPEN], Verdict.CHANGES_NEEDED)
    assert bench.keep() == outcome


@pytest.mark.parametrize(("reviewed", "status"), [(["m.py"], Status.DONE), ([], Status.OPEN)])
def test_changed_code_under_a_dismissal_that_nobody_reports(bench: Bench, reviewed: list[str], status: Status) -> None:
    bench.reply("api", found())
    bench.keep()
    dismiss(bench)
    next_run(bench, TEXT.replace("use(b)", "use(c)"))
    bench.quiet("general")
    bench.reply("api", reviewed=reviewed)
    first = bench.keep()
    assert statuses(first) == [status]
    assert bench.keep() == first


@pytest.mark.parametrize("decision", [Decision.PENDING, Decision.EXECUTE])
def test_other_decisions_leave_a_finding_open(bench: Bench, decision: Decision) -> None:
    bench.reply("api", found())
    bench.keep()
    dismiss(bench)
    bench.decisions = {name: each.model_copy(update={"decision": decision}) for name, each in bench.decisions.items()}
    assert statuses(bench.keep()) == [Status.OPEN]


def test_a_finding_that_was_dismissed_elsewhere_in_the_repository_is_dismissed_here(bench: Bench) -> None:
    bench.reply("api", found())
    bench.keep()
    dismiss(bench)
    bench.stored = ()
    assert statuses(bench.keep()) == [Status.DISMISSED]


def test_a_lost_head_settles_nothing(bench: Bench) -> None:
    bench.reply("api", found())
    bench.keep()
    next_run(bench, TEXT.replace("top()", "top()\nmore()"))
    bench.moves.files = dict.fromkeys(bench.moves.files)
    bench.touch("n.py", Hunk(1, 6, 1, 6))
    bench.quiet()
    assert statuses(bench.keep()) == [Status.OPEN]


def test_nothing_of_a_missing_watchdog_is_done_even_where_its_code_is_gone(bench: Bench) -> None:
    bench.reply("api", found())
    bench.keep()
    next_run(bench, TEXT.replace("call(x)", "other(x)"))
    bench.touch("n.py", Hunk(1, 6, 1, 6))
    bench.quiet("general")
    assert statuses(bench.keep()) == [Status.OPEN]
    bench.quiet("api")
    assert statuses(bench.keep()) == [Status.DONE]


def test_a_finding_on_a_removed_line_goes_with_the_removal(bench: Bench) -> None:
    bench.reply("api", found(side="old"))
    bench.keep()
    next_run(bench)
    bench.touch("n.py", Hunk(1, 6, 1, 6))
    bench.quiet()
    assert statuses(bench.keep()) == [Status.DONE]


@pytest.mark.parametrize(
    ("text", "expected"),
    [(TEXT.replace("call(x)", "other(x)"), Status.DONE), (TEXT, Status.OPEN)],
    ids=["code taken back", "code still there"],
)
def test_a_file_that_the_change_no_longer_touches_settles_only_what_was_taken_back(
    bench: Bench, text: str, expected: Status
) -> None:
    bench.reply("api", found())
    bench.keep()
    next_run(bench, text)
    bench.touch("n.py", Hunk(1, 6, 1, 6))
    bench.quiet()
    assert statuses(bench.keep()) == [expected]


@pytest.mark.parametrize(
    ("case", "why"),
    [
        ("fixed", "api reviewed its file again and did not report it"),
        ("gone", "its file is gone"),
        ("taken back", "its code was taken back"),
        ("carried", None),
    ],
)
def test_it_says_why_a_finding_is_done(bench: Bench, case: str, why: str | None) -> None:
    bench.reply("api", found())
    [before] = bench.keep().findings
    next_run(bench, TEXT.replace("call(x)", "other(x)"))
    bench.quiet()
    if case == "gone":
        bench.moves.files["head1", "m.py"] = None
        del bench.new["m.py"]
    elif case == "taken back":
        bench.touch("n.py", Hunk(1, 6, 1, 6))
    elif case == "carried":
        bench.reply("api", reviewed=[])
    assert bench.keep().reasons == ({} if why is None else {before.fingerprint: why})
    assert bench.keep().reasons == {}, "the record says so already"


def test_it_says_why_a_finding_is_open_again_or_dismissed(bench: Bench) -> None:
    bench.reply("api", found())
    [item] = bench.keep().findings
    told = []

    def run(text: str, *findings: dict[str, object]) -> None:
        next_run(bench, text)
        bench.quiet("general")
        bench.reply("api", *findings)
        told.append(bench.keep().reasons.get(item.fingerprint))

    run(TEXT)
    run(TEXT, found())
    dismiss(bench)
    run(TEXT, found())
    bench.decisions = {}
    run(TEXT, found())
    assert told == [
        "api reviewed its file again and did not report it",
        "it was reported again",
        "it was dismissed, and the lines that it covers are the same",
        "its dismissal no longer stands",
    ]
    bench.stored = tuple(replace(each, status=Status.DISMISSED) for each in bench.stored)
    dismiss(bench)
    run(TEXT.replace("use(b)", "use(c)"), found())
    assert told[-1] == "the lines that its dismissal covered have changed"


@pytest.mark.parametrize(
    ("text", "is_ignored", "status", "why"),
    [
        (TEXT, True, Status.DISMISSED, None),
        (TEXT.replace("use(b)", "use(c)"), True, Status.OPEN, "the lines that its dismissal covered have changed"),
        (TEXT, False, Status.OPEN, "its dismissal no longer stands"),
    ],
    ids=["holds", "lapses", "withdrawn"],
)
def test_what_becomes_of_a_dismissal_that_nobody_speaks_of(
    bench: Bench, text: str, is_ignored: bool, status: Status, why: str | None
) -> None:
    bench.reply("api", found())
    bench.keep()
    dismiss(bench)
    [before] = bench.keep().findings
    assert before.status is Status.DISMISSED
    if not is_ignored:
        bench.decisions = {}
    next_run(bench, text)
    bench.quiet("general")
    bench.reply("api", reviewed=[])
    outcome = bench.finalize()
    assert statuses(outcome) == [status]
    assert outcome.reasons == ({} if why is None else {before.fingerprint: why})
    assert outcome.lapsed == ((before.fingerprint,) if is_ignored and status is Status.OPEN else ())


def test_what_was_dismissed_since_is_dismissed_also_where_nobody_speaks_of_it(bench: Bench) -> None:
    bench.reply("api", found())
    [before] = bench.keep().findings
    dismiss(bench)
    next_run(bench)
    bench.quiet("general")
    bench.reply("api", reviewed=[])
    outcome = bench.finalize()
    assert statuses(outcome) == [Status.DISMISSED]
    assert outcome.reasons == {before.fingerprint: "it was dismissed, and the lines that it covers are the same"}
