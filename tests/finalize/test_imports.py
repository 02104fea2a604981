"""Imports in finalize: their silence settles nothing of others, and their own only where it means something."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from houndsman.finalize.outcome import Outcome
from houndsman.finalize.pipeline import finalize
from houndsman.models.severity import Severity
from houndsman.models.triage import Status
from houndsman.models.watchdog import CODE_AGENT, Watchdog

if TYPE_CHECKING:
    from tests.finalize.conftest import Bench

FOUND = {"file": "src/app.py", "line": 6, "rule": "acme/one", "message": "bad", "severity": "blocking"}


@pytest.fixture(autouse=True)
def acme(bench: Bench) -> None:
    """The import `acme` beside the two watchdogs of the bench."""
    bench.watchdogs.append(Watchdog(id="acme", title="Imported", agent=CODE_AGENT))


def _kept(bench: Bench) -> Outcome:
    outcome = finalize(replace(bench.inputs(), imported=frozenset({"acme"})))
    bench.stored = outcome.findings
    return outcome


def _statuses(outcome: Outcome) -> list[Status]:
    return [item.status for item in outcome.findings]


def test_an_import_is_said_to_be_one(bench: Bench) -> None:
    bench.quiet()
    outcome = _kept(bench)
    assert {row.watchdog: row.imported for row in outcome.coverage} == {"general": False, "api": False, "acme": True}
    assert "| acme (imported) | 0 | 1 of 1 | 0 | 0 | 0 | - | - |" in outcome.summary
    assert "| api |" in outcome.summary


def test_an_import_that_was_asked_about_no_file_read_none_of_none(bench: Bench) -> None:
    bench.quiet()
    inputs = replace(bench.inputs(), imported=frozenset({"acme"}))
    *asked, acme = inputs.classification.assignments
    update = {"assignments": (*asked, acme.model_copy(update={"files": ()}))}
    summary = finalize(replace(inputs, classification=inputs.classification.model_copy(update=update))).summary
    assert "| acme (imported) | 0 | - | 0 | 0 | 0 | - | - |" in summary


def test_its_undeclared_codes_are_suggestions(bench: Bench) -> None:
    bench.quiet()
    bench.reply("acme", FOUND, FOUND | {"line": 7, "rule": "sql-injection"})
    assert [item.severity for item in _kept(bench).findings] == [Severity.SUGGESTION, Severity.BLOCKING]


def test_what_a_replaced_report_of_this_run_held_is_taken_back(bench: Bench) -> None:
    bench.quiet()
    bench.reply("acme", FOUND, reviewed=[])
    assert _statuses(_kept(bench)) == [Status.OPEN]
    bench.reply("acme", reviewed=[])
    outcome = _kept(bench)
    assert _statuses(outcome) == [Status.DONE]
    assert list(outcome.reasons.values()) == ["the report that held it was imported again without it"]
    assert _statuses(_kept(bench)) == [Status.DONE]


def test_what_somebody_else_reported_too_is_not(bench: Bench) -> None:
    bench.quiet()
    bench.reply("acme", FOUND, reviewed=[])
    bench.reply("general", FOUND, reviewed=[])
    _kept(bench)
    bench.reply("acme", reviewed=[])
    bench.reply("general", reviewed=[])
    assert _statuses(_kept(bench)) == [Status.OPEN]


@pytest.mark.parametrize(
    ("reviewed", "status"), [([], Status.OPEN), (["src/app.py"], Status.DONE)], ids=["partial", "complete"]
)
def test_a_later_report_settles_its_own_only_where_it_covers_the_file(
    bench: Bench, reviewed: list[str], status: Status
) -> None:
    bench.quiet()
    bench.reply("acme", FOUND, reviewed=[])
    _kept(bench)
    bench.next_run("head2")
    bench.quiet()
    bench.reply("acme", reviewed=reviewed)
    assert _statuses(_kept(bench)) == [status]


@pytest.mark.parametrize("whose", [("api",), ("api", "acme")], ids=["another's", "shared"])
def test_a_later_report_settles_nothing_of_others(bench: Bench, whose: tuple[str, ...]) -> None:
    bench.quiet()
    for name in whose:
        bench.reply(name, FOUND)
    _kept(bench)
    bench.next_run("head2")
    bench.quiet()
    bench.reply("api", reviewed=[])
    bench.reply("acme")
    assert _statuses(_kept(bench)) == [Status.OPEN]


def test_nothing_of_an_import_that_is_gone_becomes_done(bench: Bench) -> None:
    bench.quiet()
    bench.reply("acme", FOUND)
    _kept(bench)
    del bench.replies["acme"]
    outcome = _kept(bench)
    assert _statuses(outcome) == [Status.OPEN]
    assert outcome.incomplete == ("acme: no findings file",)
