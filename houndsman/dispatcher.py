"""Agents sent out with the briefs of a prepared run.

Comes in: a `Prepared` run. Goes out: findings files in staging, and a row in the store for every session that an agent
had, by which a hunt that was killed goes on without asking anything twice. An agent that fails is its watchdog's
outcome; what is raised is a faulty setting, or a store that cannot be written.
"""

from __future__ import annotations

from collections.abc import Set
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

from houndsman.desk import Desk, now
from houndsman.errands import Errands
from houndsman.git.reading_root import remove
from houndsman.git.shadow import Shadow
from houndsman.git.sources import CommitSources
from houndsman.hunt.errand import Errand
from houndsman.hunt.journal import Journal
from houndsman.hunt.reading_roots import ReadingRoots
from houndsman.hunt.recording import recorded_agents
from houndsman.hunt.sending import Sending
from houndsman.models.hunt_notes import HuntNotes
from houndsman.models.records import OWING, HuntOutcome, WatchdogState
from houndsman.stage_results import Prepared
from houndsman.store.run_files import RunFiles, hunt_notes_in, recorded_clock
from houndsman.store.run_passes import RunPasses


class Dispatcher(Desk):
    """A desk that sends agents out. Close it, or use it in a `with`."""

    unanswered: tuple[str, ...] = ()
    """Who had not answered when the hunt was interrupted."""

    def _send(self, shadow: Shadow, prepared: Prepared) -> Sending | None:
        """Send out the agents of the watchdogs that owe an answer; None where nobody is to be sent."""
        orders, review = self._request.orders, prepared.manifest.review_id
        files = RunFiles(self.home, review, prepared.manifest.run)
        states = self.store.hunt_outcomes(review, files.number)
        code = {each.watchdog.id for each in prepared.classification.assignments if each.watchdog.is_code_only}
        if orders.stop_at_first and any(states[name].state in OWING for name in code & states.keys()):
            return None
        manifest = prepared.manifest
        with CommitSources(shadow.git, manifest.target.left, manifest.target.head) as sources:
            errands = self._errands(shadow, prepared, sources, files)
            return self._sent(shadow, prepared, files, errands) if errands else None

    def _sent(self, shadow: Shadow, prepared: Prepared, files: RunFiles, errands: list[Errand]) -> Sending:
        orders, review = self._request.orders, files.review
        chains = {name: (*chain, *prepared.second) for name, chain in prepared.asked.items() if chain}
        own = self.home.own_roots(review)
        remove(own)  # a killed hunt leaves them
        sending = Sending(
            errands,
            orders,
            ReadingRoots(
                shadow.git,
                prepared.manifest.target.head,
                self.home.reading_root(review),
                lambda watchdog: own / watchdog,
                {name for name, chain in chains.items() if any(each.writes for each in chain)},
                {name: {file for each in chain for file in each.obeys} for name, chain in chains.items()},
            ),
            self.home.sessions(review, files.number),
            Journal(RunPasses(self.store, review, files.number), files.recorded_replies, now),
            files,
            {each.name: each.settings for chain in chains.values() for each in chain},
            self._sign,
            lambda: self.ping(review),
        )
        owed = {errand.watchdog: HuntOutcome(WatchdogState.EXPECTED) for errand in errands}
        self.store.record_hunt(review, files.number, owed)
        files.write_hunt_notes(self._notes(prepared, files, owed.keys()))
        self._tell(f"{len(errands)} {'brief' if len(errands) == 1 else 'briefs'} to answer")
        try:
            sending.send()
        finally:
            answered = {name: each.record for name, each in sending.answered.items()}
            self.unanswered = tuple(errand.watchdog for errand in errands if errand.watchdog not in answered)
            self.store.record_hunt(review, files.number, answered)
            # Whoever says what the change is for does so before the hunt: who was sent to review it has no say there.
            files.write_offered(prepared.business.summary)
        return sending

    def _errands(self, shadow: Shadow, prepared: Prepared, sources: CommitSources, files: RunFiles) -> list[Errand]:
        """One for each watchdog that owes an answer and for which somebody can be sent."""
        review, replayed = prepared.manifest.review_id, self._request.orders.replayed
        given = self._request.environ, self.home.desk, shadow.git, prepared.manifest.target.head
        errands = Errands(
            prepared,
            {} if replayed is None else recorded_agents(self._recording(review, replayed)),
            sources,
            self._roots(review),
            lambda recruit: recruit.agent(*given),
        )
        wanting, before = self._wanting(files) if replayed is None else (frozenset(), 0)
        whole = self.whole(files, prepared.classification.expected) - wanting
        owing = (each for each in prepared.classification.assignments if each.watchdog.id not in whole)
        made = [errand for assignment in owing if (errand := errands.of(assignment)) is not None]
        return [replace(errand, after=before) if errand.watchdog in wanting else errand for errand in made]

    def _wanting(self, files: RunFiles) -> tuple[frozenset[str], int]:
        """Whose agents' answer the last finalize found not to be enough, and the tries of the run that it knew: without
        asking anew, the run would stay incomplete for ever. What somebody has mended since is theirs."""
        report = files.hunt_report()
        if report is None:
            return frozenset(), 0
        looked_at = self.store.reply_hashes(files.review)
        answers = files.answers(each.watchdog for each in report.watchdogs if each.is_wanting and each.agents).answers
        hashes = {name: sha256(answer).hexdigest() for name, answer in answers.items()}
        same = (name for name, digest in hashes.items() if looked_at.get((files.number, name)) == digest)
        return frozenset(same), report.totals.sessions

    def _notes(self, prepared: Prepared, files: RunFiles, sent: Set[str]) -> HuntNotes:
        """What is noted of the run by now: also by an earlier hunt of it, or by the run that it replays.

        Args:
            prepared: the run.
            files: its files.
            sent: the watchdogs whose agents are sent out now; of the others stays what is known.
        """
        replayed = self._request.orders.replayed
        if replayed is None:
            models = {name for name, chain in prepared.asked.items() if chain and chain[0].preset.program is None}
        else:
            recorded = hunt_notes_in(self._recording(files.review, replayed))
            models = set() if recorded is None else set(recorded.models)
        known = files.hunt_notes() or HuntNotes()
        every = (set(known.models) - sent) | (models & sent)
        return known.model_copy(update={"depth": prepared.depth, "models": tuple(sorted(every))})

    def _roots(self, review: str) -> tuple[str, ...]:
        """Absolute folders that mean the repository's root."""
        work_tree = self.repository.work_tree
        own = (str(self.home.reading_root(review)),)
        return own if work_tree is None else (*own, str(work_tree))

    def _recording(self, review: str, run: str) -> Path:
        """The folder of the run that `replay:RUN` names: a number of this review, or a path."""
        return self.home.run(review, int(run)) if run.isdecimal() else (self._request.cwd / run).resolve()

    def _clock(self, review: str) -> str:
        """The clock of the run: a replay has the one of the run that it replays, so that dates are the same."""
        replayed = self._request.orders.replayed
        return now() if replayed is None else recorded_clock(self._recording(review, replayed)) or now()
