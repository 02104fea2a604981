"""A review in memory: files of two commits, watchdogs, replies, and what is stored between runs."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime

import pytest

from houndsman.finalize.inputs import Business, FinalizeInput
from houndsman.finalize.outcome import Outcome
from houndsman.finalize.pipeline import finalize
from houndsman.models.change import Change, ChangedFile, FileKind, FileStatus, Hunk
from houndsman.models.classification import Assignment, Classification, ClassifiedFile, OutOfScope
from houndsman.models.finding import Note, Side
from houndsman.models.hunt_notes import HuntNotes
from houndsman.models.manifest import (
    Manifest,
    ManifestBudgets,
    ManifestFile,
    ManifestWatchdog,
    RunWarning,
)
from houndsman.models.owed import Owed
from houndsman.models.passes import PassRecord
from houndsman.models.repo_path import RepoPath
from houndsman.models.severity import Severity
from houndsman.models.target import Target, TargetKind
from houndsman.models.triage import Recognised, StoredDecision, StoredFinding, TriageItem
from houndsman.models.watchdog import Rule, Watchdog

ROOT = "/home/dev/project"


class Files:
    """`Sources` over two dictionaries of text by path; None is a binary file."""

    def __init__(self, new: Mapping[str, str | None], old: Mapping[str, str | None]) -> None:
        self._sides = {
            Side.NEW: {RepoPath.parse(path): text for path, text in new.items()},
            Side.OLD: {RepoPath.parse(path): text for path, text in old.items()},
        }

    def exists(self, path: RepoPath, side: Side) -> bool:
        return path in self._sides[side]

    def is_link(self, path: RepoPath, side: Side) -> bool:
        return False

    def lines(self, path: RepoPath, side: Side) -> Sequence[bytes] | None:
        text = self._sides[side].get(path)
        return None if text is None else text.encode().removesuffix(b"\n").split(b"\n") if text else []

    def paths(self, side: Side) -> Sequence[RepoPath]:
        return sorted(self._sides[side])


class Moves:
    """`Carrier` over the line maps that a test writes down: (sha, path) to (path, {line: line})."""

    def __init__(self) -> None:
        self.files: dict[tuple[str, str], tuple[str, Callable[[int], int | None]] | None] = {}
        self.asked: list[tuple[str, str, int | None]] = []

    def carry(self, sha: str, path: RepoPath, line: int | None) -> tuple[RepoPath, int | None] | None:
        self.asked.append((sha, path.text, line))
        moved = self.files.get((sha, path.text), (path.text, lambda number: number))
        if moved is None:
            return None
        place = None if line is None else moved[1](line)
        return None if line is not None and place is None else (RepoPath.parse(moved[0]), place)


def changed(
    path: str, *hunks: Hunk, status: FileStatus = FileStatus.MODIFIED, old_path: str | None = None
) -> ChangedFile:
    old = None if old_path is None else RepoPath.parse(old_path)
    return ChangedFile(
        RepoPath.parse(path), old, status, FileKind.TEXT, "100644", "100644", "1" * 40, "2" * 40, None, hunks,
        sum(hunk.new_count for hunk in hunks), sum(hunk.old_count for hunk in hunks), 0, 0,
    )  # fmt: skip


def watchdog(name: str, *rules: Rule, agent: str | None = None) -> Watchdog:
    return Watchdog(id=name, title=name, rules=rules, agent=agent)


SQL = Rule(id="sql-injection", number=1, title="No SQL from strings", severity=Severity.BLOCKING)
WAIT = Rule(id="timeouts", number=2, title="Every call has a timeout", severity=Severity.SUGGESTION)


@dataclass
class Bench:
    """What one finalize is given, changed freely between runs."""

    new: dict[str, str | None] = field(default_factory=lambda: {"src/app.py": APP})
    old: dict[str, str | None] = field(default_factory=lambda: {"src/app.py": APP})
    files: list[ChangedFile] = field(default_factory=lambda: [changed("src/app.py", Hunk(1, 12, 1, 12))])
    watchdogs: list[Watchdog] = field(default_factory=lambda: [watchdog("general"), watchdog("api", SQL, WAIT)])
    out_of_scope: dict[str, tuple[OutOfScope, ...]] = field(default_factory=dict)
    replies: dict[str, bytes] = field(default_factory=dict)
    failures: dict[str, str] = field(default_factory=dict)
    warnings: tuple[RunWarning, ...] = ()
    config_touched: tuple[str, ...] = ()
    excluded: dict[str, str] = field(default_factory=dict)
    deselected: tuple[str, ...] = ()
    without_general: bool = False
    nothing: bool = False
    allow_missing: bool = False
    owed: dict[str, Owed] = field(default_factory=dict)
    passes: tuple[PassRecord, ...] = ()
    notes: HuntNotes | None = None
    business: Business | None = None
    run: int = 1
    head: str = "head1"
    branch: str | None = "feature"
    variant: str | None = None
    stored: tuple[StoredFinding, ...] = ()
    decisions: dict[str, StoredDecision] = field(default_factory=dict)
    recognised: dict[str, Recognised] = field(default_factory=dict)
    moves: Moves = field(default_factory=Moves)
    annotate: Callable[[TriageItem], Sequence[Note]] = lambda item: ()

    def reply(
        self, name: str, *findings: Mapping[str, object] | str, reviewed: Sequence[str] | None = None, **root: object
    ) -> None:
        """What the watchdog `name` brings back; it reviewed every file unless `reviewed` says otherwise."""
        read = [file.path.text for file in self.files] if reviewed is None else list(reviewed)
        self.replies[name] = json.dumps({"findings": list(findings), "reviewedFiles": read, **root}).encode()

    def touch(self, path: str, *hunks: Hunk, status: FileStatus = FileStatus.MODIFIED, was: str | None = None) -> None:
        """The change consists of this file."""
        self.files = [changed(path, *hunks, status=status, old_path=was)]

    def quiet(self, *names: str) -> None:
        """Each of `names` (everyone by default) finds nothing."""
        for name in names or [each.id for each in self.watchdogs]:
            self.reply(name)

    def finalize(self) -> Outcome:
        """The outcome, which is not stored."""
        return finalize(self.inputs())

    def keep(self) -> Outcome:
        """The outcome, stored for the next run."""
        outcome = self.finalize()
        self.stored = outcome.findings
        told = {seen.fingerprint: seen.recognised for seen in outcome.observations}
        self.recognised = {name: how for name, how in told.items() if how is not None and how.before is not None}
        return outcome

    def next_run(self, head: str) -> None:
        """Begin the next run, on another head, with no replies yet."""
        self.run, self.head = self.run + 1, head
        self.replies, self.failures = {}, {}

    def inputs(self) -> FinalizeInput:
        business = self.business
        target = Target(kind=TargetKind.BRANCH, key="feature", base="b" * 40, head=self.head, merge_base="b" * 40)
        return FinalizeInput(
            manifest=self._manifest(target),
            classification=self._classification(),
            change=Change(
                target, datetime(2026, 1, 1, tzinfo=UTC), tuple(sorted(self.files, key=lambda f: f.path)), b""
            ),
            sources=Files(self.new, self.old),
            replies=self.replies,
            failures=self.failures,
            roots=(ROOT,),
            stored=self.stored,
            decisions=self.decisions,
            repository_fingerprints=[item.fingerprint for item in self.stored],
            carrier=self.moves,
            annotate=self.annotate,
            recognised=self.recognised,
            allow_missing=self.allow_missing,
            owed=self.owed,
            passes=self.passes,
            notes=self.notes,
            purpose=None if business is None else lambda told: business,
        )

    def _classification(self) -> Classification:
        files = tuple(file.path for file in self.files)
        return Classification(
            files=tuple(
                ClassifiedFile(
                    path=file.path,
                    old_path=file.old_path,
                    status=file.status,
                    kind=file.kind,
                    added=file.added,
                    removed=file.removed,
                    risk=0,
                    watchdogs=(),
                    excluded=self.excluded.get(file.path.text),
                )
                for file in self.files
            ),
            assignments=tuple(
                Assignment(watchdog=each, origin="test", files=files, out_of_scope=self.out_of_scope.get(each.id, ()))
                for each in self.watchdogs
            ),
            deselected=self.deselected,
            without_general=self.without_general,
            declared=tuple(self.watchdogs),
        )

    def _manifest(self, target: Target) -> Manifest:
        rows = tuple(
            ManifestFile(
                path=file.path, old_path=file.old_path, status=file.status, kind=file.kind, added=file.added,
                removed=file.removed, watchdogs=(), excluded=self.excluded.get(file.path.text),
            )
            for file in self.files
        )  # fmt: skip
        owed = tuple(
            ManifestWatchdog(
                id=each.id, brief=None, files=(), out_of_scope=(), agent=each.agent, estimated_tokens=0, hash=""
            )
            for each in self.watchdogs
        )
        return Manifest(
            review_id="feature-0123abcd",
            run=self.run,
            repository="github.com/acme/shop",
            branch=self.branch,
            variant=self.variant,
            target=target,
            status="nothing-to-review" if self.nothing else "ready",
            files=rows,
            watchdogs=owed,
            budgets=ManifestBudgets(max_files_per_brief=40, max_excerpt_chars=60_000, reads=6, searches=6),
            config_touched=tuple(RepoPath.parse(path) for path in self.config_touched),
            warnings=self.warnings,
            created_at="2026-01-02T03:04:05Z",
            hash="",
        )


APP = """\
import db
import http


def find(name):
    query = "SELECT * FROM users WHERE name = '" + name + "'"
    return db.run(query)


def fetch(url):
    answer = http.get(url)
    return answer.json()
"""


Changed = Callable[..., ChangedFile]


@pytest.fixture(name="changed")
def fixture_changed() -> Changed:
    """Makes a changed file of a path and its hunks."""
    return changed


@pytest.fixture
def bench() -> Bench:
    return Bench()
