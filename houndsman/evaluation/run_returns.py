"""The evaluator's desk for the return on each watchdog: all reviews of a repository, or those that the request names.

Comes in: a request. Goes out: a `ReturnReport`, from the store and the runs' manifests; nothing is written. A request
that names no review is a `UsageError`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator

from houndsman.errors import StoreError, UsageError
from houndsman.evaluation.returns import Hunted, Return, Session, returns
from houndsman.evaluation.run_grading import RunGrader
from houndsman.evaluation.same_defects import same_defects
from houndsman.hunt.ceilings import tokens_of
from houndsman.intake.loads import BadReply, load_json
from houndsman.models.agent import End
from houndsman.models.base import Model
from houndsman.models.manifest import RunWarning
from houndsman.models.passes import FOUND_BY, PassRecord
from houndsman.models.records import ReviewRecord, RunRecord, WatchdogState
from houndsman.models.target import TargetRequest
from houndsman.models.triage import Decision
from houndsman.models.watchdog import CODE_AGENT
from houndsman.store.run_files import RunFiles
from houndsman.target.key import key_of

UNKNOWN_COST = "unknown-cost"
UNDECIDED = "undecided"


class ReturnReport(Model):
    """What `watchdogs return --json` prints."""

    reviews: tuple[str, ...]
    """Ids of the reviews that were looked at."""
    runs: int
    reported: int
    """Distinct findings of all of them."""
    confirmed: int
    """Of these, decided `execute`."""
    dismissed: int
    """Of these, decided `ignore`."""
    rows: tuple[Return, ...]
    """What is worth most comes first."""
    warnings: tuple[RunWarning, ...]


class Returning(RunGrader):
    """A desk for whoever asks which watchdogs are worth their cost. Close it, or use it in a `with`."""

    def returned(self) -> ReturnReport:
        """What each watchdog brought and took. Raises `UsageError` where there is no such review."""
        reviews = self._wanted()
        hunted = {review.review_id: list(self._hunted(review)) for review in reviews}
        every = [each for of_review in hunted.values() for _, each in of_review]
        stored = self.store.decisions(self.repository.identity)
        decisions = {name: known.decision for name, known in stored.items()}
        rows = returns(every, decisions, same_defects([self.store.stored_findings(review) for review in hunted]))
        reported = frozenset[str]().union(*(each.reported for each in every))
        decided = [decisions.get(name) for name in reported]
        return ReturnReport(
            reviews=tuple(hunted),
            runs=sum(len({number for number, _ in of_review}) for of_review in hunted.values()),
            reported=len(reported),
            confirmed=decided.count(Decision.EXECUTE),
            dismissed=decided.count(Decision.IGNORE),
            rows=rows,
            warnings=tuple(_warnings(rows, len(reported), decided.count(Decision.EXECUTE))),
        )

    def _wanted(self) -> list[ReviewRecord]:
        """The reviews that the request names: a variant alone means that of every target."""
        request, known = self._request, list(self.store.find_reviews(self.repository.identity))
        found = known
        if request.review is not None:
            found = [review for review in known if review.review_id == self.known_review()]
        elif request.target != TargetRequest():
            key = key_of(request.target, self.repository)
            found = [review for review in known if review.target_key == key] if key else self._at_head(known)
        if request.variant is not None:
            found = [review for review in found if review.variant == request.variant]
        if not found:
            hint = "Run `houndsman hunt` first." if not known else "`houndsman compare --list` shows variants and runs."
            raise UsageError("no such review of this repository is known", hint=hint)
        return found

    def _hunted(self, review: ReviewRecord) -> Iterator[tuple[int, Hunted]]:
        """Each watchdog of each run that was asked, with the number of the run."""
        reported = self.store.reported(review.review_id)
        for run in self.store.runs_of(review.review_id):
            sessions: defaultdict[str, list[Session]] = defaultdict(list)
            for each in self.store.passes(run.review_id, run.number):
                sessions[each.asked.watchdog].append(_session(each))
            outcomes = self.store.hunt_outcomes(run.review_id, run.number)
            of_run = reported.get(run.number, {})
            states = {name: outcome.state for name, outcome in outcomes.items()}
            over = {name for name, state in states.items() if state is not WatchdogState.EXPECTED}
            code = self._code(run) if over else frozenset()
            # Whoever is missing because nobody was there to be asked cost nothing, and could bring nothing.
            answered = {name for name in over if states[name] is WatchdogState.ANSWERED or name in code}
            for name in sorted(answered | sessions.keys() | of_run.keys()):
                asked, found = tuple(sessions.get(name, ())), of_run.get(name, {})
                passes = self._passes(run, name) if len({session.agent for session in asked}) > 1 else {}
                # Of equal findings the one that came first is whose it is.
                first = {fingerprint: passes.get(at) for at, fingerprint in sorted(found.items(), reverse=True)}
                yield run.number, Hunted(name, first, asked, name in code)

    def _passes(self, run: RunRecord, watchdog: str) -> dict[int, str]:
        """The pass that found each finding of an answer first, by position, as far as the answer says."""
        replies = RunFiles(self.home, run.review_id, run.number).kept_replies(watchdog)
        try:
            told = load_json(next(iter(replies.values()), b""), watchdog).value
        except BadReply:
            return {}
        findings = told.get("findings") if isinstance(told, dict) else None
        found = enumerate(findings if isinstance(findings, list) else ())
        passes = ((at, each.get(FOUND_BY)) for at, each in found if isinstance(each, dict))
        return {at: name for at, name in passes if isinstance(name, str)}

    def _code(self, run: RunRecord) -> frozenset[str]:
        """The watchdogs of a run that plain code answers; none where its manifest is lost."""
        try:
            manifest = RunFiles(self.home, run.review_id, run.number).manifest()
        except StoreError:
            return frozenset()
        return frozenset(each.id for each in manifest.watchdogs if each.agent == CODE_AGENT)


def _session(record: PassRecord) -> Session:
    usage = record.usage
    return Session(record.asked.agent, record.asked.name, record.end is End.OK, tokens_of(usage), usage.cost)


def _warnings(rows: Iterable[Return], reported: int, confirmed: int) -> Iterator[RunWarning]:
    for row in rows:
        if row.unpriced:
            told = (
                f"{row.unpriced} of {row.sessions} sessions of {row.watchdog} ({row.agent}) did not say what they cost"
            )
            yield RunWarning(code=UNKNOWN_COST, message=told)
    if reported and not confirmed:
        told = "no finding is decided `execute` yet, and so none is worth anything: `houndsman findings decide`"
        yield RunWarning(code=UNDECIDED, message=told)
