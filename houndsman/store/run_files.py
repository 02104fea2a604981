"""The files of one run: what prepare writes, what agents answer, what finalize concludes.

In: models. Out: files under the review's folder, the run's own, and staging. The review's folder holds the latest run's
artifacts, the run's folder its own for good; staging is where agents read briefs and write findings.
"""

from __future__ import annotations

import stat
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple, TypeVar

from pydantic import ValidationError

from houndsman.errors import StoreError
from houndsman.models.artifact import artifact_bytes
from houndsman.models.business import BusinessSummary
from houndsman.models.classification import Classification
from houndsman.models.hunt_notes import HuntedWatchdog, HuntNotes
from houndsman.models.hunt_report import HuntReport
from houndsman.models.imported import Import, Imports
from houndsman.models.manifest import Manifest
from houndsman.models.records import RunSlot
from houndsman.store.artifacts import (
    archive_findings,
    copy_findings,
    own_folder,
    read_artifact,
    write_artifact,
    write_bytes,
)
from houndsman.store.home import Home
from houndsman.store.reply_files import ReplyFiles

_BRIEFS = "briefs"
_FINDINGS = "findings"
_ANSWERS = "answers"
_MANIFEST = "manifest.json"
_CLASSIFICATION = "classification.json"
_INTAKE = "intake.json"
_IMPORTS = "imports.json"
_HUNT_NOTES = "hunt.json"
_HUNT_REPORT = "hunt-report.json"
_BUSINESS = "business-summary.json"
_BUSINESS_BRIEF = "business-brief.md"
_SUMMARY = "review-resume.md"
_REPLIES = "replies"
_PARTS = "parts"

#: Bytes that are read of what somebody wrote; whatever is longer is refused by whoever looks at it.
_MOST_OFFERED = 2**20

_Model = TypeVar("_Model", Manifest, Classification, Imports, HuntNotes, HuntReport, BusinessSummary)


def brief_place(home: Home, review: str, watchdog: str) -> Path:
    """Where an agent finds the brief of `watchdog`."""
    return home.staging(review) / _BRIEFS / f"{watchdog}.md"


def findings_folder(home: Home, review: str) -> Path:
    """Where an agent writes its findings file."""
    return home.staging(review) / _FINDINGS


def latest_prepared(home: Home, review: str) -> tuple[Manifest, Classification]:
    """What the latest prepare of a review wrote. Raises `StoreError` where there is none, or it is damaged."""
    folder = home.review(review)
    return _read(folder / _MANIFEST, Manifest), _read(folder / _CLASSIFICATION, Classification)


def offered_business(home: Home, review: str, *, may_be_new: bool = True) -> list[bytes]:
    """What stands in the place of `business-summary.json`, the older first: what an earlier run came to, and, where
    that `may_be_new`, what somebody wrote into staging. A link is nothing that somebody wrote."""
    places = (home.review(review) / _BUSINESS, *((business_place(home, review),) if may_be_new else ()))
    found = []
    for place in places:
        if place.is_file() and not place.is_symlink():
            with place.open("rb") as file:
                found.append(file.read(_MOST_OFFERED))
    return found


def business_place(home: Home, review: str) -> Path:
    """Where whoever says better what the change is for writes it."""
    return home.staging(review) / _BUSINESS


def hunt_notes_in(run: Path) -> HuntNotes | None:
    """The `hunt.json` of the run in the folder `run`, wherever that lies; None where there is none to read."""
    try:
        return _read(run / _HUNT_NOTES, HuntNotes)
    except StoreError:
        return None


def latest_kept(home: Home, review: str) -> int:
    """The highest run of a review that has files; 0 for none. A database that was lost knows of none of them."""
    numbers = [int(place.name) for place in home.review(review).glob("runs/*") if place.name.isdecimal()]
    return max(numbers, default=0)


def recorded_clock(run: Path) -> str | None:
    """The clock of the run in the folder `run`, wherever that lies; None where its manifest is lost or damaged."""
    try:
        return _read(run / _MANIFEST, Manifest).created_at
    except StoreError:
        return None


def _read(place: Path, model: type[_Model]) -> _Model:
    try:
        return model.model_validate(read_artifact(place))
    except ValidationError as error:
        first = error.errors()[0]
        key = ".".join(str(part) for part in first["loc"]) or "the whole"
        raise StoreError(
            f"the artifact is damaged ({key}: {first['msg']})",
            where=str(place),
            hint="Run `houndsman prepare` (or `hunt`) for this target again.",
        ) from error


class Replies(NamedTuple):
    """What stands at the places of findings files."""

    answers: dict[str, bytes]
    """By watchdog."""
    unreadable: dict[str, str]
    """Why something that stands there is no answer, by watchdog."""


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

    def set_aside_earlier(self, slot: RunSlot) -> None:
        """Move findings files of an earlier run that lie in staging to that run.

        Whose they are is said by the manifest in the review's folder, which a prepare writes last: until then, also
        where it was killed, nobody has been told to answer this run. Where that manifest is lost, the run's own copy
        tells as much. What came before any run is run 0's.
        """
        try:
            theirs = _read(self.home.review(self.review) / _MANIFEST, Manifest).run
        except StoreError:  # the prepare that is under way writes it anew
            theirs = self.number if (self.folder / _MANIFEST).exists() else slot.previous or 0
        if theirs != self.number:
            archive_findings(self.staging, self.home.run(self.review, theirs))

    def write_prepared(self, manifest: Manifest, classification: Classification, briefs: Mapping[str, str]) -> None:
        """The artifacts of prepare. Briefs of an earlier prepare that have no place in this one go."""
        own_folder(findings_folder(self.home, self.review))
        own_folder(self.staging / _BRIEFS)
        own_folder(self.staging / _ANSWERS)
        for watchdog in briefs:  # agents are told to write there, and make what they miss
            own_folder(self.staging / _ANSWERS / watchdog)
        review = self.home.review(self.review)
        for folder in (self.staging / _BRIEFS, review / _BRIEFS):
            for stale in sorted(folder.glob("*.md")):
                if stale.stem not in briefs:
                    stale.unlink()
            for watchdog, text in briefs.items():
                write_bytes(folder / f"{watchdog}.md", text.encode("utf-8", "surrogatepass"))
        for name, model in ((_CLASSIFICATION, classification), (_MANIFEST, manifest)):
            data = artifact_bytes(model.to_json())  # once: a large change makes megabytes of it
            for folder in (self.folder, review):
                write_bytes(folder / name, data)

    def keep_reply(self, watchdog: str, reply: bytes, *, durable: bool = True) -> None:
        """An answer; on disk for good before anybody looks at it, unless what it is made of is there already.

        Where a part was kept before it always is, before that is forgotten: the part would pass for a whole answer.
        """
        folder = findings_folder(self.home, self.review)
        own_folder(folder)
        write_bytes(folder / f"{watchdog}.json", reply, durable=durable or self._part(watchdog).exists())

    @property
    def summary(self) -> Path:
        """Where the run's `review-resume.md` is."""
        return self.folder / _SUMMARY

    @property
    def recorded_replies(self) -> ReplyFiles:
        """Everything that agents replied in the run, as `replies/*.json`."""
        return ReplyFiles(self.folder / _REPLIES)

    def keep_part(self, watchdog: str, reply: bytes) -> None:
        """Remember that this answer, which `keep_reply` gets next, is not the whole one."""
        write_bytes(self._part(watchdog), reply, durable=True)

    def forget_part(self, watchdog: str) -> None:
        """The answer that is kept is a whole one: it may well have the words of the part that was kept before."""
        self._part(watchdog).unlink(missing_ok=True)

    def drop_reply(self, watchdog: str) -> None:
        """Remove what an agent left at the place of its findings file, which is no answer."""
        (findings_folder(self.home, self.review) / f"{watchdog}.json").unlink(missing_ok=True)

    def parts(self, answers: Mapping[str, bytes]) -> frozenset[str]:
        """Whose answer is the one that `keep_part` was told of: anything else is somebody's whole answer."""
        places = {name: self._part(name) for name in answers}
        return frozenset(
            name for name, place in places.items() if place.is_file() and place.read_bytes() == answers[name]
        )

    def imports(self) -> tuple[Import, ...]:
        """What was imported into the run, by watchdog."""
        place = self.folder / _IMPORTS
        return _read(place, Imports).imports if place.exists() else ()

    def keep_import(self, imported: Import) -> None:
        """Let the run expect the findings file of an import, in place of an earlier one of the same name."""
        others = (each for each in self.imports() if each.watchdog != imported.watchdog)
        kept = Imports(imports=tuple(sorted((*others, imported), key=lambda each: each.watchdog)))
        write_artifact(self.folder / _IMPORTS, kept.to_json())

    def replies(self, watchdogs: Iterable[str]) -> Replies:
        """The answers that are there; a copy stays with the run. A link is no answer."""
        copy_findings(self.staging, self.folder)
        return self.answers(watchdogs)

    def answers(self, watchdogs: Iterable[str]) -> Replies:
        """As `replies`, for somebody who only looks."""
        found = Replies({}, {})
        folder = findings_folder(self.home, self.review)
        if folder.is_symlink():
            return found
        for name in watchdogs:
            place = folder / f"{name}.json"
            try:
                kind = place.lstat().st_mode
                if stat.S_ISREG(kind):
                    found.answers[name] = place.read_bytes()
                else:
                    found.unreadable[name] = f"the findings file is {_named(kind)}"
            except FileNotFoundError:
                continue
            except OSError as error:
                found.unreadable[name] = f"the findings file cannot be read ({error.strerror})"
        return found

    def strays(self, watchdogs: Iterable[str]) -> tuple[str, ...]:
        """Names in the folder of findings files that no watchdog of the run answers to, such as a misspelt one."""
        expected = {f"{name}.json" for name in watchdogs}
        folder = findings_folder(self.home, self.review)
        places = [] if folder.is_symlink() or not folder.is_dir() else folder.iterdir()
        return tuple(sorted(place.name for place in places if place.name not in expected and place.suffix != ".tmp"))

    def kept_replies(self, watchdog: str) -> dict[str, bytes]:
        """The findings files of a watchdog that the run keeps, by name; that of the last finalize first."""
        folder = self.folder / _FINDINGS
        numbered = sorted(folder.glob(f"{watchdog}.*.json"), key=lambda place: (len(place.name), place.name))
        places = (folder / f"{watchdog}.json", *numbered)
        return {place.name: place.read_bytes() for place in places if place.is_file() and not place.is_symlink()}

    def write_intake(self, report: object) -> None:
        """The run's `intake.json`."""
        write_artifact(self.folder / _INTAKE, report)

    def intake(self) -> object:
        """The run's `intake.json`, as plain data. Raises `StoreError` where it is lost or damaged."""
        return read_artifact(self.folder / _INTAKE)

    def write_hunt_report(self, report: HuntReport) -> Path:
        """The run's `hunt-report.json`."""
        place = self.folder / _HUNT_REPORT
        write_artifact(place, report.to_json())
        return place

    def hunt_report(self) -> HuntReport | None:
        """The run's `hunt-report.json`; None where it has none. Raises `StoreError` where it is damaged."""
        place = self.folder / _HUNT_REPORT
        return _read(place, HuntReport) if place.exists() else None

    def write_hunt_notes(self, notes: HuntNotes) -> None:
        """The run's `hunt.json`."""
        write_artifact(self.folder / _HUNT_NOTES, notes.to_json())

    def hunt_notes(self) -> HuntNotes | None:
        """The run's `hunt.json`; None where no agent was sent out. Raises `StoreError` where it is damaged."""
        place = self.folder / _HUNT_NOTES
        return _read(place, HuntNotes) if place.exists() else None

    def note(self, hunted: HuntedWatchdog) -> None:
        """Keep what the hunt knows of one watchdog besides its answer, in `hunt.json`."""
        notes = self.hunt_notes() or HuntNotes()
        known = next((each for each in notes.watchdogs if each.watchdog == hunted.watchdog), None)
        if known is not None:  # what an earlier hunt of the run saw stays seen
            changes = tuple(dict.fromkeys((*known.tree_changes, *hunted.tree_changes)))
            hunted = hunted.model_copy(update={"tree_changes": changes})
        others = (each for each in notes.watchdogs if each.watchdog != hunted.watchdog)
        every = tuple(sorted((*others, hunted), key=lambda each: each.watchdog))
        self.write_hunt_notes(notes.model_copy(update={"watchdogs": every}))

    def write_business(self, summary: BusinessSummary, *, for_good: bool) -> None:
        """The run's `business-summary.json`; `for_good`: also for later runs of the review."""
        for folder in (self.folder, self.home.review(self.review)) if for_good else (self.folder,):
            write_artifact(folder / _BUSINESS, summary.to_json())

    def write_offered(self, summary: BusinessSummary) -> None:
        """The `business-summary.json` in staging, where somebody may say it better."""
        write_artifact(business_place(self.home, self.review), summary.to_json())

    def write_purpose(self, summary: BusinessSummary, brief: str) -> None:
        """The artifacts of prepare that say what the change is for; also in staging, for whoever says it better."""
        self.write_business(summary, for_good=True)
        self.write_offered(summary)
        for folder in (self.home.review(self.review), self.staging):
            write_bytes(folder / _BUSINESS_BRIEF, brief.encode("utf-8", "surrogatepass"))

    def business(self) -> BusinessSummary | None:
        """The run's `business-summary.json`; None where it has none. Raises `StoreError` where it is damaged."""
        place = self.folder / _BUSINESS
        return _read(place, BusinessSummary) if place.exists() else None

    def manifest(self) -> Manifest:
        """The run's own manifest. Raises `StoreError` where it is lost or damaged."""
        return _read(self.folder / _MANIFEST, Manifest)

    def write_report(self, name: str, data: bytes) -> Path:
        """A report on the run, such as its score, beside what the run came to."""
        place = self.folder / name
        write_bytes(place, data)
        return place

    def write_summary(self, text: str) -> Path:
        """The run's `review-resume.md`."""
        place = self.summary
        write_bytes(place, text.encode("utf-8", "surrogatepass"))
        return place

    def _part(self, watchdog: str) -> Path:
        return self.folder / _PARTS / f"{watchdog}.json"


def _named(mode: int) -> str:
    if stat.S_ISDIR(mode):
        return "a folder"
    return "a symbolic link" if stat.S_ISLNK(mode) else "no regular file"
