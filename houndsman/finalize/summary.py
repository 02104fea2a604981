"""`review-resume.md`: the review on one page. It lists no single finding.

In: the manifest, what `general` says the change does, the review's records and the coverage. Out: Markdown; the same
input gives the same bytes. Every foreign text is capped and kept in its place, and so is every list, so that no part
can push another off the page. Nothing fails.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from jinja2 import Environment, PackageLoader, StrictUndefined

from houndsman.finalize import foreign_text
from houndsman.finalize.outcome import Coverage, Verdict
from houndsman.models.classification import Classification
from houndsman.models.finding import Anchor
from houndsman.models.manifest import Manifest
from houndsman.models.severity import Severity
from houndsman.models.triage import Status, StoredFinding

#: Characters of the business summary that are shown.
SUMMARY_LIMIT = 4_000

_SHOWN = 20  # entries of any list whose length somebody else decides
_FOLDERS = 8


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
    return (
        _environment()
        .get_template("review-resume.md.j2")
        .render(
            branch=manifest.branch or manifest.target.key,
            date=manifest.created_at[:10],
            repository=manifest.repository,
            target=_target(manifest),
            run=manifest.run,
            variant=manifest.variant,
            verdict=page.verdict.value,
            without=[row.watchdog for row in page.coverage if row.missing and page.verdict is not Verdict.INCOMPLETE],
            incomplete=_first(page.incomplete),
            business_summary=page.business_summary,
            summary_limit=SUMMARY_LIMIT,
            facts=_facts(manifest),
            points=_points(manifest),
            warnings=_first(f"{warning.code}: {warning.message}" for warning in manifest.warnings),
            coverage=page.coverage,
            deselected=_names(page.classification.deselected),
            unexpected=_names(page.unexpected),
            open_by_severity=[(severity.value, severities[severity]) for severity in Severity],
            done=status[Status.DONE],
            dismissed=status[Status.DISMISSED],
            groups=len({item.group for item in open_ones if item.group}),
            unproven=anchors[Anchor.UNPROVEN],
            ambiguous=anchors[Anchor.AMBIGUOUS],
            refused=page.refused,
        )
    )


class _Part(NamedTuple):
    """The beginning of a list, and how much more there is."""

    shown: list[str]
    more: int


def _first(entries: Iterable[str]) -> _Part:
    listed = list(entries)
    return _Part(listed[:_SHOWN], max(0, len(listed) - _SHOWN))


def _names(names: Sequence[str]) -> list[str]:
    shown, more = _first(names)
    return shown + ([f"{more} more"] if more else [])


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=PackageLoader("houndsman.finalize"),
        undefined=StrictUndefined,
        autoescape=False,  # Markdown: every foreign text goes through a filter of `foreign_text`
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters["line"] = foreign_text.line
    environment.filters["block"] = foreign_text.block
    return environment


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
    touched = _names([path.text for path in manifest.config_touched])
    points.extend(f"The change touches configuration of ours, which was read from the base: {path}" for path in touched)
    return points


def _counts(title: str, values: Iterable[str]) -> str:
    """`title: 3 (2 a, 1 b)`, the most frequent first."""
    counts = Counter(values)
    ordered = sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))
    listed = ", ".join(f"{count} {foreign_text.plain(value, 60)}" for value, count in ordered[:_SHOWN])
    more = f", {len(ordered) - _SHOWN} other kinds" if len(ordered) > _SHOWN else ""
    return f"{title}: {counts.total()}" + (f" ({listed}{more})" if listed else "")
