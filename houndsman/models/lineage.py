"""How one finding came to be what it is, as `houndsman explain --json` prints it.

Everything here is what the store, the run's files and git hold, or what follows from that by the rules of the house.
What is not known is null, and where a reader would look for it, words say why.
"""

from __future__ import annotations

from pydantic import JsonValue

from houndsman.models.base import Model
from houndsman.models.finding import Anchor, Note, Side
from houndsman.models.repo_path import RepoPath
from houndsman.models.severity import Severity
from houndsman.models.triage import Recognition, TriageItem


class RawWords(Model):
    """What a watchdog wrote, before anybody read it."""

    file: str
    """The findings file as the review keeps it, relative to the review's folder."""
    index: int
    words: JsonValue = None
    """The entry as it stands in that file; null where `missing` says why it cannot be shown."""
    missing: str | None = None


class Reported(Model):
    """One watchdog's finding in one run: from its words to what was made of them."""

    watchdog: str
    raw: RawWords
    notes: tuple[Note, ...]
    """What was put right, and how it was placed."""
    line: int | None
    end_line: int | None
    anchor: Anchor
    message: str
    impact_class: str | None
    severity_claimed: str | None
    severity: Severity
    weighed_by: str | None
    """What gave the severity; null where it was not kept."""


class MergeKey(Model):
    """What has to be equal for findings of one run to be one: `matching.dedupe_key`."""

    file: RepoPath
    side: Side
    line: int | None
    rule: str
    message: str | None
    """Folded; null for a finding with a rule, whose wording does not matter."""


class KnownBy(Model):
    """How a run knew who the finding is."""

    how: Recognition
    run: int | None = None
    """The last run that had reported it; null, like the rest, for a new one."""
    sha: str | None = None
    """The head in which `file` and `line` are counted."""
    file: RepoPath | None = None
    line: int | None = None


class InRun(Model):
    """What one finalized run says about the finding."""

    run: int
    head: str
    created_at: str
    reported: tuple[Reported, ...]
    """By watchdog and index; empty for a run that is silent about it, as are the keys below."""
    merged_by: MergeKey | None = None
    """Null also where the path in that run was not kept."""
    severity: Severity | None = None
    """The worst of those reported."""
    anchor: Anchor | None = None
    """The best of those reported."""
    known_by: KnownBy | None = None
    """Null also where it was not kept."""


class Material(Model):
    """What the fingerprint is made of."""

    fingerprint: str
    rule: str
    path: RepoPath
    """Where it was first recorded."""
    occurrence: int
    """Index among those that are equal in all the rest."""
    above: str | None = None
    """The nearest non-blank line above, white space folded; empty where there is none."""
    start: str | None = None
    below: str | None = None
    lines_missing: str | None = None
    """Why no lines are told; null where they are, hashed again and found to give this fingerprint."""


class Turned(Model):
    """One turn of a status or a decision, in the order in which they came."""

    about: str
    """`status`, in this review; `decision`, in the whole repository."""
    run: int | None
    """The run whose finalize brought it; null where a person did."""
    was: str | None
    became: str
    why: str
    at: str | None


class Linked(Model):
    """Why two near-duplicates are linked."""

    one: str
    """Id."""
    other: str
    why: str


class Member(Model):
    """A near-duplicate."""

    id: str
    file: RepoPath
    line: int | None
    rule: str
    severity: Severity
    status: str
    message: str


class Group(Model):
    """The findings that probably say the same, this one included."""

    label: str
    members: tuple[Member, ...]
    links: tuple[Linked, ...]


class Lineage(Model):
    """One finding, from the raw words to the triage."""

    finding: TriageItem
    runs: tuple[InRun, ...]
    """From the run that reported it first."""
    identity: Material
    history: tuple[Turned, ...]
    group: Group | None
