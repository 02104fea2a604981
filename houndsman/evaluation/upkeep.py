"""The evaluator's desk, where golden sets are kept up: carried to another commit, made from what was decided or fixed.

Comes in: a golden set and a revision; or the review whose decisions count; or commits that fixed something. Goes out:
where each anchor stands; or defects, ready to be frozen, and the set that holds those that can be scored. Nothing is
written here. A commit that is not in the repository is a `GitError`; a set that does not say in which commit its lines
are counted is a `GoldenError`. Code that holds what looks like a secret is not copied: sets are committed and handed
around.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from houndsman.change.read import read_change
from houndsman.classify.exclusions import Exclusions
from houndsman.classify.marks import read_marks
from houndsman.desk import Desk
from houndsman.errors import TargetError, UsageError
from houndsman.git.shadow import Shadow
from houndsman.git.sources import CommitSources
from houndsman.golden.commit_lines import CommitLines
from houndsman.golden.freeze import Frozen, of_finding
from houndsman.golden.from_fix import Fix, propose
from houndsman.golden.frozen_set import Destination, FrozenSet, frozen_set
from houndsman.golden.load import GoldenError
from houndsman.golden.relocate import Relocated, not_carried
from houndsman.golden.rewrite import LOST, Move
from houndsman.golden.two_commits import Travel
from houndsman.models.golden import GoldenCase, GoldenSet
from houndsman.models.records import RunRecord
from houndsman.models.target import TargetRequest
from houndsman.models.triage import Decision, TriageItem
from houndsman.prompt.redact import redact
from houndsman.target.resolve import resolve


class Carriage(NamedTuple):
    """A golden set's way to another commit."""

    commit: str
    """Full id of where it was carried to."""
    moves: tuple[Move, ...]
    """One an anchor, in the set's order."""

    @property
    def lost(self) -> tuple[Relocated, ...]:
        """Anchors whose defect nobody can place there."""
        return tuple(each.found for each in self.moves if each.found.state in LOST)

    @property
    def left(self) -> tuple[Relocated, ...]:
        """Anchors with a place that was not carried."""
        return tuple(each.found for each in self.moves if each.found.state is None and each.found.was.has_place)


class Harvest(NamedTuple):
    """Defects for a golden set."""

    defects: tuple[Frozen, ...]
    without: tuple[str, ...]
    """What gave none, in words."""
    bare: tuple[str, ...]
    """Defects whose code was not copied, in words."""


class Upkeep(Desk):
    """A desk for whoever keeps golden sets. Close it, or use it in a `with`."""

    def relocate(self, golden: GoldenSet, to: str) -> Carriage:
        """Where each anchor of `golden` stands in the commit that `to` names."""
        if not any(case.commit or golden.commit for case in golden.cases):
            hint = 'Write "commit": the one in which the lines are counted.'
            raise GoldenError("the set names no commit to carry its anchors from", where=golden.path, hint=hint)
        with self._shadow(throw_away=True) as shadow, Travel(self.repository, shadow) as travel:
            commit = travel.commit(to)
            self._tell(f"carrying {len(golden.anchors)} anchors to {commit[:12]}")
            moves = [move for case in golden.cases for move in _moves(case, golden.commit, commit, travel)]
        return Carriage(commit, tuple(moves))

    def decided(self) -> Harvest:
        """The findings of the review that somebody decided to act on, each at the commit in which it was last seen."""
        review = self.known_review()
        items = [item for item in self.items(review) if item.decision is Decision.EXECUTE]
        if not items:
            hint = "Decide with `houndsman findings decide ID execute`."
            raise UsageError(f"no finding of {review} was decided `execute`", hint=hint)
        placed = {each.fingerprint: each.placed_sha for each in self.store.stored_findings(review)}
        runs = {run.head: run for run in self.store.runs_of(review)}
        targets = {each.review_id: each.target_key for each in self.store.find_reviews(self.repository.identity)}
        with self._shadow() as shadow:
            defects = [_frozen(shadow, item, runs[placed[item.fingerprint]], targets[review]) for item in items]
        return _harvest(defects, ())

    def proposed(self, fixes: Sequence[str]) -> Harvest:
        """Where the defects probably were that the commits `fixes` fixed, each in its first parent."""
        defects: list[Frozen] = []
        without = []
        with self._shadow(throw_away=True) as shadow:
            for name in fixes:
                self._tell(f"reading {name}")
                found = self._proposed(shadow, name)
                defects += found
                if not found:
                    without.append(f"{name} changes no code that was there before: it gives no proposal")
        return _harvest(defects, without)

    def laid_out(self, harvest: Harvest, where: Destination, *, throw_away: bool) -> FrozenSet:
        """The set that holds `harvest`, without what its own check would refuse.

        Args:
            harvest: what to freeze.
            where: it goes.
            throw_away: whether all its commits are the repository's own; those of an index or a work tree are only in
                the shadow of the reviews.
        """
        with self._shadow(throw_away=throw_away) as shadow, CommitLines(self.repository, shadow) as read:
            return frozen_set(harvest.defects, where, read)

    def _proposed(self, shadow: Shadow, name: str) -> list[Frozen]:
        try:
            resolved = resolve(TargetRequest(commit=name), self.repository, shadow, None)
        except TargetError as error:
            raise UsageError(error.what, where="--from-fix", hint=error.hint) from error
        target, change = resolved.target, read_change(shadow.git, resolved).change
        message = shadow.git.run("log", "-1", "--format=%B", "--end-of-options", target.head).decode("utf-8", "replace")
        left_out = Exclusions((), read_marks(shadow.git, change)).reason
        with CommitSources(shadow.git, target.left, target.head) as sources:
            return [Frozen(each, target.left) for each in propose(Fix(target.head, message, change), sources, left_out)]


def _moves(case: GoldenCase, shared: str | None, to: str, travel: Travel) -> list[Move]:
    counted = case.commit or shared
    if counted is None:
        why = "its case names no commit"
        return [Move(not_carried(anchor, why), "", "") for anchor in case.anchors]
    pair = travel.between(counted, to)
    found = [pair.relocated(anchor) for anchor in case.anchors]
    return [Move(each, _without_secrets(pair.code(each.now)), counted) for each in found]


def _frozen(shadow: Shadow, item: TriageItem, run: RunRecord, case: str) -> Frozen:
    with CommitSources(shadow.git, run.merge_base or run.base, run.head) as sources:
        lines = None if item.line is None else sources.lines(item.file, item.side)
    code = b"\n".join((lines or ())[(item.line or 1) - 1 : item.end_line or item.line])
    return of_finding(item, run.head, code.decode("utf-8", "replace"), case)


def _harvest(defects: Sequence[Frozen], without: Sequence[str]) -> Harvest:
    """`defects` without secrets in them."""
    clean, bare = [], []
    for each in defects:
        anchor = each.anchor
        if anchor.code and not _without_secrets(anchor.code):
            bare.append(f"{anchor.id} ({anchor.file}:{anchor.line}): its code looks like a secret and was not copied")
            anchor = anchor._replace(code=None)
        clean.append(each._replace(anchor=anchor._replace(note=redact(anchor.note))))
    return Harvest(tuple(clean), tuple(without), tuple(bare))


def _without_secrets(code: str) -> str:
    """`code`, or nothing where it holds what must not be copied: half of a line could never be found again."""
    return code if redact(code) == code else ""
