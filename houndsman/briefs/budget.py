"""How far an agent may look beyond its brief. Pure.

The budget grows with the files of the brief: floor + ceil((ceiling - floor) x min(files, 40) / 40).
"""

from __future__ import annotations

from typing import NamedTuple

from houndsman.models.watchdog import GENERAL

#: Files at which the budget stops growing.
FULL_AT = 40

_FLOOR, _CEILING = 6, 14
_GENERAL_FLOOR, _GENERAL_CEILING = 10, 24


class Exploration(NamedTuple):
    """Reads of a file and searches of the repository."""

    reads: int
    searches: int


def exploration(watchdog: str, files: int) -> Exploration:
    """The budget of `watchdog` for a brief of so many `files`."""
    floor, ceiling = (_GENERAL_FLOOR, _GENERAL_CEILING) if watchdog == GENERAL else (_FLOOR, _CEILING)
    each = floor + -(-(ceiling - floor) * min(files, FULL_AT) // FULL_AT)
    return Exploration(each, each)
