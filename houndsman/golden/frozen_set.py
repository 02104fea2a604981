"""A golden set as it is to be written: without the defects that its own check would call wrong.

In: defects, where they are to go, and who reads a file at a commit. Out: the text of the set, and what of them it does
not hold: what is in it already, and a complaint for each that was left out. Of two that no finding can tell apart the
earlier one stays; what the set held before is never touched. Nothing is written but to a temporary folder, where the
set is read as the check reads it. A set that cannot be added to is a `GoldenError`.
"""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from houndsman.golden.apart import NOT_APART
from houndsman.golden.at_commit import ReadLines
from houndsman.golden.check import check_golden
from houndsman.golden.complaint import Complaint, Weight
from houndsman.golden.freeze import Addition, Frozen, extended, new_set
from houndsman.golden.load import load_golden
from houndsman.golden.rewrite import is_lines

_UNNAMED = Path("golden.json")


class Destination(NamedTuple):
    """Where defects are to go."""

    output: Path | None
    """A file; None for standard output."""
    append: bool = False
    """To what the file holds, if it is there."""


class FrozenSet(NamedTuple):
    """A set that is ready to be written."""

    addition: Addition
    refused: tuple[Complaint, ...]
    """Why defects were left out, one complaint each."""


def frozen_set(defects: Sequence[Frozen], where: Destination, read: ReadLines) -> FrozenSet:
    """The set that holds those of `defects` that its check does not refuse.

    Args:
        defects: in the order in which they are to stand.
        where: they go.
        read: gives the lines of a file at a commit, such as a `CommitLines`.
    """
    left, refused = list(defects), list[Complaint]()
    while True:
        addition = _laid_out(left, where)
        wrong = _wrong(addition, (where.output or _UNNAMED).name, read)
        if not wrong:
            return FrozenSet(addition, tuple(refused))
        # One that is wrong by itself keeps no other out: who cannot be told apart is asked once it is gone.
        for defect, complaint in [each for each in wrong if each[1].code != NOT_APART] or wrong:
            del left[_last(left, defect)]
            refused.append(complaint)


def _laid_out(defects: Sequence[Frozen], where: Destination) -> Addition:
    output = where.output
    if output is not None and where.append and output.exists():
        known = load_golden(output).anchors
        return extended(output.read_bytes().decode("utf-8"), defects, known, output)
    return new_set(defects, lines=output is not None and is_lines(output.name))


def _wrong(addition: Addition, name: str, read: ReadLines) -> list[tuple[Frozen, Complaint]]:
    """Each defect of `addition` that the check of the set refuses, with its first complaint."""
    if not addition.defects:
        return []
    with tempfile.TemporaryDirectory(prefix="houndsman-") as folder:
        place = Path(folder, name)
        place.write_bytes(addition.text.encode("utf-8", "surrogatepass"))
        golden = load_golden(place)
    added = {each.anchor.id: each for each in addition.defects}
    sources = {anchor.source: added[anchor.id] for anchor in golden.anchors if anchor.id in added}
    found: dict[str, tuple[Frozen, Complaint]] = {}
    for complaint in check_golden(golden, read):
        if complaint.weight is Weight.ERROR and complaint.place in sources:
            found.setdefault(complaint.place, (sources[complaint.place], complaint))
    return list(found.values())


def _last(defects: Sequence[Frozen], wanted: Frozen) -> int:
    """Where `wanted` stands for the last time, whatever it was called before it got an id of its own."""
    nameless = wanted.anchor._replace(id="")
    return max(at for at, each in enumerate(defects) if each.anchor._replace(id="") == nameless)
