"""What somebody imported into a run: findings of a tool or of another reviewer, as one more watchdog.

An import stands beside the run's declared watchdogs and changes neither the manifest nor its hash. It owes a findings
file like any other, and answers for no rule.
"""

from __future__ import annotations

from houndsman.models.artifact import ARTIFACT_VERSION
from houndsman.models.base import Model
from houndsman.models.classification import Assignment, Classification
from houndsman.models.watchdog import CODE_AGENT, Watchdog, WatchdogId


class Import(Model):
    """One report that was taken into a run."""

    watchdog: WatchdogId
    """The name that its findings go by."""
    source: str
    """The file or folder, as it was named."""
    formats: tuple[str, ...] = ()
    """What it was read as."""
    complete: bool = False
    """Whether whoever imported it says that the report covers every file of the change. Only then does its silence
    mean something: what it reported before and no longer reports is done."""

    def assignment(self, classification: Classification) -> Assignment:
        """What it counts as having been asked: nothing, or every file of the change."""
        # As code: its rules are a tool's codes, and one that nobody declares weighs what such a code weighs.
        watchdog = Watchdog(id=self.watchdog, title=f"Imported: {self.watchdog}", agent=CODE_AGENT)
        files = tuple(sorted(row.path for row in classification.files)) if self.complete else ()
        return Assignment(watchdog=watchdog, origin=self.source, files=files)


class Imports(Model):
    """`imports.json`: all that was imported into one run, by watchdog."""

    version: int = ARTIFACT_VERSION
    imports: tuple[Import, ...] = ()


def with_imports(classification: Classification, imports: tuple[Import, ...]) -> Classification:
    """`classification` with the imports as watchdogs that were asked, after the others."""
    added = tuple(each.assignment(classification) for each in imports)
    return classification.model_copy(
        update={
            "assignments": (*classification.assignments, *added),
            "declared": (*classification.declared, *(each.watchdog for each in added)),
        }
    )
