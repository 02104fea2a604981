"""`business-summary.json`: what the change is for, as far as it is known, and who says so."""

from __future__ import annotations

from collections.abc import Collection
from enum import StrEnum

from houndsman.models.artifact import ARTIFACT_VERSION
from houndsman.models.base import Model
from houndsman.models.repo_path import RepoPath


class BusinessSource(StrEnum):
    """Who says what the change is for, from the least to the best."""

    DETERMINISTIC = "deterministic"  # read off the diff
    REVIEWER = "reviewer"  # an agent or a person who reviewed the change
    AI = "ai"  # a model that was asked for nothing else

    def outranks(self, other: BusinessSource) -> bool:
        """Whether this source is better than `other`."""
        ranks = list(BusinessSource)
        return ranks.index(self) > ranks.index(other)


class Fact(Model):
    """One thing that the change adds, alters or takes away."""

    id: str
    """`F1` for a flow, `I1` for an invariant, `K1` for a contract, `S1` for a state; counted within its kind."""
    title: str
    """In words, from names in the code: foreign text, to be shown as data only."""
    at: tuple[str, ...]
    """Where it stands: `path:line`, in the new version unless it was removed."""
    files: tuple[RepoPath, ...]
    """The changed files that it was read from: whose business it is."""


class CommitWords(Model):
    """What the author of one commit says of it."""

    sha: str
    message: str
    """Foreign text, capped."""


class BusinessSummary(Model):
    """The whole file."""

    version: int = ARTIFACT_VERSION
    source: BusinessSource = BusinessSource.DETERMINISTIC
    base: str
    """The commits of the change that it is about."""
    head: str
    text: str | None = None
    """For a reader who knows the business and not the code; null where nobody has said it in words."""
    flows: tuple[Fact, ...] = ()
    """Ways through the changed code: routes, commands, jobs, public functions."""
    invariants: tuple[Fact, ...] = ()
    """What must always hold: checks, constraints, what tests claim."""
    contracts: tuple[Fact, ...] = ()
    """What others rely on: signatures, schemas, keys of configuration, migrations."""
    states: tuple[Fact, ...] = ()
    """Values that something can be in: enumerations, status constants."""
    left_out: dict[str, int] = {}
    """Of each kind of which more was read than is kept, such as `flows`, how many are not; of the whole change."""
    commits: tuple[CommitWords, ...] = ()
    """What the authors say, oldest first."""

    @property
    def counts(self) -> dict[str, str]:
        """By kind, such as `flows`, how many facts there are: `20 of 57` where some were left out. Not of a slice."""
        parts = {"flows": self.flows, "invariants": self.invariants, "contracts": self.contracts, "states": self.states}
        return {
            kind: f"{len(facts)} of {len(facts) + self.left_out[kind]}" if kind in self.left_out else str(len(facts))
            for kind, facts in parts.items()
        }

    def slice_for(self, files: Collection[RepoPath]) -> BusinessSummary:
        """What of it is the business of whoever reviews `files`. Ids stay what they are."""
        mine = frozenset(files)

        def of(facts: tuple[Fact, ...]) -> tuple[Fact, ...]:
            return tuple(fact for fact in facts if mine.intersection(fact.files))

        parts = {"flows": self.flows, "invariants": self.invariants, "contracts": self.contracts, "states": self.states}
        return self.model_copy(update={name: of(facts) for name, facts in parts.items()})
