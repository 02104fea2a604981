"""The arrow: one call a stage, and between the stages the store.

    target -> change -> classification -> briefs + manifest -> hunt -> finalize -> triage

A `Session` is one command's view of one repository. It hands each stage what the stage needs, models in and models out,
and writes what comes back: artifacts under the home folder, and the database by named transactions.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import cached_property
from pathlib import Path
from types import TracebackType
from typing import Self

from houndsman.briefs.brief import Places, write_brief
from houndsman.briefs.manifest import Identity, Written, build_manifest, numbered, sealed
from houndsman.change.carrier import DiffCarrier
from houndsman.change.read import read_change
from houndsman.classify.classify import Selection, classify
from houndsman.classify.gather import gather, unknown_agents
from houndsman.classify.marks import read_marks
from houndsman.config.load import combine, load_user
from houndsman.config.project import ConfigFrom, read_project
from houndsman.errors import ExitCode, GitError, IncompleteError, UsageError, worst
from houndsman.finalize.ids import shortest_ids, to_item
from houndsman.finalize.inputs import FinalizeInput
from houndsman.finalize.lineage import KeptReply, LineageInput, lineage
from houndsman.finalize.outcome import Outcome, failing
from houndsman.finalize.pipeline import finalize
from houndsman.finalize.report import intake_report
from houndsman.git.blobs import BlobReader
from houndsman.git.reading_root import check_out, export, remove
from houndsman.git.repository import Repository
from houndsman.git.shadow import Shadow
from houndsman.git.sources import CommitSources
from houndsman.hunt.dispatch import hunt
from houndsman.models.change import Change
from houndsman.models.classification import Classification
from houndsman.models.config import Config
from houndsman.models.finding import Note
from houndsman.models.lineage import Lineage
from houndsman.models.manifest import Manifest, Warning
from houndsman.models.plugins import Exporter
from houndsman.models.records import (
    DecisionRecord,
    ReviewRecord,
    RunPlan,
    RunRecord,
)
from houndsman.models.repo_path import RepoPath
from houndsman.models.severity import Severity
from houndsman.models.target import ResolvedTarget, TargetRequest
from houndsman.models.triage import Decision, StoredFinding, TriageItem
from houndsman.plugin_manager import HookRelay, PluginFailure, load_plugins
from houndsman.store.home import Home, review_id
from houndsman.store.lock import held
from houndsman.store.run_files import RunFiles, brief_place, findings_folder, latest_kept, latest_prepared
from houndsman.store.store import Store
from houndsman.target.key import key_of
from houndsman.target.resolve import resolve

_EXPORTERS = "houndsman_exporters"


@dataclass(frozen=True)
class Request:
    """What the command line asks for."""

    cwd: Path
    environ: Mapping[str, str]
    target: TargetRequest = field(default_factory=TargetRequest)
    variant: str | None = None
    review: str | None = None
    """A review by its id, for commands that read what was prepared; it outranks the target."""
    selection: Selection = field(default_factory=Selection)
    plugins: tuple[str, ...] = ()
    config_from: ConfigFrom = ConfigFrom.BASE
    fail_on: str | None = None
    allow_missing: bool = False


@dataclass(frozen=True)
class Survey:
    """The change, read and sorted; nothing is written yet."""

    resolved: ResolvedTarget
    change: Change
    config: Config
    classification: Classification
    touched: tuple[RepoPath, ...]
    """Project files of ours that the change alters."""
    warnings: tuple[Warning, ...]


@dataclass(frozen=True)
class Prepared:
    """What prepare made, and where."""

    manifest: Manifest
    classification: Classification
    change: Change
    staging: Path
    failures: tuple[PluginFailure, ...]

    @property
    def exit_code(self) -> ExitCode:
        """A broken plugin may be a watchdog that is not there: that is incomplete."""
        return ExitCode.INCOMPLETE if self.failures else ExitCode.CLEAN


@dataclass(frozen=True)
class Finalized:
    """What finalize made, and where."""

    manifest: Manifest
    outcome: Outcome
    items: tuple[TriageItem, ...]
    """The triage of the review, by file, line and rule."""
    summary: Path
    staging: Path
    failures: tuple[PluginFailure, ...]
    notices: tuple[str, ...]
    exit_code: ExitCode


class Session:
    """One command's view of one repository. Close it, or use it in a `with`."""

    def __init__(self, request: Request, tell: Callable[[str], None] = lambda doing: None) -> None:
        """Find the repository, the home and the user's configuration.

        Args:
            request: what is asked for.
            tell: called with what is being done, for whoever waits.
        """
        self._request = request
        self._tell = tell
        self._user = load_user(request.environ, {"base": request.target.base, "failOn": request.fail_on})
        self.repository = Repository.discover(request.cwd)
        self.home = Home.find(request.environ)
        self.store = Store(self.home)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.store.close()

    @cached_property
    def relay(self) -> HookRelay:
        """The plugins of this command."""
        return load_plugins(self._request.plugins)

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

    def hunt(self) -> Finalized:
        """Prepare, send out the code-only watchdogs, finalize."""
        with self._shadow() as shadow:
            survey = self._survey(shadow)
            with self._held(self._review_id(survey.resolved.target.key), "hunt"):
                prepared = self._prepare(survey, write=True)
                self._hunt(shadow, prepared)
                return self._finalize(shadow, prepared.manifest, prepared.classification, prepared.change)

    def finalize(self) -> Finalized:
        """Check, merge and file what was answered for the prepared run. The target is the manifest's, not today's."""
        review = self.known_review()
        with self._held(review, "finalize"), self._shadow() as shadow:
            manifest, classification = latest_prepared(self.home, review)
            self._refuse_half_prepared(manifest)
            change = read_change(shadow.git, _resolved(shadow, manifest)).change
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
        unknown = unknown_agents(self.relay, configured.config, declared)
        warnings = (
            *configured.warnings,
            *project.warnings,
            *(Warning(code="git", message=notice) for notice in notices),
            *(Warning(code="unknown-agent", message=told) for told in unknown),
        )
        return Survey(resolved, change, configured.config, classification, project.touched, warnings)

    def _prepare(self, survey: Survey, *, write: bool) -> Prepared:
        key = survey.resolved.target.key
        review, now = self._review_id(key), _now()
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
        broken = [Warning(code="plugin-failed", message=str(failure)) for failure in self.relay.failures]
        manifest = sealed(manifest, survey.touched, [*survey.warnings, *broken], stands_for)
        kept = latest_kept(self.home, review)
        plan = RunPlan(manifest.hash, manifest.target, survey.classification.expected, now, kept=kept)
        record = ReviewRecord(review, identity.repository, key, identity.variant, survey.resolved.branch, now)
        slot = self.store.peek_run(review, plan)
        manifest = numbered(manifest, slot.number, slot.created_at or now)
        files = RunFiles(self.home, review, slot.number)
        if write:
            self.store.begin_run(record, plan)
            files.set_aside_earlier(slot)
            files.write_prepared(manifest, survey.classification, briefs)
        return Prepared(manifest, survey.classification, survey.change, files.staging, self.relay.failures)

    def _hunt(self, shadow: Shadow, prepared: Prepared) -> None:
        """Run the code-only watchdogs on the head blobs of their files, which are all that they get."""
        files = RunFiles(self.home, prepared.manifest.review_id, prepared.manifest.run)
        assignments = [each for each in prepared.classification.assignments if each.watchdog.is_code_only]
        mine = {path for assignment in assignments for path in assignment.files}
        self._tell(f"hunting: {', '.join(assignment.watchdog.id for assignment in assignments)}")
        place = self.home.blobs(files.review).resolve()
        remove(place)  # a killed hunt leaves them
        try:
            with BlobReader(shadow.git) as blobs:
                reading_root = export(blobs, prepared.change.narrowed(frozenset(mine)).files, place)
            outcomes = hunt(prepared.change, prepared.classification, reading_root, self.relay, files.keep_reply)
        finally:
            remove(place)
        self.store.record_hunt(files.review, files.number, {each.watchdog: each.record for each in outcomes})

    def _finalize(
        self, shadow: Shadow, manifest: Manifest, classification: Classification, change: Change
    ) -> Finalized:
        self._tell("finalizing")
        review = manifest.review_id
        files = RunFiles(self.home, review, manifest.run)
        carrier = DiffCarrier(shadow.git, _resolved(shadow, manifest))
        replies = files.replies(classification.expected)
        failures = {**self.store.hunt_failures(review, manifest.run), **replies.unreadable}
        with CommitSources(shadow.git, manifest.target.left, manifest.target.head) as sources:
            outcome = finalize(
                FinalizeInput(
                    manifest=manifest,
                    classification=classification,
                    change=change,
                    sources=sources,
                    replies=replies.answers,
                    failures={name: why for name, why in failures.items() if name not in replies.answers},
                    roots=self._roots(review),
                    stored=self.store.stored_findings(review),
                    decisions=self.store.decisions(manifest.repository),
                    repository_fingerprints=self.store.fingerprints(manifest.repository),
                    carrier=carrier,
                    annotate=self._annotate,
                    recognised=self.store.recognised(review, manifest.run),
                    plugin_failures=lambda: [str(failure) for failure in self.relay.failures],
                    allow_missing=self._request.allow_missing,
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
        items = self.items(review)
        code = worst([outcome.exit_code, failing(items, self._threshold(classification))])
        notices = (
            *(f"the earlier head {sha[:12]} is gone; its lines could not be followed" for sha in carrier.lost),
            *(
                f"{name}: no watchdog of this run is called so; not read"
                for name in files.strays(classification.expected)
            ),
        )
        return Finalized(manifest, outcome, items, summary, files.staging, self.relay.failures, notices, code)

    # The triage, read and decided

    def known_review(self) -> str:
        """The id of the review that the request names. Raises `UsageError` where nothing was prepared for it."""
        known = {record.review_id: record for record in self.store.find_reviews(self.repository.identity)}
        wanted = self._request.review or self._review_of_target(known.values())
        if wanted in known:
            return wanted
        ids = ", ".join(sorted(known)) or "none yet"
        hint = f"Run `houndsman hunt` or `houndsman prepare` first, or name one with --review (there are: {ids})."
        raise UsageError(f"nothing was prepared for {self._described()}", hint=hint)

    def unfinished(self, review: str) -> str | None:
        """Why the triage of a review does not hold everything yet, in words; None where it does."""
        latest = self.store.latest_run(review)
        if latest is None or latest.complete:
            return None
        state = "is not finalized" if latest.complete is None else "is incomplete"
        return f"run {latest.number} of {review} {state}: there may be more to find"

    def items(self, review: str) -> tuple[TriageItem, ...]:
        """The triage of a review, by file, line and rule."""
        stored = self.store.stored_findings(review)
        ids = shortest_ids([each.fingerprint for each in stored], self.store.fingerprints(self.repository.identity))
        decisions = self.store.decisions(self.repository.identity)
        found = [to_item(each, decisions.get(each.fingerprint), ids[each.fingerprint]) for each in stored]
        return tuple(sorted(found, key=lambda item: (item.file, item.line or 0, item.rule, item.fingerprint)))

    def item(self, review: str, prefix: str) -> TriageItem:
        """One finding of a review by its id. Raises `UsageError` for an id that is nobody's here, or several's."""
        fingerprint = self.store.resolve_id(self.repository.identity, prefix)
        found = next((item for item in self.items(review) if item.fingerprint == fingerprint), None)
        if found is None:
            raise UsageError(f"the finding {prefix} belongs to another review", hint="Name its review with --review.")
        return found

    def explain(self, review: str, prefix: str) -> Lineage:
        """How a finding came to be what it is. Raises `UsageError` as `item` does."""
        items = self.items(review)
        wanted = self.item(review, prefix).fingerprint
        stored = next(each for each in self.store.stored_findings(review) if each.fingerprint == wanted)
        observations = self.store.observations(review, wanted)
        runs = self.store.runs_of(review)

        def replies(run: int, watchdog: str) -> list[KeptReply]:
            kept = RunFiles(self.home, review, run).kept_replies(watchdog)
            return [KeptReply(f"runs/{run}/findings/{name}", data) for name, data in kept.items()]

        return lineage(
            LineageInput(
                stored=stored,
                review=items,
                runs=runs,
                observations=observations,
                replies=replies,
                reply_hashes=self.store.reply_hashes(review),
                history=self.store.history(review, wanted),
                first_lines=self._first_lines(stored, runs),
            )
        )

    def decide(self, prefixes: Sequence[str], decision: Decision, reason: str) -> tuple[TriageItem, ...]:
        """Decide findings for the whole repository; all or none of `prefixes`."""
        review = self.known_review()
        fingerprints = [self.store.resolve_id(self.repository.identity, prefix) for prefix in prefixes]
        with self._held(review, "findings decide"):
            self.store.decide(
                DecisionRecord(self.repository.identity, fingerprints, decision, _now(), reason, seen_in=review)
            )
        return tuple(item for item in self.items(review) if item.fingerprint in fingerprints)

    def exported(self, name: str, items: tuple[TriageItem, ...]) -> bytes:
        """`items` in the format `name` of a plugin. Raises `UsageError` for a format that nobody adds."""
        exporters = {each.name: (plugin, each) for plugin, each in self.relay.collect_lists(_EXPORTERS, Exporter)}
        if name not in exporters:
            hint = f"plugins here add: {', '.join(sorted(exporters)) or 'none'}; --json is built in"
            raise UsageError(f"no format {name!r}", where="--format", hint=hint)
        plugin, exporter = exporters[name]
        return self.relay.guarded(plugin, f"format {name!r}", lambda: exporter.render(items)) or b""

    def clean(self) -> tuple[Path, ...]:
        """Remove the reading roots of this repository's reviews; what was found stays. Says what was removed."""
        removed = []
        for record in self.store.find_reviews(self.repository.identity):
            with self._held(record.review_id, "clean"):
                place = self.home.reading_root(record.review_id)
                if place.exists():
                    remove(place)
                    removed.append(place)
        return tuple(removed)

    # Small answers

    @contextmanager
    def _shadow(self, *, throw_away: bool = False) -> Iterator[Shadow]:
        if not throw_away:
            self.home.create()
            # By folder and not by origin: two clones of one origin have objects of their own.
            yield Shadow.open(self.home.shadow(str(self.repository.common_dir)), self.repository)
            return
        with tempfile.TemporaryDirectory(prefix="houndsman-") as place:
            yield Shadow.open(Path(place).resolve() / "shadow.git", self.repository)

    def _held(self, review: str, command: str) -> AbstractContextManager[None]:
        return held(self.home.lock(review), f"houndsman {command}")

    def _review_id(self, key: str) -> str:
        return review_id(self.repository.identity, key, self._request.variant)

    def _review_of_target(self, known: Iterable[ReviewRecord]) -> str:
        key = key_of(self._request.target, self.repository)
        if key is not None:
            return self._review_id(key)
        # A head that is no branch: the review of it is the one that was prepared for exactly this commit.
        head = self.repository.resolve(self._request.target.head or "HEAD")
        for record in reversed(list(known)):
            run = self.store.latest_run(record.review_id)
            if run is not None and run.head == head and record.variant == self._request.variant:
                return record.review_id
        return ""

    def _first_lines(self, stored: StoredFinding, runs: Iterable[RunRecord]) -> Sequence[bytes] | None:
        """The file that a finding was first found in, as it was then; None where git no longer has it."""
        first = next(run for run in runs if run.number == stored.first_seen.run)
        with self._shadow() as shadow:
            try:
                with CommitSources(shadow.git, first.merge_base or first.base, first.head) as sources:
                    return sources.lines(stored.lineage, stored.side)
            except GitError:
                return None

    def _described(self) -> str:
        named = self._request.review or key_of(self._request.target, self.repository) or "this commit"
        variant = f" (variant {self._request.variant!r})" if self._request.variant else ""
        return f"{named!r}{variant}"

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


def _resolved(shadow: Shadow, manifest: Manifest) -> ResolvedTarget:
    head_time = shadow.commit_time(manifest.target.head)
    return ResolvedTarget(target=manifest.target, branch=manifest.branch, head_time=head_time)


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")
