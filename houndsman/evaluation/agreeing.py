"""The evaluator's desk for agreement: variants of one target, each by its latest run that was finalized.

Comes in: the labels of two variants or more. Goes out: an `Agreed`, and in the folder of the first variant's run the
report (`agreement.md`, `agreement.json`) with three findings files beside it: `union.json`, `majority.json` and
`intersection.json`, which `golden --findings` and `compare --a-findings` read. A variant that is not there, or of which
nothing was finalized, is a `UsageError`.

Whatever makes the numbers less than they look (a run that is not whole, a later one that nobody finalized, another
commit) is a warning in the report.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

from houndsman.change.read import read_change
from houndsman.compare.agreement import Agreement, Reviewer, agreement
from houndsman.compare.agreement_page import render_page
from houndsman.compare.agreement_report import AgreementReport, Subject, findings_file, lists_of, report_of
from houndsman.compare.comparison import OTHER_HEAD
from houndsman.compare.units import Units
from houndsman.desk import Request
from houndsman.errors import ExitCode, GitError, StoreError, UsageError
from houndsman.evaluation.comparing import UNLABELLED
from houndsman.evaluation.grading import INCOMPLETE_RUN, Write
from houndsman.evaluation.run_comparing import LATER_RUN, RunComparer
from houndsman.evaluation.run_facts import read_by_agents
from houndsman.evaluation.run_grading import ReportedFinding
from houndsman.matching.near_duplicates import NEAR
from houndsman.models.artifact import artifact_bytes
from houndsman.models.change import Hunk
from houndsman.models.manifest import Manifest, RunWarning
from houndsman.models.records import RunRecord
from houndsman.models.target import ResolvedTarget
from houndsman.models.watchdog import CODE_AGENT
from houndsman.store.run_files import RunFiles

#: The code of the warning that the change cannot be read any more, so that whole files are the units.
NO_CHANGE = "change-lost"

_SHA = 12  # characters of a commit


@dataclass(frozen=True)
class Agreed:
    """Variants set beside each other, and where it was written."""

    report: AgreementReport
    page: Path
    """`agreement.md`; `agreement.json` and the lists lie beside it."""
    exit_code: ExitCode = ExitCode.CLEAN
    """`INCOMPLETE` where what was set beside each other is not whole."""


@dataclass(frozen=True, slots=True)
class _Chosen:
    """The run of a variant."""

    name: str
    variant: str | None
    run: RunRecord
    latest: int
    """The number of the latest run, finalized or not."""
    manifest: Manifest | None
    """None where it is lost."""
    read: frozenset[str]
    """Files that its agents say they read; none where nobody knows any more."""
    reported: tuple[ReportedFinding, ...]

    @property
    def code(self) -> frozenset[str]:
        """The watchdogs that plain code answers."""
        known = () if self.manifest is None else self.manifest.watchdogs
        return frozenset(each.id for each in known if each.agent == CODE_AGENT)


class Agreeing(RunComparer):
    """A desk for whoever sets reviewers beside each other. Close it, or use it in a `with`."""

    _option = "--variants"

    def __init__(self, request: Request, tell: Callable[[str], None] = lambda doing: None) -> None:
        """As of `Desk`; the request's variant does not matter, because all are looked at."""
        super().__init__(replace(request, variant=None), tell)

    def agree(self, variants: Sequence[str | None], tolerance: int = NEAR) -> Agreed:
        """Set these variants of the target beside each other, and write the report.

        Args:
            variants: their labels, None for the review without one; the report lies beside the run of the first.
            tolerance: lines between two findings that may still be one.

        Raises:
            UsageError: they are fewer than two, one is named twice or was never hunted, or no run of it was finalized.
        """
        if len(set(variants)) < max(2, len(variants)):
            hint = "Name two or more, each once, as `--variants one,other`; `houndsman compare --list` shows them."
            raise UsageError("agreement takes several variants", hint=hint)
        chosen = [self._chosen(variant) for variant in variants]
        code = frozenset.intersection(*(each.code for each in chosen))
        reviewers = [self._reviewer(each, code) for each in chosen]
        self._tell(f"setting {len(chosen)} reviewers beside each other")
        units, lost = self._units(chosen[0], frozenset().union(*(each.read for each in reviewers)))
        warnings = [*_wanting(chosen), *lost]
        heads = {each.run.head for each in chosen}
        first = chosen[0].run
        target = next(each for each in self._reviews() if each.review_id == first.review_id).target_key
        subject = Subject(target, first.head if len(heads) == 1 else None, tuple(warnings))
        found = agreement(reviewers, units, tolerance)
        report = report_of(found, subject)
        with self._held(first.review_id, "agreement"):
            page = _write(found, report, RunFiles(self.home, first.review_id, first.number).write_report)
        whole = all(each.run.complete and each.latest == each.run.number for each in chosen)
        return Agreed(report, page, ExitCode.CLEAN if whole else ExitCode.INCOMPLETE)

    def _chosen(self, variant: str | None) -> _Chosen:
        review = self._review_of_variant(variant)
        runs = self.store.runs_of(review.review_id)
        done = [run for run in runs if run.finalized_at is not None]
        name = variant or UNLABELLED
        if not done:
            hint = "Run `houndsman hunt`, or `houndsman finalize` for what was prepared and answered."
            raise UsageError(f"no run of the variant {name!r} was finalized", hint=hint)
        run = done[-1]
        files = RunFiles(self.home, review.review_id, run.number)
        manifest, read = None, frozenset[str]()
        with suppress(StoreError):  # what is lost leaves less to tell, and no reason to tell nothing
            manifest = files.manifest()
            read = read_by_agents(manifest, files.intake())
        reported = self.reported_by(review.review_id, run.number)
        return _Chosen(name, variant, run, runs[-1].number, manifest, read, reported)

    def _reviewer(self, chosen: _Chosen, code: frozenset[str]) -> Reviewer:
        """Args: the run, and the watchdogs that plain code answers in every one of the runs."""
        run = chosen.run
        return Reviewer(
            name=chosen.name,
            findings=tuple(each.finding for each in chosen.reported if not each.watchdogs <= code),
            code_findings=tuple(each.finding for each in chosen.reported if each.watchdogs <= code),
            read=chosen.read,
            variant=chosen.variant,
            review=run.review_id,
            run=run.number,
            head=run.head,
            agents=tuple(sorted({each.asked.agent for each in self.store.passes(run.review_id, run.number)})),
            complete=bool(run.complete),
        )

    def _units(self, chosen: _Chosen, files: Iterable[str]) -> tuple[Units, list[RunWarning]]:
        """The units of the files that anybody read, and what to say of them."""
        hunks: dict[str, Sequence[Hunk]] = dict.fromkeys(files, ())
        if chosen.manifest is None or not hunks:
            return Units(hunks), []
        try:
            with self._shadow() as shadow:
                target = chosen.manifest.target
                resolved = ResolvedTarget(target=target, branch=None, head_time=shadow.commit_time(target.head))
                change = read_change(shadow.git, resolved).change
        except GitError:
            told = "git no longer has the commits that were reviewed: alpha is by file, not by hunk"
            return Units(hunks), [RunWarning(code=NO_CHANGE, message=told)]
        hunks |= {str(file.path): file.hunks for file in change.files if str(file.path) in hunks}
        return Units(hunks), []


def _wanting(chosen: Iterable[_Chosen]) -> Iterator[RunWarning]:
    """Why the numbers say less than a reader would take them to say."""
    heads: dict[str, None] = {}
    for each in chosen:
        heads[each.run.head] = None
        if not each.run.complete:
            told = f"run {each.run.number} of {each.name} is incomplete: where an answer is missing, nothing was read"
            yield RunWarning(code=INCOMPLETE_RUN, message=told)
        if each.latest > each.run.number:
            told = f"run {each.latest} of {each.name} is not finalized: this is run {each.run.number}"
            yield RunWarning(code=LATER_RUN, message=told)
    if len(heads) > 1:
        told = ", ".join(head[:_SHA] for head in heads)
        yield RunWarning(code=OTHER_HEAD, message=f"not all runs reviewed the same commit ({told}): lines may differ")


def _write(found: Agreement, report: AgreementReport, write: Write) -> Path:
    """Write the lists, then the report that names them; say where its page is."""
    for name, items in lists_of(found).items():
        write(report.lists[name].file, artifact_bytes(findings_file(found, items, report.head)))
    write("agreement.json", artifact_bytes(report.to_json()))
    return write("agreement.md", render_page(report).encode("utf-8", "surrogatepass"))
