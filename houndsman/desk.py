"""The desk: one command's view of one repository, where a person looks reviews up, reads them and decides.

Comes in: a `Request`. Goes out: triage records, a finding's lineage, decisions kept. `session.py` builds the arrow on
it.
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

from houndsman.classify.classify import Selection
from houndsman.config.load import load_user
from houndsman.config.project import ConfigFrom
from houndsman.errors import GitError, UsageError
from houndsman.finalize.ids import shortest_ids, to_item
from houndsman.finalize.lineage import KeptReply, LineageInput, lineage
from houndsman.git.reading_root import remove
from houndsman.git.repository import Repository
from houndsman.git.shadow import Shadow
from houndsman.git.sources import CommitSources
from houndsman.hook_relay import HookRelay
from houndsman.hunt.grounds import Doing, Sign
from houndsman.hunt.orders import Orders
from houndsman.hunt.standing import Seen, Standing, standing
from houndsman.models.lineage import Lineage
from houndsman.models.plugins import Exporter
from houndsman.models.records import (
    DecisionRecord,
    ReviewRecord,
    RunRecord,
    WatchdogState,
)
from houndsman.models.target import TargetRequest
from houndsman.models.triage import Decision, StoredFinding, TriageItem
from houndsman.plugin_manager import load_plugins
from houndsman.store.artifacts import write_bytes
from houndsman.store.home import Home, review_id
from houndsman.store.lock import held, is_held
from houndsman.store.run_files import RunFiles
from houndsman.store.store import Store
from houndsman.target.key import key_of

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
    orders: Orders = field(default_factory=Orders)
    """Who is sent out, and what they may spend."""


def _unwatched(watchdog: str, doing: Doing, why: str) -> None:
    """Nobody is looking."""


class Desk:
    """What is known of a repository's reviews. Close it, or use it in a `with`."""

    def __init__(
        self, request: Request, tell: Callable[[str], None] = lambda doing: None, sign: Sign = _unwatched
    ) -> None:
        """Find the repository, the home and the user's configuration.

        Args:
            request: what is asked for.
            tell: called with what is being done, for whoever waits.
            sign: told of each watchdog what its agents do.
        """
        self._request = request
        self._tell = tell
        self._sign = sign
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

    def known_review(self) -> str:
        """The id of the review that the request names. Raises `UsageError` where nothing was prepared for it."""
        known = {record.review_id: record for record in self.store.find_reviews(self.repository.identity)}
        wanted = self._request.review or self._review_of_target(known.values())
        if wanted in known:
            return wanted
        hint = "Run `houndsman hunt` or `houndsman prepare` first"
        hint += f", or name one with --review (there are: {', '.join(sorted(known))})." if known else "."
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
                DecisionRecord(self.repository.identity, fingerprints, decision, now(), reason, seen_in=review)
            )
        return tuple(item for item in self.items(review) if item.fingerprint in fingerprints)

    def exported(self, name: str, items: tuple[TriageItem, ...]) -> bytes:
        """`items` in the format `name` of a plugin. Raises `UsageError` where nobody adds it, or several."""
        offers = self.relay.collect_lists(_EXPORTERS, Exporter)
        exporters = [(plugin, each) for plugin, each in offers if each.name == name]
        if not exporters:
            names = ", ".join(sorted({each.name for _, each in offers})) or "none"
            hint = f"plugins here add: {names}; --json is built in"
            broken = "".join(f"\n  {failure}" for failure in self.relay.failures)
            raise UsageError(f"no format {name!r}", where="--format", hint=hint + broken)
        if len(exporters) > 1:
            adding = ", ".join(plugin.name for plugin, _ in exporters)
            raise UsageError(
                f"several plugins add the format {name!r}: {adding}",
                where="--format",
                hint="Leave all but one of them out with -p no:NAME.",
            )
        ((plugin, exporter),) = exporters
        return self.relay.guarded(plugin, f"format {name!r}", lambda: _rendered(exporter, items)) or b""

    def clean(self) -> tuple[Path, ...]:
        """Remove the reading roots of this repository's reviews; what was found stays. Says what was removed."""
        removed = []
        for record in self.store.find_reviews(self.repository.identity):
            with self._held(record.review_id, "clean"):
                for place in (self.home.reading_root(record.review_id), self.home.own_roots(record.review_id)):
                    if place.exists():
                        remove(place)
                        removed.append(place)
        return tuple(removed)

    def status(self, review: str) -> Standing:
        """How far the latest run of a review has come."""
        record = self.store.latest_run(review)
        if record is None:
            raise UsageError(f"nothing was prepared for {review}", hint="Run `houndsman hunt` or `houndsman prepare`.")
        files = RunFiles(self.home, review, record.number)
        watchdogs = [each.id for each in files.manifest().watchdogs]
        place = self.home.sign_of_life(review)
        return standing(
            Seen(
                record,
                watchdogs,
                self.store.hunt_outcomes(review, record.number),
                self.whole(files, watchdogs),
                self.store.passes(review, record.number),
                datetime.fromisoformat(place.read_text("ascii")) if place.exists() else None,
                datetime.now(UTC),
                is_held(self.home.lock(review)),
            )
        )

    def ping(self, review: str) -> None:
        """Somebody is at work on this review, now."""
        write_bytes(self.home.sign_of_life(review), now().encode("ascii"))

    def whole(self, files: RunFiles, watchdogs: Iterable[str]) -> frozenset[str]:
        """Whose answer to a run is there and whole, whoever gave it.

        What lies at the place of an answer while an agent is asked for it is the agent's, and nobody has looked at it.
        """
        answers = files.answers(watchdogs).answers
        states = self.store.hunt_outcomes(files.review, files.number)
        begun = {each.asked.watchdog for each in self.store.passes(files.review, files.number)}
        unseen = {name for name in begun & states.keys() if states[name].state is WatchdogState.EXPECTED}
        return frozenset(answers) - files.parts(answers) - unseen

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


def now() -> str:
    """The clock that a run or a decision records: ISO 8601, UTC, whole seconds."""
    return datetime.now(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")


def _rendered(exporter: Exporter, items: tuple[TriageItem, ...]) -> bytes:
    told: object = exporter.render(items)
    if not isinstance(told, bytes):
        raise TypeError(f"render must return bytes, not {type(told).__name__}")
    return told
