"""`hunt.json` of a run: what a hunt knows that no findings file holds, for the report on it."""

from __future__ import annotations

from houndsman.models.artifact import ARTIFACT_VERSION
from houndsman.models.base import Model
from houndsman.models.finding import Note


class Depth(Model):
    """Which sessions may follow the one that hunts."""

    adversarial: bool = True
    """Of `general`: one that attacks what the first one passed."""
    checklist: bool = True
    """Those that are asked for verdicts alone."""
    second_opinion: bool = True


class TouchedFile(Model):
    """A file of the reading root that an agent changed."""

    path: str
    kind: str
    """`added`, `changed` or `removed`."""
    undone: bool


class HuntedWatchdog(Model):
    """What came of one watchdog's hunt, besides its findings file."""

    watchdog: str
    repairs: tuple[Note, ...] = ()
    """What was put right to read its replies."""
    tree_changes: tuple[TouchedFile, ...] = ()
    second_opinion: str = ""
    """Why another was asked; empty where none was."""


class HuntNotes(Model):
    """The whole file."""

    version: int = ARTIFACT_VERSION
    depth: Depth = Depth()
    watchdogs: tuple[HuntedWatchdog, ...] = ()
    """By id."""
    models: tuple[str, ...] = ()
    """Watchdogs whose answer came from a model API that we asked ourselves: what `general` says there of the change's
    purpose is `ai`'s word, else a reviewer's."""
