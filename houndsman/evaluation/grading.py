"""Anyone's findings graded against known defects, and the report written.

Comes in: a golden set, and where the findings lie. Goes out: a `Graded`. No repository and no store is needed, so that
a linter's report on a machine without either is scored at once. Findings that cannot be read raise
`ForeignFormatError`, a report that cannot be written raises `UsageError`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from houndsman.errors import ExitCode, UsageError
from houndsman.exchange.read import Wanted, read_findings
from houndsman.golden.report import as_json, as_markdown
from houndsman.golden.score import Score, ScoreOptions, score
from houndsman.models.artifact import artifact_bytes
from houndsman.models.golden import GoldenSet

#: Writes one file of a report by its name, and says where it is.
Write = Callable[[str, bytes], Path]


@dataclass(frozen=True)
class Graded:
    """One score, with whose it is and where its report lies."""

    score: Score
    run: Mapping[str, object] | None = None
    """The run of ours that was scored, as the report names it; null for findings of somebody else."""
    report: Path | None = None
    """The Markdown; its JSON lies beside it. Null where nothing was written."""
    exit_code: ExitCode = ExitCode.CLEAN
    """`INCOMPLETE` where what was scored is not whole."""

    @property
    def data(self) -> dict[str, object]:
        """The report for machines."""
        return as_json(self.score, self.run)


def grade_findings(golden: GoldenSet, place: Path, wanted: Wanted, options: ScoreOptions) -> Graded:
    """Grade the findings at `place`, a file, a folder or `-`, which may stand in any format that we read."""
    known = frozenset(file for case in golden.cases for file in case.files)
    cases = frozenset(case.name for case in golden.cases)
    read = read_findings(place, replace(wanted, known_paths=known, cases=cases))
    scored = score(golden, read.findings, options)
    return Graded(replace(scored, warnings=(*scored.warnings, *read.warnings)))


def write_grade(graded: Graded, folder: Path) -> Graded:
    """`graded` with its report in `folder`, which is made. Raises `UsageError` where that cannot be written."""

    def write(name: str, data: bytes) -> Path:
        place = folder / name
        place.write_bytes(data)
        return place

    try:
        folder.mkdir(parents=True, exist_ok=True)
        return replace(graded, report=write_report(graded, write))
    except OSError as error:
        hint = "Name a folder that you can write with --output."
        raise UsageError(f"the report cannot be written ({error.strerror})", where=str(folder), hint=hint) from error


def write_report(graded: Graded, write: Write) -> Path:
    """Write `golden-<stem>.json` and `golden-<stem>.md`; say where the latter is."""
    stem = graded.score.golden.stem
    write(f"golden-{stem}.json", artifact_bytes(graded.data))
    return write(f"golden-{stem}.md", as_markdown(graded.score, graded.run).encode("utf-8", "surrogatepass"))
