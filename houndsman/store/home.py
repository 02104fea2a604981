"""Where everything of ours lies on this machine.

In: the environment. Out: paths, none of which is made before something is written there. Fails with `StoreError` where
the folder cannot be made or written to.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from houndsman.errors import StoreError
from houndsman.models.artifact import content_hash

VARIABLE = "HOUNDSMAN_HOME"

#: Everything directly in here, this file included. Not `*`: scanners and agents that heed ignore files would then see
#: none of the checked-out files further down.
_IGNORED = "/*\n"

_SLUG_LENGTH = 40
_HASH_LENGTH = 8


def review_id(identity: str, key: str, variant: str | None) -> str:
    """The name under which a review is kept: readable by its target, unique by what it is a review of.

    Args:
        identity: the repository's identity.
        key: the target key, such as a branch or `sha:…`.
        variant: the label of this way of reviewing, or None.
    """
    return f"{_slug(key)[:_SLUG_LENGTH].strip('-') or 'review'}-{content_hash([identity, key, variant])[:_HASH_LENGTH]}"


@dataclass(frozen=True)
class Home:
    """The home folder."""

    root: Path
    """Absolute."""

    @classmethod
    def find(cls, environ: Mapping[str, str]) -> Home:
        """The folder that `HOUNDSMAN_HOME` names, else the platform's folder for user data. Nothing is made.

        A relative path counts from the current folder. Raises `StoreError` for a `~user` that is nobody here, and where
        nothing is named and whoever we run as has no home.
        """
        named = environ.get(VARIABLE)
        if not named:
            from platformdirs import user_data_path  # start-up: most tests and all CI name their home

            place = user_data_path("houndsman", appauthor=False)
            if os.name != "nt" and not Path(environ.get("HOME", "/")).is_absolute():
                raise StoreError(
                    "this machine names no home folder of yours", hint=f"Set {VARIABLE} to a folder you can write."
                )
            return cls(place)
        try:
            return cls(Path(named).expanduser().absolute())
        except RuntimeError as error:
            raise StoreError(
                f"{named!r} names no folder: {error}", where=VARIABLE, hint=f"Set {VARIABLE} to a folder you can write."
            ) from error

    def create(self) -> None:
        """Make the folder, readable by its owner alone.

        A folder that held nothing before is ours: git is told to leave it alone, should it lie in a repository.

        Raises:
            StoreError: it cannot be made, or not be written to.
        """
        try:
            self.root.mkdir(mode=0o700, parents=True, exist_ok=True)
            if not any(self.root.iterdir()):
                (self.root / ".gitignore").write_text(_IGNORED, "ascii")
        except OSError as error:
            raise StoreError(
                f"the home folder cannot be made ({error.strerror})",
                where=str(self.root),
                hint=f"Set {VARIABLE} to a folder you can write.",
            ) from error
        if not os.access(self.root, os.W_OK | os.X_OK):
            raise StoreError(
                "the home folder cannot be written to",
                where=str(self.root),
                hint=f"Set {VARIABLE} to a folder you can write.",
            )

    def has_runs(self) -> bool:
        """Whether files of any run are kept."""
        return any(self.root.glob("reviews/*/runs/*"))

    @property
    def contents(self) -> tuple[Path, ...]:
        """What of ours may lie here and grows with every run."""
        return (*sorted(self.root.glob("houndsman.db*")), *(self.root / name for name in ("reviews", "shadow", "work")))

    @property
    def database(self) -> Path:
        """The SQLite file."""
        return self.root / "houndsman.db"

    def staging(self, review_id: str) -> Path:
        """Where agents write for this review."""
        return self.root / "work" / review_id

    def reading_root(self, review_id: str) -> Path:
        """The checked-out head that read-only agents share."""
        return self.staging(review_id) / "worktree"

    def own_roots(self, review_id: str) -> Path:
        """Where agents that may write have, by watchdog, a checked-out head for themselves."""
        return self.root / "work" / f"{review_id}.roots"

    def sessions(self, review_id: str, number: int) -> Path:
        """Where the sessions of agents in one run have their folders: beside staging, where no agent writes."""
        return self.root / "work" / f"{review_id}.sessions" / str(number)

    def sign_of_life(self, review_id: str) -> Path:
        """A file that holds when somebody was last seen at work on this review."""
        return self.root / "work" / f"{review_id}.alive"

    @property
    def desk(self) -> Path:
        """An empty working folder for agents that must not sit in the change."""
        return self.root / "desk"

    def blobs(self, review_id: str) -> Path:
        """Where the changed files lie while code-only watchdogs look at them: beside staging, where no agent writes."""
        return self.root / "work" / f"{review_id}.blobs"

    def lock(self, review_id: str) -> Path:
        """The lock of this review: beside its staging, where no agent writes."""
        return self.root / "work" / f"{review_id}.lock"

    def review(self, review_id: str) -> Path:
        """What is kept of this review."""
        return self.root / "reviews" / review_id

    def run(self, review_id: str, number: int) -> Path:
        """What is kept of one run."""
        return self.review(review_id) / "runs" / str(number)

    def shadow(self, repository_identity: str) -> Path:
        """The shadow repository of a repository. Its readable part is the end of the identity, where the name is."""
        readable = _slug(repository_identity)[-_SLUG_LENGTH:].strip("-") or "repository"
        return self.root / "shadow" / f"{readable}-{content_hash(repository_identity)[:_HASH_LENGTH]}.git"


def _slug(text: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")
