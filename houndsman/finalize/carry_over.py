"""Which of a run's findings the review knows already.

In: merged findings, and the review's stored ones. Out: an identity for each merged finding and, for each stored one,
where it is at this run's head. Nothing fails: what cannot be recognised is new.

A merged finding is recognised, in this order,

1. **by place**: a stored finding of its rule and side has moved, along the diff, to its very line, and the lines that
   the stored one covers are still the same. A neighbour's edit changes nothing.
2. **by content**: a stored finding of equal base key is free, lowest occurrence index first. It moved inside its file,
   or nobody reported it for a while. One whose own code still stands at another line is not free: it is *that* one.
3. Otherwise it is new and gets the index after every one that was ever given to its base key.

Where several fit, equal messages are paired first (two emergent findings may share a line), then the rest in order.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from houndsman.finalize.dedupe import place_order
from houndsman.finalize.inputs import Carrier
from houndsman.finalize.source_lines import SourceLines
from houndsman.matching.dedupe_key import fold_message
from houndsman.matching.fingerprint import base_key, context_of, covered_hash, fingerprint, next_occurrence
from houndsman.models.finding import MergedFinding, Side
from houndsman.models.repo_path import RepoPath
from houndsman.models.triage import Recognition, StoredFinding


@dataclass(frozen=True, slots=True)
class Carried:
    """A stored finding and where it is at this run's head."""

    stored: StoredFinding
    file: RepoPath
    line: int | None
    end_line: int | None
    file_is_gone: bool
    """The head has no such file (never so for the old side, which the head says nothing about)."""
    was_followed: bool
    """git could tell where its line went; not so where the earlier head was pruned."""
    is_intact: bool
    """The lines that it covers are still the same, at `line`."""


class Identity(NamedTuple):
    """Who a merged finding is."""

    fingerprint: str
    base_key: str
    occurrence: int
    lineage: RepoPath
    covered_hash: str | None
    end_line: int | None
    """The last line that belongs to it: a known finding covers what it always did, as long as that is unchanged."""
    known: Carried | None
    """The stored finding that it is; None for a new one."""
    how: Recognition


class CarriedOver(NamedTuple):
    """The run's findings with their identities, and the stored findings that the run did not report."""

    present: list[tuple[MergedFinding, Identity]]
    absent: list[Carried]


def carry_over(
    findings: Sequence[MergedFinding], stored: Iterable[StoredFinding], head: str, carrier: Carrier, lines: SourceLines
) -> CarriedOver:
    """Recognise the stored findings in a run of the head commit `head`."""
    carried = [_carried(item, head, carrier, lines) for item in sorted(stored, key=_stored_order)]
    ordered = sorted(findings, key=place_order)
    known: dict[int, Carried] = {}
    _pair_by_place(ordered, carried, known)
    placed = frozenset(known)
    keys = _base_keys(ordered, carried, lines)
    _pair_by_content(ordered, carried, known, keys)
    used = _used_indexes(carried)
    present = [
        (finding, _known(finding, known[at], Recognition.PLACE if at in placed else Recognition.CONTENT, lines))
        if at in known
        else (finding, _new(finding, keys[at][finding.path], used, lines))
        for at, finding in enumerate(ordered)
    ]
    recognised = {item.stored.fingerprint for item in known.values()}
    return CarriedOver(present, [item for item in carried if item.stored.fingerprint not in recognised])


def _stored_order(item: StoredFinding) -> tuple[bytes, str, int, str]:
    return item.file.raw, item.base_key, item.occurrence, item.fingerprint


def _carried(item: StoredFinding, head: str, carrier: Carrier, lines: SourceLines) -> Carried:
    file, line, gone, followed = _moved(item, head, carrier, lines)
    end_line = item.end_line
    if end_line is not None and line is not None and item.line is not None:
        end_line += line - item.line
    intact = not gone and covered_hash(lines.of(file, item.side), line, end_line) == item.covered_hash
    return Carried(item, file, line, end_line, gone, followed, intact)


class _Moved(NamedTuple):
    """Where a stored finding is at the head, as far as it can be followed."""

    file: RepoPath
    line: int | None
    file_is_gone: bool
    was_followed: bool


def _moved(item: StoredFinding, head: str, carrier: Carrier, lines: SourceLines) -> _Moved:
    if item.placed_sha == head:
        return _Moved(item.file, item.line, False, True)
    moved = carrier.carry(item.placed_sha, item.file, None)
    if item.side is Side.OLD:  # counted in the old commit, which the heads' diff says nothing about
        return _Moved(item.file if moved is None else moved[0], item.line, False, moved is not None)
    if moved is None:
        # An earlier head that was pruned after a rebase cannot be followed: only the head itself says what is gone.
        path = lines.current_path(item.file)
        return _Moved(path, item.line, not lines.exists(path), False)
    place = None if item.line is None else carrier.carry(item.placed_sha, item.file, item.line)
    return _Moved(moved[0], item.line if place is None else place[1], False, True)


def _pair_by_place(findings: Sequence[MergedFinding], carried: Iterable[Carried], known: dict[int, Carried]) -> None:
    by_place: defaultdict[tuple[RepoPath, Side, int | None, str], list[Carried]] = defaultdict(list)
    for item in carried:
        if item.is_intact:
            by_place[item.file, item.stored.side, item.line, item.stored.rule].append(item)
    wanted: defaultdict[tuple[RepoPath, Side, int | None, str], list[int]] = defaultdict(list)
    for at, finding in enumerate(findings):
        wanted[finding.path, finding.side, finding.line, finding.rule].append(at)
    for place, positions in wanted.items():
        _pair(findings, positions, by_place.get(place, []), known)


def _base_keys(
    findings: Sequence[MergedFinding], carried: Iterable[Carried], lines: SourceLines
) -> list[dict[RepoPath, str]]:
    """For each finding its base key by lineage: its own path, and those of the stored findings in the same file."""
    lineages: defaultdict[RepoPath, set[RepoPath]] = defaultdict(set)
    for item in carried:
        lineages[item.file].add(item.stored.lineage)
    keys = []
    for finding in findings:
        context = context_of(lines.of(finding.path, finding.side), finding.line)
        possible = {finding.path} | lineages.get(finding.path, set())
        keys.append({lineage: base_key(finding.rule, lineage, context) for lineage in sorted(possible)})
    return keys


def _pair_by_content(
    findings: Sequence[MergedFinding],
    carried: Iterable[Carried],
    known: dict[int, Carried],
    keys: Sequence[dict[RepoPath, str]],
) -> None:
    taken = {item.stored.fingerprint for item in known.values()}
    free: defaultdict[tuple[str, Side], list[Carried]] = defaultdict(list)
    for item in carried:
        is_elsewhere = item.is_intact and item.stored.covered_hash is not None
        if item.stored.fingerprint not in taken and not is_elsewhere:
            free[item.stored.base_key, item.stored.side].append(item)
    wanted: defaultdict[tuple[str, Side], list[int]] = defaultdict(list)
    for at, finding in enumerate(findings):
        if at not in known:
            for key in keys[at].values():
                if (key, finding.side) in free:
                    wanted[key, finding.side].append(at)
    for content, positions in wanted.items():
        _pair(findings, [at for at in positions if at not in known], free[content], known)


def _pair(
    findings: Sequence[MergedFinding], positions: Sequence[int], stored: Sequence[Carried], known: dict[int, Carried]
) -> None:
    """Give the findings at `positions` the `stored` ones: first those with an equal message, then the rest in order."""
    if len(positions) == 1 and len(stored) == 1:
        known[positions[0]] = stored[0]
        return
    said: defaultdict[str, list[Carried]] = defaultdict(list)
    for item in stored:
        said[fold_message(item.stored.message)].append(item)
    waiting = []
    for at in positions:
        equal = said.get(fold_message(findings[at].message))
        if equal:
            known[at] = equal.pop(0)
        else:
            waiting.append(at)
    left = {item.stored.fingerprint for items in said.values() for item in items}
    known.update(zip(waiting, (item for item in stored if item.stored.fingerprint in left), strict=False))


def _used_indexes(carried: Iterable[Carried]) -> defaultdict[str, list[int]]:
    used: defaultdict[str, list[int]] = defaultdict(list)
    for item in carried:
        used[item.stored.base_key].append(item.stored.occurrence)
    return used


def _new(finding: MergedFinding, key: str, used: defaultdict[str, list[int]], lines: SourceLines) -> Identity:
    occurrence = next_occurrence(used[key])
    used[key].append(occurrence)
    covered = covered_hash(lines.of(finding.path, finding.side), finding.line, finding.end_line)
    name = fingerprint(key, occurrence)
    return Identity(name, key, occurrence, finding.path, covered, finding.end_line, None, Recognition.NEW)


def _known(finding: MergedFinding, known: Carried, how: Recognition, lines: SourceLines) -> Identity:
    text = lines.of(finding.path, finding.side)
    stored = known.stored
    end_line = finding.end_line
    if finding.line is not None:
        span = (stored.end_line or stored.line or 0) - (stored.line or 0)
        usual = finding.line + span if span > 0 else None
        if covered_hash(text, finding.line, usual) == stored.covered_hash:
            end_line = usual
    covered = covered_hash(text, finding.line, end_line)
    return Identity(
        stored.fingerprint, stored.base_key, stored.occurrence, stored.lineage, covered, end_line, known, how
    )
