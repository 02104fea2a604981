"""The arrow: one call a stage, and between the stages the store.

    target -> change -> classification -> briefs + manifest -> hunt -> finalize -> triage

A `Session` is one command's view of one repository. It hands each stage what the stage needs, models in and models out,
and writes what comes back: artifacts under the home folder, and the database by named transactions.
"""

from __future__ import annotations

from dataclasses import replace

from houndsman.briefs.brief import BriefWriter, Places
from houndsman.briefs.manifest import Identity, Written, build_manifest, numbered, sealed
from houndsman.briefs.orders import INTENT_STEP, orders_in_briefs
from houndsman.change.read import read_change
from houndsman.classify.classify import classify
from houndsman.classify.gather import gather, unknown_agents
from houndsman.classify.marks import read_marks
from houndsman.config.load import combine
from houndsman.config.project import read_project
from houndsman.errors import IncompleteError, UsageError
from houndsman.finalizing import Finalizer, resolved_target
from houndsman.git.blobs import BlobReader
from houndsman.git.commit_words import commit_words
from houndsman.git.reading_root import export, remove
from houndsman.git.shadow import Shadow
from houndsman.hunt.dispatch import hunt
from houndsman.hunt.roster import chosen, roster, second
from houndsman.intent.brief import render_business_brief
from houndsman.intent.choose import Choice, Decision
from houndsman.intent.choose import chosen as better_summary
from houndsman.intent.derive import derive
from houndsman.models.business import BusinessSummary
from houndsman.models.change import Change
from houndsman.models.classification import Classification
from houndsman.models.manifest import PLUGIN_FAILED, Manifest, RunWarning
from houndsman.models.plugins import AgentPreset
from houndsman.models.records import OWING, ReviewRecord, RunPlan
from houndsman.models.target import ResolvedTarget
from houndsman.prompt.redact import redact
from houndsman.stage_results import Finalized, Prepared, Survey
from houndsman.store.run_files import (
    RunFiles,
    brief_place,
    business_place,
    findings_folder,
    latest_kept,
    latest_prepared,
    offered_business,
)
from houndsman.target.resolve import resolve

#: Code of the warning that a business summary which somebody wrote cannot be used.
SUMMARY_REFUSED = "business-summary-refused"


class Session(Finalizer):
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

    def is_over(self, prepared: Prepared) -> bool:
        """Whether the latest run reviewed what was prepared, and is whole: a hunt would begin another."""
        latest = self.store.latest_run(prepared.manifest.review_id)
        return latest is not None and latest.is_finalized and latest.manifest_hash == prepared.manifest.hash

    def hunt(self, *, fresh: bool = False) -> Finalized:
        """Prepare, send out the code-only watchdogs and the agents that are to be asked, finalize.

        A run that is not complete is gone on with, unless `fresh`: then the next one begins, as a repeat does.
        """
        with self._shadow() as shadow:
            survey = self._survey(shadow)
            with self._held(self._review_id(survey.resolved.target.key), "hunt"):
                self._check_models(survey)
                prepared = self._prepare(survey, write=True, fresh=fresh)
                files = RunFiles(self.home, prepared.manifest.review_id, prepared.manifest.run)
                code = prepared.classification
                if self._request.orders.only_owing:
                    code = self._owing(files, code)
                failed = self._run_code(shadow, files, prepared.change, code)
                sent = self._send(shadow, prepared)
                done = self._finalize(
                    shadow, prepared.manifest, prepared.classification, prepared.change, failed_now=failed
                )
                if sent is None:
                    return done
                spent = sent.spent if self._request.orders.replayed is None else None
                passes = self.store.passes(done.manifest.review_id, done.manifest.run)
                return replace(done, notices=(*sent.notices, *done.notices), spent=spent, passes=passes)

    def finalize(self) -> Finalized:
        """Check, merge and file what was answered for the prepared run. The target is the manifest's, not today's.

        Watchdogs that code answers are sent out where they owe their answer: nobody else would do it for them.
        """
        review = self.known_review()
        with self._held(review, "finalize"), self._shadow() as shadow:
            manifest, classification = latest_prepared(self.home, review)
            self._refuse_half_prepared(manifest)
            change = read_change(shadow.git, resolved_target(shadow, manifest)).change
            files = RunFiles(self.home, review, manifest.run)
            self._run_code(shadow, files, change, self._owing(files, classification))
            return self._finalize(shadow, manifest, classification, change)

    # One method a stage: what it needs, and what is kept of what it makes

    def _survey(self, shadow: Shadow) -> Survey:
        request = self._request
        self._tell("reading the change")
        if request.target.working_tree:
            self._refuse_home_in_sight()
        resolved = resolve(request.target, self.repository, shadow, self._user.base)
        change, notices = read_change(shadow.git, resolved)
        project = read_project(shadow.git, change, self.repository.work_tree, request.config_from)
        configured = combine(self._user, project.files, self.repository.name)
        self._tell(f"sorting {len(change.files)} files")
        declared = gather(self.relay, configured.config, configured.watchdogs)
        marks = read_marks(shadow.git, change)
        classification = classify(change, declared, configured.config, marks, request.selection, self.relay)
        business = self._read_off(shadow, resolved, change, classification)
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
        return Survey(
            resolved,
            change,
            configured.config,
            classification,
            asked,
            second(everybody, configured.config),
            request.orders.deep(configured.config.hunt),
            business,
            project.touched,
            warnings,
        )

    def _read_off(
        self, shadow: Shadow, resolved: ResolvedTarget, change: Change, classification: Classification
    ) -> BusinessSummary:
        """What the change is for, as far as its code and its authors tell."""
        shown = {row.path for row in classification.files if row.excluded is None}
        with BlobReader(shadow.git) as blobs:
            return derive(change, shown, blobs, commit_words(shadow.git, resolved.target))

    def _prepare(self, survey: Survey, *, write: bool, fresh: bool = False) -> Prepared:
        key = survey.resolved.target.key
        review = self._review_id(key)
        clock = self._clock(review)
        places = Places(self.home.reading_root(review), findings_folder(self.home, review))
        business = self._offered(survey, review)
        writer = BriefWriter(survey.change, survey.config, places, self.relay, business.summary)
        briefs = {
            each.watchdog.id: writer.write(each)
            for each in survey.classification.assignments
            if not each.watchdog.is_code_only
        }
        written = {name: Written(brief_place(self.home, review, name), text) for name, text in briefs.items()}
        stands_for = {str(places.reading_root): "{{root}}", str(self.home.staging(review)): "{{out}}"}
        identity = Identity(review, self.repository.identity, self._request.variant, stands_for)
        manifest = build_manifest(identity, survey.resolved, survey.classification, survey.config, written)
        broken = [RunWarning(code=PLUGIN_FAILED, message=str(failure)) for failure in self.relay.failures]
        place = business_place(self.home, review)
        intent = render_business_brief(business.summary, places.reading_root, place, survey.config.language)
        orders = orders_in_briefs({**briefs, INTENT_STEP: intent})
        manifest = sealed(manifest, survey.touched, [*survey.warnings, *broken, *orders], stands_for)
        manifest = _with_refusal(manifest, business)
        kept = latest_kept(self.home, review)
        plan = RunPlan(manifest.hash, manifest.target, survey.classification.expected, clock, fresh, kept)
        record = ReviewRecord(review, identity.repository, key, identity.variant, survey.resolved.branch, clock)
        slot = self.store.peek_run(review, plan)
        manifest = numbered(manifest, slot.number, slot.created_at or clock)
        files = RunFiles(self.home, review, slot.number)
        if write:
            self.store.begin_run(record, plan)
            files.set_aside_earlier(slot)
            files.write_purpose(business.summary, intent)
            files.write_prepared(manifest, survey.classification, briefs)
        done = manifest, survey.classification, survey.change, briefs, survey.asked, survey.second, survey.depth
        return Prepared(*done, writer, business, files.staging, self.relay.failures)

    def _offered(self, survey: Survey, review: str) -> Choice:
        """The best that is said of what the change is for."""
        choice = Choice(survey.business, Decision.KEPT, "read off the change")
        for offered in offered_business(self.home, review, may_be_new=not self._is_under_way(review)):
            found = better_summary(choice.summary, offered, survey.change.by_path)
            if found.decision is not Decision.KEPT:
                choice = found
        return choice

    def _run_code(
        self, shadow: Shadow, files: RunFiles, change: Change, classification: Classification
    ) -> dict[str, str]:
        """Run the code-only watchdogs on the head blobs of their files, which are all that they get.

        Returns:
            Why some of them failed, by id.
        """
        code = [each for each in classification.assignments if each.watchdog.is_code_only]
        if not code:
            return {}
        mine = {path for assignment in code for path in assignment.files}
        self._tell(f"hunting: {', '.join(assignment.watchdog.id for assignment in code)}")
        place = self.home.blobs(files.review).resolve()
        remove(place)  # a killed hunt leaves them
        try:
            with BlobReader(shadow.git) as blobs:
                reading_root = export(blobs, change.narrowed(frozenset(mine)).files, place)
            outcomes = hunt(change, classification, reading_root, self.relay, files.keep_reply)
        except KeyboardInterrupt:
            owing = self._owing(files, classification)
            self.unanswered = tuple(each.watchdog.id for each in owing.assignments)
            raise
        finally:
            remove(place)
        self.store.record_hunt(files.review, files.number, {each.watchdog: each.record for each in outcomes})
        return {each.watchdog: each.record.reason for each in outcomes if each.record.state in OWING}

    def _owing(self, files: RunFiles, classification: Classification) -> Classification:
        """The classification with the watchdogs alone whose whole answer to the run is not there."""
        whole = self.whole(files, classification.expected)
        owing = tuple(each for each in classification.assignments if each.watchdog.id not in whole)
        return classification.model_copy(update={"assignments": owing})

    # Small answers

    def _check_models(self, survey: Survey) -> None:
        """A model API that is asked and not set up is told before anything is done. Raises `ConfigError`."""
        for chain in (*survey.asked.values(), survey.second):
            for recruit in chain:
                if recruit.preset.program is None:
                    recruit.endpoint(self._request.environ)

    def _refuse_home_in_sight(self) -> None:
        """What we write must not be reviewed: every run would be another change."""
        top = self.repository.work_tree
        if top is None or not self.repository.lists(self.home.contents):
            return
        hint = "Set HOUNDSMAN_HOME to a folder elsewhere"
        home, top = self.home.root.resolve(), top.resolve()
        if home != top and home.is_relative_to(top):
            hint += f", or have git ignore this one: /{home.relative_to(top).as_posix()}/ in a .gitignore"
        told = "the home folder lies in the working tree that is to be reviewed"
        raise UsageError(told, where=str(self.home.root), hint=f"{hint}.")

    def _is_under_way(self, review: str) -> bool:
        """Whether agents were asked in a run that is not over: what the change is for was said before it, and who was
        sent out may have written something else since."""
        latest = self.store.latest_run(review)
        return latest is not None and not latest.is_finalized and bool(self.store.passes(review, latest.number))

    def _refuse_half_prepared(self, manifest: Manifest) -> None:
        """A prepare that was killed after its run began left the manifest of the run before."""
        latest = self.store.latest_run(manifest.review_id)
        if latest is None or latest.number != manifest.run:
            hint = "Run `houndsman prepare` (or `hunt`) for this target again; nothing that was answered is lost."
            raise IncompleteError(f"run {manifest.run} is not the latest of {manifest.review_id}", hint=hint)


def _with_refusal(manifest: Manifest, choice: Choice) -> Manifest:
    """`manifest` with the warning that a summary was refused. Its hash stays: what nobody uses begins no other run."""
    if choice.decision is not Decision.REFUSED:
        return manifest
    warning = RunWarning(code=SUMMARY_REFUSED, message=redact(f"business-summary.json: {choice.reason}"))
    told = sorted({*manifest.warnings, warning}, key=lambda each: (each.code, each.message))
    return manifest.model_copy(update={"warnings": tuple(told)})
