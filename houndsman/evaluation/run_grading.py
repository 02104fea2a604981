"""The evaluator's desk: what runs of ours reported, graded against known defects.

Comes in: a golden set. Goes out: a score for each run that the request chooses, written beside the run as
`golden-<stem>.json` and `golden-<stem>.md`. Without `--variant` that is each variant's latest run that was finalized.
Whatever makes a score less than it looks (a run that is not whole, a later one that nobody finalized) is a warning in
the score itself. No run to grade is a `UsageError`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from typing import NamedTuple

from houndsman.compare.defects import tallies
from houndsman.compare.repeats import Repeats
from houndsman.compare.trials import Trial
from houndsman.desk import Desk
from houndsman.errors import ExitCode, StoreError, UsageError
from houndsman.evaluation.grading import INCOMPLETE_RUN, Graded, unresampled, write_report
from houndsman.evaluation.repeats import repeats_of
from houndsman.finalize.ids import shortest_ids
from houndsman.golden.carried_set import Carried, carry, needs_carrying
from houndsman.golden.check import check_golden
from houndsman.golden.commit_lines import CommitLines
from houndsman.golden.complaint import Complaint
from houndsman.golden.score import Score, ScoreOptions, score_carried
from houndsman.golden.two_commits import Travel
from houndsman.models.finding import Anchor
from houndsman.models.foreign import ForeignFinding
from houndsman.models.golden import GoldenSet
from houndsman.models.manifest import RunWarning
from houndsman.models.records import ReviewRecord, RunRecord
from houndsman.models.triage import Observation, StoredFinding
from houndsman.store.run_files import RunFiles
from houndsman.target.key import key_of

LATER_RUN = "later-run"

_ANCHORS = list(Anchor)  # best first

_NOTHING_TO_GRADE = "Run `houndsman hunt`, or `houndsman finalize` for what was prepared and answered."


class Grades(NamedTuple):
    """What the runs of a target are worth."""

    graded: tuple[Graded, ...]
    """At least one: the plain review first, then by variant."""
    unscored: tuple[str, ...]
    """Reviews of the target of which there was no such run, in words."""


class Chosen(NamedTuple):
    """A run to grade, and what its reader must know of it."""

    review: ReviewRecord
    run: RunRecord
    findings: tuple[ForeignFinding, ...]
    """What it reported."""
    warnings: tuple[RunWarning, ...]


class ReportedFinding(NamedTuple):
    """A finding of a run."""

    finding: ForeignFinding
    watchdogs: frozenset[str]
    """Who reported it."""


class RunGrader(Desk):
    """A desk for whoever measures. Close it, or use it in a `with`."""

    def grade(self, golden: GoldenSet, options: ScoreOptions, number: int | None = None) -> Grades:
        """Score the runs that the request chooses, and write the reports.

        Args:
            golden: the known defects.
            options: how to score; the run's own commit and size are filled in.
            number: of the run; None for the latest that was finalized.

        Raises:
            UsageError: there is no such run.
        """
        chosen = [(review, self._run_of(review, number)) for review in self._reviews()]
        unscored = [_unscored(review, number) for review, run in chosen if not run]
        if len(unscored) == len(chosen):
            raise UsageError("; ".join(unscored), hint=_NOTHING_TO_GRADE)
        return Grades(tuple(self._grade(golden, options, run) for _, run in chosen if run), tuple(unscored))

    def chosen(self, number: int | None = None) -> Chosen:
        """A run of the one review that the request names; arguments and errors as of `grade`."""
        wanted = self.known_review()
        (review,) = [each for each in self.store.find_reviews(self.repository.identity) if each.review_id == wanted]
        run = self._run_of(review, number)
        if run is None:
            raise UsageError(_unscored(review, number), hint=_NOTHING_TO_GRADE)
        return run

    def scored(self, golden: GoldenSet, options: ScoreOptions, chosen: Chosen) -> Graded:
        """Score a run and write nothing, for whoever asks again or beside others; arguments as of `grade`."""
        review, run = chosen.review, chosen.run
        files = RunFiles(self.home, review.review_id, run.number)
        own = replace(options, head=run.head, changed_lines=_changed_lines(files))
        scored = score_carried(self._carried(golden, own, run.head), chosen.findings, own)
        scored = replace(scored, warnings=(*chosen.warnings, *scored.warnings))
        code = ExitCode.INCOMPLETE if chosen.warnings else ExitCode.CLEAN
        return Graded(scored, _named(review, run), exit_code=code)

    def scores(self, golden: GoldenSet, options: ScoreOptions, repeats: Iterable[Chosen]) -> list[Score]:
        """The scores of several runs, without intervals of their own; arguments as of `scored`."""
        scores = []
        for each in repeats:
            self._tell(f"scoring run {each.run.number} of {each.review.review_id}")
            scores.append(self.scored(golden, unresampled(options), each).score)
        return scores

    def check(self, golden: GoldenSet) -> tuple[Complaint, ...]:
        """What is wrong with a golden set, its places looked up in the commits that it names."""
        with self._shadow(throw_away=True) as shadow, CommitLines(self.repository, shadow) as read:
            return check_golden(golden, read)

    def reported(self, review: str, number: int) -> tuple[ForeignFinding, ...]:
        """What a run reported, merged, at the lines of that run: what was dismissed since, and nothing carried over."""
        return tuple(each.finding for each in self.reported_by(review, number))

    def reported_by(self, review: str, number: int) -> tuple[ReportedFinding, ...]:
        """As `reported`, with who reported it."""
        stored = {each.fingerprint: each for each in self.store.stored_findings(review)}
        ids = shortest_ids(stored, self.store.fingerprints(self.repository.identity))
        seen: defaultdict[str, list[Observation]] = defaultdict(list)
        for observation in self.store.observations_in(review, number):
            seen[observation.fingerprint].append(observation)
        return tuple(
            ReportedFinding(
                _as_foreign(stored[name], members, ids[name]), frozenset(member.watchdog for member in members)
            )
            for name, members in seen.items()
        )

    def _grade(self, golden: GoldenSet, options: ScoreOptions, chosen: Chosen) -> Graded:
        review, number = chosen.review.review_id, chosen.run.number
        self._tell(f"scoring run {number} of {review}")
        graded = replace(self.scored(golden, options, chosen), repeats=self._repeats(golden, options, chosen))
        with self._held(review, "golden"):
            return replace(graded, report=write_report(graded, RunFiles(self.home, review, number).write_report))

    def _repeats(self, golden: GoldenSet, options: ScoreOptions, chosen: Chosen) -> Repeats | None:
        """The run and those that reviewed the same with the same; None where it is the only one."""
        review = chosen.review
        runs = repeats_of(self.store.runs_of(review.review_id)).runs
        if len(runs) < 2 or chosen.run not in runs:
            return None
        repeats = [Chosen(review, run, self.reported(review.review_id, run.number), ()) for run in runs]
        trials = list(map(Trial.of, self.scores(golden, options, repeats)))
        return Repeats.of(tallies(golden, trials))

    def _carried(self, golden: GoldenSet, options: ScoreOptions, head: str) -> Carried:
        """The set as it stands in `head`."""
        reviewed = {case.name: head for case in golden.cases}
        if not options.relocate or not needs_carrying(golden, reviewed):
            return Carried(golden, None)
        known = self._sets.get((golden.hash, head))
        if known is None:
            with self._shadow() as shadow, Travel(self.repository, shadow) as travel:
                known = self._sets[golden.hash, head] = carry(golden, reviewed, travel)
        return known

    @cached_property
    def _sets(self) -> dict[tuple[str, str], Carried]:
        """Sets that were carried, by hash and commit: repeats and variants review the same one."""
        return {}

    def _reviews(self) -> list[ReviewRecord]:
        """The reviews of the target, one a variant."""
        known = self.store.find_reviews(self.repository.identity)
        variant = self._request.variant
        if self._request.review is not None or variant is not None:
            wanted = self.known_review()
            return [review for review in known if review.review_id == wanted]
        key = key_of(self._request.target, self.repository)
        reviews = self._at_head(known) if key is None else [each for each in known if each.target_key == key]
        if not reviews:
            wanted = self.known_review()  # which says what there is instead
            return [review for review in known if review.review_id == wanted]
        return sorted(reviews, key=lambda review: review.variant or "")

    def _at_head(self, known: Sequence[ReviewRecord]) -> list[ReviewRecord]:
        """The reviews of a head that is no branch: those of the target last prepared for exactly this commit."""
        head = self.repository.resolve(self._request.target.head or "HEAD")
        latest = {review.review_id: self.store.latest_run(review.review_id) for review in known}
        here = [review for review in known if (run := latest[review.review_id]) is not None and run.head == head]
        return [review for review in here if review.target_key == here[-1].target_key]

    def _run_of(self, review: ReviewRecord, number: int | None) -> Chosen | None:
        runs = self.store.runs_of(review.review_id)
        done = [run for run in runs if run.finalized_at is not None and number in (None, run.number)]
        if not done:
            return None
        run = done[-1]
        found = self.reported(review.review_id, run.number)
        return Chosen(review, run, found, tuple(_wanting(run, runs[-1] if number is None else run)))


def _wanting(run: RunRecord, latest: RunRecord) -> Iterator[RunWarning]:
    """Why a score of `run` says less than a reader would take it to say."""
    if not run.complete:
        told = f"run {run.number} is incomplete: somebody's answer is missing, and what it would have found"
        yield RunWarning(code=INCOMPLETE_RUN, message=told)
    if latest.number > run.number:
        told = f"run {latest.number} is not finalized: this is the score of run {run.number}"
        yield RunWarning(code=LATER_RUN, message=told)


def _unscored(review: ReviewRecord, number: int | None) -> str:
    """That a review has no such run."""
    which = "no run" if number is None else f"no run {number}"
    variant = f" (variant {review.variant!r})" if review.variant else ""
    return f"{which} of {review.review_id}{variant} was finalized"


def _named(review: ReviewRecord, run: RunRecord) -> dict[str, object]:
    return {
        "reviewId": review.review_id,
        "run": run.number,
        "target": review.target_key,
        "variant": review.variant,
        "head": run.head,
        "complete": bool(run.complete),
    }


def _changed_lines(files: RunFiles) -> int | None:
    """The size of the run's change, lines added and removed; None where its manifest is lost."""
    try:
        return sum(file.added + file.removed for file in files.manifest().files)
    except StoreError:
        return None


def _as_foreign(stored: StoredFinding, members: Sequence[Observation], short_id: str) -> ForeignFinding:
    """A finding as one run reported it. Its place and words are the run's, its rule and code what identifies it."""
    first = members[0]
    best = min(members, key=lambda member: _ANCHORS.index(member.anchor))
    return ForeignFinding(
        file=str(first.file or stored.file),
        line=first.line,
        end_line=best.end_line,
        side=stored.side,
        rule=stored.rule,
        message="\n".join(dict.fromkeys(member.message for member in members if member.message)),
        action=stored.action,
        quote=stored.quote,
        severity=min((member.severity for member in members), key=lambda severity: severity.rank),
        category=next((member.impact_class for member in members if member.impact_class), None),
        id=short_id,
        source=", ".join(sorted({member.watchdog for member in members})),
    )
