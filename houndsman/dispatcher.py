"""Agents sent out with the briefs of a prepared run.

Comes in: a `Prepared` run. Goes out: findings files in staging, and a row in the store for every session that an agent
had, by which a hunt that was killed goes on without asking anything twice. An agent that fails is its watchdog's
outcome; what is raised is a faulty setting, or a store that cannot be written.
"""

from __future__ import annotations

from pathlib import Path

from houndsman.briefs.budget import exploration
from houndsman.desk import Desk, now
from houndsman.git.reading_root import remove
from houndsman.git.shadow import Shadow
from houndsman.hunt.journal import Journal
from houndsman.hunt.reading_roots import ReadingRoots
from houndsman.hunt.recording import recorded_agents
from houndsman.hunt.sending import Errand, Sending
from houndsman.models.records import OWING, HuntOutcome, WatchdogState
from houndsman.stage_results import Prepared
from houndsman.store.run_files import RunFiles, findings_folder, recorded_clock
from houndsman.store.run_passes import RunPasses


class Dispatcher(Desk):
    """A desk that sends agents out. Close it, or use it in a `with`."""

    unanswered: tuple[str, ...] = ()
    """Whose agents had not answered when the hunt was interrupted."""

    def _send(self, shadow: Shadow, prepared: Prepared) -> Sending | None:
        """Send out the agents of the watchdogs that owe an answer; None where nobody is to be sent."""
        orders, review = self._request.orders, prepared.manifest.review_id
        files = RunFiles(self.home, review, prepared.manifest.run)
        states = self.store.hunt_outcomes(review, files.number)
        code = {each.watchdog.id for each in prepared.classification.assignments if each.watchdog.is_code_only}
        if orders.stop_at_first and any(states[name].state in OWING for name in code & states.keys()):
            return None
        errands = self._errands(shadow, prepared, self.whole(files, prepared.classification.expected))
        if not errands:
            return None
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
                {name for name, chain in prepared.asked.items() if any(each.writes for each in chain)},
                {name: {file for each in chain for file in each.obeys} for name, chain in prepared.asked.items()},
            ),
            self.home.sessions(review, files.number),
            Journal(RunPasses(self.store, review, files.number), files.recorded_replies, files.keep_recorded, now),
            files,
            {each.name: each.settings for chain in prepared.asked.values() for each in chain},
            self._sign,
            lambda: self.ping(review),
        )
        owed = {errand.watchdog: HuntOutcome(WatchdogState.EXPECTED) for errand in errands}
        self.store.record_hunt(review, files.number, owed)
        self._tell(f"{len(errands)} briefs to answer")
        try:
            sending.send()
        finally:
            answered = {name: each.record for name, each in sending.answered.items()}
            self.unanswered = tuple(errand.watchdog for errand in errands if errand.watchdog not in answered)
            self.store.record_hunt(review, files.number, answered)
        return sending

    def _errands(self, shadow: Shadow, prepared: Prepared, whole: frozenset[str]) -> list[Errand]:
        """One for each watchdog that owes an answer and for which somebody can be sent."""
        review, replayed = prepared.manifest.review_id, self._request.orders.replayed
        recorded = {} if replayed is None else recorded_agents(self._recording(review, replayed))
        given = self._request.environ, self.home.desk, shadow.git, prepared.manifest.target.head
        return [
            Errand(
                name,
                prepared.briefs[name],
                recorded.get(name) or [each.agent(*given) for each in chain],
                findings_folder(self.home, review) / f"{name}.json",
                *exploration(name, len(assignment.files)),
            )
            for assignment in prepared.classification.assignments
            if (name := assignment.watchdog.id) in prepared.briefs and name not in whole
            if (chain := prepared.asked.get(name, ())) or name in recorded
        ]

    def _recording(self, review: str, run: str) -> Path:
        """The folder of the run that `replay:RUN` names: a number of this review, or a path."""
        return self.home.run(review, int(run)) if run.isdecimal() else (self._request.cwd / run).resolve()

    def _clock(self, review: str) -> str:
        """The clock of the run: a replay has the one of the run that it replays, so that dates are the same."""
        replayed = self._request.orders.replayed
        return now() if replayed is None else recorded_clock(self._recording(review, replayed)) or now()
