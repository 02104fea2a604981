"""New anchors as entries of a golden set: a set of their own, or added to one that is there.

In: anchors, each with the commit in which it is counted; for adding, the text of a set and what it already holds. Out:
text. An anchor that the set has (the same rule, file and code) is not added again, however its line has moved; another
defect under a taken id gets the next number. Nothing here holds a fingerprint. A set of fixes that is counted in one
commit becomes one of cases where another commit joins it; any other set takes none: `GoldenError`, with what to do.
"""

from __future__ import annotations

import json
import shlex
from collections import defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from houndsman.golden.by_case import by_case
from houndsman.golden.from_fix import FIX
from houndsman.golden.json_places import edited, members, with_items
from houndsman.golden.load import GoldenError
from houndsman.golden.remarks import same_commit
from houndsman.golden.rewrite import is_lines
from houndsman.golden.root import VERSION
from houndsman.golden.slugs import free, slug
from houndsman.matching.folded_lines import fold_line
from houndsman.models.finding import Side, is_emergent
from houndsman.models.golden import GoldenAnchor
from houndsman.models.triage import TriageItem

_SHA = 10  # characters of a commit in the name of a case
_WORDS = 6  # of a message in an id


class Frozen(NamedTuple):
    """A defect on its way into a set."""

    anchor: GoldenAnchor
    commit: str
    """Full id of the one in which its lines are counted."""


class Addition(NamedTuple):
    """A set with anchors added."""

    text: str
    defects: tuple[Frozen, ...]
    """Those that were added, each under the id that it has there."""
    known: tuple[str, ...] = ()
    """Ids of anchors of the set that were to be added again."""

    @property
    def added(self) -> tuple[str, ...]:
        """Ids."""
        return tuple(each.anchor.id for each in self.defects)


def of_finding(item: TriageItem, commit: str, code: str, case: str) -> Frozen:
    """A finding that a person decided to act on, as a confirmed defect.

    Args:
        item: with its place at `commit`.
        commit: full id.
        code: what stands there; empty for a finding without a line.
        case: what it belongs to where a set counts in several commits.
    """
    emergent = is_emergent(item.rule)
    told = " ".join(item.message.split()[:_WORDS]) if emergent else item.rule.rpartition("/")[2]
    anchor = GoldenAnchor(
        id=slug(told),
        case=f"{case}@{commit[:_SHA]}",
        file=str(item.file),
        line=item.line,
        end_line=item.end_line if item.end_line != item.line else None,
        side=item.side if item.side is Side.OLD else None,
        severity=item.severity,
        category=item.rule.partition("/")[2] if emergent else None,
        rule=None if emergent else item.rule,
        note=item.message,
        code=code or None,
    )
    return Frozen(anchor, commit)


def frozen(defects: Sequence[Frozen], *, lines: bool = False) -> str:
    """The text of a new set that holds `defects`; with `lines` an anchor a line."""
    return new_set(defects, lines=lines).text


def new_set(defects: Sequence[Frozen], *, lines: bool = False) -> Addition:
    """A new set that holds `defects`; with `lines` an anchor a line."""
    commits = {each.commit for each in defects}
    shared = next(iter(commits)) if len(commits) == 1 else None
    root = {"version": VERSION, **({"commit": shared} if shared else {})}
    named = _with_ids(defects, set())
    entries = [_entry(each, shared) for each in named]
    if lines:
        text = "".join(json.dumps(each, ensure_ascii=False) + "\n" for each in [root, *entries])
    else:
        text = json.dumps(root | {"expected": entries}, ensure_ascii=False, indent=1) + "\n"
    return Addition(text, tuple(named))


def extended(text: str, defects: Sequence[Frozen], known: Iterable[GoldenAnchor], place: Path) -> Addition:
    """The set whose text is `text` with those of `defects` that it does not hold.

    Args:
        text: of one file.
        defects: to be added.
        known: the anchors of that file.
        place: the file; its name says whether it holds an anchor a line.

    Raises:
        GoldenError: all of the set is counted in one commit, it is not theirs, and the set is none of fixes.
    """
    known, lines = tuple(known), is_lines(place.name)
    shared = _shared_commit(text, lines)
    fresh, again = _told_apart(defects, known)
    stranger = next((each for each in fresh if shared is not None and not same_commit(shared, each.commit)), None)
    if shared is not None and stranger is not None:
        if known and not any(FIX in anchor.extra for anchor in known):
            raise _counted_elsewhere(shared, stranger, place)
        text, shared = by_case(text, place, known, shared), None
    named = _with_ids(fresh, {anchor.id for anchor in known})
    entries = [_entry(each, shared) for each in named]
    if lines:
        broken = text if not text or text.endswith("\n") else text + "\n"
        text = broken + "".join(json.dumps(entry, ensure_ascii=False) + "\n" for entry in entries)
    else:
        at = next(member.value for member in members(text) if member.key == "expected")
        text = edited(text, with_items(text, at, entries))
    return Addition(text, tuple(named), again)


def _counted_elsewhere(shared: str, defect: Frozen, place: Path) -> GoldenError:
    """That `defect` cannot join a set whose lines are all counted in the commit `shared`, and what can be done."""
    what = f"the set counts its lines in {shared[:12]}, and {defect.anchor.id!r} is counted in {defect.commit[:12]}"
    if FIX in defect.anchor.extra:
        hint = "Write it to another file: what was fixed stands in the parent of its fix, which is hunted by itself."
    else:
        carry = f"houndsman golden relocate {shlex.quote(str(place))} --to {defect.commit[:12]} --write"
        hint = f"Carry the set there first: `{carry}`."
    return GoldenError(what, where=str(place), hint=hint)


def _told_apart(defects: Iterable[Frozen], known: Iterable[GoldenAnchor]) -> tuple[list[Frozen], tuple[str, ...]]:
    """Those that are new, and the ids of known ones that the others are. Of equal code at two lines each is one."""
    there: defaultdict[object, list[GoldenAnchor]] = defaultdict(list)
    for anchor in known:
        there[_identity(anchor)].append(anchor)
    again, moved, fresh = [], [], []
    for each in defects:
        equal = there[_identity(each.anchor)]
        same = [anchor for anchor in equal if anchor.line == each.anchor.line]
        if same:
            equal.remove(same[0])
            again.append(same[0].id)
        else:
            moved.append(each)
    for each in moved:
        equal = there[_identity(each.anchor)]
        if equal:
            again.append(equal.pop(0).id)
        else:
            fresh.append(each)
    return fresh, tuple(again)


def _entry(defect: Frozen, shared: str | None) -> dict[str, object]:
    """One entry: what is known, in the order in which a person reads it."""
    anchor = defect.anchor
    own = {} if shared else {"case": anchor.case, "commit": defect.commit}
    told: dict[str, object] = {
        "id": anchor.id,
        **own,
        "file": anchor.file,
        "line": anchor.line,
        "endLine": anchor.end_line,
        "side": anchor.side,
        "severity": anchor.severity,
        "category": anchor.category,
        "rule": anchor.rule,
        "note": anchor.note or None,
        "code": anchor.code,
        **anchor.extra,
    }
    return {key: value for key, value in told.items() if value is not None}


def _with_ids(defects: Iterable[Frozen], taken: set[str]) -> list[Frozen]:
    """Each with an id of its own; the same defects have the same ids, whatever their order was before."""
    named = []
    for each in defects:
        name = free(each.anchor.id, taken)
        taken.add(name)
        named.append(each._replace(anchor=each.anchor._replace(id=name)))
    return named


def _identity(anchor: GoldenAnchor) -> tuple[object, ...]:
    """What tells two defects apart when one of them is counted in another commit."""
    code = tuple(fold_line(line.encode("utf-8", "replace")) for line in (anchor.code or "").strip().split("\n"))
    return (anchor.rule or anchor.note, anchor.file, code if any(code) else (anchor.line, anchor.end_line))


def _shared_commit(text: str, lines: bool) -> str | None:
    """The commit that the outermost object, or the header of a file of lines, names for all entries."""
    there = {member.key: member for member in members(text)}
    if "commit" not in there or (lines and ("version" not in there or there.keys() & {"id", "file", "line"})):
        return None
    value = json.JSONDecoder().raw_decode(text, there["commit"].value)[0]
    return value if isinstance(value, str) else None
