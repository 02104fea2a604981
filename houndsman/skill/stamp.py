"""The line by which we know our own words again: which version wrote them, and whether anyone has changed them since.

In: a text. Out: its stamp, or what a stamp that was found says of the text around it. Line ends do not count, since git
may rewrite them. Nothing here fails: a text without a stamp is simply not ours.
"""

from __future__ import annotations

import hashlib
import re
from enum import StrEnum
from typing import NamedTuple

from houndsman import __version__

#: Hexadecimal digits of the digest: enough to notice an edit, which is no attack.
_DIGITS = 16

_STAMP = re.compile(
    rf"^<!-- houndsman skill (?P<version>\S+), sha256 (?P<digest>[0-9a-f]{{{_DIGITS}}})[^\n]*-->\r?$\n?", re.MULTILINE
)


class State(StrEnum):
    """How what is installed stands to what would be written now."""

    ABSENT = "absent"
    CURRENT = "current"
    OTHER_VERSION = "other version"  # ours and untouched, with other words than this version's
    EDITED = "edited by hand"  # ours once
    FOREIGN = "not ours"


class Stamp(NamedTuple):
    """What a stamp says, and where in the text it stands."""

    version: str
    digest: str
    start: int
    end: int
    """After the line's end."""


def stamp_for(content: str) -> str:
    """The stamp's line for `content`, without an end of line."""
    told = "written by houndsman skill install, which replaces it"
    return f"<!-- houndsman skill {__version__}, sha256 {_digest(content)}; {told} -->"


def find_stamps(text: str) -> list[Stamp]:
    """All stamps in `text`, in order."""
    return [Stamp(found["version"], found["digest"], *found.span()) for found in _STAMP.finditer(text)]


def state_of(stamp: Stamp, content: str, wanted: str) -> State:
    """How a stamped text stands.

    Args:
        stamp: the one that was found.
        content: what it was made for, as it is now.
        wanted: the content of this version. The same words from another version are current: nothing is to be done.
    """
    if stamp.digest != _digest(content):
        return State.EDITED
    return State.CURRENT if stamp.digest == _digest(wanted) else State.OTHER_VERSION


def _digest(content: str) -> str:
    unified = content.replace("\r\n", "\n").encode("utf-8", "surrogateescape")
    return hashlib.sha256(unified).hexdigest()[:_DIGITS]
