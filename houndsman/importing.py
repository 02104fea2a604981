"""How a report of somebody else's enters a run: kept first, then known to the run as one more watchdog, then finalized.

Comes in: a `Report`. Goes out: the run, finalized with it. A report that cannot be read, or a name that is taken, is an
error before anything is written. A report says what was found, never what was looked at: by its silence nothing becomes
done, unless whoever imports it says that it covers every file of the change. An empty file is no report: without a word
of whoever imports it, it is an error.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from houndsman.change.read import read_change
from houndsman.errors import UsageError
from houndsman.exchange.as_reply import as_reply
from houndsman.exchange.read import ReadFindings, Wanted, read_findings
from houndsman.exchange.reader import ReadOptions
from houndsman.finalizing import resolved_target
from houndsman.git.shadow import Shadow
from houndsman.git.sources import CommitSources
from houndsman.models.classification import Classification
from houndsman.models.finding import Side
from houndsman.models.foreign import ForeignFinding
from houndsman.models.imported import Import
from houndsman.models.manifest import Manifest, RunWarning
from houndsman.models.severity import Severity
from houndsman.models.triage import Status
from houndsman.session import Session
from houndsman.stage_results import Finalized
from houndsman.store.run_files import RunFiles, latest_prepared

NO_COMMON_FILE = "no-common-file"

#: Suffixes of files that hold something even where nothing was found.
_NEVER_EMPTY = (".csv", ".json", ".sarif", ".tsv", ".xml")

_NAMED = 3  # files in a warning


@dataclass(frozen=True)
class Report:
    """Somebody else's findings, to be imported."""

    place: Path
    """A file, or a folder of files."""
    watchdog: str
    """The name that they go by from now on."""
    format: str | None = None
    """What to read it as; None to recognise it."""
    root: str | None = None
    """What absolute paths in it begin with."""
    options: ReadOptions = field(default_factory=ReadOptions)
    complete: bool = False
    """It covers every file of the change, so that what it no longer reports is done."""
    allow_empty: bool = False
    """Its tool writes nothing where it finds nothing."""


class Importer(Session):
    """A session that takes reports in. Close it, or use it in a `with`."""

    def take_in(self, report: Report) -> Finalized:
        """Let the latest prepared run know `report`, in place of an earlier import of its name, and finalize it.

        A run that was complete stays so. Raises `UsageError` where nothing was prepared and for a name that is taken,
        and `ForeignFormatError` for a report that cannot be read; the run is then as it was.
        """
        review = self.known_review()
        with self._held(review, "findings import"), self._shadow() as shadow:
            manifest, classification = latest_prepared(self.home, review)
            self._refuse_half_prepared(manifest)
            _refuse_taken(report.watchdog, classification)
            self._tell("reading the report")
            read = _read(report, shadow, manifest)
            self._keep(report, read, manifest, classification)
            change = read_change(shadow.git, resolved_target(shadow, manifest)).change
            run = self.store.run(review, manifest.run)
            may_miss = run is not None and run.complete is True  # what is missing there was allowed to be
            done = self._finalize(shadow, manifest, classification, change, may_miss=may_miss)
        told = [f"{warning.message} [{warning.code}]" for warning in read.warnings]
        elsewhere = _counted_elsewhere(read.findings, manifest.target.head)
        return replace(done, notices=(*told, *elsewhere, *_not_in_it(done, report), *done.notices))

    def _keep(self, report: Report, read: ReadFindings, manifest: Manifest, classification: Classification) -> None:
        imported = Import(
            watchdog=report.watchdog, source=str(report.place), formats=read.formats, complete=report.complete
        )
        covered = imported.assignment(classification).files
        files = RunFiles(self.home, manifest.review_id, manifest.run)
        # The findings first: killed in between, they lie there unread, and the same import completes it.
        files.keep_reply(report.watchdog, as_reply(report.watchdog, read.findings, covered))
        files.keep_import(imported)


def _refuse_taken(name: str, classification: Classification) -> None:
    if name in {each.id for each in classification.declared} | {*classification.expected}:
        raise UsageError(
            f"{name!r} is a watchdog of this run, and nobody else's findings may go by its name",
            hint="Give the import a name of its own with --as.",
        )


def _read(report: Report, shadow: Shadow, manifest: Manifest) -> ReadFindings:
    with CommitSources(shadow.git, manifest.target.left, manifest.target.head) as sources:
        known = {str(path) for side in Side for path in sources.paths(side)}
    read = read_findings(report.place, Wanted(report.format, report.options, report.root, known))
    _refuse_empty(read.empty, report)
    return replace(read, warnings=(*read.warnings, *_nowhere_here(read.findings, known)))


def _refuse_empty(empty: Iterable[str], report: Report) -> None:
    """Raise `UsageError` for an empty file: it would close what was found before, and look like a clean report."""
    for name in empty:
        never = report.format is None and name.lower().endswith(_NEVER_EMPTY)
        if never or not report.allow_empty:
            hint = "Run the tool again, and look at what it complained of."
            if not never:
                hint += " If it writes nothing where it finds nothing, say so with --allow-empty."
            what = "the report is empty, which tells nothing apart from a tool that failed"
            raise UsageError(what, where=name, hint=hint)


def _nowhere_here(findings: Iterable[ForeignFinding], known: Collection[str]) -> Iterator[RunWarning]:
    """A warning where the report speaks of files alone that neither side of the change has."""
    files = sorted({finding.file for finding in findings if finding.file is not None})
    if files and not any(file in known for file in files):
        named = ", ".join(files[:_NAMED]) + (", …" if len(files) > _NAMED else "")
        told = f"no file of the report is in this repository ({named})"
        hint = "is it about another one? What its paths begin with is named by --root"
        yield RunWarning(code=NO_COMMON_FILE, message=f"{told}: {hint}")


def _counted_elsewhere(findings: Sequence[ForeignFinding], head: str) -> Iterator[str]:
    """A warning where findings say that their lines are counted in another commit than the run's head."""
    others = sorted(each.commit for each in findings if each.commit and not head.startswith(each.commit.lower()))
    if others:
        told = f"{len(others)} of {len(findings)} findings are counted in another commit ({others[0][:12]})"
        yield f"{told} than the run's head {head[:12]}: their lines may be off where no quote places them"


def _not_in_it(done: Finalized, report: Report) -> Iterator[str]:
    """A warning where the report no longer holds what it once did, which by itself proves nothing."""
    mine = [each for each in done.outcome.findings if each.watchdogs == (report.watchdog,)]
    count = sum(each.status is Status.OPEN and each.last_seen.run < done.manifest.run for each in mine)
    if count and not report.complete:
        told = f"{count} earlier finding{'' if count == 1 else 's'} of {report.watchdog} not in this report"
        yield f"{told}, and still open: --complete says that a report covers every file of the change"


def weighed_otherwise(done: Finalized, watchdog: str) -> str | None:
    """How many findings of the import weigh here what their author did not say, and why; None for none."""
    changed: Counter[tuple[str, Severity]] = Counter()
    run = done.manifest.run
    own = [each for each in done.items if each.last_seen.run == run and watchdog in each.watchdogs]
    own = [each for each in own if each.status is not Status.DONE]  # what an earlier report of this run had
    for item in own:
        claims = {each.severity_claimed for each in item.messages if each.watchdog == watchdog}
        changed.update((claim, item.severity) for claim in claims if claim is not None and claim != item.severity)
    if not changed:
        return None
    named = ", ".join(f"{count} from {claim} to {here}" for (claim, here), count in sorted(changed.items()))
    return (
        f"{changed.total()} of {len(own)} findings of {watchdog} weigh what is derived here, not what it called them "
        f"({named}): a code that no rule declares is a suggestion, a finding without a rule attention"
    )
