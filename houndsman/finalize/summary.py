"""`review-resume.md`: the review on one page. It lists no single finding.

In: the manifest, what the change is for, the review's records and the report on the hunt. Out: Markdown; the same input
gives the same bytes. Every foreign text is capped and kept in its place, and so is every list, so that no part can push
another off the page. What the hunt took does not stand here: a replay, a hunt that went on after a kill, and a person
who wrote the same answers come to the same page. Nothing fails.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from houndsman.finalize.counts import counted, plural
from houndsman.finalize.outcome import Verdict
from houndsman.finalize.purpose import purpose_of
from houndsman.finalize.questions import questions_of
from houndsman.models.business import BusinessSummary
from houndsman.models.classification import Classification
from houndsman.models.finding import Anchor
from houndsman.models.hunt_report import HuntReport, Tally, WatchdogReport
from houndsman.models.manifest import Manifest
from houndsman.models.severity import Severity
from houndsman.models.triage import Status, StoredFinding
from houndsman.prompt.foreign import Shown, inline, ours, sentence
from houndsman.prompt.render import render

_SHOWN = 20  # entries of any list whose length somebody else decides
_ENTRY = 300  # characters of one reason or warning
_PATH = 2_000  # characters of a file's name


@dataclass(frozen=True, slots=True)
class SummaryInput:
    """What the page is made of."""

    manifest: Manifest
    classification: Classification
    business: BusinessSummary | None
    """What the change is for; None where nobody looked."""
    told: str | None
    """What `general` says of it in its reply."""
    verdict: Verdict
    caveat: str
    """The rest of the status line."""
    incomplete: tuple[str, ...]
    report: HuntReport
    unexpected: tuple[str, ...]
    findings: tuple[StoredFinding, ...]
    refused: int


def render_summary(page: SummaryInput) -> str:
    """The page as Markdown."""
    manifest = page.manifest
    status = Counter(item.status for item in page.findings)
    open_ones = [item for item in page.findings if item.status is Status.OPEN]
    severities = Counter(item.severity for item in open_ones)
    anchors = Counter(item.anchor for item in open_ones)
    return render(
        "review-resume.md.j2",
        branch=sentence(manifest.branch or manifest.target.key),
        date=sentence(manifest.created_at[:10]),
        repository=inline(manifest.repository),
        target=_target(manifest),
        run=manifest.run,
        variant=sentence(manifest.variant) if manifest.variant else None,
        verdict=ours(page.verdict),
        caveat=ours(page.caveat),
        incomplete=_first(page.incomplete),
        purpose=purpose_of(page.business, page.told, manifest),
        points=_points(manifest),
        warnings=_first(f"{warning.code}: {warning.message}" for warning in manifest.warnings),
        coverage=[_row(row) for row in page.report.watchdogs],
        deselected=_names(page.classification.deselected),
        unexpected=_names(page.unexpected),
        questions=questions_of(page.report, page.classification, page.business),
        open_by_severity=[(ours(severity), severities[severity]) for severity in Severity],
        done=status[Status.DONE],
        dismissed=status[Status.DISMISSED],
        groups=sum(count > 1 for count in Counter(item.group for item in open_ones if item.group).values()),
        unproven=anchors[Anchor.UNPROVEN],
        ambiguous=anchors[Anchor.AMBIGUOUS],
        refused=page.refused,
    )


class _Part(NamedTuple):
    """The beginning of a list, and how much more there is."""

    shown: list[Shown]
    more: int


def _first(entries: Iterable[str]) -> _Part:
    listed = list(entries)
    return _Part([sentence(entry, _ENTRY) for entry in listed[:_SHOWN]], max(0, len(listed) - _SHOWN))


def _names(names: Sequence[str]) -> list[Shown]:
    shown, more = _first(names)
    return shown + ([ours(f"{more} more")] if more else [])


def _row(row: WatchdogReport) -> dict[str, Shown | int]:
    files = row.coverage
    is_unasked = row.imported and not files.expected
    return {
        "watchdog": sentence(row.watchdog),
        "findings": row.findings,
        "reviewed": ours("-" if is_unasked else f"{files.reviewed} of {files.expected}"),
        "skipped": files.skipped,
        "undeclared": files.undeclared,
        "out_of_scope": files.out_of_scope,
        "rules": _verdicts(row.rules),
        "checks": _verdicts(row.checks),
        "missing": sentence(row.missing or ""),
        "state": ours(" (imported)" if row.imported else ""),
    }


def _verdicts(tally: Tally) -> Shown:
    """`5/9 (1 gap, 2 n/a)`: verified of expected."""
    if not tally.expected:
        return ours("-")
    besides = [plural(tally.gaps, "gap")] * bool(tally.gaps) + [f"{tally.not_applicable} n/a"] * bool(
        tally.not_applicable
    )
    return ours(f"{tally.verified}/{tally.expected}" + (f" ({', '.join(besides)})" if besides else ""))


def _target(manifest: Manifest) -> Shown:
    target = manifest.target
    return ours(f"{target.kind.value} {inline(target.key)}, {inline(f'{target.left[:12]}..{target.head[:12]}')}")


def _points(manifest: Manifest) -> list[Shown]:
    points = [
        counted("Files by status", (file.status.value for file in manifest.files)),
        counted("Files by kind", (file.kind.value for file in manifest.files)),
    ]
    excluded = [file.excluded for file in manifest.files if file.excluded is not None]
    if excluded:
        points.append(counted("Kept out of the briefs", excluded))
    touched = [inline(path.text, _PATH) for path in manifest.config_touched[:_SHOWN]]
    more = len(manifest.config_touched) - len(touched)
    told = "The change touches configuration of ours, which was read from the base"
    points.extend(ours(f"{told}: {name}") for name in [*touched, *([f"{more} more"] if more else [])])
    return points
