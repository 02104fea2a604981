"""A golden set, carried to what was reviewed with the repository that somebody stands in.

Comes in: the set, and the commits that were reviewed. Goes out: the set to score against. Without a repository, or with
one that git does not trust, it stays as it is; the score says loudly that another commit was reviewed.
"""

from __future__ import annotations

import tempfile
from collections.abc import Mapping
from pathlib import Path

from houndsman.errors import GitError
from houndsman.git.repository import Repository
from houndsman.git.shadow import Shadow
from houndsman.golden.carried_set import Carried, carry, needs_carrying
from houndsman.golden.two_commits import Travel
from houndsman.models.golden import GoldenSet


def carried_in(folder: Path, golden: GoldenSet, reviewed: Mapping[str, str]) -> Carried:
    """`golden` at the commits that were reviewed, by the name of the case, as the repository of `folder` has them."""
    if not needs_carrying(golden, reviewed):
        return Carried(golden, None)
    try:
        repository = Repository.discover(folder)
    except GitError:
        return Carried(golden, None)
    with tempfile.TemporaryDirectory(prefix="houndsman-") as place:
        shadow = Shadow.open(Path(place).resolve() / "shadow.git", repository)
        with Travel(repository, shadow) as travel:
            return carry(golden, reviewed, travel)
