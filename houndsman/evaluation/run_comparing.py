"""The evaluator's desk for comparisons: the repeats of each variant of a target, side by side.

Comes in: the label of a variant, or none for the review without one. Goes out: a contender with its runs, and the
report in the folder of B's latest run as `compare-<a>--<b>.md` and `.json`. A variant that is not there is a
`UsageError` with the nearest label.

A variant is compared by all of its repeats (`repeats.py`). Where some of them are whole, those that are not are left
out, loudly.
"""

from __future__ import annotations

import difflib
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from houndsman.compare.sides import Kind, Run, Side
from houndsman.compare.trials import Trial
from houndsman.errors import StoreError, UsageError
from houndsman.evaluation.comparing import UNLABELLED, Compared, Contender, distinct, write_report
from houndsman.evaluation.repeats import repeats_of
from houndsman.evaluation.run_facts import coverage_of, spent_of
from houndsman.evaluation.run_grading import Chosen, RunGrader
from houndsman.golden.score import ScoreOptions
from houndsman.models.golden import GoldenSet
from houndsman.models.manifest import RunWarning
from houndsman.models.records import ReviewRecord, RunRecord
from houndsman.store.run_files import RunFiles

LEFT_OUT = "incomplete-repeat"
LATER_RUN = "later-run"


class ListedRun(NamedTuple):
    """One run of a variant, for a list."""

    variant: str | None
    review: str
    run: int
    head: str
    state: str
    """`complete`, `incomplete` or `not finalized`."""
    findings: int
    compared: bool
    """Whether a comparison of the variant takes it."""


class RunComparer(RunGrader):
    """A desk for whoever compares. Close it, or use it in a `with`."""

    _option = "--a"
    """By which a person names a variant."""

    def listed(self) -> tuple[ListedRun, ...]:
        """Every run of every variant of the target, the plain review first, then by variant."""
        return tuple(row for review in self._reviews() for row in self._listed(review))

    def contend(self, variant: str | None, golden: GoldenSet | None, scoring: ScoreOptions) -> Contender:
        """The contender of this label, its repeats scored if there is a golden set.

        Raises:
            UsageError: there is no such variant of the target, or no run of it was finalized.
        """
        review = self._review_of_variant(variant)
        runs = self.store.runs_of(review.review_id)
        repeats, left_out = repeats_of(runs)
        if not repeats:
            hint = "Run `houndsman hunt`, or `houndsman finalize` for what was prepared and answered."
            raise UsageError(f"no run of {_named(variant)} was finalized", hint=hint)
        chosen = [Chosen(review, run, self.reported(review.review_id, run.number), ()) for run in repeats]
        side = Side(variant or UNLABELLED, Kind.RUNS, tuple(map(self._run, chosen)), review.review_id)
        wanting = _wanting(runs, repeats, left_out)
        scores = [] if golden is None else self.scores(golden, scoring, chosen)
        warnings = [*wanting, *(warning for scored in scores for warning in scored.warnings)]
        return Contender(side, tuple(map(Trial.of, scores)), distinct(warnings), is_whole=not wanting)

    def keep(self, compared: Compared) -> Compared:
        """`compared` with its report in the folder of B's latest run."""
        b = compared.comparison.b
        number = b.runs[-1].number
        assert b.review is not None and number is not None  # only runs of ours have a folder
        with self._held(b.review, "compare"):
            files = RunFiles(self.home, b.review, number)
            return replace(compared, report=write_report(compared.comparison, files.write_report))

    def _review_of_variant(self, variant: str | None) -> ReviewRecord:
        known = {review.variant: review for review in self._reviews()}
        if variant in known:
            return known[variant]
        labels = [label for label in known if label is not None]
        close = difflib.get_close_matches(variant or "", labels, n=1)
        there = ", ".join(map(_named, known))
        hint = f"Did you mean {close[0]!r}?" if close else f"There are: {there}. `houndsman compare --list` shows them."
        if variant is None:
            hint = f"Name one with {self._option}; there are: {there}."
        raise UsageError(f"{_named(variant)} of this target was never hunted", hint=hint)

    def _listed(self, review: ReviewRecord) -> list[ListedRun]:
        runs = self.store.runs_of(review.review_id)
        taken = {run.number for run in repeats_of(runs).runs}
        return [
            ListedRun(
                review.variant,
                review.review_id,
                run.number,
                run.head,
                _state(run),
                len({each.fingerprint for each in self.store.observations_in(review.review_id, run.number)}),
                run.number in taken,
            )
            for run in runs
        ]

    def _run(self, chosen: Chosen) -> Run:
        run = chosen.run
        known = Run(f"run {run.number}", chosen.findings, run.number, run.head, bool(run.complete))
        files = RunFiles(self.home, run.review_id, run.number)
        try:
            manifest, intake, report = files.manifest(), files.intake(), files.hunt_report()
        except StoreError:
            return known
        return replace(known, coverage=coverage_of(manifest, intake), spent=spent_of(manifest, intake, report))


def _state(run: RunRecord) -> str:
    if run.finalized_at is None:
        return "not finalized"
    return "complete" if run.complete else "incomplete"


def _wanting(
    runs: Sequence[RunRecord], repeats: Sequence[RunRecord], left_out: Sequence[RunRecord]
) -> list[RunWarning]:
    """Why the repeats are fewer than a reader may take them to be."""
    told = []
    if left_out:
        numbers = ", ".join(str(run.number) for run in left_out)
        message = f"left out, because somebody's answer is missing: run{'' if len(left_out) == 1 else 's'} {numbers}"
        told.append(RunWarning(code=LEFT_OUT, message=message))
    if runs[-1].finalized_at is None:
        message = f"run {runs[-1].number} is not finalized, and not compared"
        told.append(RunWarning(code=LATER_RUN, message=message))
    return told


def _named(variant: str | None) -> str:
    return "the review without a variant" if variant is None else f"the variant {variant!r}"
