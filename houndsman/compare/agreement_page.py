"""`agreement.md`: several reviewers on one page, and the rows of its tables for a terminal.

In: a report. Out: Markdown, or rows of text; the same report gives the same bytes. Every foreign text is capped and
kept in its cell, and so is the list of findings; the whole list stands in the JSON. Nothing fails.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from tabulate import tabulate

from houndsman.compare.agreement_report import AgreementReport, ClusterRow
from houndsman.golden.headline import DASH, percent
from houndsman.golden.remarks import counted
from houndsman.prompt.foreign import one_line, sentence

REVIEWERS = ("reviewer", "run", "agents", "findings", "alone", "complete")
PAIRS = ("pair", "both", "only the first", "only the other", "overlap", "alpha")

_LISTED = 200  # rows of a list whose length somebody else decides
_NAME = 60  # characters of a name
_TEXT = 120  # characters of what somebody says
_WARNING = 600


def reviewer_rows(of: AgreementReport) -> list[list[str]]:
    """A row for each reviewer, under `REVIEWERS`; safe for a terminal."""
    return [
        [
            one_line(each.name, _NAME),
            DASH if each.run is None else str(each.run),
            one_line(", ".join(each.agents), _NAME) or DASH,
            str(each.findings),
            str(each.alone),
            "yes" if each.complete else "no",
        ]
        for each in of.reviewers
    ]


def pair_rows(of: AgreementReport) -> list[list[str]]:
    """A row for each pair, under `PAIRS`; safe for a terminal."""
    return [
        [
            f"{one_line(each.a, _NAME)} & {one_line(each.b, _NAME)}",
            str(each.both),
            str(each.only_a),
            str(each.only_b),
            percent(each.jaccard),
            _number(each.alpha),
        ]
        for each in of.pairs
    ]


def list_line(of: AgreementReport) -> str:
    """How long the lists are."""
    told = (f"{name} {row.findings}" for name, row in of.lists.items())
    return f"findings in the lists: {', '.join(told)}"


def alpha_line(of: AgreementReport) -> str:
    """How far they agree beyond chance, or why that cannot be told."""
    units = of.units
    if of.alpha is None:
        return f"agreement beyond chance cannot be told: {of.why_no_alpha}"
    told = f"{units.found} of {units.total} places of the change have a finding"
    outside = f"; without {counted(units.elsewhere, 'finding')} elsewhere" if units.elsewhere else ""
    return f"agreement beyond chance: Krippendorff's alpha {_number(of.alpha)} ({told}{outside})"


def render_page(of: AgreementReport) -> str:
    """The page of `of`."""
    codeless = [cluster for cluster in of.clusters if not cluster.by_code]
    sections = [
        f"# Agreement on {sentence(of.target)}",
        *(f"> **Warning, {sentence(each.code)}:** {sentence(each.message, _WARNING)}" for each in of.warnings),
        _capital(alpha_line(of)) + ".",
        _table(REVIEWERS, map(_cells, reviewer_rows(of)), right=(1, 3, 4)),
        _table(PAIRS, map(_cells, pair_rows(of)), right=range(1, 6)),
        "## Lists",
        "\n".join(f"- `{row.file}`: {row.findings}" for row in of.lists.values()),
        "What plain code reports, the same in every review, is in the lists and in none of the numbers above.",
        f"## Findings ({len(codeless)})",
        *_findings(of, codeless),
    ]
    return "\n\n".join(sections) + "\n"


def _findings(of: AgreementReport, clusters: Sequence[ClusterRow]) -> Iterator[str]:
    if not clusters:
        yield "Nobody reports anything."
        return
    ordered = sorted(clusters, key=lambda cluster: -len(cluster.reviewers))
    headers = ["place", "severity", "rule", "message", *(sentence(each.name, _NAME) for each in of.reviewers)]
    yield _table(headers, (_cluster(of, cluster) for cluster in ordered[:_LISTED]))
    if len(ordered) > _LISTED:
        yield f"… and {len(ordered) - _LISTED} more, which stand in the JSON beside this page."


def _cluster(of: AgreementReport, cluster: ClusterRow) -> list[str]:
    first = cluster.members[0]
    place = sentence(cluster.file or "", _TEXT) + ("" if first.line is None else f":{first.line}")
    words = [first.severity or "", sentence(first.rule or "", _NAME), sentence(first.message, _TEXT)]
    return [place, *words, *("x" if each.name in cluster.reviewers else "" for each in of.reviewers)]


def _number(value: float | None) -> str:
    return DASH if value is None else f"{value:.2f}"


def _capital(line: str) -> str:
    return line[0].upper() + line[1:]


def _cells(row: Iterable[str]) -> list[str]:
    return [sentence(cell) for cell in row]


def _table(headers: Sequence[str], rows: Iterable[Sequence[str]], right: Iterable[int] = ()) -> str:
    """A table of Markdown; cells are one line each with no markup in them. Columns in `right` hold numbers."""
    numeric = frozenset(right)
    align = ["right" if at in numeric else "left" for at in range(len(headers))]
    return tabulate(list(rows), headers, tablefmt="pipe", disable_numparse=True, colalign=align)
