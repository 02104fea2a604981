"""Changes of one file, and what is read off them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

import pytest

from houndsman.git.blobs import BlobReader
from houndsman.git.samples import SampleRepository
from houndsman.intent.derive import derive
from houndsman.intent.sides import Side, Sides, Span
from houndsman.models.business import BusinessSummary, Fact
from houndsman.models.change import Change
from houndsman.models.repo_path import RepoPath
from houndsman.testing.trees import Tree, git_of


class Derive(Protocol):
    """`derived(before, after)`: what is read off the change from one tree to the other."""

    def __call__(self, before: Tree, after: Tree) -> BusinessSummary: ...


@pytest.fixture
def derived(sample: SampleRepository, change_of: Callable[[Tree, Tree], Change]) -> Derive:
    """What is read off a change of `sample`."""

    def derive_change(before: Tree, after: Tree) -> BusinessSummary:
        change = change_of({"README": "", **before}, after)
        with BlobReader(git_of(sample)) as blobs:
            return derive(change, [file.path for file in change.files], blobs)

    return derive_change


def facts_of(summary: BusinessSummary) -> Sequence[Fact]:
    """All facts, by kind."""
    return [*summary.flows, *summary.invariants, *summary.contracts, *summary.states]


def told(summary: BusinessSummary) -> list[str]:
    """Each fact as `F <title> @ <lines>`."""
    return [
        f"{fact.id[0]} {fact.title} @ {','.join(at.rpartition(':')[2] for at in fact.at)}" for fact in facts_of(summary)
    ]


def whole(content: str | bytes, path: str = "a.py") -> Side:
    """A side of which every line is changed."""
    raw = content.encode() if isinstance(content, str) else content
    return Side(RepoPath(path.encode()), raw, (Span(1, raw.count(b"\n") + 1),))


def added(content: str | bytes, path: str = "a.py") -> Sides:
    """The sides of a file that is new."""
    return Sides(Side(RepoPath(path.encode()), b"", ()), whole(content, path))
