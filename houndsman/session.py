"""The arrow: one call a stage, and between the stages the store.

    target -> change -> classification -> briefs + manifest -> hunt -> finalize -> triage

A `Session` is one command's view of one repository. It hands each stage what the stage needs, models in and models out,
and writes what comes back: artifacts under the home folder, and the database by named transactions.
"""

from __future__ import annotations

from dataclasses import replace

from houndsman.briefs.brief import Places, write_brief
from houndsman.briefs.manifest import Identity, Written, build_manifest, numbered, sealed
from houndsman.briefs.orders import orders_in_briefs
from houndsman.change.carrier import DiffCarrier
from houndsman.change.read import read_change
from houndsman.classify.classify import classify
from houndsman.classify.gather import gather, unknown_agents
from houndsman.classify.marks import read_marks
from houndsman.config.load import combine
from houndsman.config.project import read_project
from houndsman.dispatcher import Dispatcher
from houndsman.errors import IncompleteError, worst
from houndsman.finalize.coverage import NO_FILE_REASON
from houndsman.finalize.inputs import FinalizeInput
from houndsman.finalize.outcome import failing
from houndsman.finalize.pipeline import finalize
from houndsman.finalize.report import intake_report
from houndsman.git.blobs import BlobReader
from houndsman.git.reading_root import check_out, export, remove
from houndsman.git.shadow import Shadow
from houndsman.git.sources import CommitSources
from houndsman.hunt.dispatch import hunt
from houndsman.hunt.roster import chosen, roster
from houndsman.models.change import Change
from houndsman.models.classification import Classification
from houndsman.models.finding import Note
from houndsman.models.imported import with_imports
from houndsman.models.manifest import PLUGIN_FAILED, Manifest, RunWarning
from houndsman.models.plugins import AgentPreset
from houndsman.models.records import ReviewRecord, RunPlan
from houndsman.models.severity import Severity
from houndsman.models.target import ResolvedTarget
from houndsman.models.triage import TriageItem
from houndsman.stage_results import Finalized, Prepared, Survey
from houndsman.store.run_files import (
    RunFiles,
    brief_place,
    findings_folder,
    latest_kept,
    latest_prepared,
)
from houndsman.target.resolve import resolve


class Session(Dispatcher):
    """One command's view of one repository, and the arrow. Close it, or use it in a `with`."""

    # The arrow

    def prepare(self, *, dry_run: bool = False) -> Prepared:
        """Read and sort the change, write briefs and manifest, and check out the head for whoever reads the briefs.

        With `dry_run` nothing is written: what is returned says what would be.
        """
        with self._shadow(throw_away=dry_run) as shadow:
            survey = self._survey(shadow)
            if dry_run:
                return self._prepare(survey, write=False)
            with self._held(self._review_id(survey.resolved.target.key), "prepare"):
                prepared = self._prepare(survey, write=True)
                self._keep_reading_root(shadow, prepared.manifest)
                return prepared

    def hunt(self, *, fresh: bool = False) -> Finalized:
        """Prepare, send out the code-only watchdogs and the agents that are to be asked, finalize.

        A run that is not complete is gone on with, unless `fresh`: then the next one begins, as a repeat does.
        """
        with self._shadow() as shadow:
            survey = self._survey(shadow)
            with self._held(self._review_id(survey.resolved.target.key), "hunt"):
                prepared = self._prepare(survey, write=True, fresh=fresh)
                self._hunt(shadow, prepared)
                sent = self._send(shadow, prepared)
                done = self._finalize(shadow, prepared.manifest, prepared.classification, prepared.change)
                if sent is None:
                    return done
                spent = sent.spent if self._request.orders.replayed is None else None
                passes = self.store.passes(done.manifest.review_id, done.manifest.run)
                return replace(done, notices=(*sent.notices, *done.notices), spent=spent, passes=passes)

    def finalize(self) -> Finalized:
        """Check, merge and file what was answered for the prepared run. The target is the manifest's, not today's."""
        review = self.known_review()
        with self._held(review, "finalize"), self._shadow() as shadow:
            manifest, classification = latest_prepared(self.home, review)
            self._refuse_half_prepared(manifest)
            change = read_change(shadow.git, resolved_target(shadow, manifest)).change
            return self._finalize(shadow, manifest, classification, change)

    # One method a stage: what it needs, and what is kept of what it makes

    def _survey(self, shadow: Shadow) -> Survey:
        request = self._request
        self._tell("reading the change")
        resolved = resolve(request.target, self.repository, shadow, self._user.base)
        change, notices = read_change(shadow.git, resolved)
        project = read_project(shadow.git, change, self.repository.work_tree, request.config_from)
        configured = combine(self._user, project.files, self.repository.name)
        self._tell(f"sorting {len(change.files)} files")
        declared = gather(self.relay, configured.config, configured.watchdogs)
        marks = read_marks(shadow.git, change)
        classification = classify(change, declared, configured.config, marks, request.selection, self.relay)
        presets = self.relay.collect_lists("houndsman_agents", AgentPreset, config=configured.config)
        everybody = roster(configured.config, [preset for _, preset in presets])
        unknown = unknown_agents(everybody.names, declared)
        asked = {
            each.watchdog.id: chosen(everybody, each.watchdog, request.orders.agent, configured.config)
            for each in classification.assignments
            if request.orders.replayed is None
        }
        warnings = (
            *configured.warnings,
            *project.warnings,
            *(RunWarning(code="git", message=notice) for notice in notices),
            *(RunWarning(code="unknown-agent", message=told) for told in unknown),
        )
        return Survey(resolved, change, configured.config, classification, asked, project.touched, warnings)

    def _prepare(self, survey: Survey, *, write: bool, fresh: bool = False) -> Prepared:
        key = survey.resolved.target.key
        review = self._review_id(key)
        clock = self._clock(review)
        places = Places(self.home.reading_root(review), findings_folder(self.home, review))
        briefs = {
            each.watchdog.id: write_brief(each, survey.change, survey.config, places, self.relay)
            for each in survey.classification.assignments
            if not each.watchdog.is_code_only
        }
        written = {name: Written(brief_place(self.home, review, name), text) for name, text in briefs.items()}
        stands_for = {str(places.reading_root): "{{root}}", str(self.home.staging(review)): "{{out}}"}
        identity = Identity(review, self.repository.identity, self._request.variant, stands_for)
        manifest = build_manifest(identity, survey.resolved, survey.classification, survey.config, written)
        broken = [RunWarning(code=PLUGIN_FAILED, message=str(failure)) for failure in self.relay.failures]
        told = [*survey.warnings, *broken, *orders_in_briefs(briefs)]
        manifest = sealed(manifest, survey.touched, told, stands_for)
        kept = latest_kept(self.home, review)
        plan = RunPlan(manifest.hash, manifest.target, survey.classification.expected, clock, fresh, kept)
        record = ReviewRecord(review, identity.repository, key, identity.variant, survey.resolved.branch, clock)
        slot = self.store.peek_run(review, plan)
        manifest = numbered(manifest, slot.number, slot.created_at or clock)
        files = RunFiles(self.home, review, slot.number)
        if write:
            self.store.begin_run(record, plan)
            files.set_aside_earlier(slot)
            files.write_prepared(manifest, survey.classification, briefs)
        done = manifest, survey.classification, survey.change, briefs, survey.asked, files.staging
        return Prepared(*done, self.relay.failures)

    def _hunt(self, shadow: Shadow, prepared: Prepared) -> None:
        """Run the code-only watchdogs on the head blobs of their files, which are all that they get."""
        files = RunFiles(self.home, prepared.manifest.review_id, prepared.manifest.run)
        assignments = [each for each in prepared.classification.assignments if each.watchdog.is_code_only]
        if self._request.orders.only_owing:
            whole = self.whole(files, [each.watchdog.id for each in assignments])
            assignments = [each for each in assignments if each.watchdog.id not in whole]
        sorted_out = prepared.classification.model_copy(update={"assignments": tuple(assignments)})
        mine = {path for assignment in assignments for path in assignment.files}
        self._tell(f"hunting: {', '.join(assignment.watchdog.id for assignment in assignments)}")
        place = self.home.blobs(files.review).resolve()
        remove(place)  # a killed hunt leaves them
        try:
            with BlobReader(shadow.git) as blobs:
                reading_root = export(blobs, prepared.change.narrowed(frozenset(mine)).files, place)
            outcomes = hunt(prepared.change, sorted_out, reading_root, self.relay, files.keep_reply)
        finally:
            remove(place)
        self.store.record_hunt(files.review, files.number, {each.watchdog: each.record for each in outcomes})

    def _finalize(
        self,
        shadow: Shadow,
        manifest: Manifest,
        classification: Classification,
        change: Change,
        *,
        may_miss: bool = False,
    ) -> Finalized:
        self._tell("finalizing")
        review = manifest.review_id
        files = RunFiles(self.home, review, manifest.run)
        imports = files.imports()
        classification = with_imports(classification, imports)
        carrier = DiffCarrier(shadow.git, resolved_target(shadow, manifest))
        replies, decisions = files.replies(classification.expected), self.store.decisions(manifest.repository)
        failures = {**self.store.hunt_failures(review, manifest.run), **replies.unreadable}
        answered = replies.answers.keys() - files.parts(replies.answers)
        with CommitSources(shadow.git, manifest.target.left, manifest.target.head) as sources:
            outcome = finalize(
                FinalizeInput(
                    manifest=manifest,
                    classification=classification,
                    change=change,
                    sources=sources,
                    replies=replies.answers,
                    failures={
                        name: failures.get(name, "only a part of its answer is there")
                        for name in (failures.keys() | replies.answers.keys()) - answered
                    },
                    roots=self._roots(review),
                    stored=self.store.stored_findings(review),
                    decisions=decisions,
                    repository_fingerprints=self.store.fingerprints(manifest.repository),
                    carrier=carrier,
                    annotate=self._annotate if self.relay.implements("houndsman_finding") else None,
                    recognised=self.store.recognised(review, manifest.run),
                    plugin_failures=lambda: [str(failure) for failure in self.relay.failures],
                    imported=frozenset(each.watchdog for each in imports),
                    allow_missing=self._request.allow_missing or may_miss,
                )
            )
        # Files first: killed in between, the run is still owed a finalize, which writes them again. The other way round
        # a finished run would stay without its summary.
        files.write_intake(intake_report(outcome.intakes))
        summary = files.write_summary(outcome.summary)
        self.store.record_finalize(outcome.record(manifest))
        if outcome.incomplete:
            self._keep_reading_root(shadow, manifest)  # somebody still has to answer
        else:
            remove(self.home.reading_root(review))
            remove(self.home.own_roots(review))
        code = worst([outcome.exit_code, failing(outcome.findings, self._threshold(classification))])
        outlived = [name for name, why in failures.items() if name in answered and why != NO_FILE_REASON]
        notices = (
            *(f"{name} failed now ({failures[name]}); its earlier answer to this run counts" for name in outlived),
            *(f"the earlier head {sha[:12]} is gone; its lines could not be followed" for sha in carrier.lost),
            *(
                f"{name}: no watchdog of this run is called so; not read"
                for name in files.strays(classification.expected)
            ),
        )
        return Finalized(manifest, outcome, decisions, summary, files.staging, self.relay.failures, notices, code)

    # Small answers

    def _keep_reading_root(self, shadow: Shadow, manifest: Manifest) -> None:
        if any(watchdog.brief for watchdog in manifest.watchdogs):
            self._tell("checking out the reading root")
            check_out(shadow.git, manifest.target.head, self.home.reading_root(manifest.review_id))

    def _roots(self, review: str) -> tuple[str, ...]:
        work_tree = self.repository.work_tree
        own = (str(self.home.reading_root(review)),)
        return own if work_tree is None else (*own, str(work_tree))

    def _annotate(self, item: TriageItem) -> tuple[Note, ...]:
        return tuple(note for _, note in self.relay.collect_lists("houndsman_finding", Note, finding=item))

    def _refuse_half_prepared(self, manifest: Manifest) -> None:
        """A prepare that was killed after its run began left the manifest of the run before."""
        latest = self.store.latest_run(manifest.review_id)
        if latest is None or latest.number != manifest.run:
            hint = "Run `houndsman prepare` (or `hunt`) for this target again; nothing that was answered is lost."
            raise IncompleteError(f"run {manifest.run} is not the latest of {manifest.review_id}", hint=hint)

    def _threshold(self, classification: Classification) -> Severity | None:
        """What fails: as the user says now, else as the run was configured."""
        return self._user.fail_on or classification.fail_on


def resolved_target(shadow: Shadow, manifest: Manifest) -> ResolvedTarget:
    """The target of a run, as its manifest names it."""
    head_time = shadow.commit_time(manifest.target.head)
    return ResolvedTarget(target=manifest.target, branch=manifest.branch, head_time=head_time)
