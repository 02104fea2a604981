"""Foreign findings as a findings file of ours, for an import.

In: findings as their reader understood them. Out: the bytes of `findings/<watchdog>.json`, which intake reads like any
other. What our contract has no key for stands under `foreign`, as it came, so that nothing is lost. Nothing fails.
"""

from __future__ import annotations

from collections.abc import Iterable

from houndsman.models.artifact import artifact_bytes
from houndsman.models.foreign import ForeignFinding
from houndsman.models.repo_path import RepoPath


def as_reply(watchdog: str, findings: Iterable[ForeignFinding], reviewed: Iterable[RepoPath] = ()) -> bytes:
    """The findings file of `watchdog`.

    Args:
        watchdog: the name that the findings go by.
        findings: in the order of the report.
        reviewed: the files that the report is known to cover; a report itself does not say.
    """
    return artifact_bytes(
        {
            "watchdog": watchdog,
            "findings": [_entry(finding) for finding in findings],
            "reviewedFiles": [str(path) for path in reviewed],
            "skipped": [],
            "checks": [],
            "rules": [],
        }
    )


def _entry(finding: ForeignFinding) -> dict[str, object]:
    entry: dict[str, object] = {
        "file": finding.file,
        "line": finding.line,  # null is the whole file: the finding keeps its file where a tool gives no line
        "endLine": finding.end_line,
        "side": finding.side,
        "rule": finding.rule,
        "message": finding.message,
        "action": finding.action,
        "quote": finding.quote,
        "severity": finding.severity,
    }
    foreign: dict[str, object] = {
        "category": finding.category,
        "case": finding.case,
        "id": finding.id,
        "commit": finding.commit,
        "source": finding.source or None,
        "extra": dict(finding.extra) or None,
    }
    kept = {key: value for key, value in foreign.items() if value is not None}
    return entry | ({"foreign": kept} if kept else {})
