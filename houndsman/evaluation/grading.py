"""Anyone's findings graded against known defects, and the report written.

Comes in: a golden set, and where the findings lie. Goes out: a `Graded`. No repository and no store is needed, so that
a linter's report on a machine without either is scored at once. Findings that cannot be read raise
`ForeignFormatError`, a report that cannot be written raises `UsageError`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from houndsman.compare.repeats import Repeats, estimate_row, stability_row
from houndsman.errors import ExitCode, UsageError
from houndsman.evaluation.carrying import carried_in
from houndsman.exchange.read import Wanted, read_findings
from houndsman.exchange.source_files import place_name
from houndsman.golden.carried_set import Carried, reviewed_by
from houndsman.golden.report import as_json, as_markdown
from houndsman.golden.score import Score, ScoreOptions, score_carried
from houndsman.models.artifact import artifact_bytes, content_hash
from houndsman.models.foreign import ForeignFinding
from houndsman.models.golden import GoldenSet

#: The code of the warning that an answer is missing to the run that was scored.
INCOMPLETE_RUN = "incomplete-run"

_HASH = 8  # characters

#: Writes one file of a report by its name, and says where it is.
Write = Callable[[str, bytes], Path]


@dataclass(frozen=True)
class Graded:
    """One score, with whose it is and where its report lies."""

    score: Score
    run: Mapping[str, object] | None = None
    """The run of ours that was scored, as the report names it; null for findings of somebody else."""
    findings: str | None = None
    """Where the findings of somebody else lie, as it was given; null for a run of ours."""
    report: Path | None = None
    """The Markdown; its JSON lies beside it. Null where nothing was written."""
    exit_code: ExitCode = ExitCode.CLEAN
    """`INCOMPLETE` where what was scored is not whole."""
    repeats: Repeats | None = None
    """This run and the others like it beside each other; null where there is no other."""

    @property
    def data(self) -> dict[str, object]:
        """The report for machines."""
        return as_json(self.score, self.run) | {
            "stability": stability_row(self.repeats),
            "missedEstimate": estimate_row(None if self.repeats is None else self.repeats.missed),
        }


def grade_findings(
    golden: GoldenSet, place: Path, wanted: Wanted, options: ScoreOptions, here: Path | None = None
) -> Graded:
    """Grade the findings at `place`, a file, a folder or `-`, which may stand in any format that we read.

    Args:
        golden: the known defects.
        place: where the findings lie.
        wanted: how they are read.
        options: how to score.
        here: the folder in whose repository defects are carried to the commit that findings name; None for nowhere.
    """
    read = read_findings(place, with_known_places(wanted, golden))
    scored = score_findings(golden, read.findings, options, here)
    return Graded(replace(scored, warnings=(*scored.warnings, *read.warnings)), findings=place_name(place))


def score_findings(
    golden: GoldenSet, findings: Sequence[ForeignFinding], options: ScoreOptions, here: Path | None = None
) -> Score:
    """The score of findings that were read; arguments as of `grade_findings`."""
    carried = Carried(golden, None)
    if here is not None and options.relocate:
        carried = carried_in(here, golden, reviewed_by(golden, findings))
    return score_carried(carried, findings, options)


def unresampled(options: ScoreOptions) -> ScoreOptions:
    """`options` without the intervals of a single score, for whoever sets many beside each other."""
    return replace(options, resamples=0)


def with_known_places(wanted: Wanted, golden: GoldenSet) -> Wanted:
    """`wanted`, told the paths and the cases of `golden`."""
    known = frozenset(file for case in golden.cases for file in case.files)
    return replace(wanted, known_paths=known, cases=frozenset(case.name for case in golden.cases))


def write_grade(graded: Graded, folder: Path) -> Graded:
    """`graded` with its report in `folder`, which is made. Raises `UsageError` where that cannot be written."""
    return replace(graded, report=write_in(folder, lambda write: write_report(graded, write)))


def write_in(folder: Path, report: Callable[[Write], Path]) -> Path:
    """Let `report` write into `folder`, which is made. Raises `UsageError` where that cannot be written."""

    def write(name: str, data: bytes) -> Path:
        place = folder / name
        place.write_bytes(data)
        return place

    try:
        folder.mkdir(parents=True, exist_ok=True)
        return report(write)
    except OSError as error:
        hint = "Name a folder that you can write with --output."
        raise UsageError(f"the report cannot be written ({error.strerror})", where=str(folder), hint=hint) from error


def write_report(graded: Graded, write: Write) -> Path:
    """Write `golden-<stem>.json` and `golden-<stem>.md`; say where the latter is.

    Behind `<stem>` of the set stands `--<stem>` of somebody else's findings: the reports of several reviewers may lie
    side by side.
    """
    stem = f"golden-{graded.score.golden.stem}"
    if graded.findings is not None:
        stem += f"--{as_file_name(Path(graded.findings).absolute().stem)}"
    write(f"{stem}.json", artifact_bytes(graded.data))
    return write(f"{stem}.md", as_markdown(graded.score, graded.run, graded.findings).encode("utf-8", "surrogatepass"))


def as_file_name(name: str) -> str:
    """`name` as a part of a file's name; where letters had to go, with a hash that keeps it apart from others."""
    plain = re.sub(r"[^A-Za-z0-9._+]+", "-", name).strip("-.")[:60]
    return plain if plain == name else f"{plain or 'variant'}-{content_hash(name)[:_HASH]}"
