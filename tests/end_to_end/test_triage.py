"""A finding over time: what a person decides holds, what moves is followed, and silence is never a fix."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from houndsman.models.triage import Decision, Status, TriageItem

if TYPE_CHECKING:
    from tests.conftest import CommandLine

PRINT = "def show(order):\n    breakpoint()\n    return order\n"


@pytest.fixture
def debris(shop: CommandLine) -> CommandLine:
    """The shop, with one debugger call in `show.py`, hunted."""
    shop.blocked = ("python", "secrets")
    shop.repository.write("show.py", PRINT)
    shop.repository.commit("Show")
    shop("hunt")
    return shop


def _only(command_line: CommandLine, *words: str) -> TriageItem:
    (item,) = command_line.findings(*words)
    return item


def _next(command_line: CommandLine, path: str, text: str) -> None:
    command_line.repository.write(path, text)
    command_line.repository.commit("Next")
    command_line("hunt")


def test_a_finding_keeps_its_id_when_lines_shift_and_the_file_moves(debris: CommandLine) -> None:
    before = _only(debris)
    debris.repository.move("show.py", "display.py")
    debris.repository.commit("Move")
    _next(debris, "display.py", "\n\n\n" + PRINT)
    after = _only(debris)
    assert (before.id, before.fingerprint) == (after.id, after.fingerprint)
    assert (str(before.file), before.line) == ("show.py", 2)
    assert (str(after.file), after.line) == ("display.py", 5)
    assert (after.first_seen.run, after.last_seen.run) == (1, 2)


def test_an_ignored_finding_stays_dismissed_in_the_next_run(debris: CommandLine) -> None:
    item = _only(debris)
    ran = debris("findings", "decide", item.id, "ignore", "--reason", "wanted here")
    assert ran.code == 0
    assert "dismissed" in ran.out
    _next(debris, "show.py", "\n" + PRINT)
    after = _only(debris)
    assert (after.status, after.decision) == (Status.DISMISSED, Decision.IGNORE)
    assert "no findings" in debris("findings", "list", "--status", "open").out


def test_a_dismissal_lapses_when_its_line_changes(debris: CommandLine) -> None:
    debris("findings", "decide", _only(debris).id, "ignore")
    _next(debris, "show.py", PRINT.replace("breakpoint()", "breakpoint(); order = None"))
    assert [(item.decision, item.line) for item in debris.findings("--status", "open")] == [(Decision.PENDING, 2)]


def test_a_decision_can_be_taken_back(debris: CommandLine) -> None:
    item = _only(debris)
    for decision, status in (("ignore", Status.DISMISSED), ("execute", Status.OPEN), ("pending", Status.OPEN)):
        debris("findings", "decide", item.id, decision)
        after = _only(debris)
        assert (after.decision, after.status) == (decision, status)


def test_a_finding_that_the_next_commit_fixes_is_done(debris: CommandLine) -> None:
    _next(debris, "show.py", PRINT.replace("    breakpoint()\n", ""))
    after = _only(debris)
    assert (after.status, after.last_seen.run) == (Status.DONE, 1)


def test_a_fault_that_comes_back_opens_its_finding_again(debris: CommandLine) -> None:
    first = _only(debris)
    _next(debris, "show.py", PRINT.replace("    breakpoint()\n", ""))
    _next(debris, "show.py", PRINT)
    again = _only(debris)
    assert (again.fingerprint, again.status) == (first.fingerprint, Status.OPEN)


def test_nothing_of_a_watchdog_that_did_not_answer_becomes_done(debris: CommandLine) -> None:
    manifest = debris.prepare()
    defect = {"file": "orders.py", "line": 11, "rule": "logic:rounds", "message": "Rounded too early."}
    debris.answer(manifest, "general", defect)
    debris("finalize")
    _next(debris, "orders.py", "PAGE = 1\n")
    ((rule, status),) = [(item.rule, item.status) for item in debris.findings("--watchdog", "general")]
    assert (rule, status) == ("logic:rounds", Status.OPEN)


def test_nothing_becomes_done_where_the_file_was_not_reviewed_again(debris: CommandLine) -> None:
    """`-k` leaves `debris` out: nobody looked, so the fix is not known."""
    debris.repository.write("show.py", PRINT.replace("    breakpoint()\n", ""))
    debris.repository.commit("Fix")
    debris("hunt", "-k", "not debris")
    assert _only(debris).status is Status.OPEN


def test_variants_are_apart_and_decisions_are_not(debris: CommandLine) -> None:
    debris("hunt", "--variant", "other")
    item = _only(debris)
    debris("findings", "decide", item.id, "ignore")
    assert _only(debris, "--variant", "other").fingerprint == item.fingerprint
    _next(debris, "show.py", PRINT.replace("    breakpoint()\n", ""))
    assert _only(debris).status is Status.DONE
    other = _only(debris, "--variant", "other")
    assert other.last_seen.run == 1
    assert other.decision is Decision.IGNORE
    assert other.status is not Status.DONE


def test_old_answers_move_to_the_run_that_they_belong_to(debris: CommandLine) -> None:
    manifest = debris.prepare()
    debris.answer(manifest, "general")
    debris("finalize")
    _next(debris, "show.py", PRINT + "\n")
    runs = debris.home / "reviews" / manifest.review_id / "runs"
    assert (runs / "1" / "findings" / "general.json").is_file()
    assert not (debris.staging(manifest) / "findings" / "general.json").exists()
    assert (runs / "2" / "findings" / "debris.json").is_file()
