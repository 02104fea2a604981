"""The files of one run: what prepare writes, what agents answer, what finalize concludes.

In: models. Out: files under the review's folder, the run's own, and staging. The review's folder holds the latest run's
artifacts, the run's folder its own for good; staging is where agents read briefs and write findings.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from houndsman.models.classification import Classification
from houndsman.models.manifest import Manifest
from houndsman.store.artifacts import archive_findings, copy_findings, read_artifact, write_artifact, write_bytes
from houndsman.store.home import Home

_BRIEFS = "briefs"
_FINDINGS = "findings"
_MANIFEST = "manifest.json"
_CLASSIFICATION = "classification.json"
_INTAKE = "intake.json"
_SUMMARY = "review-resume.md"


def brief_place(home: Home, review: str, watchdog: str) -> Path:
    """Where an agent finds the brief of `watchdog`."""
    return home.staging(review) / _BRIEFS / f"{watchdog}.md"


def findings_folder(home: Home, review: str) -> Path:
    """Where an agent writes its findings file."""
    return home.staging(review) / _FINDINGS


def latest_prepared(home: Home, review: str) -> tuple[Manifest, Classification]:
    """What the latest prepare of a review wrote. Raises `StoreError` where there is none, or it is damaged."""
    folder = home.review(review)
    manifest = Manifest.model_validate(read_artifact(folder / _MANIFEST))
    return manifest, Classification.model_validate(read_artifact(folder / _CLASSIFICATION))


@dataclass(frozen=True)
class RunFiles:
    """Files of run `number` of a review."""

    home: Home
    review: str
    number: int

    @property
    def staging(self) -> Path:
        """Where agents read and write."""
        return self.home.staging(self.review)

    @property
    def folder(self) -> Path:
        """What is kept of the run."""
        return self.home.run(self.review, self.number)

    def set_aside_earlier(self, previous: int | None) -> None:
        """Move findings files that lie in staging to the run they belong to."""
        archive_findings(self.staging, self.home.run(self.review, previous or 0))

    def write_prepared(self, manifest: Manifest, classification: Classification, briefs: Mapping[str, str]) -> None:
        """The artifacts of prepare. Briefs of an earlier prepare that have no place in this one go."""
        findings_folder(self.home, self.review).mkdir(parents=True, exist_ok=True)
        review = self.home.review(self.review)
        for folder in (self.staging / _BRIEFS, review / _BRIEFS):
            for stale in sorted(folder.glob("*.md")):
                if stale.stem not in briefs:
                    stale.unlink()
            for watchdog, text in briefs.items():
                write_bytes(folder / f"{watchdog}.md", text.encode("utf-8", "surrogatepass"))
        for folder in (self.folder, review):
            write_artifact(folder / _CLASSIFICATION, classification.to_json())
            write_artifact(folder / _MANIFEST, manifest.to_json())

    def keep_reply(self, watchdog: str, reply: bytes) -> None:
        """An answer, on disk for good before anybody looks at it."""
        write_bytes(findings_folder(self.home, self.review) / f"{watchdog}.json", reply, durable=True)

    def replies(self, watchdogs: Iterable[str]) -> dict[str, bytes]:
        """The answers that are there, by watchdog; a copy stays with the run. A link is no answer."""
        copy_findings(self.staging, self.folder)
        places = {name: findings_folder(self.home, self.review) / f"{name}.json" for name in watchdogs}
        return {
            name: place.read_bytes() for name, place in places.items() if place.is_file() and not place.is_symlink()
        }

    def write_intake(self, report: object) -> None:
        """The run's `intake.json`."""
        write_artifact(self.folder / _INTAKE, report)

    def write_summary(self, text: str) -> Path:
        """The run's `review-resume.md`."""
        place = self.folder / _SUMMARY
        write_bytes(place, text.encode("utf-8", "surrogatepass"))
        return place
