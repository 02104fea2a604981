"""`agreement.json`, and the three lists beside it as findings files that `golden` and `compare` read like any other.

In: an `Agreement`. Out: models and plain JSON data; the same agreement gives the same. Nothing fails.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from houndsman.compare.agreement import Agreement, Reviewer
from houndsman.compare.same_findings import Cluster, Item
from houndsman.models.artifact import ARTIFACT_VERSION
from houndsman.models.base import Model
from houndsman.models.finding import Side
from houndsman.models.manifest import RunWarning
from houndsman.models.severity import Severity


class ReviewerRow(Model):
    """One reviewer."""

    name: str
    variant: str | None
    review_id: str | None
    run: int | None
    agents: tuple[str, ...]
    """Who was sent out."""
    complete: bool
    findings: int
    """Clusters that it reports."""
    alone: int
    """Of these, those that nobody else reports."""
    units: int
    """Units in files that it read."""


class PairRow(Model):
    """Two reviewers beside each other."""

    a: str
    b: str
    both: int
    """Clusters that both report."""
    only_a: int
    only_b: int
    jaccard: float | None
    """`both` of all that either reports; null where neither reports anything."""
    alpha: float | None


class UnitsRow(Model):
    """What alpha was worked out from."""

    total: int
    read: int
    """By two reviewers or more."""
    found: int
    """In which any of them reports something."""
    elsewhere: int
    """Clusters in files that did not change, or that no agent read: no unit holds them."""


class MemberRow(Model):
    """One of the findings of a cluster."""

    id: str | None
    """As `houndsman findings` prints it."""
    line: int | None
    end_line: int | None
    rule: str | None
    severity: Severity | None
    message: str
    reviewers: tuple[str, ...]


class ClusterRow(Model):
    """Findings that are probably one defect."""

    file: str | None
    side: Side | None
    reviewers: tuple[str, ...]
    by_code: bool
    """Plain code reports it, the same in every review: it is in the lists and in no number."""
    members: tuple[MemberRow, ...]
    """The first stands for all."""


class ListRow(Model):
    """One of the lists beside the report."""

    file: str
    """A findings file, in the folder of the report."""
    findings: int


class AgreementReport(Model):
    """The whole file."""

    version: int = ARTIFACT_VERSION
    target: str
    """Its key."""
    head: str | None
    """The commit that all of them reviewed; null where they differ."""
    tolerance: int
    """Lines between two findings that may still be one."""
    reviewers: tuple[ReviewerRow, ...]
    alpha: float | None
    """Krippendorff's, of all reviewers."""
    why_no_alpha: str
    """Empty where there is an alpha."""
    units: UnitsRow
    pairs: tuple[PairRow, ...]
    lists: Mapping[str, ListRow]
    """`union`, `majority`, `intersection`."""
    clusters: tuple[ClusterRow, ...]
    warnings: tuple[RunWarning, ...]


class Subject(NamedTuple):
    """What the reviewers were set beside each other for."""

    target: str
    head: str | None
    warnings: tuple[RunWarning, ...]


def report_of(of: Agreement, subject: Subject) -> AgreementReport:
    """The report on `of`."""
    names = [reviewer.name for reviewer in of.reviewers]
    answers = of.answers
    return AgreementReport(
        target=subject.target,
        head=subject.head,
        tolerance=of.tolerance,
        reviewers=tuple(_reviewer(of, at, reviewer) for at, reviewer in enumerate(of.reviewers)),
        alpha=of.alpha,
        why_no_alpha=of.why_no_alpha,
        units=UnitsRow(
            total=len(answers),
            read=sum(len(unit) - unit.count(None) > 1 for unit in answers),
            found=sum(True in unit for unit in answers),
            elsewhere=of.elsewhere,
        ),
        pairs=tuple(
            PairRow(
                a=names[pair.a],
                b=names[pair.b],
                both=pair.both,
                only_a=pair.only_a,
                only_b=pair.only_b,
                jaccard=pair.jaccard,
                alpha=pair.alpha,
            )
            for pair in of.pairs
        ),
        lists={name: ListRow(file=f"{name}.json", findings=len(items)) for name, items in lists_of(of).items()},
        clusters=tuple(_cluster(cluster, names) for cluster in of.clusters),
        warnings=subject.warnings,
    )


def lists_of(of: Agreement) -> dict[str, tuple[Item, ...]]:
    """The lists by name, the longest first."""
    return {"union": of.union, "majority": of.majority, "intersection": of.intersection}


def findings_file(of: Agreement, items: Iterable[Item], head: str | None) -> dict[str, object]:
    """A list as a findings file of ours.

    Args:
        of: whose list it is.
        items: the list.
        head: the commit that its lines are counted in, to which a golden set is then carried.
    """
    names = [reviewer.name for reviewer in of.reviewers]
    return {
        "version": ARTIFACT_VERSION,
        "commit": head,
        "reviewers": names,
        "findings": [_finding(item, names) for item in items],
    }


def _reviewer(of: Agreement, at: int, reviewer: Reviewer) -> ReviewerRow:
    reported = of.of(at)
    return ReviewerRow(
        name=reviewer.name,
        variant=reviewer.variant,
        review_id=reviewer.review,
        run=reviewer.run,
        agents=reviewer.agents,
        complete=reviewer.complete,
        findings=len(reported),
        alone=sum(of.counted[cluster].reviewers == (at,) for cluster in reported),
        units=sum(unit[at] is not None for unit in of.answers),
    )


def _cluster(cluster: Cluster, names: Sequence[str]) -> ClusterRow:
    return ClusterRow(
        file=cluster.finding.file,
        side=cluster.finding.side,
        reviewers=tuple(names[at] for at in cluster.reviewers),
        by_code=cluster.by_code,
        members=tuple(
            MemberRow(
                id=item.finding.id,
                line=item.finding.line,
                end_line=item.finding.end_line,
                rule=item.finding.rule,
                severity=item.finding.severity,
                message=item.finding.message,
                reviewers=tuple(names[at] for at in item.reviewers),
            )
            for item in cluster.items
        ),
    )


def _finding(item: Item, names: Sequence[str]) -> dict[str, object]:
    finding = item.finding
    return {
        "id": finding.id,
        "file": finding.file,
        "line": finding.line,
        "endLine": finding.end_line,
        "side": finding.side or Side.NEW,
        "rule": finding.rule,
        "message": finding.message,
        "action": finding.action,
        "quote": finding.quote,
        "severity": finding.severity,
        "reviewers": [names[at] for at in item.reviewers],
    }
