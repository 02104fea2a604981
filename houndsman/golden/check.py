"""What is wrong with a golden set, before anybody is graded by it.

In: a golden set, and who reads a file at a commit. Out: complaints, the worst first, each with its place and the next
step. Nothing fails; what cannot be looked at is a complaint too.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from houndsman.config.complaints import nearest
from houndsman.golden.apart import check_apart
from houndsman.golden.at_commit import ReadLines, check_at_commit
from houndsman.golden.complaint import Complaint, Weight
from houndsman.golden.from_fix import PROPOSED
from houndsman.golden.load import BrokenSetError, GoldenError
from houndsman.golden.match_text import Matcher, criterion, pattern_of
from houndsman.golden.probe import endless_on
from houndsman.golden.rewrite import is_gone
from houndsman.golden.score import ADD_CLEAN_CASE
from houndsman.models.golden import GoldenAnchor, GoldenSet

_WEIGHTS = tuple(Weight)
_NAMED = 3  # anchors in a message

#: The keys of an anchor by its fields.
_KEYS = {name: name for name in GoldenAnchor._fields if name not in ("source", "extra")} | {"end_line": "endLine"}


def check_golden(golden: GoldenSet, read: ReadLines | None) -> tuple[Complaint, ...]:
    """All complaints about `golden`: errors, warnings, notes, each in the set's order.

    Args:
        golden: as it was loaded. What the loader put up with is among the warnings.
        read: gives the lines of a file at a commit, such as a `CommitLines`; None where there is no repository.
    """
    anchors = golden.anchors
    found = [
        *_ids(anchors),
        *(each for anchor in anchors for each in _paths(anchor)),
        *(each for anchor in anchors for each in _match(anchor)),
        *check_apart(anchors),
        *_keys(anchors),
        *_unanchored(anchors, golden.path),
        *_proposed(anchors, golden.path),
        *_alarms(golden),
        *(Complaint(each.code, golden.path, each.message, "", Weight.WARNING) for each in golden.warnings),
        *check_at_commit(golden.cases, golden.path, read),
    ]
    order = {anchor.source: at for at, anchor in enumerate(anchors)}
    return tuple(sorted(found, key=lambda each: (_WEIGHTS.index(each.weight), order.get(each.place, len(order)))))


def broken(error: BrokenSetError) -> tuple[Complaint, ...]:
    """What is wrong with a set that cannot be loaded, entry by entry."""
    return tuple(Complaint("broken", each.where or "", each.what, each.hint or "") for each in error.faults)


def _ids(anchors: Sequence[GoldenAnchor]) -> Iterator[Complaint]:
    firsts: dict[str, GoldenAnchor] = {}
    for anchor in anchors:
        first = firsts.setdefault(anchor.id, anchor)
        if first is not anchor:
            hint = "Give it an id of its own: reports tell defects by them."
            yield Complaint("duplicate-id", anchor.source, f"the id {anchor.id!r} is taken ({first.source})", hint)


def _paths(anchor: GoldenAnchor) -> Iterator[Complaint]:
    if anchor.file is not None and (anchor.file.startswith("/") or ".." in anchor.file.split("/")):
        what = f"{anchor.id!r}: {anchor.file!r} is no path inside a repository"
        yield Complaint("path-outside", anchor.source, what, "Write it relative to the repository's root.")


def _match(anchor: GoldenAnchor) -> Iterator[Complaint]:
    if anchor.match is None:
        return
    pattern = pattern_of(anchor.match)
    if criterion(anchor.match) is None or pattern == "":
        hint = "Write words that the finding must hold, or leave `match` out."
        yield Complaint("match-empty", anchor.source, f"the `match` of {anchor.id!r} is empty: anything passes", hint)
        return
    try:
        Matcher(anchor)
    except GoldenError as error:
        yield Complaint("match-broken", anchor.source, error.what, error.hint or "")
        return
    text = endless_on(anchor) if pattern is not None else None
    if text is not None:
        what = f"the `match` of {anchor.id!r} does not come to an end on a text like {text[:12] + '…'!r}"
        hint = "Write the regular expression so that no part of a text can be taken in two ways."
        yield Complaint("match-endless", anchor.source, what, hint)


def _keys(anchors: Sequence[GoldenAnchor]) -> Iterator[Complaint]:
    """Keys that look like a slip of one that would have meant something; each once, at the first anchor without it."""
    slips = {key: nearest(key, _KEYS) for key in dict.fromkeys(key for anchor in anchors for key in anchor.extra)}
    for key, meant in slips.items():
        at = (each for each in anchors if meant is not None and key in each.extra and not getattr(each, meant))
        anchor = next(at, None)
        if meant is not None and anchor is not None:
            what = f"the key {key!r} means nothing; did you mean {_KEYS[meant]!r}?"
            hint = "Put it right, or leave it as your own."
            yield Complaint("key-unknown", anchor.source, what, hint, Weight.WARNING)


def _proposed(anchors: Sequence[GoldenAnchor], place: str) -> Iterator[Complaint]:
    """What nobody has confirmed yet; one complaint for all."""
    proposed = [anchor for anchor in anchors if anchor.extra.get(PROPOSED) is True]
    if proposed:
        what = f"nobody has confirmed what was proposed: {_named(proposed)}"
        hint = f"Look at each, put its lines right, and take `{PROPOSED}` out."
        yield Complaint(PROPOSED, place, what, hint, Weight.NOTE)


def _unanchored(anchors: Sequence[GoldenAnchor], place: str) -> Iterator[Complaint]:
    """What no finding can match: one complaint for what a relocation left without a line, one for the rest."""
    without = [anchor for anchor in anchors if not anchor.has_place]
    gone = [anchor for anchor in without if is_gone(anchor)]
    bare = [anchor for anchor in without if not is_gone(anchor)]
    if gone:
        what = f"a relocation left these without a line, so that they are not looked up and not scored: {_named(gone)}"
        hint = "Give them a line where the defect is still there; else delete them, or leave them as history."
        yield Complaint("gone", place, what, hint, Weight.NOTE)
    if bare:
        what = f"no finding can match what has no file or no line: {_named(bare)}"
        yield Complaint("unanchored", place, what, "Write `file` and `line` where they are known.", Weight.NOTE)


def _alarms(golden: GoldenSet) -> Iterator[Complaint]:
    """A threshold that nobody can reach."""
    if golden.thresholds.false_alarms is not None and not any(case.clean for case in golden.cases):
        what = "`falseAlarms` is a share of the cases without defects, and the set has none: it is never reached"
        yield Complaint("no-clean-case", golden.path, what, f"{ADD_CLEAN_CASE}.")


def _named(anchors: Sequence[GoldenAnchor]) -> str:
    """The first of `anchors`, each with its place."""
    named = ", ".join(f"{anchor.id!r} ({anchor.source})" for anchor in anchors[:_NAMED])
    return named + (f" and {len(anchors) - _NAMED} more" if len(anchors) > _NAMED else "")
