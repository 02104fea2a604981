"""What plugins contribute besides watchdogs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from houndsman.models.base import Model
from houndsman.models.preset import Program
from houndsman.models.repo_path import RepoPath
from houndsman.models.triage import TriageItem
from houndsman.models.watchdog import WatchdogId, Words


class Section(Model):
    """Foreign text for a brief. It is rendered as data: fenced, capped, redacted, never obeyed."""

    title: Words
    text: str


class AgentPreset(Model):
    """A named agent that a watchdog may ask for."""

    id: WatchdogId
    title: Words
    program: Program | None = None
    """What is started; null for a name that stands in the manifest and that somebody else answers for."""


@dataclass(frozen=True)
class Exporter:
    """A format that findings can be written in."""

    name: str
    """As in `houndsman findings list --format NAME`."""
    title: str
    render: Callable[[tuple[TriageItem, ...]], bytes]


@dataclass(frozen=True)
class ReadingRoot:
    """The head's version of the files a code-only watchdog may read, exported to disk by the harness.

    Contents are blobs at the head commit: exact bytes, never read through a symbolic link of the change, and none of
    the change's attributes or configuration files has a say.
    """

    path: Path
    """The folder. Scanners are run on it."""
    exported: dict[RepoPath, Path]
    """Where each file lies; submodules, deleted files and links are not here."""

    def read(self, path: RepoPath) -> bytes | None:
        """The bytes of `path` at the head, or None where it was not exported."""
        place = self.exported.get(path)
        return None if place is None else place.read_bytes()

    def lines(self, path: RepoPath) -> list[str]:
        r"""The lines of `path`, split at `\n` only and decoded as UTF-8 with replacement; empty where not exported."""
        raw = self.read(path)
        return [] if raw is None else raw.decode("utf-8", "replace").split("\n")

    def locate(self, place: str | Path) -> RepoPath | None:
        """The path whose export lies at `place`, as a scanner prints it, or None."""
        wanted = Path(place)
        if not wanted.is_absolute():
            wanted = self.path / wanted
        return self._by_place.get(str(wanted)) or self._by_place.get(str(wanted.resolve()))

    @cached_property
    def _by_place(self) -> dict[str, RepoPath]:
        return {str(place): path for path, place in self.exported.items()}
