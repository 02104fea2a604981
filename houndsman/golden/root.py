"""What a golden file says about all of its entries: version, commit, case, thresholds.

In: the outermost object of a JSON file, or the header of a file of lines. Out: a `Root`. A key that was probably meant
to be another is a warning; a value that means nothing, a layout that is not ours among them, raises `BadEntry`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from houndsman.config.complaints import nearest
from houndsman.golden.entry import BadEntry, Warnings, case_of, count_at, shown, text_at
from houndsman.models.golden import Thresholds

#: The layout of golden sets that is read here.
VERSION = 1

_KEYS = ("version", "commit", "expected", "case", "pr", "file", "thresholds", "changedLines")
_THRESHOLDS = ("recall", "precision", "falseAlarms")


class Root(NamedTuple):
    """What holds for every entry of a file that does not say otherwise."""

    case: str
    commit: str | None = None
    changed_lines: int | None = None
    """Of the case of the file itself, not of those that entries name."""
    thresholds: Thresholds = Thresholds()


def read_root(raw: Mapping[str, object], fallback: str, source: str, warnings: Warnings) -> Root:
    """What `raw` says.

    Args:
        raw: the outermost object, or the header.
        fallback: the case where it names none.
        source: where it stands.
        warnings: takes what looks like a mistake.
    """
    _check_version(raw.get("version"))
    for key in raw:
        meant = nearest(key, _KEYS) if key not in _KEYS else None
        if meant is not None and meant not in raw:
            warnings.add("golden-key-unknown", f"the key {key!r} means nothing here; did you mean {meant!r}?", source)
    return Root(
        case=case_of(raw) or fallback,
        commit=text_at(raw, "commit"),
        changed_lines=count_at(raw, "changedLines", least=0),
        thresholds=_thresholds(raw.get("thresholds")),
    )


def strictest(thresholds: Iterable[Thresholds]) -> Thresholds:
    """What a folder of cases must reach: each threshold as its strictest file has it."""
    told = tuple(thresholds)
    return Thresholds(
        recall=max((each.recall for each in told if each.recall is not None), default=None),
        precision=max((each.precision for each in told if each.precision is not None), default=None),
        false_alarms=min((each.false_alarms for each in told if each.false_alarms is not None), default=None),
    )


def _check_version(version: object) -> None:
    if type(version) is not int or version < 1:
        raise BadEntry("version", f"`version` is {shown(version)}, which is no layout", f'Write "version": {VERSION}.')
    if version > VERSION:
        hint = f"Update Houndsman; this one reads layout {VERSION}."
        raise BadEntry("version", f"it was written by a newer Houndsman, in layout {version}", hint)


def _thresholds(value: object) -> Thresholds:
    if value is None:
        return Thresholds()
    if not isinstance(value, dict):
        hint = 'Write an object, as in {"recall": 0.8}.'
        raise BadEntry("thresholds", f"`thresholds` is {shown(value)}, which is no object", hint)
    for key in value:
        if key not in _THRESHOLDS:
            meant = nearest(key, _THRESHOLDS)
            hint = f"Did you mean {meant!r}?" if meant else f"There are: {', '.join(_THRESHOLDS)}."
            raise BadEntry("thresholds", f"`thresholds` has the unknown key {key!r}", hint)
    return Thresholds(*(_share(key, value.get(key)) for key in _THRESHOLDS))


def _share(key: str, value: object) -> float | None:
    if value is None:
        return None
    if not isinstance(value, int | float) or isinstance(value, bool) or not 0 <= value <= 1:
        what = f"`thresholds.{key}` is {shown(value)}, which is no share"
        raise BadEntry("thresholds", what, "Write a number from 0 to 1, as in 0.8 for 80 %.")
    return float(value)
