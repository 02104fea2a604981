"""A home in a temporary folder, and one of each record; a test says by `replace` what matters to it."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from houndsman.models.finding import Anchor, Note, Side
from houndsman.models.records import FinalizeRecord, ReviewRecord, RunPlan
from houndsman.models.repo_path import RepoPath
from houndsman.models.severity import Severity
from houndsman.models.target import Target, TargetKind
from houndsman.models.triage import (
    Message,
    Observation,
    Origin,
    Recognised,
    Recognition,
    Sighting,
    Status,
    StoredFinding,
)
from houndsman.store.home import Home, review_id
from houndsman.store.migrate import SCRIPTS
from houndsman.store.store import Store

REPOSITORY = "example.org/team/project"


@pytest.fixture
def home(tmp_path: Path) -> Home:
    return Home(tmp_path / "home")


@pytest.fixture
def store(home: Home) -> Iterator[Store]:
    with Store(home) as opened:
        yield opened


@pytest.fixture
def first_scripts(tmp_path: Path) -> Path:
    """The history of the first houndsman: one migration."""
    scripts = tmp_path / "first"
    (scripts / "versions").mkdir(parents=True)
    shutil.copy(SCRIPTS / "versions" / "0001_first_tables.py", scripts / "versions")
    return scripts


@pytest.fixture
def review() -> ReviewRecord:
    return ReviewRecord(
        review_id=review_id(REPOSITORY, "feature/x", None),
        repository=REPOSITORY,
        target_key="feature/x",
        variant=None,
        branch="feature/x",
        created_at="2026-01-01T00:00:00Z",
    )


@pytest.fixture
def plan() -> RunPlan:
    return RunPlan(
        manifest_hash="hash-a",
        target=Target(kind=TargetKind.BRANCH, key="feature/x", base="a" * 40, head="b" * 40, merge_base="c" * 40),
        watchdogs=("general", "python"),
        created_at="2026-01-01T00:00:00Z",
    )


@pytest.fixture
def finding() -> StoredFinding:
    seen = Sighting(run=1, sha="b" * 40)
    return StoredFinding(
        fingerprint="1e5000" + "0" * 58,
        base_key="key",
        occurrence=0,
        lineage=RepoPath(b"old/caf\xe9.py"),
        covered_hash="d" * 64,
        file=RepoPath(b"new/caf\xe9.py"),
        line=12,
        end_line=15,
        side=Side.NEW,
        rule="logic:off-by-one",
        severity=Severity.BLOCKING,
        message="Uma falha, “citada”",
        messages=(
            Message(watchdog="general", message="Uma falha, “citada”", severity_claimed="crítico"),
            Message(watchdog="python", message="the same"),
        ),
        action="compare with <=",
        quote="if a < b:\n\treturn\x00",
        watchdogs=("general", "python"),
        anchor=Anchor.RELOCATED,
        group="g1",
        status=Status.OPEN,
        first_seen=seen,
        last_seen=seen,
        notes=(Note(code="line-text", text='"12-15"'),),
        placed_sha="b" * 40,
    )


@pytest.fixture
def observation(finding: StoredFinding) -> Observation:
    return Observation(
        fingerprint=finding.fingerprint,
        watchdog="general",
        index=0,
        line=13,
        end_line=None,
        anchor=Anchor.EXACT,
        severity=Severity.BLOCKING,
        severity_claimed="crítico",
        message="Uma falha",
        notes=(Note(code="line-text", text="12"),),
        file=RepoPath(b"new/caf\xe9.py"),
        impact_class="money",
        weighed_by="impact class money",
        recognised=Recognised(Recognition.PLACE, Origin(1, "b" * 40, RepoPath(b"old/caf\xe9.py"), 12)),
    )


@pytest.fixture
def record(review: ReviewRecord, finding: StoredFinding, observation: Observation) -> FinalizeRecord:
    return FinalizeRecord(
        review_id=review.review_id,
        run=1,
        findings=(finding,),
        observations=(observation,),
        finalized_at="2026-01-01T01:00:00Z",
        complete=True,
    )
