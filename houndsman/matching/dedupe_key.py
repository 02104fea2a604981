"""Whether two findings of one run are one finding.

In: findings after anchoring. Out: a key; equal keys are merged, unequal ones never. Nothing here fails.
"""

from __future__ import annotations

import re
import unicodedata
from typing import NamedTuple

from houndsman.models.finding import Finding, MergedFinding, Side, is_emergent
from houndsman.models.repo_path import RepoPath

_SPACE = re.compile(r"\s+")
_TRAILING = " .,;:!?…。!?"


class DedupeKey(NamedTuple):
    """What has to be equal for an exact merge."""

    path: RepoPath
    side: Side
    """The same number on the other side of the diff is another place."""
    line: int | None
    rule: str
    message: str
    """Folded; empty for a finding with a rule, whose wording does not matter."""


def dedupe_key(finding: Finding | MergedFinding) -> DedupeKey:
    """The key of `finding`: (path, side, line, rule), and for an emergent one its folded message as well."""
    message = fold_message(finding.message) if is_emergent(finding.rule) else ""
    return DedupeKey(finding.path, finding.side, finding.line, finding.rule, message)


def fold_message(text: str) -> str:
    """`text` without what two writings of a sentence differ by: case, white space, final punctuation, Unicode form."""
    return _SPACE.sub(" ", unicodedata.normalize("NFC", text).casefold()).strip().rstrip(_TRAILING)
