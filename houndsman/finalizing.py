"""The end of the arrow: what came back for a run, checked, merged and filed.

Comes in: a run's manifest and change; its replies, its sessions and the review's records are looked up here. Goes out:
`Finalized`, with its artifacts in the run's folder and its records in the store. What is raised is what git or the
store refuses.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping
from dataclasses import dataclass

from houndsman.change.carrier import DiffCarrier
from houndsman.dispatcher import Dispatcher
from houndsman.errors import worst
from houndsman.finalize.inputs import Business, FinalizeInput
from houndsman.finalize.outcome import Outcome, failing
from houndsman.finalize.pipeline import finalize
from houndsman.finalize.report import intake_report
from houndsman.git.reading_root import check_out, remove
from houndsman.git.shadow import Shadow
from houndsman.git.sources import CommitSources
from houndsman.intent.choose import with_words
from houndsman.models.business import BusinessSource, BusinessSummary
from houndsman.models.change import Change
from houndsman.models.classification import Classification
from houndsman.models.finding import Note
from houndsman.models.imported import with_imports
from houndsman.models.manifest import Manifest
from houndsman.models.owed import owed_for
from houndsman.models.severity import Severity
from houndsman.models.target import ResolvedTarget
from houndsman.models.triage import TriageItem
from houndsman.models.watchdog import GENERAL
from houndsman.stage_results import Finalized
from houndsman.store.run_files import Replies, RunFiles


@dataclass(frozen=True)
class Answers:
    """What came back for a run."""

    replies: Replies
    failures: dict[str, str]
    """By watchdog, why its hunt failed or its findings file cannot be read."""
    whole: frozenset[str]
    """Whose findings file is a whole answer, whatever its hunt came to."""

    def reasons(self) -> dict[str, str]:
        """By watchdog, why what there is of it is not the whole."""
        owing = (self.failures.keys() | self.replies.answers.keys()) - self.whole
        return {name: self.failures.get(name, "only a part of its answer is there") for name in owing}

    def outlived(self, failed_now: Mapping[str, str], missing: Container[str]) -> list[str]:
        """Notices of answers that count although this command's hunt for them failed.

        Args:
            failed_now: by watchdog, why. What the records say may be an older failure, which the answer came after.
            missing: whose answer cannot be read after all.
        """
        return [
            f"{name} failed now ({why}); its earlier answer to this run counts"
            for name, why in failed_now.items()
            if name in self.whole and name not in missing
        ]


class Finalizer(Dispatcher):
    """A desk that closes runs. Close it, or use it in a `with`."""

    def _finalize(
        self,
        shadow: Shadow,
        manifest: Manifest,
        classification: Classification,
        change: Change,
        *,
        failed_now: Mapping[str, str] | None = None,
        may_miss: bool = False,
    ) -> Finalized:
        self._tell("finalizing")
        files = RunFiles(self.home, manifest.review_id, manifest.run)
        imports = files.imports()
        classification = with_imports(classification, imports)
        answers = self._answers(files, classification)
        carrier = DiffCarrier(shadow.git, resolved_target(shadow, manifest))
        decisions = self.store.decisions(manifest.repository)
        business = files.business()
        with CommitSources(shadow.git, manifest.target.left, manifest.target.head) as sources:
            outcome = finalize(
                FinalizeInput(
                    manifest=manifest,
                    classification=classification,
                    change=change,
                    sources=sources,
                    replies=answers.replies.answers,
                    failures=answers.reasons(),
                    roots=self._roots(manifest.review_id),
                    stored=self.store.stored_findings(manifest.review_id),
                    decisions=decisions,
                    repository_fingerprints=self.store.fingerprints(manifest.repository),
                    carrier=carrier,
                    annotate=self._annotate if self.relay.implements("houndsman_finding") else None,
                    recognised=self.store.recognised(manifest.review_id, manifest.run),
                    plugin_failures=lambda: [str(failure) for failure in self.relay.failures],
                    imported=frozenset(each.watchdog for each in imports),
                    allow_missing=self._request.allow_missing or may_miss,
                    owed={each.watchdog.id: owed_for(each, business) for each in classification.assignments},
                    passes=self.store.passes(manifest.review_id, manifest.run),
                    notes=files.hunt_notes(),
                    purpose=None if business is None else self._purposed(business, files),
                )
            )
        self._file(shadow, files, manifest, outcome)
        code = worst([outcome.exit_code, failing(outcome.findings, self._threshold(classification))])
        strays = files.strays(classification.expected)
        notices = (
            *answers.outlived(failed_now or {}, {each.watchdog for each in outcome.coverage if each.missing}),
            *(f"the earlier head {sha[:12]} is gone; its lines could not be followed" for sha in carrier.lost),
            *(f"{name}: no watchdog of this run is called so; not read" for name in strays),
        )
        done = manifest, outcome, decisions, files.summary, files.staging, self.relay.failures
        return Finalized(*done, notices, code)

    def _answers(self, files: RunFiles, classification: Classification) -> Answers:
        replies = files.replies(classification.expected)
        failures = {**self.store.hunt_failures(files.review, files.number), **replies.unreadable}
        return Answers(replies, failures, self.whole(files, replies.answers))

    def _purposed(self, known: BusinessSummary, files: RunFiles) -> Callable[[str | None], Business]:
        """Whose word on the change's purpose counts, once it is known what `general` says of it."""
        by_model = _model_said(files)

        def purpose(told: str | None) -> Business:
            choice = with_words(known, told, BusinessSource.AI if by_model else BusinessSource.REVIEWER)
            return Business(choice.summary, choice.decision, choice.reason)

        return purpose

    def _file(self, shadow: Shadow, files: RunFiles, manifest: Manifest, outcome: Outcome) -> None:
        """Keep what the run came to.

        Files first: killed in between, the run is still owed a finalize, which writes them again. The other way round a
        finished run would stay without its summary.
        """
        files.write_intake(intake_report(outcome.intakes))
        files.write_hunt_report(outcome.report)
        if outcome.business is not None:
            # A run that goes on, and one that repeats it, must not find other words in its briefs than those that were
            # answered; and a model's stand there.
            files.write_business(outcome.business, for_good=not outcome.incomplete and not _model_said(files))
        files.write_summary(outcome.summary)
        self.store.record_finalize(outcome.record(manifest))
        if outcome.incomplete:
            self._keep_reading_root(shadow, manifest)  # somebody still has to answer
        else:
            remove(self.home.reading_root(files.review))
            remove(self.home.own_roots(files.review))

    # Small answers

    def _keep_reading_root(self, shadow: Shadow, manifest: Manifest) -> None:
        if any(watchdog.brief for watchdog in manifest.watchdogs):
            self._tell("checking out the reading root")
            check_out(shadow.git, manifest.target.head, self.home.reading_root(manifest.review_id))

    def _annotate(self, item: TriageItem) -> tuple[Note, ...]:
        return tuple(note for _, note in self.relay.collect_lists("houndsman_finding", Note, finding=item))

    def _threshold(self, classification: Classification) -> Severity | None:
        """What fails: as the user says now, else as the run was configured."""
        return self._user.fail_on or classification.fail_on


def _model_said(files: RunFiles) -> bool:
    """Whether `general` was answered by a model that we asked ourselves."""
    notes = files.hunt_notes()
    return notes is not None and GENERAL in notes.models


def resolved_target(shadow: Shadow, manifest: Manifest) -> ResolvedTarget:
    """The target of a run, as its manifest names it."""
    head_time = shadow.commit_time(manifest.target.head)
    return ResolvedTarget(target=manifest.target, branch=manifest.branch, head_time=head_time)
