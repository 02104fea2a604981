"""`review-resume.md`: the review on one page. It lists no single finding.

In: the manifest, what `general` says the change does, the review's records and the coverage. Out: Markdown; the same
input gives the same bytes. Every foreign text is capped and kept in its place, and so is every list, so that no part
can push another off the page. Nothing fails.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from houndsman.finalize.outcome import Coverage, Verdict
from houndsman.models.classification import Classification
from houndsman.models.finding import Anchor
from houndsman.models.manifest import Manifest
from houndsman.models.severity import Severity
from houndsman.models.triage import Status, StoredFinding
from houndsman.prompt.foreign import Shown, block, one_line, ours, sentence
from houndsman.prompt.render import render

#: Characters of the business summary that are shown.
SUMMARY_LIMIT = 4_000

_SHOWN = 20  # entries of any list whose length somebody else decides
_FOLDERS = 8
_ENTRY = 300  # characters of one reason or warning
_FACT = 2_000  # characters of one line of counts, which are ours but for short names


@dataclass(frozen=True, slots=True)
class SummaryInput:
    """What the page is made of."""

    manifest: Manifest
    classification: Classification
    business_summary: str | None
    verdict: Verdict
    incomplete: tuple[str, ...]
    coverage: tuple[Coverage, ...]
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
    missing = ", ".join(row.watchdog for row in page.coverage if row.missing)
    return render(
        "review-resume.md.j2",
        branch=sentence(manifest.branch or manifest.target.key),
        date=sentence(manifest.created_at[:10]),
        repository=sentence(manifest.repository),
        target=sentence(_target(manifest)),
        run=manifest.run,
        variant=sentence(manifest.variant) if manifest.variant else None,
        verdict=ours(page.verdict),
        without=ours(f" (without {missing})" if missing and page.verdict is not Verdict.INCOMPLETE else ""),
        incomplete=_first(page.incomplete),
        business_summary=_business_summary(page),
        facts=[sentence(fact, _FACT) for fact in _facts(manifest)],
        points=[sentence(point, _FACT) for point in _points(manifest)],
        warnings=_first(f"{warning.code}: {warning.message}" for warning in manifest.warnings),
        coverage=[_row(row) for row in page.coverage],
        deselected=_names(page.classification.deselected),
        unexpected=_names(page.unexpected),
        open_by_severity=[(ours(severity), severities[severity]) for severity in Severity],
        done=status[Status.DONE],
        dismissed=status[Status.DISMISSED],
        groups=sum(count > 1 for count in Counter(item.group for item in open_ones if item.group).values()),
        unproven=anchors[Anchor.UNPROVEN],
        ambiguous=anchors[Anchor.AMBIGUOUS],
        refused=page.refused,
    )


def _business_summary(page: SummaryInput) -> Shown | None:
    if not page.business_summary:
        return None
    return block(page.business_summary, SUMMARY_LIMIT, mark="… [cut; the rest stands in findings/general.json]")


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


def _row(row: Coverage) -> dict[str, Shown | int]:
    return {
        "watchdog": sentence(row.watchdog),
        "findings": row.findings,
        "reviewed": row.reviewed,
        "expected": row.expected,
        "skipped": row.skipped,
        "undeclared": row.undeclared,
        "out_of_scope": row.out_of_scope,
        "missing": sentence(row.missing or ""),
        "state": ours(" (imported)" if row.imported else ""),
    }


def _target(manifest: Manifest) -> str:
    target = manifest.target
    return f"{target.kind.value} {target.key}, {target.left[:12]}..{target.head[:12]}"


def _facts(manifest: Manifest) -> list[str]:
    """What can be said of the change without having understood it."""
    folders = Counter(file.path.text.rpartition("/")[0] or "(root)" for file in manifest.files)
    common = sorted(folders.items(), key=lambda pair: (-pair[1], pair[0]))[:_FOLDERS]
    return [
        _counts("Files", (file.status.value for file in manifest.files)),
        f"Lines: {sum(f.added for f in manifest.files)} added, {sum(f.removed for f in manifest.files)} removed",
        "Folders: " + (", ".join(f"{name} ({count})" for name, count in common) or "none"),
    ]


def _points(manifest: Manifest) -> list[str]:
    points = [
        _counts("Files by status", (file.status.value for file in manifest.files)),
        _counts("Files by kind", (file.kind.value for file in manifest.files)),
    ]
    excluded = [file.excluded for file in manifest.files if file.excluded is not None]
    if excluded:
        points.append(_counts("Kept out of the briefs", excluded))
    touched = [path.text for path in manifest.config_touched]
    shown = [*touched[:_SHOWN], *([f"{len(touched) - _SHOWN} more"] if len(touched) > _SHOWN else [])]
    points.extend(f"The change touches configuration of ours, which was read from the base: {path}" for path in shown)
    return points


def _counts(title: str, values: Iterable[str]) -> str:
    """`title: 3 (2 a, 1 b)`, the most frequent first."""
    counts = Counter(values)
    ordered = sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))
    listed = ", ".join(f"{count} {one_line(value, 60)}" for value, count in ordered[:_SHOWN])
    more = f", {len(ordered) - _SHOWN} other kinds" if len(ordered) > _SHOWN else ""
    return f"{title}: {counts.total()}" + (f" ({listed}{more})" if listed else "")
