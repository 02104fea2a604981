"""What finalize hands back, for the store and for the process."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from houndsman.errors import ExitCode
from houndsman.finalize.outcome import failing
from houndsman.models.records import FinalizeRecord, HuntOutcome, WatchdogState
from houndsman.models.severity import Severity
from houndsman.models.triage import Decision, Status, StoredDecision

if TYPE_CHECKING:
    from tests.finalize.conftest import Bench


def found(rule: str) -> dict[str, object]:
    return {"file": "src/app.py", "line": 6, "rule": rule, "message": "bad"}


def test_the_store_keeps_all_of_a_whole_run(bench: Bench) -> None:
    bench.quiet()
    bench.reply("api", found("sql-injection"), found("timeouts"))
    bench.keep()
    bench.decisions = {
        item.fingerprint: StoredDecision(fingerprint=item.fingerprint, decision=Decision.IGNORE, covered_hash="other")
        for item in bench.stored
    }
    bench.reply("api", found("timeouts"))
    bench.run = 2
    outcome, manifest = bench.finalize(), bench.inputs().manifest
    assert outcome.findings
    assert outcome.lapsed
    assert outcome.reasons
    assert outcome.reply_hashes
    assert outcome.record(manifest) == FinalizeRecord(
        manifest.review_id,
        2,
        outcome.findings,
        outcome.observations,
        finalized_at=manifest.created_at,
        complete=True,
        outcomes={name: HuntOutcome(WatchdogState.ANSWERED) for name in ("general", "api")},
        lapsed=outcome.lapsed,
        reasons=outcome.reasons,
        reply_hashes=outcome.reply_hashes,
    )
    assert outcome.exit_code is ExitCode.CLEAN


def test_the_store_keeps_what_is_owed_and_why(bench: Bench) -> None:
    bench.reply("api", found("sql-injection"))
    outcome = bench.finalize()
    record = outcome.record(bench.inputs().manifest)
    assert (record.complete, record.observations) == (False, outcome.observations)
    assert record.outcomes == {
        "general": HuntOutcome(WatchdogState.MISSING, "no findings file"),
        "api": HuntOutcome(WatchdogState.ANSWERED),
    }
    assert outcome.exit_code is ExitCode.INCOMPLETE


@pytest.mark.parametrize("status", Status)
@pytest.mark.parametrize(
    ("threshold", "fails"),
    [(None, False), (Severity.BLOCKING, False), (Severity.SUGGESTION, True), (Severity.NIT, True)],
)
def test_only_what_is_open_and_bad_enough_fails(
    bench: Bench, status: Status, threshold: Severity | None, fails: bool
) -> None:
    bench.quiet()
    bench.reply("api", found("timeouts"))
    findings = [replace(item, status=status) for item in bench.finalize().findings]
    expected = ExitCode.FINDINGS if fails and status is Status.OPEN else ExitCode.CLEAN
    assert failing(findings, threshold) is expected
