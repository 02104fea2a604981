"""What the stages of a command hand back."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from houndsman.desk import Request
from houndsman.errors import ExitCode
from houndsman.git.samples import SampleRepository
from houndsman.hook_relay import PluginFailure
from houndsman.models.triage import Decision, StoredDecision
from houndsman.session import Session
from houndsman.stage_results import Finalized, Prepared


@pytest.fixture
def results(sample: SampleRepository, tmp_path: Path) -> tuple[Prepared, Finalized]:
    """Of a change that adds a conflict marker."""
    (tmp_path / "config.toml").touch()
    sample.write("a.txt", "a\n")
    sample.commit("Before")
    sample.branch("feature")
    sample.write("merge.txt", "<<<<<<< ours\n=======\n>>>>>>> theirs\n")
    sample.commit("After")
    environ = {"HOUNDSMAN_HOME": str(tmp_path / "home"), "HOUNDSMAN_CONFIG": str(tmp_path / "config.toml")}
    left_out = tuple(f"no:{name}" for name in ("python", "secrets", "shell", "spelling", "structure", "workflows"))
    with Session(Request(cwd=sample.path, environ=environ, plugins=left_out)) as session:
        return session.prepare(), session.hunt()


def test_a_broken_plugin_leaves_a_preparation_incomplete(results: tuple[Prepared, Finalized]) -> None:
    prepared, _ = results
    assert prepared.exit_code is ExitCode.CLEAN
    broken = replace(prepared, failures=(PluginFailure("mine", "mine", "houndsman_watchdogs", "it raised"),))
    assert broken.exit_code is ExitCode.INCOMPLETE


@pytest.mark.parametrize(("lapsed", "decision"), [(False, Decision.IGNORE), (True, Decision.PENDING)])
def test_a_finding_is_shown_with_what_was_decided_unless_that_has_lapsed(
    results: tuple[Prepared, Finalized], lapsed: bool, decision: Decision
) -> None:
    _, done = results
    (found,) = done.outcome.findings
    decided = replace(
        done,
        decisions={found.fingerprint: StoredDecision(fingerprint=found.fingerprint, decision=Decision.IGNORE)},
        outcome=replace(done.outcome, lapsed=(found.fingerprint,) if lapsed else ()),
    )
    (item,) = decided.items
    assert item.decision is decision
