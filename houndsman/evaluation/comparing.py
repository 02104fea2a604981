"""Two reviewers compared, and the report written: anyone's findings, runs of ours, or scores made elsewhere.

Comes in: two contenders, each with its results. Goes out: a `Compared`. Findings of somebody else and scores need no
repository and no store. Findings that cannot be read raise `ForeignFormatError`, a report that cannot be written raises
`UsageError`, and so does a comparison of nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple

from houndsman.compare.comparison import (
    Comparison,
    Judged,
    Options,
    compare_by_findings,
    compare_by_golden,
    compare_by_scores,
)
from houndsman.compare.page import render_page
from houndsman.compare.report import as_json
from houndsman.compare.score_table import ScoreTable
from houndsman.compare.sides import Kind, Run, Side
from houndsman.compare.trials import Trial
from houndsman.errors import ExitCode
from houndsman.evaluation.grading import Write, as_file_name, score_findings, unresampled, with_known_places, write_in
from houndsman.exchange.read import Wanted, read_findings
from houndsman.golden.score import ScoreOptions
from houndsman.models.artifact import artifact_bytes
from houndsman.models.foreign import ForeignFinding
from houndsman.models.golden import GoldenSet
from houndsman.models.manifest import RunWarning

#: How the variant without a label is called.
UNLABELLED = "unlabelled"


@dataclass(frozen=True, slots=True)
class Contender:
    """One side with its results."""

    side: Side
    trials: tuple[Trial, ...] = ()
    """One for each run of the side; none without a golden set."""
    warnings: tuple[RunWarning, ...] = ()
    is_whole: bool = True
    """False where a result is wanting beside those of the side's own runs."""


@dataclass(frozen=True)
class Compared:
    """One comparison, and where its report lies."""

    comparison: Comparison
    report: Path | None = None
    """The Markdown; its JSON lies beside it. Null where nothing was written."""
    exit_code: ExitCode = ExitCode.CLEAN
    """`INCOMPLETE` where what was compared is not whole."""

    @property
    def data(self) -> dict[str, object]:
        """The report for machines."""
        return as_json(self.comparison)


class Report(NamedTuple):
    """Findings of somebody else, not read yet."""

    name: str
    """How their author is called."""
    places: Sequence[Path]
    """Where those of each of its runs lie: a file, a folder or `-`."""
    wanted: Wanted
    """How they are read."""


def contend_with_findings(
    report: Report, golden: GoldenSet | None, scoring: ScoreOptions, here: Path | None = None
) -> Contender:
    """A contender from findings of somebody else, scored if there is a golden set.

    Args:
        report: the findings.
        golden: the known defects, or None.
        scoring: how.
        here: the folder in whose repository defects are carried to the commit that findings name; None for nowhere.
    """
    wanted = report.wanted if golden is None else with_known_places(report.wanted, golden)
    read = [read_findings(place, wanted) for place in report.places]
    runs = tuple(
        Run(place.as_posix(), found.findings, head=_only_commit(found.findings))
        for place, found in zip(report.places, read, strict=True)
    )
    warnings = [warning for found in read for warning in found.warnings]
    trials = []
    if golden is not None:
        for run in runs:
            scored = score_findings(golden, run.findings, unresampled(scoring), here)
            trials.append(Trial.of(scored))
            warnings += scored.warnings
    return Contender(Side(report.name, Kind.FINDINGS, runs), tuple(trials), distinct(warnings))


def distinct(warnings: Iterable[RunWarning]) -> tuple[RunWarning, ...]:
    """Each once, though every run has it."""
    known = {(warning.code, warning.message): warning for warning in warnings}
    return tuple(known.values())


def compare(a: Contender, b: Contender, golden: GoldenSet | None, options: Options) -> Compared:
    """Compare `a` and `b`: by the defects of `golden`, else by what they report."""
    told = _told(a, b)
    if golden is None:
        comparison = compare_by_findings(a.side, b.side, told)
    else:
        comparison = compare_by_golden(golden, a.side, b.side, Judged(a.trials, b.trials), options, told)
    whole = comparison.is_whole and a.is_whole and b.is_whole
    return Compared(comparison, exit_code=ExitCode.CLEAN if whole else ExitCode.INCOMPLETE)


def compare_scores(table: ScoreTable, a: str, b: str, options: Options) -> Compared:
    """Compare two variants of a table of scores."""
    return Compared(compare_by_scores(table, a, b, options))


def write_comparison(compared: Compared, folder: Path) -> Compared:
    """`compared` with its report in `folder`, which is made. Raises `UsageError` where that cannot be written."""
    return replace(compared, report=write_in(folder, lambda write: write_report(compared.comparison, write)))


def write_report(comparison: Comparison, write: Write) -> Path:
    """Write `compare-<a>--<b>.json` and `compare-<a>--<b>.md`; say where the latter is."""
    stem = f"compare-{as_file_name(comparison.a.name)}--{as_file_name(comparison.b.name)}"
    write(f"{stem}.json", artifact_bytes(as_json(comparison)))
    return write(f"{stem}.md", render_page(comparison).encode("utf-8", "surrogatepass"))


def _only_commit(findings: Sequence[ForeignFinding]) -> str | None:
    """The commit that they are all counted in; None where they do not agree or do not say."""
    commits = {finding.commit for finding in findings}
    return commits.pop() if len(commits) == 1 else None


def _told(a: Contender, b: Contender) -> list[RunWarning]:
    """The warnings of both: what is true of both once, the rest with whose it is."""
    both = [warning for warning in a.warnings if warning in b.warnings]
    own = [
        RunWarning(code=warning.code, message=f"{letter}: {warning.message}")
        for letter, contender in (("A", a), ("B", b))
        for warning in contender.warnings
        if warning not in both
    ]
    return [*own, *both]
