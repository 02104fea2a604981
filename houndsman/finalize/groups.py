"""Near-duplicates over time: who is linked with whom, why, and what their group is called.

In: a run's findings with their identities, and the stored ones that it did not report. Out: the same with group labels,
and on each linked finding a note that names the other and says why. Nothing fails and nothing is dropped.

* Two findings that the run reports are judged by the run, afresh. A link with one that it does not report stays as it
  was: nobody looked again.
* A group keeps its label as long as one member has it, whatever moves or is reworded; where a group falls apart, the
  part with the oldest member keeps it. A new group is named after its member with the least fingerprint.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from houndsman.finalize.carry_over import Carried, CarriedOver, Identity
from houndsman.finalize.notes import Remark, remark
from houndsman.matching.connected import Connected
from houndsman.matching.near_duplicates import link_findings
from houndsman.models.finding import MergedFinding, Note
from houndsman.models.triage import StoredFinding

_NAMED = 12  # characters of a fingerprint in a note
_TOLD = 20  # notes that a finding gets from those after it, each of which has its own: one range may overlap thousands
_LABEL = 8  # characters of a fingerprint in a label

_NOTE = re.compile(r": ([0-9a-f]{12}): (.*)\Z", re.DOTALL)


def beginning(fingerprint: str) -> str:
    """As much of a fingerprint as a note has, which also names a finding on the command line."""
    return fingerprint[:_NAMED]


def link_note(fingerprint: str, reasons: Iterable[str]) -> Note:
    """The note that a finding probably says the same as the one of this fingerprint."""
    return remark(Remark.GROUPED, f"{beginning(fingerprint)}: {'; '.join(reasons)}")


def linked_with(note: Note) -> tuple[str, str] | None:
    """The beginning of the other's fingerprint and the reasons, where `note` is one that `link_note` made."""
    found = _NOTE.search(note.text) if note.code == Remark.GROUPED.value else None
    return None if found is None else (found[1], found[2])


def grouped(carried: CarriedOver) -> CarriedOver:
    """`carried` with its groups."""
    present, absent = carried.present, carried.absent
    notes = _judged(present)
    _remember(present, absent, notes)
    labels = _labels(present, absent, notes)
    return CarriedOver(
        [
            (_labelled(finding, labels.get(identity.fingerprint), notes.get(identity.fingerprint, ())), identity)
            for finding, identity in present
        ],
        [_relabelled(item, labels.get(item.stored.fingerprint)) for item in absent],
    )


def _judged(present: Sequence[tuple[MergedFinding, Identity]]) -> defaultdict[str, list[Note]]:
    """The notes of the run's own links, by fingerprint."""
    notes: defaultdict[str, list[Note]] = defaultdict(list)
    for link in link_findings([finding for finding, _ in present]):
        one, other = (present[at][1].fingerprint for at in (link.one, link.other))
        notes[other].append(link_note(one, link.reasons))
        if len(notes[one]) < _TOLD:
            notes[one].append(link_note(other, link.reasons))
    return notes


def _remember(
    present: Iterable[tuple[MergedFinding, Identity]], absent: Iterable[Carried], notes: defaultdict[str, list[Note]]
) -> None:
    """Add the links of the run's findings with those that it does not report."""
    unseen = {beginning(item.stored.fingerprint) for item in absent if item.stored.group is not None}
    if not unseen:
        return
    reported = {beginning(identity.fingerprint): identity.fingerprint for _, identity in present}
    for _, identity in present:
        if identity.known is not None:
            for note, name, _ in _links(identity.known.stored):
                if name in unseen and note not in notes[identity.fingerprint]:
                    notes[identity.fingerprint].append(note)
    for item in absent:
        for _, name, reasons in _links(item.stored):
            if name in reported:
                note = link_note(item.stored.fingerprint, [reasons])
                theirs = notes[reported[name]]
                if note not in theirs and len(theirs) < _TOLD:
                    theirs.append(note)


def _links(stored: StoredFinding) -> Iterator[tuple[Note, str, str]]:
    if stored.group is not None:
        for note in stored.notes:
            link = linked_with(note)
            if link is not None:
                yield note, *link


def _labels(
    present: Sequence[tuple[MergedFinding, Identity]], absent: Sequence[Carried], notes: dict[str, list[Note]]
) -> dict[str, str]:
    """The label of everyone who is linked, by fingerprint."""
    told = {name: links for name, links in notes.items() if links}
    told |= {
        item.stored.fingerprint: [note for note, _, _ in _links(item.stored)]
        for item in absent
        if item.stored.group is not None
    }
    members = sorted(told)
    at = {beginning(name): number for number, name in enumerate(members)}
    connected = Connected(len(members))
    for number, name in enumerate(members):
        for note in told[name]:
            link = linked_with(note)
            if link is not None and link[0] in at:
                connected.join(number, at[link[0]])
    groups: defaultdict[int, list[str]] = defaultdict(list)
    for number, name in enumerate(members):
        groups[connected.first(number)].append(name)
    known = {i.fingerprint: i.known.stored for _, i in present if i.known is not None and i.fingerprint in told}
    known |= {item.stored.fingerprint: item.stored for item in absent if item.stored.fingerprint in told}
    return _named(groups.values(), known)


def _named(groups: Iterable[list[str]], known: dict[str, StoredFinding]) -> dict[str, str]:
    """A label for each group of fingerprints (ascending): that of its oldest member, if no older group has it."""
    labels: dict[str, str] = {}
    used: set[str] = set()
    fresh = []
    for elders, group in sorted((_elders(group, known), group) for group in groups):
        label = next((label for _, _, label in elders if label not in used), None)
        if label is None:
            fresh.append(group)
        else:
            used.add(label)
            labels |= dict.fromkeys(group, label)
    used |= {stored.group for stored in known.values() if stored.group is not None}
    for group in fresh:
        names = (f"g-{group[0][:size]}" for size in range(_LABEL, len(group[0]) + 1))
        label = next(name for name in names if name not in used)
        used.add(label)
        labels |= dict.fromkeys(group, label)
    return labels


def _elders(group: Iterable[str], known: dict[str, StoredFinding]) -> list[tuple[int, str, str]]:
    """Since when (run) each member that has a label is known, its fingerprint and the label; the oldest first."""
    told = ((known[name].first_seen.run, name, known[name].group) for name in group if name in known)
    return sorted((run, name, label) for run, name, label in told if label is not None)


def _labelled(finding: MergedFinding, label: str | None, notes: Sequence[Note]) -> MergedFinding:
    return finding if label is None else replace(finding, group=label, notes=(*finding.notes, *notes))


def _relabelled(item: Carried, label: str | None) -> Carried:
    if label is None or label == item.stored.group:
        return item
    return replace(item, stored=replace(item.stored, group=label))
