"""What intake is told about the watchdog whose words it reads, and what it makes of them."""

from __future__ import annotations

from dataclasses import dataclass

from houndsman.models.finding import Finding, Note, Refusal
from houndsman.models.reply import Usage, Verdict
from houndsman.models.repo_path import RepoPath
from houndsman.models.sources import Sources
from houndsman.models.watchdog import Watchdog


@dataclass(frozen=True, slots=True)
class IntakeContext:
    """Who was asked, about what."""

    watchdog: Watchdog
    brief_files: tuple[RepoPath, ...]
    """The files that it was asked to review."""
    sources: Sources
    roots: tuple[str, ...]
    """Absolute folders that mean the repository's root: the work tree, the reading root, exported blobs."""


@dataclass(frozen=True, slots=True)
class Intake:
    """What one findings file says."""

    watchdog: str
    findings: tuple[Finding, ...]
    refusals: tuple[Refusal, ...]
    reviewed: tuple[RepoPath, ...]
    """Files of the brief that were really read, by path."""
    skipped: dict[RepoPath, str]
    """Files of the brief that were not, each with the reason in the agent's words."""
    undeclared: tuple[RepoPath, ...]
    """Files of the brief in neither list."""
    checks: tuple[Verdict, ...]
    rules: tuple[Verdict, ...]
    business_summary: str | None
    usage: Usage | None
    extra: dict[str, object]
    """Keys that the contract does not know, kept as they came."""
    notes: tuple[Note, ...]
    """What was put right in the file as a whole; each finding has its own."""
